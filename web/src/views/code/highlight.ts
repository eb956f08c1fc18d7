// Colours code with highlight.js: languages load one by one when first met. Gives spans, never HTML.
import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";

/** A run of text with the first part of its scope (`keyword`, `string` …), or none. */
export interface Span {
  text: string;
  scope: string | null;
}

type Load = () => Promise<{ default: LanguageFn }>;

const LANGUAGES: ReadonlyMap<string, Load> = new Map(
  Object.entries<Load>({
    bash: () => import("highlight.js/lib/languages/bash"),
    c: () => import("highlight.js/lib/languages/c"),
    cpp: () => import("highlight.js/lib/languages/cpp"),
    csharp: () => import("highlight.js/lib/languages/csharp"),
    css: () => import("highlight.js/lib/languages/css"),
    diff: () => import("highlight.js/lib/languages/diff"),
    dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
    go: () => import("highlight.js/lib/languages/go"),
    ini: () => import("highlight.js/lib/languages/ini"),
    java: () => import("highlight.js/lib/languages/java"),
    javascript: () => import("highlight.js/lib/languages/javascript"),
    json: () => import("highlight.js/lib/languages/json"),
    kotlin: () => import("highlight.js/lib/languages/kotlin"),
    lua: () => import("highlight.js/lib/languages/lua"),
    makefile: () => import("highlight.js/lib/languages/makefile"),
    markdown: () => import("highlight.js/lib/languages/markdown"),
    php: () => import("highlight.js/lib/languages/php"),
    python: () => import("highlight.js/lib/languages/python"),
    ruby: () => import("highlight.js/lib/languages/ruby"),
    rust: () => import("highlight.js/lib/languages/rust"),
    sql: () => import("highlight.js/lib/languages/sql"),
    swift: () => import("highlight.js/lib/languages/swift"),
    typescript: () => import("highlight.js/lib/languages/typescript"),
    xml: () => import("highlight.js/lib/languages/xml"),
    yaml: () => import("highlight.js/lib/languages/yaml"),
  }),
);

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sh: "bash",
    shell: "bash",
    zsh: "bash",
    console: "bash",
    js: "javascript",
    jsx: "javascript",
    mjs: "javascript",
    cjs: "javascript",
    ts: "typescript",
    tsx: "typescript",
    py: "python",
    rb: "ruby",
    rs: "rust",
    golang: "go",
    "c++": "cpp",
    h: "c",
    cs: "csharp",
    html: "xml",
    svg: "xml",
    yml: "yaml",
    toml: "ini",
    md: "markdown",
    kt: "kotlin",
    make: "makefile",
    docker: "dockerfile",
    patch: "diff",
    jsonc: "json",
  }),
);

const loading = new Map<string, Promise<void>>();

/** The coloured spans of a text; null when the language is not known here. */
export async function highlight(text: string, lang: string): Promise<readonly Span[] | null> {
  const wanted = lang.toLowerCase();
  const name = ALIASES.get(wanted) ?? wanted;
  const load = LANGUAGES.get(name);
  if (load === undefined) return null;
  let ready = loading.get(name);
  if (ready === undefined) {
    ready = load().then(({ default: rules }) => hljs.registerLanguage(name, rules));
    loading.set(name, ready);
    ready.catch(() => loading.delete(name));
  }
  await ready;
  return spansOf(hljs.highlight(text, { language: name, ignoreIllegals: true }));
}

/** highlight.js keeps its result as a tree beside the HTML; only the tree is read. */
function spansOf(result: object): readonly Span[] | null {
  const emitter: unknown = Reflect.get(result, "_emitter");
  const root: unknown = typeof emitter === "object" && emitter !== null ? Reflect.get(emitter, "rootNode") : null;
  if (typeof root !== "object" || root === null) return null;
  const spans: Span[] = [];
  const walk = (node: unknown, scope: string | null): void => {
    if (typeof node === "string") {
      spans.push({ text: node, scope });
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const own: unknown = Reflect.get(node, "scope");
    const children: unknown = Reflect.get(node, "children");
    // `title.function` and `language:css` are drawn by their first part.
    const next = typeof own === "string" && !own.startsWith("language:") ? (own.split(".", 1)[0] ?? scope) : scope;
    if (Array.isArray(children)) for (const child of children) walk(child, next);
  };
  walk(root, null);
  return spans;
}
