import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { linesWords, priorityWords, readFindings } from "./findings.ts";

const finding = (more: object = {}) => ({
  title: "[P1] The last tide is never found",
  body: "The loop stops one short of the end.",
  confidence_score: 0.95,
  priority: 1,
  code_location: { absolute_file_path: "/p/src/tides.js", line_range: { start: 18, end: 20 } },
  ...more,
});
const output = (findings: unknown[], more: object = {}) =>
  JSON.stringify({
    findings,
    overall_correctness: "patch is incorrect",
    overall_explanation: "Two findings.",
    overall_confidence_score: 0.8,
    ...more,
  });

/** As the App Server writes findings (measured on 0.149.1). */
function written(explanation: string, findings: { title: string; path: string; body: string }[]): string {
  const block = findings.flatMap(({ title, path, body }) => [
    "",
    `- ${title} — ${path}`,
    ...(body === "" ? [] : body.split("\n").map((line) => `  ${line}`)),
  ]);
  const head = findings.length > 1 ? "Full review comments:" : "Review comment:";
  return [...(explanation === "" ? [] : [explanation, ""]), head, ...block].join("\n").trim();
}

describe("what a review has found", () => {
  test("[VIW-440] the reviewer's JSON: verdict, findings with priority, confidence and place", () => {
    expect(readFindings(output([finding(), finding({ priority: null, title: "No letter" })]))).toEqual({
      verdict: "patch is incorrect",
      confidence: 0.8,
      explanation: "Two findings.",
      form: "json",
      findings: [
        {
          title: "The last tide is never found",
          body: "The loop stops one short of the end.",
          priority: 1,
          confidence: 0.95,
          path: "/p/src/tides.js",
          start: 18,
          end: 20,
        },
        expect.objectContaining({ title: "No letter", priority: null }),
      ],
    });
    expect(readFindings(output([]))?.findings).toEqual([]);
  });

  test("[VIW-440] the text that the App Server makes of it: one finding or several, bodies of many lines", () => {
    const text = written("Two findings.", [
      { title: "[P1] The last — tide", path: "/p/src/tides.js:18-20", body: "Short.\n\n- a list\n  deeper" },
      { title: "[P3] An empty line", path: "/p/with space — dash/a.js:4-4", body: "" },
    ]);
    expect(readFindings(text)).toMatchObject({
      verdict: null,
      explanation: "Two findings.",
      findings: [
        { title: "The last — tide", priority: 1, path: "/p/src/tides.js", start: 18, end: 20 },
        { title: "An empty line", priority: 3, body: "", start: 4, end: 4 },
      ],
    });
    expect(readFindings(text)?.findings[0]?.body).toBe("Short.\n\n- a list\n  deeper");
    expect(readFindings(written("", [{ title: "One", path: "/a:1-1", body: "b" }]))?.findings).toHaveLength(1);
  });

  test.each([
    ["a plain message", "Nothing to say against it."],
    ["JSON of something else", '{"a":1}'],
    ["JSON that is cut", output([finding()]).slice(0, -9)],
    ["a finding without a title", output([finding(), { body: "b" }])],
    ["findings that are no list", output([], { findings: "none" })],
    ["a place that is none", "Review comment:\n\n- A title without a place\n  body"],
    ["a line that would be written otherwise", "Review comment:\n\n- T — /a:007-9\n  body"],
    ["a line that no number holds", "Review comment:\n\n- T — /a:1-99999999999999999999\n  body"],
    ["words between findings", "Review comment:\n\n- T — /a:1-2\n  body\nand more"],
    ["a wrong head for so many", "Full review comments:\n\n- T — /a:1-2\n  body"],
  ])("[VIW-441] %s is no findings and stays the text that it is", (_name, text) => {
    expect(readFindings(text)).toBeNull();
  });

  test("[VIW-441] nothing is lost: writing down what was read gives the text again, whatever was written", () => {
    const line = fc.stringMatching(/^[a-z —:[\]P0-9-]{1,20}$/);
    const one = fc.record({
      title: line,
      path: fc.constant("/p/a.js:1-2"),
      body: fc.array(line, { maxLength: 3 }).map((lines) => lines.join("\n").trimEnd()),
    });
    fc.assert(
      fc.property(line, fc.array(one, { minLength: 1, maxLength: 4 }), (explanation, findings) => {
        const text = written(explanation.trim(), findings);
        const read = readFindings(text);
        if (read === null) return;
        const again = written(
          read.explanation,
          read.findings.map(({ title, priority, path, start, end, body }) => ({
            title:
              priority === null
                ? title
                : text.includes(`[P${priority}] ${title}`)
                  ? `[P${priority}] ${title}`
                  : `[P${priority}]${title}`,
            path: `${path}:${start}-${end}`,
            body,
          })),
        );
        const bare = (lines: string) => lines.replaceAll(/ +$/gm, "");
        expect(bare(again)).toBe(bare(text));
      }),
    );
  });

  test("[VIW-440] lines and priorities are said in words", () => {
    expect(linesWords({ start: null, end: null })).toBeNull();
    expect(linesWords({ start: 4, end: 4 })).toBe("line 4");
    expect(linesWords({ start: 4, end: 9 })).toBe("lines 4–9");
    expect(priorityWords(1)).toContain("urgent");
    expect(priorityWords(9)).toBe("Priority 9");
  });
});
