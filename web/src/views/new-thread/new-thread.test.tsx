// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Actions, AppServices, FolderConfig } from "../../actions/contract.ts";
import { summaryOf } from "../../projection/summaries.ts";
import { changed } from "../live.ts";
import { place, startRouting } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import NewThreadPage from "./new-thread-page.tsx";
import type { SettingsActs } from "../../actions/thread-settings.ts";
import { crumbs, isAbsolute, joined, parentOf, trimmed, written } from "./paths.ts";

const CONFIG: FolderConfig = {
  model: "gpt-5.6-sol",
  modelProvider: null,
  effort: null,
  approvalPolicy: "on-request",
  sandbox: "workspace-write",
  trust: null,
};

const SETTINGS: SettingsActs = {
  choices: () =>
    Promise.resolve({
      ok: true,
      value: {
        models: [],
        modes: [{ mode: "plan", name: "Plan", model: null, effort: "medium" }],
        profiles: [{ id: "docs", description: null, allowed: true }],
        requirements: { approvalPolicies: null, sandboxModes: null, reviewers: null, webSearch: ["disabled"] },
      },
    }),
  change: () => Promise.resolve({ ok: true, value: null }),
};

beforeEach(preparePage);
afterEach(() => {
  clearPage();
  history.replaceState(null, "", "/");
});

