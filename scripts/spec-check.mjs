// Fails when a rule of docs/spec has no test, or a test names a rule that is not there. Test titles begin with the id:
// `[RLY-07] …`; a title may show several rules: `[RLY-07] [LNK-02] …`. Fails as well when an input case of docs/spec/cases.md
// has no rule, or names one that is not there.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./run.mjs";

const rules = new Map();
const problems = [];
for (const file of readdirSync(join(root, "docs", "spec")).filter((name) => name.endsWith(".md"))) {
  const text = readFileSync(join(root, "docs", "spec", file), "utf8");
  for (const [, id] of text.matchAll(/^- \*\*([A-Z]{3}-\d+)\*\*/gm)) {
    if (rules.has(id)) problems.push(`${id} stands twice: in ${rules.get(id)} and in ${file}`);
    rules.set(id, file);
  }
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (["node_modules", "dist", "generated", ".types", ".cache", ".state", ".git"].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(test|spec|cases)\.tsx?$|acceptance\.ts$/.test(entry.name)) yield path;
  }
}

const shown = new Set();
for (const path of sources(root)) {
  // Any text that begins with rule ids is a title, or becomes one (tables of cases, acceptance suites).
  for (const [, title] of readFileSync(path, "utf8").matchAll(/["'`]((?:\[[A-Z]{3}-\d+\]\s*)+)/g)) {
    for (const [, id] of title.matchAll(/\[([A-Z]{3}-\d+)\]/g)) {
      shown.add(id);
      if (!rules.has(id)) problems.push(`${relative(root, path)} names ${id}, which docs/spec does not state`);
    }
  }
}
for (const [id, file] of rules) if (!shown.has(id)) problems.push(`${id} (docs/spec/${file}) has no test`);

/** The input cases that must stand in a table of docs/spec: `| A01 | kind | rules |`. */
const CASES = [
  ..."A01 A03 A04 A06 A08 A09 B01 B02 B03 B04 B05 B06 B07 B08 B10 B12 B13 B17 B18".split(" "),
  ..."C01 C03 C04 C05 C06 C08 C09 C11 C12 C14 C15 C17 C18 C19 C20 E01 E02 E04 E05 E06 E07".split(" "),
];
const held = new Map();
for (const file of readdirSync(join(root, "docs", "spec")).filter((name) => name.endsWith(".md"))) {
  const text = readFileSync(join(root, "docs", "spec", file), "utf8");
  for (const [, id, by] of text.matchAll(/^\|\s*([A-J]\d{2})\s*\|[^|]*\|([^|]*)\|/gm)) {
    const named = by.match(/[A-Z]{3}-\d+/g) ?? [];
    if (held.has(id)) problems.push(`case ${id} stands twice: in ${held.get(id)} and in ${file}`);
    if (named.length === 0) problems.push(`case ${id} (docs/spec/${file}) names no rule`);
    for (const rule of named)
      if (!rules.has(rule)) problems.push(`case ${id} names ${rule}, which docs/spec does not state`);
    held.set(id, file);
  }
}
for (const id of CASES) if (!held.has(id)) problems.push(`case ${id} stands in no table of docs/spec`);

for (const problem of [...new Set(problems)].sort()) console.error(problem);
console.log(`${rules.size} rules, ${shown.size} shown by tests, ${held.size} cases, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
