// @vitest-environment jsdom
import { render, screen } from "@solidjs/testing-library";
import { createSignal } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearPage, preparePage } from "../testing.tsx";
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
