// What the room says of MCP servers, and what a form of one comes to.
import { describe, expect, test } from "vitest";
import type { McpConfigured, McpEntry } from "../../actions/mcp.ts";
import type { McpServer } from "../../projection/facts.ts";
import { partIn, partPath } from "./parts.ts";
import { draftOf, draftProblem, editsOf } from "./server-edits.ts";
import { authWords, layerWords, standingOf } from "./standing.ts";
import { fillTemplate, placesIn } from "./uri-template.ts";
import { backTo } from "./way-back.ts";

const entry = (more: Partial<McpEntry> = {}): McpEntry => ({
  name: "s",
  plugin: null,
  info: { name: "s", title: null, version: "1", description: null },
  tools: [],
  resources: [],
  auth: "unsupported",
  raw: null,
  ...more,
});
const silent = entry({ info: null });
const configured = (more: Partial<McpConfigured> = {}): McpConfigured => ({
  name: "s",
  enabled: true,
  command: "node",
  args: ["a.mjs", "--all"],
  cwd: null,
  url: null,
  env: ["CARD", "SHELF"],
  headers: [],
  bearerVariable: null,
  bearerStored: false,
  others: [],
  layer: "user",
  ...more,
});
const told = (status: string, at: number, more: Partial<McpServer> = {}): McpServer => ({
  name: "s",
  status,
  error: null,
  reason: null,
  thread: "t",
  generation: "g",
  at,
  ...more,
});

test("[VIW-611] how a server stands: the newest of what is configured, listed and told of its start, in words", () => {
  const words = (...args: Parameters<typeof standingOf>) => standingOf(...args).words;
  expect(words(entry(), configured({ enabled: false }), told("ready", 9), 5)).toBe("is switched off");
  expect(words(entry(), null, null, 5)).toBe("answers");
  expect(words(silent, null, null, 5)).toBe("did not answer when this list was read");
  expect(words(null, configured(), null, 5)).toBe("is not in the list that was read");
  expect(words(silent, null, told("starting", 6), 5)).toBe("is starting");
  expect(words(entry({ info: null, auth: "notLoggedIn" }), null, null, 5)).toBe("wants a sign-in");
  expect(words(silent, null, told("failed", 6, { reason: "reauthenticationRequired" }), 5)).toBe("wants a sign-in");
  // What failed before the list was read is over once the server has answered.
  expect(words(entry(), null, told("failed", 4), 5)).toBe("answers");
  const later = standingOf(entry(), null, told("failed", 6, { error: "no such file" }), 5);
  expect([later.words, later.error, later.dot]).toEqual(["could not start", "no such file", "bad"]);
  expect(later.hint).toContain("It answered when this list was read");
  expect(standingOf(silent, null, told("failed", 4, { error: "no such file" }), 5).error).toBe("no such file");
});

test("[VIW-611] sign-ins and layers have words; a word that is not known is shown as it was told", () => {
  expect(["unsupported", "unknown", "notLoggedIn", "oAuth", "passkey"].map(authWords)).toEqual([
    null,
    null,
    null,
    "signed in",
    "passkey",
  ]);
  expect([null, "user", "project", "enterpriseManaged", "hologram"].map(layerWords)).toEqual([
    null,
    null,
    "set by a project",
    "set by an administrator",
    "set by hologram",
  ]);
});

test("[VIW-612] places of a resource template are filled in, values escaped; one of another kind is written by hand", () => {
  expect(placesIn("library://book/{title}/{page}/{title}")).toEqual(["title", "page"]);
  expect(placesIn("library://rules")).toEqual([]);
  expect([placesIn("a://b{?page}"), placesIn("a://{+path}"), placesIn("a://{}")]).toEqual([null, null, null]);
  expect(fillTemplate("library://book/{title}/{page}", { title: "Ebb & flow/1" })).toBe(
    "library://book/Ebb%20%26%20flow%2F1/{page}",
  );
  expect(fillTemplate("a://{constructor}", {})).toBe("a://{constructor}");
});

test("[VIW-738] a template with very many places is written by hand, and a value that no address can hold breaks nothing", () => {
  const many = Array.from({ length: 31 }, (_, n) => `{p${n}}`).join("/");
  expect(placesIn(`a://${many}`)).toBeNull();
  expect(fillTemplate("a://{x}", { x: "a\ud800b" })).toBe("a://a%EF%BF%BDb");
});

