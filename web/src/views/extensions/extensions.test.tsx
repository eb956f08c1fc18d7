// @vitest-environment jsdom
// The room of MCP servers, skills and plugins, over a session that answers from a table.
import { fireEvent, render, screen, waitFor, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { actions } from "../../actions/actions.ts";
import type { RequestHow } from "../../host/model.ts";
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

type Answer = unknown;
interface Stage {
  session: FakeSession;
  state: HostState;
  /** Every request: its method, parameters and how. */
  sent: [string, unknown, RequestHow | undefined][];
  memory: Map<string, unknown>;
  container: HTMLElement;
}

/** Draws a part; `answers` by method: a result, an Error for a refusal, or a function of the parameters. */
function draw(
  part: PartName,
  answers: Record<string, Answer>,
  how: { live?: boolean; memory?: Map<string, unknown> } = {},
): Stage {
  const state = createHostState("h");
  const session = fakeSession(state);
  if (how.live === false) session.set({ connection: "offline" });
  const sent: Stage["sent"] = [];
  session.request = (method, params, options) => {
    sent.push([method, params, options]);
    const answer = answers[method];
    const value = typeof answer === "function" ? (answer as (params: unknown) => unknown)(params) : answer;
    if (value === undefined || value instanceof Error)
      return Promise.resolve({
        ok: false,
        reason: { type: "rpc", code: -32603, message: value?.message ?? `nothing for ${method}`, data: null },
      });
    return Promise.resolve({ ok: true, value });
  };
  const memory = how.memory ?? new Map<string, unknown>();
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

const server = (container: HTMLElement, name: string) =>
  waitFor(() => {
    const found = container.querySelector<HTMLElement>(`[data-mcp-server="${name}"]`);
    if (found === null) throw new Error("not there yet");
    return found;
  });
const LISTED = {
  name: "library",
  pluginId: null,
  serverInfo: { name: "lib", title: "Library", version: "2" },
  tools: {
    lend: {
      name: "lend",
      inputSchema: {
        type: "object",
        properties: { book: { type: "string" }, password: { type: "string" } },
        required: ["book", "password"],
      },
      annotations: { destructiveHint: true },
    },
  },
  resources: [],
  resourceTemplates: [],
  authStatus: "unsupported",
};
const list = (...data: object[]) => ({ data, nextCursor: null });
const config = (servers: object) => ({ config: { mcp_servers: servers }, origins: {} });
const SERVERS = {
  "mcpServerStatus/list": list(LISTED),
  "config/read": config({
    library: {
      command: "node",
      args: ["lib.mjs", "--key", "sk-proj-abcdefghijklmnopqrstuvwx0123456789"],
      env: { CARD: "open-sesame" },
    },
  }),
};
const text = (element: Element | null) => (element?.textContent ?? "").replace(/\s+/g, " ");

test("[VIW-616] what was read is kept with its time and without a value of any variable; offline it is shown, and no act is offered", async () => {
  const memory = new Map<string, unknown>();
  const first = draw("servers", SERVERS, { memory });
  await waitFor(() => expect(text(first.container)).toContain("CARD"));
  expect(text(first.container)).toContain("lib.mjs --key");
  await waitFor(() =>
    expect([...memory.keys()].sort()).toEqual(["h/extensions-1:servers", "h/extensions-1:servers-configured"]),
  );
  for (const secret of ["open-sesame", "abcdefghijklmnopqrstuvwx"])
    expect(JSON.stringify([...memory]) + first.container.innerHTML).not.toContain(secret);
  clearPage();
  preparePage();
  const later = draw("servers", {}, { live: false, memory });
  const card = await server(later.container, "library");
  expect(text(card)).toContain("answers");
  expect(text(later.container)).toContain("This is what was read last");
  expect(later.sent).toEqual([]);
  for (const name of ["Switch library off", "Change library", "Remove library"])
    expect(within(card).getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Reload servers" }).disabled).toBe(true);
  // It is read by itself once the connection is there.
  later.session.set({ connection: "live" });
  await waitFor(() => expect(later.sent.map(([method]) => method)).toContain("mcpServerStatus/list"));
});

test("[VIW-616] a list that was never read says so offline; one that cannot be read says why and keeps what was there", async () => {
  const never = draw("skills", {}, { live: false });
  await waitFor(() => expect(text(never.container)).toContain("never read on this device"));
  clearPage();
  preparePage();
  let fails = false;
  const skill = { name: "greet", description: "Greets", path: "/s/SKILL.md", scope: "user", enabled: true };
  const { container } = draw("skills", {
    "skills/list": () =>
      fails ? new Error("the disk is gone") : { data: [{ cwd: "/", skills: [skill], errors: [] }] },
  });
  await waitFor(() => expect(container.querySelector("[data-skill=greet]")).not.toBeNull());
  fails = true;
  fireEvent.click(screen.getByRole("button", { name: "Read again" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("the disk is gone"));
  expect(container.querySelector("[data-skill=greet]")).not.toBeNull();
});

test("[VIW-614] the sign-in page is a link for the person; how it ended is told for that server alone, and the list is read again", async () => {
  const url = `https://auth.example/authorize?redirect_uri=${encodeURIComponent("http://127.0.0.1:4000/callback")}`;
  const { container, state, sent } = draw("servers", {
    "mcpServerStatus/list": list({ ...LISTED, serverInfo: null, tools: {}, authStatus: "notLoggedIn" }),
    "config/read": config({ library: { url: "https://lib.example/mcp" } }),
    "mcpServer/oauth/login": { authorizationUrl: url },
  });
  const card = await server(container, "library");
  fireEvent.click(within(card).getByRole("button", { name: "Sign in" }));
  const link = await within(card).findByRole("link", { name: /sign-in page of auth\.example/ });
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([url, "noopener noreferrer"]);
  expect(text(card)).toContain("ssh -N -L 4000:127.0.0.1:4000");
  const ended = (name: string, success: boolean, error: string | null) => {
    state.extensions.logins.set(name, { name, thread: null, success, error, generation: "g", at: Date.now() + 1 });
    changed(new Set([state]));
  };
  ended("another", true, null);
  expect(within(card).queryByRole("link")).not.toBeNull();
  await waitFor(() => expect(text(container)).toContain("A sign-in has ended since this list was read"));
  ended("library", false, "access denied");
  await waitFor(() => expect(text(card)).toContain("access denied"));
  fireEvent.click(within(card).getByRole("button", { name: "Sign in" }));
  await within(card).findByRole("link");
  const before = sent.filter(([method]) => method === "mcpServerStatus/list").length;
  ended("library", true, null);
  await waitFor(() => expect(text(card)).toContain("Signed in."));
  await waitFor(() =>
    expect(sent.filter(([method]) => method === "mcpServerStatus/list").length).toBeGreaterThan(before),
  );
});

test("[VIW-618] a tool called by hand says that nobody asks again, names the secrets of its form and forgets them once they are sent", async () => {
  const { container, state, sent } = draw("servers", {
    ...SERVERS,
    "thread/resume": {},
    "mcpServer/tool/call": { content: [{ type: "text", text: "lent" }], isError: true },
  });
  const card = await server(container, "library");
  state.threads.set("t1", threadOf("t1"));
  changed(new Set([state]));
  const fold = within(card).getByText("1 tool").closest("details");
  if (fold !== null) fold.open = true;
  fireEvent.click(await within(card).findByRole("button", { name: "Try lend" }));
  const dialog = await screen.findByTestId("try-tool");
  expect(text(dialog)).toContain("nobody asks again");
  expect(text(dialog)).toContain("may destroy things");
  fireEvent.input(within(dialog).getByLabelText("book"), { target: { value: "Moby-Dick" } });
  fireEvent.input(within(dialog).getByLabelText("password"), { target: { value: "hush-hush" } });
  expect(sent.some(([method]) => method === "mcpServer/tool/call")).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Call it now" }));
  await waitFor(() => expect(text(dialog)).toContain("It failed, by its own word"));
  const [, params, how] = sent.find(([method]) => method === "mcpServer/tool/call") ?? [];
  expect(params).toEqual({
    threadId: "t1",
    server: "library",
    tool: "lend",
    arguments: { book: "Moby-Dick", password: "hush-hush" },
  });
  expect(how?.secret).toContainEqual(["arguments", "password"]);
  const values = [...document.querySelectorAll("input, textarea")].map((field) =>
    "value" in field ? field.value : "",
  );
  expect(values).not.toContain("hush-hush");
});

function threadOf(id: string) {
  return {
    id,
    name: "A thread",
    preview: "",
    cwd: "/p",
    updatedAt: 1,
    createdAt: 1,
    deleted: false,
    archived: false,
    parent: null,
    notResumable: false,
  } as unknown as HostState["threads"] extends Map<string, infer S> ? S : never;
}

test("[VIW-617] a value typed into the form of a server is dots, and gone from the page once it is saved", async () => {
  const { container, sent } = draw("servers", {
    ...SERVERS,
    "config/batchWrite": { status: "ok", filePath: "/h/config.toml", overriddenMetadata: null },
  });
  const card = await server(container, "library");
  fireEvent.click(within(card).getByRole("button", { name: "Change library" }));
  const form = await screen.findByTestId("server-form");
  const value = within(form).getByLabelText<HTMLInputElement>("Value of CARD");
  expect(value.classList.contains("field__input--masked")).toBe(true);
  expect([value.value, value.placeholder]).toEqual(["", "as it is"]);
  fireEvent.input(value, { target: { value: "new-sesame" } });
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByTestId("server-form")).toBeNull());
  const [, params, how] = sent.find(([method]) => method === "config/batchWrite") ?? [];
  expect(params).toEqual({
    edits: [{ keyPath: "mcp_servers.library.env.CARD", value: "new-sesame", mergeStrategy: "replace" }],
  });
  expect(how?.secret).toEqual([["edits", 0, "value"]]);
  await waitFor(() => expect(text(container)).toContain("library is saved in /h/config.toml"));
  expect(document.documentElement.outerHTML).not.toContain("new-sesame");
});

test("[VIW-780] a new server cannot be saved before it has a name and a program or an address", async () => {
  const { container } = draw("servers", SERVERS);
  await server(container, "library");
  fireEvent.click(screen.getByRole("button", { name: "Add a server" }));
  const form = within(await screen.findByTestId("server-form"));
  const save = () => form.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled;
  const type = (label: string, value: string) => fireEvent.input(form.getByLabelText(label), { target: { value } });
  expect(save()).toBe(true);
  type("Name", "tides");
  expect(save()).toBe(true);
  type("Program", "/bin/tides");
  expect(save()).toBe(false);
  fireEvent.click(form.getByRole("radio", { name: "A server at an address" }));
  expect(save()).toBe(true);
  type("Address", "https://tides.example");
  expect(save()).toBe(false);
});

test("[VIW-619] what a plugin needs a sign-in for after it was installed is said, with where; one that cannot be had says why", async () => {
  let installed = false;
  const plugin = (more: object = {}) => ({
    id: "tides@harbour",
    name: "tides",
    source: { type: "local", path: "/m" },
    installed,
    enabled: installed,
    installPolicy: "AVAILABLE",
    authPolicy: "ON_INSTALL",
    availability: "AVAILABLE",
    disabledReason: null,
    ...more,
  });
  const { container } = draw("plugins", {
    "plugin/list": () => ({
      marketplaces: [
        {
          name: "harbour",
          path: "/m/marketplace.json",
          interface: null,
          plugins: [
            plugin(),
            plugin({ id: "x", name: "locked", availability: "DISABLED_BY_ADMIN", disabledReason: "disabled_by_admin" }),
          ],
        },
      ],
      marketplaceLoadErrors: [{ marketplacePath: "/n/marketplace.json", message: "no such file" }],
    }),
    "plugin/install": () => {
      installed = true;
      return {
        authPolicy: "ON_INSTALL",
        appsNeedingAuth: [{ id: "c", name: "Charts", installUrl: "https://c.example/" }],
      };
    },
  });
  await waitFor(() => expect(container.querySelector("[data-plugin='x']")).not.toBeNull());
  expect(text(container.querySelector("[data-plugin='x']"))).toContain("disabled by admin");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Install locked" }).disabled).toBe(true);
  expect(text(container.querySelector("[data-marketplace-error]"))).toContain("no such file");
  fireEvent.click(screen.getByRole("button", { name: "Install tides" }));
  await waitFor(() => expect(text(container)).toContain("Sign in to these before the agent can use them"));
  expect(screen.getByRole("link", { name: /c\.example/ }).getAttribute("href")).toBe("https://c.example/");
});

test("[VIW-615] a skill that is told to be on still, though it was switched off, says so", async () => {
  const skill = { name: "greet", description: "Greets", path: "/s/SKILL.md", scope: "admin", enabled: true };
  const { container, state } = draw("skills", {
    "skills/list": {
      data: [{ cwd: "/", skills: [skill], errors: [{ path: "/bad/SKILL.md", message: "no front matter" }] }],
    },
    "skills/config/write": { effectiveEnabled: true },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Switch greet off" }));
  await waitFor(() => expect(text(container)).toContain("still on: something else decides"));
  expect(text(container.querySelector("[data-skill-error]"))).toContain("no front matter");
  state.extensions.skillsChangedAt = Date.now() + 1000;
  changed(new Set([state]));
  await waitFor(() => expect(text(container)).toContain("Skills on the machine have changed"));
});

test("[VIW-620] hooks are told with what they run and whether they are trusted; apps with whether a model can call them", async () => {
  const hooks = draw("hooks", {
    "hooks/list": {
      data: [
        {
          cwd: "/p",
          hooks: [
            {
              key: "k",
              eventName: "preToolUse",
              matcher: "shell",
              handlerType: "command",
              command: "lint --all",
              source: "project",
              sourcePath: "/p/.codex/hooks.json",
              enabled: false,
              isManaged: true,
              trustStatus: "untrusted",
            },
          ],
          warnings: ["a key is not known"],
          errors: [],
        },
      ],
    },
  });
  await waitFor(() => expect(text(hooks.container.querySelector("[data-hook]"))).toContain("pre tool use"));
  expect(text(hooks.container.querySelector("[data-hook]"))).toMatch(/is switched off.*untrusted.*lint --all/);
  expect(text(hooks.container)).toContain("a key is not known");
  clearPage();
  preparePage();
  const apps = draw("apps", {
    "app/list": list({ id: "c1", name: "Charts", isAccessible: true, isEnabled: false, pluginDisplayNames: ["Tides"] }),
    "app/read": {
      apps: [{ id: "c1", toolSummaries: [{ name: "draw", description: "Draws", isEnabled: true, isReadOnly: true }] }],
    },
    "app/installed": { apps: [{ id: "c1", runtimeName: "Charts", enabled: true, callable: false }] },
  });
  await waitFor(() =>
    expect(text(apps.container.querySelector("[data-app]"))).toContain("is connected and switched off"),
  );
  fireEvent.click(screen.getByRole("button", { name: "Tools of Charts" }));
  await waitFor(() => expect(text(apps.container)).toContain("says it only reads"));
  fireEvent.click(screen.getByRole("button", { name: "Which of them can a model call?" }));
  await waitFor(() => expect(text(apps.container)).toContain("cannot be called"));
});
