// @vitest-environment jsdom
// The configuration's page before servers that answer oddly, in great numbers, late or never.
import { configure, fireEvent, render, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configActs } from "../../actions/config.ts";
import type { AppServices, HostEntry } from "../../actions/contract.ts";
import type { Outcome, RequestHow } from "../../host/model.ts";
import type { Journal } from "../../journal/journal.ts";
import { createMemoryJournal } from "../../journal/memory.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import ConfigRoom from "./config-room.tsx";

beforeEach(() => {
  preparePage();
  configure({ asyncUtilTimeout: 3000, getElementError: (message) => new Error(message ?? "") });
});
afterEach(clearPage);

const USER = { type: "user", file: "/h/config.toml", profile: null };
const read = (config: object, layers: unknown = [{ name: USER, version: "v1", config, disabledReason: null }]) => ({
  config,
  origins: Object.fromEntries(Object.keys(config).map((key) => [key, { name: USER, version: "v1" }])),
  layers,
});
type Answer = (method: string, params: Record<string, unknown>) => unknown;

/** Entered, before a server that answers with whatever is given; undefined: never; an Error: a refusal. */
function enter(answer: Answer, journal: Journal = createMemoryJournal()) {
  const session = fakeSession();
  const asked: { method: string; params: Record<string, unknown>; how: RequestHow | undefined }[] = [];
  const it = { answer };
  session.request = async (method, params, how): Promise<Outcome<unknown>> => {
    const given = (params ?? {}) as Record<string, unknown>;
    asked.push({ method, params: given, how });
    const result = it.answer(method, given);
    if (result === undefined) return new Promise(() => undefined);
    await Promise.resolve();
    return result instanceof Error
      ? { ok: false, reason: { type: "rpc", code: -32600, message: result.message, data: null } }
      : { ok: true, value: result };
  };
  const entry = { record: { id: "h", label: "devbox" }, session } as unknown as HostEntry;
  const services = {
    journal,
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: { config: () => Promise.resolve(configActs) },
  } as unknown as AppServices;
  const { container, unmount } = render(() => (
    <ServicesProvider services={services}>
      <ConfigRoom entry={entry} />
    </ServicesProvider>
  ));
  return { page: container, asked, session, journal, it, unmount };
}
const usual =
  (config: object, features: readonly object[] = []): Answer =>
  (method) =>
    method === "config/read" ? read(config) : method === "experimentalFeature/list" ? { data: features } : {};
const feature = (name: string, more: object = {}) => ({
  name,
  stage: "beta",
  enabled: false,
  defaultEnabled: false,
  ...more,
});
/** Gathers a change of a key. */
const change = async (key: string, value: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "Set another key" }));
  fireEvent.input(screen.getByLabelText("Key"), { target: { value: key } });
  if (value.startsWith("{") || value.startsWith("["))
    fireEvent.click(screen.getByRole("radio", { name: "List or table (JSON)" }));
  fireEvent.input(screen.getByLabelText("Value"), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Add to the changes" }));
};
const writes = (asked: { method: string }[]) => asked.filter(({ method }) => method === "config/batchWrite");

test("[VIW-704] more permission is written after a second yes to just that: no double press, no held key, no later change", async () => {
  const { asked } = enter(usual({ model: "m" }));
  await change("profiles.p", '{"approval_policy": "never"}');
  const press = (name: RegExp, detail: number) => fireEvent.click(screen.getByRole("button", { name }), { detail });
  press(/^Write 1 change/, 1);
  press(/anyway/, 2);
  const sure = screen.getByRole("button", { name: /anyway/ });
  expect(fireEvent.keyDown(sure, { key: "Enter", repeat: true }), "a held key presses nothing").toBe(false);
  expect(writes(asked)).toHaveLength(0);
  await change("sandbox_mode", "danger-full-access");
  expect(screen.queryByRole("button", { name: /anyway/ }), "it is asked anew").toBeNull();
  press(/^Write 2 changes/, 1);
  expect(document.body.textContent).toContain("The agent never asks");
  expect(document.body.textContent).toContain("without a sandbox");
  expect(writes(asked)).toHaveLength(0);
  press(/anyway/, 1);
  await waitFor(() => expect(writes(asked)).toHaveLength(1));
});

