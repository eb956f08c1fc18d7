// @vitest-environment jsdom
import { render, screen } from "@solidjs/testing-library";
import { createSignal } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aThread, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { imageHost, safeHref } from "./links.ts";
import { Markdown } from "./markdown.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const draw = (text: string) => render(() => <Markdown text={text} complete />).container;

test("[SEC-40] only http, https and mailto become links, after normalising; everything else stays text", () => {
  const container = draw(
    [
      "[a](javascript:alert(1)) [b](JAVASCRIPT&colon;alert(1)) [c](<java\tscript:alert(1)>) [d](data:text/html,<script>)",
      '[e](https://ok.example "x\\" onmouseover=alert(1) y=\\"") [f](vbscript:x) [g](//host/x) [h](/local) [i](mailto:a@b.example)',
      "<https://auto.example> [j](file:///etc/passwd) [k](\u0001javascript:alert(1))",
    ].join("\n\n"),
  );
  const links = [...container.querySelectorAll("a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://ok.example/",
    "mailto:a@b.example",
    "https://auto.example/",
  ]);
  for (const link of links) {
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttributeNames().filter((name) => name.startsWith("on"))).toEqual([]);
  }
  for (const word of ["a", "b", "c", "d", "f", "g", "h", "j", "k"]) expect(container.textContent).toContain(word);
  expect(safeHref("ht\ntps://ok.example")).toBe("https://ok.example/");
  expect(safeHref(" java\u200bscript:alert(1)")).toBeNull();
});

test("[SEC-41] raw HTML is shown as text", () => {
  const alert = vi.fn();
  vi.stubGlobal("alert", alert);
  const container = draw(
    'before <img src=x onerror=alert(1)> <b>bold</b>\n\n<svg onload="alert(1)"></svg>\n\n<script>alert(1)</script>',
  );
  expect(container.querySelector("img, svg:not([aria-hidden]), script, b")).toBeNull();
  expect(container.textContent).toContain("<img src=x onerror=alert(1)>");
  expect(container.textContent).toContain("<script>alert(1)</script>");
  expect(alert).not.toHaveBeenCalled();
});

test("[SEC-42] images are never loaded: a placeholder names the host", () => {
  const container = draw(
    "![p](https://x.example/a.png?q=1) ![q](//x.example/b) ![r][z] ![s](http:\\\\x.example/d) [![t](https://x.example/e)](https://ok.example) ![l](/etc/passwd)\n\n[z]: http://x.example/c",
  );
  expect(container.querySelector("img, picture, source, [src], [srcset]")).toBeNull();
  expect(container.textContent).toContain("Image from x.example, not loaded: p");
  expect(container.textContent?.match(/Image from x\.example/g)?.length).toBeGreaterThanOrEqual(4);
  expect(imageHost("data:image/svg+xml,<svg>")).toBe("embedded data");
  expect(imageHost("/etc/passwd")).toBe("a local path");
});

test("[VIW-14] a growing message keeps the nodes of what is finished, and a growing code block keeps its own", () => {
  const [text, setText] = createSignal("First.\n\n```ts\nconst a");
  const [complete, setComplete] = createSignal(false);
  const { container } = render(() => <Markdown text={text()} complete={complete()} />);
  const paragraph = container.querySelector("p");
  const code = container.querySelector("figure");
  setText("First.\n\n```ts\nconst a = 1;\nconst b");
  expect(container.querySelector("p")).toBe(paragraph);
  expect(container.querySelector("figure")).toBe(code);
  expect(container.querySelector("figure pre")?.textContent).toBe("const a = 1;\nconst b");
  setText("First.\n\n```ts\nconst a = 1;\nconst b = 2;\n```\n");
  setComplete(true);
  expect(container.querySelector("p")).toBe(paragraph);
  expect(screen.getByText("First.")).toBe(paragraph);
  expect(container.querySelector("figure pre")?.textContent).toBe("const a = 1;\nconst b = 2;");
});