test("[VIW-614] where a sign-in leads back to the machine’s own loopback, that and how to reach it is told", () => {
  const url = (back: string) => `https://auth.example/authorize?redirect_uri=${encodeURIComponent(back)}`;
  expect(backTo(url("http://127.0.0.1:41947/callback/x"))).toEqual({
    host: "127.0.0.1:41947",
    command: "ssh -N -L 41947:127.0.0.1:41947 <machine>",
  });
  expect(backTo(url("http://localhost/callback"))?.command).toContain("80:localhost:80");
  expect(backTo(url("http://[::1]:99/x"))?.host).toBe("[::1]:99");
  for (const other of [url("https://relay.example/callback"), url("nowhere"), "not an address", "https://a.example/"])
    expect(backTo(other)).toBeNull();
});

describe("the form of a server", () => {
  const draft = draftOf(configured());

  test("[VIW-617] of a known server only what was changed is written: values that were not typed anew stay", () => {
    expect(editsOf(draft, configured())).toEqual([]);
    const [card, shelf] = draft.env;
    if (card === undefined || shelf === undefined) throw new Error("no rows");
    expect(
      editsOf(
        {
          ...draft,
          command: "deno",
          args: "a.mjs\n\n--some",
          env: [card, { ...shelf, value: "three" }, { name: "NEW.KEY", value: "x", kept: false }],
        },
        configured(),
      ),
    ).toEqual([
      { path: ["command"], value: "deno" },
      { path: ["args"], value: ["a.mjs", "--some"] },
      { path: ["env", "SHELF"], value: "three" },
      { path: ["env", "NEW.KEY"], value: "x" },
    ]);
    expect(editsOf({ ...draft, env: [card] }, configured())).toEqual([{ path: ["env", "SHELF"], value: null }]);
    const remote = configured({ command: null, args: [], env: [], url: "https://h/mcp", headers: ["X-Key"] });
    expect(editsOf({ ...draftOf(remote), url: "https://h/v2", bearerVariable: "T", headers: [] }, remote)).toEqual([
      { path: ["url"], value: "https://h/v2" },
      { path: ["bearer_token_env_var"], value: "T" },
      { path: ["http_headers", "X-Key"], value: null },
    ]);
  });

  test("[VIW-617] a new server is one table, without members that say nothing", () => {
    const empty = draftOf(null);
    expect(editsOf({ ...empty, name: "x", command: " node ", args: "a\nb" }, null)).toEqual([
      { path: [], value: { command: "node", args: ["a", "b"] } },
    ]);
    const headers = [{ name: "X", value: "1", kept: false }];
    expect(editsOf({ ...empty, kind: "address", url: "https://h", headers, command: "left over" }, null)).toEqual([
      { path: [], value: { url: "https://h", http_headers: { X: "1" } } },
    ]);
  });

  test("[VIW-617] what is missing is said before anything is sent", () => {
    const empty = { ...draftOf(null), name: "x" };
    expect(draftProblem({ ...empty, name: "a b" }, [])).toContain("letters");
    expect(draftProblem(empty, ["x"])).toContain("already");
    expect(draftProblem(empty, [])).toContain("program");
    expect(draftProblem({ ...empty, kind: "address", url: "ftp://h" }, [])).toContain("http://");
    const row = (name: string, value: string) => ({ name, value, kept: false });
    expect(draftProblem({ ...empty, command: "n", env: [row("", "v")] }, [])).toContain("no name");
    expect(draftProblem({ ...empty, command: "n", env: [row("A", "v"), row("A ", "w")] }, [])).toContain("same name");
    expect(draftProblem({ ...empty, command: "n", env: [row("A", "v")] }, [])).toBeNull();
  });
});

test("[VIW-616] each part has an address; one that is not known is the first", () => {
  expect(partIn(new URL(partPath("h/1", "skills"), "http://x").search)).toBe("skills");
  expect(partPath("h", "servers")).toBe("/settings/machine/h/extensions");
  expect(partIn("?part=holograms")).toBe("servers");
});