test("[SEC-147] a secret in a table that is to be written is not in the page once it is gathered, nor after a refusal, nor kept", async () => {
  const { asked, page, journal, unmount } = enter((method) =>
    method === "config/batchWrite" ? new Error("Invalid configuration: no") : usual({ model: "m" })(method, {}),
  );
  await change(
    "mcp_servers.h",
    '{"url": "https://x", "env": {"KEY": "hunter2-hunter2"}, "list": [{"token": "hunter2-hunter2"}]}',
  );
  expect(page.textContent).toContain("https://x");
  expect(page.innerHTML).not.toContain("hunter2");
  fireEvent.click(screen.getByRole("button", { name: /^Write 1 change/ }));
  await waitFor(() => expect(page.textContent).toContain("Nothing was written."));
  expect(page.innerHTML).not.toContain("hunter2");
  expect(asked.at(-1)?.how).toMatchObject({
    fleeting: true,
    secret: [
      ["edits", 0, "value", "env", "KEY"],
      ["edits", 0, "value", "list", 0, "token"],
    ],
  });
  unmount();
  expect(JSON.stringify(await journal.get("h/config-2"))).not.toContain("hunter2");
});

test("[SEC-148] what is kept of a machine's configuration goes with the machine", async () => {
  const { journal, page } = enter(usual({ model: "m-1" }));
  await waitFor(() => expect(page.textContent).toContain("m-1"));
  await waitFor(async () => expect(await journal.get("h/config-2")).toBeTruthy());
  await journal.removeHost("h");
  expect(await journal.get("h/config-2")).toBeFalsy();
});

test("[VIW-705] a write is said to be done when the server said so, though the reading behind it never comes", async () => {
  const { page, it, asked } = enter(usual({ model: "m" }));
  await change("model", "n");
  it.answer = (method) => (method === "config/batchWrite" ? { filePath: "/h/config.toml" } : undefined);
  fireEvent.click(screen.getByRole("button", { name: /^Write 1 change/ }));
  await waitFor(() => expect(page.textContent).toContain("Written: 1 change."));
  expect(page.textContent, "it was not read since").not.toContain("does not name it");
  expect(screen.queryByRole("group", { name: "Changes to write" })).toBeNull();
  expect(writes(asked)).toHaveLength(1);
});

test("[VIW-705] a server that ended before it answered is not said to have written nothing, nor sent nothing", async () => {
  const { page, session } = enter(usual({ model: "m" }));
  await change("model", "n");
  const plain = session.request.bind(session);
  session.request = (method, params, how) =>
    method === "config/batchWrite" || method === "feedback/upload"
      ? Promise.resolve({ ok: false, reason: { type: "ended", delivered: null } })
      : plain(method, params, how);
  fireEvent.click(screen.getByRole("button", { name: /^Write 1 change/ }));
  await waitFor(() => expect(page.textContent).toContain("Whether it was written is not known."));
  expect(page.textContent).not.toContain("Nothing was written");
  expect(screen.getByRole("group", { name: "Changes to write" }), "the change is still there").toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Send without logs" }));
  await waitFor(() => expect(page.querySelector(".config__feedback [role=alert]")?.textContent).toContain("not known"));
  expect(page.textContent).not.toContain("It was not sent");
});

test("[VIW-704] a key that would turn the words around it is shown with what is hidden in it, in the question too", async () => {
  const { page } = enter(usual({ model: "m" }));
  await change('profiles."\u202egnp".approval_policy', "never");
  fireEvent.click(screen.getByRole("button", { name: /^Write 1 change/ }));
  await waitFor(() => expect(page.textContent).toContain("The agent never asks"));
  expect(page.textContent).not.toContain("\u202e");
  expect(page.textContent?.match(/\\u\{202E\}/g)?.length, "in the list and in the question").toBe(2);
});

test("[VIW-706] 5,000 features, odd names, marks and markup: a part is drawn, as text", async () => {
  const odd = "\u202e<img src=x onerror=alert(1)>\u0000";
  const { page } = enter(
    usual(JSON.parse(`{"__proto__": {"x": 1}, ${JSON.stringify(odd)}: ${JSON.stringify(odd)}, "constructor": true}`), [
      feature("__proto__", { displayName: odd, description: odd }),
      feature("odd", { stage: odd }),
      ...Array.from({ length: 5000 }, (_, n) => feature(`f${n}`)),
    ]),
  );
  await waitFor(() => expect(page.querySelector("[data-feature='f1']")).not.toBeNull());
  expect(page.querySelectorAll("[data-feature]").length).toBeLessThan(200);
  expect(page.querySelector("img")).toBeNull();
  fireEvent.input(screen.getByLabelText("Search the configuration"), { target: { value: "constr" } });
  expect(page.querySelector("[data-key=constructor]")).not.toBeNull();
  fireEvent.input(screen.getByLabelText("Search the configuration"), { target: { value: "__proto__" } });
  expect(page.querySelectorAll("[data-key]")).toHaveLength(1);
  expect(page.textContent).not.toContain("\u202e");
});