test("[VIW-15] tables, task lists, nested lists and character references are drawn", () => {
  const container = draw(
    "| a | b |\n| - | -: |\n| 1 | `2` |\n\n- [x] done\n- open\n  1. in\n\nA &amp; B &#x1F600; &unknown; a &lt;b&gt;",
  );
  expect(container.querySelector("td[data-align=right]")?.textContent).toBe("2");
  expect(container.querySelector("input[type=checkbox]")).toHaveProperty("checked", true);
  expect(container.querySelector("li ol li")?.textContent).toBe("in");
  expect(container.textContent).toContain("A & B 😀 &unknown; a <b>");
});

test("[VIW-19] a message of thousands of paragraphs is windowed and can be copied whole", () => {
  const text = "A paragraph.\n\n".repeat(5000);
  const { container } = render(() => <Markdown text={text} complete />);
  expect(container.querySelectorAll("p").length).toBeLessThan(200);
  expect(container.textContent).toContain("5,000 paragraphs");
  expect(screen.getByRole("button", { name: "Copy the whole message" })).toBeTruthy();
});

test("[VIW-299] a formula is MathML made of nodes, with its source in it; what cannot be read stays its source", async () => {
  const container = draw(
    "Half is $\\frac{1}{2}$.\n\n$$\n\\href{javascript:alert(1)}{x}\n$$\n\n$\\notacommand{x}$\n\n$${".concat(
      "{".repeat(2000),
      "x$$",
    ),
  );
  expect(container.querySelector(".md-formula code")?.textContent).toBe("\\frac{1}{2}");
  await vi.waitFor(() => expect(container.querySelector("math mfrac")).toBeTruthy(), 10_000);
  const math = container.querySelector("math");
  expect(math?.querySelector("annotation")?.textContent).toBe("\\frac{1}{2}");
  expect(container.querySelectorAll("math").length).toBe(1);
  expect(container.querySelector("[href], [onclick], a")).toBeNull();
  expect(container.textContent).toContain("\\notacommand{x}");
});

test("[VIW-300] footnotes that are explained are told apart from text in brackets", () => {
  const container = draw("A claim[^1] and a set [^a-z] or [^x].\n\n[^1]: See *there*\n[^2]: never used");
  expect([...container.querySelectorAll("sup")].map((each) => each.textContent)).toEqual(["1", "1", "2"]);
  expect(container.querySelector(".md-footnote em")?.textContent).toBe("there");
  expect(container.textContent).toContain("a set [^a-z] or [^x].");
});

test("[VIW-301] a link shows its host beside words that do not; a file is a button only where a thread can open it", () => {
  const source =
    "[notes](https://notes.example/x) <https://ok.example> `src/a.ts:12` [b.ts](/home/mara/b.ts:3) `plain`";
  const outside = draw(source);
  expect([...outside.querySelectorAll(".md-host")].map((each) => each.textContent)).toEqual([" (notes.example)"]);
  expect(outside.querySelector("button")).toBeNull();
  expect(outside.textContent).toContain("b.ts");
  const { container } = renderIn(fakeSession(), aThread(), () => <Markdown text={source} complete />);
  const files = [...container.querySelectorAll<HTMLElement>("[data-file]")];
  expect(files.map((file) => [file.dataset["file"], file.getAttribute("aria-label"), file.textContent])).toEqual([
    ["src/a.ts", "Open src/a.ts, line 12", "src/a.ts:12"],
    ["/home/mara/b.ts", "Open /home/mara/b.ts, line 3", "b.ts"],
  ]);
});

test("[VIW-302] long code is drawn in pieces that join to it, and growing it keeps the earlier ones", () => {
  const begun = "```js\n" + "const a = 1;\n".repeat(3000);
  const grown = begun + "const b = 2;\n".repeat(500);
  const [text, setText] = createSignal(begun);
  const { container } = render(() => <Markdown text={text()} complete={false} />);
  const pieces = () => [...container.querySelectorAll(".code__piece")];
  const [first] = pieces();
  expect(pieces().length).toBeGreaterThan(5);
  setText(grown);
  expect(pieces()[0]).toBe(first);
  expect(container.querySelector("figure pre")?.textContent).toBe(grown.slice(6).trimEnd());
});
