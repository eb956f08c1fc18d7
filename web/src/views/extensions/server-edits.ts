// From what a form holds of an MCP server to the changes of the configuration: a new server is one table, a known one only
// what was changed. Values of variables and headers that were not typed anew stay as they are on the machine.
import type { McpConfigured, McpEdit } from "../../actions/mcp.ts";
import type { Json } from "../../projection/state.ts";

/** A variable or a header. `kept`: it is there already, and an empty value leaves it so. */
export interface SecretRow {
  name: string;
  value: string;
  kept: boolean;
}

export interface ServerDraft {
  name: string;
  kind: "program" | "address";
  command: string;
  /** One a line. */
  args: string;
  cwd: string;
  url: string;
  bearerVariable: string;
  env: SecretRow[];
  headers: SecretRow[];
}

/** An empty form, or one of a server that is there. */
export function draftOf(server: McpConfigured | null): ServerDraft {
  const kept = (names: readonly string[]): SecretRow[] => names.map((name) => ({ name, value: "", kept: true }));
  return {
    name: server?.name ?? "",
    kind: server !== null && server.command === null && server.url !== null ? "address" : "program",
    command: server?.command ?? "",
    args: (server?.args ?? []).join("\n"),
    cwd: server?.cwd ?? "",
    url: server?.url ?? "",
    bearerVariable: server?.bearerVariable ?? "",
    env: kept(server?.env ?? []),
    headers: kept(server?.headers ?? []),
  };
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/** What keeps the form from being sent, as a sentence; null: nothing. */
export function draftProblem(draft: ServerDraft, taken: readonly string[]): string | null {
  if (!/^[\w-]+$/.test(draft.name)) return "The name takes letters, digits, - and _.";
  if (taken.includes(draft.name)) return "There is a server of this name already.";
  if (draft.kind === "program" && draft.command.trim() === "") return "Say which program is to be started.";
  if (draft.kind === "address" && !/^https?:\/\/./.test(draft.url.trim()))
    return "The address begins with http:// or https://.";
  const rows = draft.kind === "program" ? draft.env : draft.headers;
  if (rows.some(({ name, value }) => name.trim() === "" && value !== "")) return "A value has no name.";
  const names = rows.map(({ name }) => name.trim()).filter((name) => name !== "");
  if (new Set(names).size < names.length) return "Two values have the same name.";
  return null;
}

/** What nothing can be saved without is still empty. */
export function lacksWords(draft: ServerDraft): boolean {
  return draft.name.trim() === "" || (draft.kind === "program" ? draft.command : draft.url).trim() === "";
}

const valuesOf = (rows: readonly SecretRow[]): Record<string, Json> =>
  Object.fromEntries(rows.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value]));

/** The table of a new server, without members that say nothing. */
function tableOf(draft: ServerDraft): Json {
  const optional = (name: string, value: Json, there: boolean): [string, Json][] => (there ? [[name, value]] : []);
  const env = valuesOf(draft.env);
  const headers = valuesOf(draft.headers);
  return Object.fromEntries(
    draft.kind === "program"
      ? [
          ["command", draft.command.trim()],
          ...optional("args", linesOf(draft.args), linesOf(draft.args).length > 0),
          ...optional("cwd", draft.cwd.trim(), draft.cwd.trim() !== ""),
          ...optional("env", env, Object.keys(env).length > 0),
        ]
      : [
          ["url", draft.url.trim()],
          ...optional("bearer_token_env_var", draft.bearerVariable.trim(), draft.bearerVariable.trim() !== ""),
          ...optional("http_headers", headers, Object.keys(headers).length > 0),
        ],
  );
}

/** Variables that were typed anew, and those that were taken away. */
function rowEdits(group: string, rows: readonly SecretRow[], before: readonly string[]): McpEdit[] {
  const names = new Set(rows.map(({ name }) => name.trim()));
  return [
    ...rows
      .filter(({ name, value, kept }) => name.trim() !== "" && !(kept && value === ""))
      .map(({ name, value }): McpEdit => ({ path: [group, name.trim()], value })),
    ...before.filter((name) => !names.has(name)).map((name): McpEdit => ({ path: [group, name], value: null })),
  ];
}

/** The changes that make the server what the form says; none when it says nothing new. */
export function editsOf(draft: ServerDraft, before: McpConfigured | null): McpEdit[] {
  if (before === null) return [{ path: [], value: tableOf(draft) }];
  const was = draftOf(before);
  const text = (path: string, next: string, now: string): McpEdit[] =>
    next.trim() === now.trim() ? [] : [{ path: [path], value: next.trim() === "" ? null : next.trim() }];
  return draft.kind === "program"
    ? [
        ...text("command", draft.command, was.command),
        ...(draft.args === was.args ? [] : [{ path: ["args"], value: linesOf(draft.args) }]),
        ...text("cwd", draft.cwd, was.cwd),
        ...rowEdits("env", draft.env, before.env),
      ]
    : [
        ...text("url", draft.url, was.url),
        ...text("bearer_token_env_var", draft.bearerVariable, was.bearerVariable),
        ...rowEdits("http_headers", draft.headers, before.headers),
      ];
}