function setUp(config: Partial<FolderConfig> = {}, path = "/new?cwd=/home/mara/src") {
  const session = fakeSession();
  const actions = {
    listDirectory: vi.fn<Actions["listDirectory"]>((_, folder) =>
      Promise.resolve(
        folder.endsWith("nope")
          ? { ok: false, reason: { type: "rpc", code: -32603, message: "No such file or directory", data: null } }
          : {
              ok: true,
              value: ["b", "a10", "a2", ".git", "file.txt"].map((name) => ({
                name,
                isDirectory: name !== "file.txt",
                isFile: name === "file.txt",
              })),
            },
      ),
    ),
    // What the account has to say before the start has its own tests.
    account: () => Promise.reject(new Error("not of this test")),
    readConfig: vi.fn<Actions["readConfig"]>(() => Promise.resolve({ ok: true, value: { ...CONFIG, ...config } })),
    startThread: vi.fn<Actions["startThread"]>(() => Promise.resolve({ ok: true, value: { thread: "new/1" } })),
    settings: () => Promise.resolve(SETTINGS),
  };
  history.replaceState(null, "", path);
  startRouting([{ pattern: /^\/x$/, component: () => null }]);
  const record = { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 };
  const services = {
    actions,
    hosts: () => [{ record, session }],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const { container, unmount } = render(() => (
    <ServicesProvider services={services}>
      <NewThreadPage />
    </ServicesProvider>
  ));
  return { session, actions, container, unmount };
}

test("[VIW-71] the form opens with the folder of the address and starts a thread there, with nothing that was not chosen", async () => {
  const { actions, session } = setUp();
  expect(screen.getByLabelText<HTMLInputElement>("Folder").value).toBe("/home/mara/src");
  fireEvent.click(screen.getByRole("button", { name: "Start thread" }));
  expect(actions.startThread).toHaveBeenCalledExactlyOnceWith(session, { cwd: "/home/mara/src" });
  await expect.poll(() => place().pathname).toBe("/t/new%2F1");
});

test("[VIW-790] where nothing is known of the machine no folder is chosen for the person, and none is started in; the newest thread's folder stands there as soon as it is known, and does not move what was typed", async () => {
  const { actions, session } = setUp({}, "/new");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Start thread" });
  const path = screen.getByLabelText<HTMLInputElement>("Folder");
  expect(path.value).toBe("/");
  expect(button.disabled).toBe(true);
  expect(screen.getByText(/Choose the folder in which the agent is to work/)).toBeTruthy();
  const know = (id: string, cwd: string, updatedAt: number) => {
    const summary = summaryOf(session.state, id, () => undefined);
    summary.cwd = cwd;
    summary.updatedAt = updatedAt;
    changed(new Set<object>([session.state]));
  };
  know("a", "/srv/tides", 1);
  expect(path.value).toBe("/srv/tides");
  await expect.poll(() => button.disabled).toBe(false);
  know("b", "/srv/other", 2);
  expect(path.value, "a later one does not move it").toBe("/srv/tides");
  fireEvent.input(path, { target: { value: "/" } });
  await expect.poll(() => button.disabled).toBe(false);
  fireEvent.click(button);
  await expect.poll(() => actions.startThread.mock.calls.length).toBe(1);
});

test("[VIW-72] sandbox and approvals of the folder are shown as the server tells them; a writable sandbox says that the folder may be marked", async () => {
  const { container } = setUp();
  await expect.poll(() => container.textContent).toContain("Workspace write");
  expect(container.textContent).toContain("asks first");
  expect(container.textContent).toContain("may mark /home/mara/src as trusted");
});

test("[VIW-73] a folder that is trusted already, or a sandbox that cannot write, is not said to be marked; unknown words are shown as they are", async () => {
  const { container } = setUp({ sandbox: "read-only", approvalPolicy: "sometimes" });
  await expect.poll(() => container.textContent).toContain("Read only");
  expect(container.textContent).toContain("sometimes");
  expect(container.textContent).not.toContain("marks");
  clearPage();
  preparePage();
  const trusted = setUp({ trust: "trusted" });
  await expect.poll(() => trusted.container.textContent).toContain("trusted in the machine’s configuration");
  expect(trusted.container.textContent).not.toContain("marks");
});

test("[VIW-74] folders inside are listed in natural order without files; hidden ones on request; errors are sentences", async () => {
  const { container } = setUp();
  const names = () => [...container.querySelectorAll(".picker__list button")].map((button) => button.textContent);
  await expect.poll(names).toEqual(["a2", "a10", "b"]);
  fireEvent.click(screen.getByLabelText(/hidden folders/));
  expect(names()).toContain(".git");
  fireEvent.click(screen.getByRole("button", { name: "b" }));
  expect(screen.getByLabelText<HTMLInputElement>("Folder").value).toBe("/home/mara/src/b");
  fireEvent.input(screen.getByLabelText("Folder"), { target: { value: "/nope" } });
  await expect
    .poll(() => container.textContent)
    .toContain("This folder cannot be listed. The server said: No such file");
  fireEvent.input(screen.getByLabelText("Folder"), { target: { value: "relative" } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start thread" }).disabled).toBe(true);
});

test("[VIW-78] a path that the server does not list cannot be started in, says why, and its error goes with it", async () => {
  const { actions, container } = setUp();
  const start = () => screen.getByRole<HTMLButtonElement>("button", { name: "Start thread" });
  const type = (value: string) => fireEvent.input(screen.getByLabelText("Folder"), { target: { value } });
  await expect.poll(() => container.textContent).toContain("may mark /home/mara/src as trusted");
  type("/nope");
  await expect.poll(() => start().disabled).toBe(true);
  expect(container.textContent).toContain("Starting needs a folder that can be listed.");
  expect(container.textContent).not.toContain("as trusted");
  fireEvent.keyDown(screen.getByLabelText("Folder"), { key: "Enter" });
  expect(actions.startThread).not.toHaveBeenCalled();
  for (const path of ["", "~"]) {
    type(path);
    await expect.poll(() => container.textContent).not.toContain("No such file");
    expect(start().disabled).toBe(true);
    expect(container.textContent).toContain("Give the whole path, from the root.");
    expect(container.textContent).not.toContain("as trusted");
  }
  type("/home/mara");
  await expect.poll(() => start().disabled).toBe(false);
});

test("[VIW-75] a change of other facts asks the server nothing again", async () => {
  const { session, actions } = setUp();
  await expect.poll(() => actions.readConfig.mock.calls.length).toBe(1);
  for (let i = 0; i < 20; i += 1) session.set({ latencyMs: i, stored: i % 2 === 0 });
  expect(actions.readConfig).toHaveBeenCalledTimes(1);
  expect(actions.listDirectory).toHaveBeenCalledTimes(1);
});

test("[VIW-713] where no answer was seen the thread is not said to be missing", async () => {
  const { actions, container } = setUp();
  actions.startThread.mockResolvedValueOnce({ ok: false, reason: { type: "missed" } });
  fireEvent.click(screen.getByRole("button", { name: "Start thread" }));
  await expect.poll(() => container.textContent).toContain("Whether the thread was started is not known");
  expect(container.textContent).toContain("Look for it in the list");
});

test("[VIW-710] of 10,000 folders a part is drawn, the others on request; what is hidden in a name is seen", async () => {
  const { actions, container } = setUp({}, "/new?cwd=/home");
  actions.listDirectory.mockImplementation(() =>
    Promise.resolve({
      ok: true,
      value: ["\u202e0gpj.exe", ...Array.from({ length: 10_000 }, (_, n) => `d${n}`)].map((name) => ({
        name,
        isDirectory: true,
        isFile: false,
      })),
    }),
  );
  fireEvent.input(screen.getByLabelText("Folder"), { target: { value: "/big" } });
  await expect.poll(() => container.querySelectorAll(".picker__list button").length).toBeGreaterThan(100);
  expect(container.querySelectorAll(".picker__list button").length).toBeLessThan(400);
  expect(container.querySelector(".picker__list")?.textContent).toContain("\\u{202E}0gpj.exe");
  expect(screen.getByRole("button", { name: /more of .* folders/ })).toBeTruthy();
});

test("[VIW-711] a path that is typed is asked for once, after a pause, and not letter by letter", async () => {
  const { actions, container } = setUp();
  await expect.poll(() => container.textContent).toContain("asks first");
  const asked = () => actions.readConfig.mock.calls.length;
  const before = asked();
  let path = "/home/mara/src";
  path += "/";
  for (const letter of "deeper") {
    path += letter;
    fireEvent.input(screen.getByLabelText("Folder"), { target: { value: path } });
    expect(container.textContent, "what is shown is of this folder alone").not.toContain("asks first");
  }
  await expect.poll(() => container.textContent).toContain("asks first");
  expect(asked()).toBe(before + 1);
  expect(actions.readConfig.mock.calls.at(-1)?.[1]).toBe(path);
});

test("[VIW-712] what another folder gives says nothing of this one, while its own is read or never told", async () => {
  const { actions, container } = setUp({ config: { sandbox_mode: "danger-full-access", approval_policy: "never" } });
  await expect.poll(() => container.textContent).toContain("Full access");
  actions.readConfig.mockImplementation(() => new Promise(() => undefined));
  fireEvent.click(await screen.findByRole("button", { name: "b" }));
  expect(container.textContent).not.toContain("Full access");
  expect(container.textContent).toContain("Reading the settings for this folder");
});

test("[VIW-713] whoever has left the page is not called to the thread that starts meanwhile", async () => {
  const { actions, unmount } = setUp();
  let answer: (outcome: Awaited<ReturnType<Actions["startThread"]>>) => void = () => undefined;
  actions.startThread.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  const button = screen.getByRole("button", { name: "Start thread" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(actions.startThread).toHaveBeenCalledTimes(1);
  unmount();
  const before = place().pathname;
  answer({ ok: true, value: { thread: "new/1" } });
  await Promise.resolve();
  await Promise.resolve();
  expect(place().pathname).toBe(before);
});

test("[VIW-76] a thread that cannot be started says why and what was sent stays as it was", async () => {
  const { actions, container } = setUp();
  actions.startThread.mockResolvedValueOnce({
    ok: false,
    reason: { type: "rpc", code: -32600, message: "unknown variant", data: null },
  });
  fireEvent.click(screen.getByRole("button", { name: "Start thread" }));
  await expect.poll(() => container.textContent).toContain("unknown variant");
  expect(screen.getByLabelText<HTMLInputElement>("Folder").value).toBe("/home/mara/src");
});

test("[VIW-77] paths are taken apart by their own separators", () => {
  expect(crumbs("/home/mara/").map((crumb) => crumb.path)).toEqual(["/", "/home", "/home/mara"]);
  expect(crumbs("C:\\src\\x").map((crumb) => crumb.path)).toEqual(["C:\\", "C:\\src", "C:\\src\\x"]);
  expect([parentOf("/"), parentOf("/a"), parentOf("/a/b")]).toEqual([null, "/", "/a"]);
  expect([joined("/", "a"), joined("/a", "b"), joined("C:\\a", "b")]).toEqual(["/a", "/a/b", "C:\\a\\b"]);
  expect(["/a", "C:/a", "a", "~/a", ""].map(isAbsolute)).toEqual([true, true, false, false, false]);
  expect(trimmed(" /a/b/ ")).toBe("/a/b");
  expect(["~", "~/a/", "~x", "/a"].map((path) => written(path, "/home/mara"))).toEqual([
    "/home/mara",
    "/home/mara/a",
    "~x",
    "/a",
  ]);
  expect(written("~/a", null)).toBe("~/a");
});

describe("settings before the first turn", () => {
  const config = {
    model: "gpt-5.6-sol",
    sandbox_mode: "workspace-write",
    sandbox_workspace_write: { network_access: true, writable_roots: ["/x"] },
    approval_policy: "on-request",
    web_search: "cached",
  };
  const open = async () => {
    // Not every browser of the tests opens it by the press.
    const details = document.querySelector<HTMLDetailsElement>(".start-settings");
    if (details === null) throw new Error("no settings");
    details.open = true;
    fireEvent(details, new Event("toggle"));
    await screen.findByLabelText("Sandbox");
  };
  const choose = async (label: string, words: string) => {
    const field = await screen.findByLabelText<HTMLSelectElement>(label);
    await expect.poll(() => [...field.options].map(({ text }) => text)).toContain(words);
    field.selectedIndex = [...field.options].findIndex(({ text }) => text === words);
    fireEvent.change(field);
  };
  const start = (name = "Start thread") => fireEvent.click(screen.getByRole("button", { name }));

  test("[VIW-579] what the folder’s configuration gives is shown, and only what was changed goes out, each in the member that takes it", async () => {
    const { actions, session } = setUp({ config });
    await screen.findByText(/Workspace write with network and 1 more folder/);
    await open();
    const now = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).options[0]?.text;
    expect(now("Sandbox")).toBe("As configured: Workspace write with network and 1 more folder");
    expect(now("Web search")).toBe("As configured: Cached pages");
    expect(now("Personality")).toBe("As the App Server chooses");
    await choose("Effort", "high");
    await choose("Reasoning summary", "Long");
    await choose("Web search", "Off");
    await choose("Mode", "Plan");
    await choose("Approval", "asks unless trusted");
    fireEvent.click(screen.getByLabelText(/Network access/));
    await screen.findByText(/^Workspace write and 1 more folder$/);
    start();
    await expect.poll(() => actions.startThread.mock.calls.length).toBe(1);
    expect(actions.startThread).toHaveBeenCalledWith(session, {
      cwd: "/home/mara/src",
      approvalPolicy: "untrusted",
      sandbox: "workspace-write",
      config: {
        model_reasoning_effort: "high",
        model_reasoning_summary: "detailed",
        web_search: "disabled",
        sandbox_workspace_write: {
          writable_roots: ["/x"],
          network_access: false,
          exclude_tmpdir_env_var: false,
          exclude_slash_tmp: false,
        },
      },
      collaborationMode: {
        mode: "plan",
        settings: { model: "gpt-5.6-sol", reasoning_effort: "high", developer_instructions: null },
      },
    });
  });

  test("[VIW-579] more than the folder gives, or anything where it leaves it open, wants a second yes; a no starts nothing", async () => {
    const { actions, session } = setUp({ config: {}, sandbox: null, approvalPolicy: null });
    await open();
    await choose("Sandbox", "docs");
    start();
    expect(screen.getByText(/written in the profile “docs”/)).toBeTruthy();
    start("Do not start");
    expect(screen.queryByText(/written in the profile/)).toBeNull();
    await choose("Sandbox", "Full access");
    await choose("Approval", "never asks");
    start();
    expect(screen.getByText(/Commands run without a sandbox/)).toBeTruthy();
    expect(screen.getByText(/You are not asked/)).toBeTruthy();
    for (const repeat of [false, true]) fireEvent.keyDown(screen.getByLabelText("Folder"), { key: "Enter", repeat });
    expect(actions.startThread, "Enter in the path is no yes").not.toHaveBeenCalled();
    const sure = screen.getByRole("button", { name: "Start it so" });
    fireEvent.click(sure, { detail: 2 });
    expect(fireEvent.keyDown(sure, { key: "Enter", repeat: true }), "a held key presses nothing").toBe(false);
    expect(actions.startThread).not.toHaveBeenCalled();
    fireEvent.click(sure, { detail: 1 });
    await expect.poll(() => actions.startThread.mock.calls.length).toBe(1);
    expect(actions.startThread).toHaveBeenCalledWith(session, {
      cwd: "/home/mara/src",
      sandbox: "danger-full-access",
      approvalPolicy: "never",
    });
  });

  test("[VIW-580] a thread that was started without its mode says so, in the server’s words, and is one press away", async () => {
    const { actions, container } = setUp({ config });
    actions.startThread.mockResolvedValueOnce({
      ok: true,
      value: { thread: "new/1", modeRefused: { type: "rpc", code: -32600, message: "no such mode", data: null } },
    });
    await screen.findByText("It will run with");
    start();
    await expect.poll(() => container.textContent).toContain("Its mode was not set. The server said: no such mode");
    fireEvent.click(screen.getByRole("link", { name: "Open the thread" }));
    await expect.poll(() => place().pathname).toBe("/t/new%2F1");
  });
});
