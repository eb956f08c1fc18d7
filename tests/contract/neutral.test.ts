// The check that shared code names no vendor: what it finds, what it lets through, what it says.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { REPOSITORY } from "@longwire/fixtures/paths";
import { afterEach, expect, test } from "vitest";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Exempt {
  names: string[];
  in?: string[];
  why?: string;
}

/** The check over a tree of these files. */
function check(sources: Record<string, string>, allowed: Exempt[] = []) {
  const root = mkdtempSync(join(tmpdir(), "neutral-"));
  folders.push(root);
  const list = join(root, "allowed.json");
  writeFileSync(list, JSON.stringify(allowed));
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return run("--root", root, "--allowed", list);
}

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/neutral-check.mjs", ...args], {
    cwd: REPOSITORY,
    encoding: "utf8",
  });
  return { status, said: stdout, problems: stderr.trim().split("\n").filter(Boolean) };
}

test("[RPC-80] shared code names no vendor; how many identifiers are exempt is said", () => {
  const { status, said, problems } = run();
  expect(problems).toEqual([]);
  expect(status).toBe(0);
  expect(said).toMatch(/[1-9]\d* identifiers are exempt, at [1-9]\d* places; 0 problems/);
});

test.each([
  ["a string", 'const limit = "codex";', "codex"],
  ["a sentence", 'export const words = "Ask Claude first.";', "Claude"],
  ["a part of a template", "export const say = (n: number) => `Gemini ${n}, at your service`;", "Gemini"],
  ["the end of a template", "export const say = (n: number) => `${n} of OpenAI`;", "OpenAI"],
  ["text of the page", "export const Page = () => <p>\n  <b>Now</b> ask ChatGPT\n</p>;", "ChatGPT"],
  ["an attribute of the page", 'export const Page = () => <input placeholder="Message Codex" />;', "Codex"],
  ["a pattern", "export const own = /\\.codex$/;", "codex"],
  ["a key of an object", "export const by = { anthropic: 1 };", "anthropic"],
  ["a key that is a string", 'export const by = { "gpt-5": 1 };', "gpt-5"],
  ["a member of a type", "export interface Reply { claudeHome: string }", "claudeHome"],
  ["a member that is read", "export const home = (reply: any) => reply.geminiHome;", "geminiHome"],
  ["a member that is taken out", "export const home = ({ geminiHome: at }: any) => at;", "geminiHome"],
])("[RPC-80] a vendor's name is found in %s", (_, code, word) => {
  const { status, problems } = check({ "web/src/views/page.tsx": `// A page.\n${code}\n` });
  expect(status).toBe(1);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^web/src/views/page\\.tsx:[234] names ${word}$`));
});

test("[RPC-80] the line is that of the name, in each of the places that are shared code", () => {
  const { problems } = check({
    "web/src/a.ts": "export const help = `one\ntwo\nthree codex`;\n",
    "web/index.html": "<html>\n<title>Drive Codex</title>\n</html>\n",
    "relay/src/b.ts": 'export const b = 1;\nexport const c = "openai";\n',
    "shared-protocol/src/c.ts": 'export const c = "claude";\n',
  });
  expect(problems).toEqual([
    "relay/src/b.ts:2 names openai",
    "shared-protocol/src/c.ts:1 names claude",
    "web/index.html:2 names Codex",
    "web/src/a.ts:3 names codex",
  ]);
});

test("[RPC-80] comments, names of variables, tests, samples and generated types are free", () => {
  const named = 'export const words = "codex";\n';
  const { status, problems } = check({
    "web/src/a.ts": "// Codex says so.\n/** Claude too. */\nexport const isChatgpt = true;\n",
    "web/src/a.test.ts": named,
    "web/src/views/stories/b.ts": named,
    "web/src/host/testing/c.ts": named,
    "shared-protocol/src/generated/d.ts": named,
  });
  expect(problems).toEqual([]);
  expect(status).toBe(0);
});

test("[RPC-80] an identifier is exempt as a whole, where its entry says, with a reason and as long as something names it", () => {
  const source = 'export const home = (reply: any) => [reply.codexHome, "codexHomes", "codex"];\n';
  const why = "member of a reply";
  const one = check({ "web/src/a.ts": source }, [{ names: ["codexHome"], why }]);
  expect(one.problems).toEqual(["web/src/a.ts:1 names codex", "web/src/a.ts:1 names codexHomes"]);
  expect(one.said).toContain("1 identifiers are exempt, at 1 places; 2 problems");
  const all: Exempt[] = [{ names: ["codexHome", "codexHomes", "codex"], in: ["web/src/a.ts"], why }];
  expect(check({ "web/src/a.ts": source }, all)).toMatchObject({ status: 0, problems: [] });
  expect(check({ "web/src/b.ts": source }, all).problems).toHaveLength(6);
  const kept = check({ "web/src/a.ts": "export const a = 1;\n" }, [{ names: ["codexHome"], why: " " }]);
  expect(kept.problems).toEqual([
    "codexHome is exempt, and nothing names it there any more",
    "codexHome: exempt without a reason",
  ]);
});

test("[RPC-80] a source that cannot be read, and a tree without any, are no pass", () => {
  expect(check({ "web/src/a.ts": "export const = codex" }).status).not.toBe(0);
  expect(check({}).status).not.toBe(0);
});
