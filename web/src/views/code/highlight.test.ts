import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

test("[VIW-16] code is coloured as spans that join to the very text; unknown languages stay plain", async () => {
  const text = "export const a: string = `x ${1 + 2}`; // <b>&amp;\n";
  const spans = await highlight(text, "tsx");
  expect(spans?.map((span) => span.text).join("")).toBe(text);
  expect(spans?.find((span) => span.text === "export")?.scope).toBe("keyword");
  expect(spans?.find((span) => span.text.includes("<b>"))?.scope).toBe("comment");
  expect(await highlight(text, "no-such-language")).toBeNull();
  expect(await highlight(text, "constructor")).toBeNull();
});
