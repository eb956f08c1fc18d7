// @vitest-environment jsdom
// Servers, plugins and skills that mean no good, and connections that end at the worst moment.
import { fireEvent, render, screen, waitFor, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { actions } from "../../actions/actions.ts";
import type { Failure, RequestHow } from "../../host/model.ts";
import type { Journal } from "../../journal/journal.ts";
import { createHostState } from "../../projection/host-fold.ts";
import type { HostState } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { navigate } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { clearPage, type FakeSession, fakeServices, fakeSession, preparePage } from "../testing.tsx";
import ExtensionsRoom from "./extensions-room.tsx";
import { partPath, type PartName } from "./parts.ts";

beforeEach(preparePage);
afterEach(clearPage);

interface Stage {
  session: FakeSession;
  state: HostState;
  sent: [string, unknown, RequestHow | undefined][];
  memory: Map<string, unknown>;
  container: HTMLElement;
}

type Answers = Record<string, unknown>;

/** `answers` by method: a result, a promise of one, or a failure by `{ fails }`. */
function draw(part: PartName, answers: Answers, memory = new Map<string, unknown>()): Stage {
  const state = createHostState("h");
  state.current = "g1";
  const session = fakeSession(state);
  const sent: Stage["sent"] = [];
  session.request = async (method, params, how) => {
    sent.push([method, params, how]);
    const answer = answers[method];
    const value: unknown = await (typeof answer === "function" ? (answer as () => unknown)() : answer);
    if (typeof value === "object" && value !== null && "fails" in value)
      return { ok: false, reason: value.fails as Failure };
    return { ok: true, value };
  };
  const journal: Pick<Journal, "get" | "put"> = {
    get: (key) => Promise.resolve(memory.get(key)),
    put: (key, value) => {
      memory.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
  navigate(partPath("h", part));
  const services = fakeServices(session, { actions, journal: journal as Journal });
  const record = { id: "h", url: "ws://x/relay", token: "", label: "h", addedAt: 0 };
  const { container } = render(() => (
    <ServicesProvider services={services}>
      <ExtensionsRoom entry={{ record, session }} />
    </ServicesProvider>
  ));
  return { session, state, sent, memory, container };
}

const EVIL = "\u202egpj.x<img src=x onerror=alert(1)>\n\u0007";
const list = (...data: object[]) => ({ data, nextCursor: null });
const entry = (more: object = {}) => ({
  name: "s",
  pluginId: null,
  serverInfo: { name: "s", title: null, version: "1" },
  tools: {},
  resources: [],
  resourceTemplates: [],
  authStatus: "unsupported",
  ...more,
});
const NO_CONFIG = { config: { mcp_servers: {} }, origins: {} };
const card = (container: HTMLElement) =>
  waitFor(() => {
    const found = container.querySelector<HTMLElement>("[data-mcp-server]");
    if (found === null) throw new Error("not there yet");
    return found;
  });
const unfold = (element: HTMLElement, words: string | RegExp) => {
  const fold = within(element).getByText(words).closest("details");
  if (fold !== null) fold.open = true;
};
const noElements = (container: HTMLElement) => expect(container.querySelector("img, script, iframe")).toBeNull();

test("[VIW-731] names and words of a server are drawn as what they are, and by their beginning when they are endless", async () => {
  const mega = "m".repeat(1_000_000);
  const tool = { name: EVIL, title: mega, description: mega, inputSchema: { type: "object", description: mega } };
  const { container } = draw("servers", {
    "mcpServerStatus/list": list(
      entry({
        name: EVIL,
        pluginId: mega,
        serverInfo: { name: mega, title: EVIL + mega, version: mega },
        tools: { a: tool, ["__proto__"]: { ...tool, name: mega } },
        resources: [{ uri: `javascript:alert(1)//${mega}`, name: EVIL, description: mega }],
      }),
    ),
    "config/read": NO_CONFIG,
  });
  const element = await card(container);
  unfold(element, "2 tools");
  await within(element).findAllByText("Try");
  noElements(container);
  expect((container.textContent ?? "").length).toBeLessThan(10_000);
  for (const labelled of container.querySelectorAll("[aria-label]"))
    for (const letter of ["\u202e", "\n", "\u0007"])
      expect(labelled.getAttribute("aria-label")?.includes(letter)).toBe(false);
  const more = within(element).getAllByRole("button", { name: /Show all/ })[0];
  expect(more?.textContent).toContain("1.0 MB");
});

test("[VIW-731] five thousand tools are drawn a stretch at a time, and what is closed is not set out", async () => {
  const tools = Object.fromEntries(
    Array.from({ length: 5000 }, (_, n) => [`t${n}`, { name: `t${n}`, inputSchema: {} }]),
  );
  const { container } = draw("servers", { "mcpServerStatus/list": list(entry({ tools })), "config/read": NO_CONFIG });
  const element = await card(container);
  expect(element.querySelectorAll("[data-tool]")).toHaveLength(0);
  expect(element.textContent).not.toContain("inputSchema");
  unfold(element, "5000 tools");
  await within(element).findByRole("button", { name: "Try t0" });
  expect(element.querySelectorAll("[data-tool]").length).toBeLessThan(100);
  fireEvent.input(within(element).getByRole("searchbox", { name: "Search the tools of s" }), {
    target: { value: "T4999" },
  });
  await waitFor(() => expect(element.querySelectorAll("[data-tool]")).toHaveLength(1));
  unfold(element, "Raw JSON");
  await waitFor(() => expect(element.textContent).toContain("inputSchema"));
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<script>1</script>",
  "file:///etc/passwd",
  "mailto:a@b.c",
  "//x",
  "",
])("[VIW-732] a sign-in address that is none of the web (%s) is no link", async (authorizationUrl) => {
  const { container } = draw("servers", {
    "mcpServerStatus/list": list(entry({ serverInfo: null, authStatus: "notLoggedIn" })),
    "config/read": NO_CONFIG,
    "mcpServer/oauth/login": { authorizationUrl },
  });
  const element = await card(container);
  fireEvent.click(within(element).getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(element.textContent).toContain("none of the web"));
  expect(element.querySelector("a")).toBeNull();
  noElements(container);
});

test("[VIW-733] a sign-in whose process has ended says so and can be begun again", async () => {
  const { container, state } = draw("servers", {
    "mcpServerStatus/list": list(entry({ serverInfo: null, authStatus: "notLoggedIn" })),
    "config/read": NO_CONFIG,
    "mcpServer/oauth/login": { authorizationUrl: "https://user@evil.example/a" },
  });
  const element = await card(container);
  fireEvent.click(within(element).getByRole("button", { name: "Sign in" }));
  // The host that it leads to, not the name before it.
  await within(element).findByRole("link", { name: "Open the sign-in page of evil.example" });
  state.current = "g2";
  changed(new Set([state]));
  await waitFor(() => expect(element.textContent).toContain("has ended. Begin it again"));
  expect(within(element).queryByRole("link")).toBeNull();
  expect(within(element).getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(false);
});

function threadOf(id: string, updatedAt: number) {
  const flags = { deleted: false, archived: false, parent: null, notResumable: false };
  return {
    id,
    name: `Thread ${id}`,
    preview: "",
    cwd: "/p",
    updatedAt,
    createdAt: 1,
    ...flags,
  } as unknown as HostState["threads"] extends Map<string, infer S> ? S : never;
}

async function tryTool(stage: Stage) {
  stage.state.threads.set("t1", threadOf("t1", 1));
  changed(new Set([stage.state]));
  const element = await card(stage.container);
  unfold(element, "1 tool");
  fireEvent.click(await within(element).findByRole("button", { name: /^Try/ }));
  return within(await screen.findByTestId("try-tool"));
}
const calls = ({ sent }: Stage) => sent.filter(([method]) => method === "mcpServer/tool/call");

test("[VIW-734] a call whose connection is cut is said and not made again; what was filled in stays, and a double press calls once", async () => {
  let settle: (value: unknown) => void = () => undefined;
  const stage = draw("servers", {
    "mcpServerStatus/list": list(
      entry({
        tools: {
          a: {
            name: "a",
            inputSchema: {
              type: "object",
              properties: {
                word: { type: "string", pattern: "^(a+)+$" },
                door: { type: "string", format: "password" },
              },
            },
          },
        },
      }),
    ),
    "config/read": NO_CONFIG,
    "thread/resume": {},
    "mcpServer/tool/call": () => new Promise((resolve) => (settle = resolve)),
  });
  const dialog = await tryTool(stage);
  fireEvent.input(dialog.getByLabelText(/^word/, { selector: "input" }), { target: { value: `${"a".repeat(40)}!` } });
  const door = dialog.getByLabelText<HTMLInputElement>(/^door/, { selector: "input" });
  fireEvent.input(door, { target: { value: "4711-blue" } });
  expect([...door.classList, door.type].join(" ")).toMatch(/masked|password/);
  const button = dialog.getByRole("button", { name: "Call it now" });
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  await waitFor(() => expect(calls(stage)).toHaveLength(1));
  expect(calls(stage)[0]?.[2]?.secret).toContainEqual(["arguments", "door"]);
  settle({ fails: { type: "ended", delivered: null } });
  const alert = await dialog.findByRole("alert");
  expect(alert.textContent).toMatch(/ended|unknown/i);
  stage.session.set({ connection: "offline" });
  stage.session.set({ connection: "live" });
  await Promise.resolve();
  expect(calls(stage)).toHaveLength(1);
  expect(dialog.getByLabelText<HTMLInputElement>(/^word/, { selector: "input" }).value).toMatch(/^a+!$/);
});

test("[VIW-735] the thread that a call is for stays the one that is shown, while others move to the top of the list", async () => {
  const stage = draw("servers", {
    "mcpServerStatus/list": list(entry({ tools: { a: { name: "a", inputSchema: {} } } })),
    "config/read": NO_CONFIG,
    "thread/resume": {},
    "mcpServer/tool/call": { content: [] },
  });
  const dialog = await tryTool(stage);
  stage.state.threads.set("t2", threadOf("t2", 99));
  changed(new Set([stage.state]));
  const choice = dialog.getByLabelText<HTMLSelectElement>("For the thread");
  await waitFor(() => expect(choice.options).toHaveLength(2));
  expect(choice.value).toBe("t1");
  fireEvent.click(dialog.getByRole("button", { name: "Call it now" }), { detail: 1 });
  await waitFor(() => expect(calls(stage)[0]?.[1]).toMatchObject({ threadId: "t1" }));
});

test.each<PartName>(["servers", "skills", "plugins", "apps", "hooks"])(
  "[VIW-736] what is told while a turn streams asks nothing of the machine: %s is read once",
  async (part) => {
    const { sent, state, session, container } = draw(part, {
      "mcpServerStatus/list": list(entry()),
      "config/read": NO_CONFIG,
      "skills/list": { data: [] },
      "plugin/list": { marketplaces: [] },
      "app/list": list(),
      "hooks/list": { data: [] },
    });
    await waitFor(() => expect(container.querySelector("[data-read-at]")).not.toBeNull());
    const before = sent.length;
    for (let n = 0; n < 200; n += 1) {
      state.extensions.skillsChangedAt = n;
      state.extensions.logins.set("s", { name: "s", thread: null, success: true, error: null, generation: "g", at: n });
      state.mcpServers.set("s", {
        name: "s",
        status: "starting",
        error: null,
        reason: null,
        thread: "t",
        generation: "g1",
        at: n,
      });
      changed(new Set([state, session]));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(sent).toHaveLength(before);
    expect(before).toBe(part === "servers" ? 2 : 1);
  },
);

test("[VIW-737] an answer that was overtaken by a newer reading changes nothing, on the page or in what is kept", async () => {
  const waiting: ((value: unknown) => void)[] = [];
  const skill = (name: string) => ({
    data: [
      { cwd: "/", errors: [], skills: [{ name, description: "", path: `/${name}`, scope: "user", enabled: true }] },
    ],
  });
  const { container, memory, session } = draw("skills", {
    "skills/list": () => new Promise((resolve) => waiting.push(resolve)),
  });
  await waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.({ fails: { type: "missed" } });
  await screen.findByRole("alert");
  session.set({ connection: "offline" });
  session.set({ connection: "live" });
  await waitFor(() => expect(waiting).toHaveLength(2));
  session.set({ connection: "offline" });
  session.set({ connection: "live" });
  await waitFor(() => expect(waiting).toHaveLength(3));
  waiting[2]?.(skill("newer"));
  await waitFor(() => expect(container.querySelector("[data-skill=newer]")).not.toBeNull());
  waiting[1]?.(skill("older"));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(container.querySelector("[data-skill=older]")).toBeNull();
  expect(JSON.stringify([...memory])).toContain("newer");
  expect(JSON.stringify([...memory])).not.toContain("older");
});

test("[SEC-159] secrets among the arguments and in the address of a server are neither kept nor drawn", async () => {
  const secrets = ["plain-hush", "us3r-t0ken", "q-quiet-q"];
  const { container, memory } = draw("servers", {
    "mcpServerStatus/list": list(entry({ name: "a" }), entry({ name: "b" })),
    "config/read": {
      config: {
        mcp_servers: {
          a: { command: "x", args: ["--access-token", secrets[0], "--all"], env: { PLAIN: "blue-whale" } },
          b: { url: `https://me:${secrets[1]}@h.example/mcp?api_key=${secrets[2]}` },
        },
      },
      origins: {},
    },
  });
  await waitFor(() => expect(container.textContent).toContain("h.example"));
  await waitFor(() => expect([...memory.keys()]).toHaveLength(2));
  for (const secret of [...secrets, "blue-whale"]) {
    expect(JSON.stringify([...memory])).not.toContain(secret);
    expect(container.innerHTML).not.toContain(secret);
  }
});