test("[VIW-707] a reading takes neither the focus, nor what was opened, nor what was said of a switch", async () => {
  let enabled = false;
  const { page } = enter((method, params) => {
    if (method === "experimentalFeature/enablement/set") {
      enabled = true;
      return { enablement: { goals: true } };
    }
    return usual({ model: "m" }, [feature("goals", { stage: "stable", enabled })])(method, params);
  });
  await waitFor(() => expect(page.querySelector("[data-stage=stable]")).not.toBeNull());
  const stage = page.querySelector<HTMLDetailsElement>("[data-stage=stable]");
  if (stage === null) throw new Error("no stage");
  stage.open = true;
  const button = screen.getByRole("button", { name: "Turn on for now", hidden: true });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(page.querySelector("[data-enabled=true]")).not.toBeNull());
  expect(page.querySelector("[data-stage=stable]")).toBe(stage);
  expect(stage.open).toBe(true);
  expect(stage.textContent).toContain("Switched on until this App Server ends.");
  const row = screen.getByRole("button", { name: "Change model" });
  row.focus();
  fireEvent.click(row);
  screen.getByLabelText("Value").focus();
  fireEvent.click(screen.getByRole("button", { name: "Add to the changes" }));
  await waitFor(() => expect(document.activeElement, "the dialog gives it back").toBe(row));
  fireEvent.click(screen.getByRole("button", { name: "Read again" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Read again" })).toBeTruthy());
  expect(document.activeElement).toBe(row);
});

test.each([
  ["nothing", null],
  ["a list", []],
  ["no values", { config: 7 }],
  ["odd layers", { config: {}, origins: 7, layers: {} }],
])("[VIW-706] a reading that is %s costs the page nothing", async (_, reply) => {
  const { page } = enter((method) =>
    method === "config/read" ? reply : method === "experimentalFeature/list" ? { data: 7, nextCursor: 7 } : [],
  );
  await waitFor(() => expect(screen.getByRole("button", { name: "Read again" })).toBeTruthy());
  await waitFor(() => expect(page.textContent).toContain("Set by an administrator"));
  expect(page.textContent).not.toContain("undefined");
});

test("[VIW-707] what else the machine tells, and other facts of the connection, make nothing be read again", async () => {
  const { page, asked, session } = enter(usual({ model: "m-1" }, [feature("f")]));
  await waitFor(() => expect(page.textContent).toContain("m-1"));
  const before = asked.length;
  for (let i = 0; i < 30; i += 1) {
    session.set({ latencyMs: i, stored: i % 2 === 0 });
    changed(new Set([session.state]));
  }
  await Promise.resolve();
  expect(asked).toHaveLength(before);
});

test("[VIW-783] a change that waits says that nothing is written yet, also after a refusal; its card can be folded", async () => {
  const { page } = enter((method, params) =>
    method === "config/batchWrite" ? new Error("Invalid configuration: no") : usual({ model: "m" })(method, params),
  );
  await change("model", "n");
  const row = () => page.querySelector("[data-key=model]")?.textContent ?? "";
  expect(row()).toContain("not written yet");
  const fold = screen.getByRole("button", { name: /1 change waits.*Nothing is written yet/ });
  fireEvent.click(fold);
  expect([fold.getAttribute("aria-expanded"), page.querySelector("[data-change=model]")]).toEqual(["false", null]);
  fireEvent.click(fold);
  fireEvent.click(screen.getByRole("button", { name: "Write 1 change" }));
  await screen.findByText("Nothing was written.");
  expect(row()).toContain("not written yet");
});

test("[VIW-785] feedback, the last part of a long page, is a press away from its top, and has an address", async () => {
  history.replaceState(null, "", "/settings/machine/h/config?part=feedback");
  enter(usual({ model: "m" }));
  const heading = () => screen.getByRole("heading", { name: /^Feedback/ });
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  heading().blur();
  fireEvent.click(screen.getByRole("button", { name: "Send feedback" }));
  expect(document.activeElement).toBe(heading());
});
