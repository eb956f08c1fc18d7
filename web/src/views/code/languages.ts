// The language of a file, by its name.

const BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: "bash",
    c: "c",
    cc: "cpp",
    cjs: "javascript",
    cpp: "cpp",
    cs: "csharp",
    css: "css",
    cts: "typescript",
    cxx: "cpp",
    diff: "diff",
    go: "go",
    h: "c",
    hpp: "cpp",
    htm: "xml",
    html: "xml",
    ini: "ini",
    java: "java",
    js: "javascript",
    json: "json",
    jsonc: "json",
    jsx: "javascript",
    kt: "kotlin",
    kts: "kotlin",
    less: "css",
    lua: "lua",
    md: "markdown",
    mjs: "javascript",
    mk: "makefile",
    mts: "typescript",
    patch: "diff",
    php: "php",
    py: "python",
    pyi: "python",
    rb: "ruby",
    rs: "rust",
    scss: "css",
    sh: "bash",
    sql: "sql",
    svelte: "xml",
    svg: "xml",
    swift: "swift",
    toml: "ini",
    ts: "typescript",
    tsx: "typescript",
    vue: "xml",
    xml: "xml",
    yaml: "yaml",
    yml: "yaml",
    zsh: "bash",
  }),
);

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ["dockerfile", "dockerfile"],
  ["makefile", "makefile"],
  ["gemfile", "ruby"],
  ["rakefile", "ruby"],
]);

/** The language's name for the colouring; null when the file's name says none. */
export function languageOf(path: string): string | null {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  return BY_NAME.get(name) ?? (dot === -1 ? null : (BY_ENDING.get(name.slice(dot + 1)) ?? null));
}
