// @vitest-environment jsdom
// The console: the list of all requests, one of them with its form and line, sending it, and what comes of it.
import { FORMS_VERSION, methodsWithForm } from "@longwire/shared-protocol/request-forms";
import { fireEvent, render, screen, waitFor, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { consoleActs } from "../../actions/console.ts";
import type { Actions, HostEntry } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { createHostState } from "../../projection/host-fold.ts";
import { navigate } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { clearPage, type FakeSession, fakeServices, fakeSession, preparePage } from "../testing.tsx";
import { requestPath } from "./path.ts";
import RequestsRoom from "./requests-room.tsx";

beforeEach(preparePage);
afterEach(() => {
  navigate("/", { replace: true });
  clearPage();
});

interface Stage {
  session: FakeSession;
  container: HTMLElement;
  /** What was asked, how to answer it, and how to tell the line of the answer. */
  asked: {
    method: string;
    params: unknown;
    answer: (outcome: Outcome<unknown>) => void;
    line: ((text: string) => void) | undefined;
  }[];
}

async function open(method: string | null): Promise<Stage> {
  const state = createHostState("h");
  state.current = "g-one-1234";
  const session = fakeSession(state);
  const asked: Stage["asked"] = [];
  session.request = (asking, params, how) =>
    new Promise((resolve) => asked.push({ method: asking, params, answer: resolve, line: how?.line }));
  const actions: Partial<Actions> = { console: () => Promise.resolve(consoleActs) };
  // Nothing else is asked of them.
  const services = fakeServices(session, { actions: actions as Actions });
  const entry: HostEntry = {
    record: { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 },
    session,
  };
  navigate(requestPath("h", method), { replace: true });
  const { container } = render(() => (
    <ServicesProvider services={services}>
      <RequestsRoom entry={entry} />
    </ServicesProvider>
  ));
  await Promise.resolve();
  return { session, container, asked };
}

const methods = (container: HTMLElement) =>
  [...container.querySelectorAll("li[data-request-method]")].map((row) => row.getAttribute("data-request-method"));
const send = () => fireEvent.click(screen.getByRole("button", { name: "Send" }));
const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label, { selector: "input" }), { target: { value } });

test("[VIW-670] every request of the pinned App Server is in the list, with what it does and where in the app it is", async () => {
  const { container } = await open(null);
  expect(new Set(methods(container))).toEqual(new Set(methodsWithForm()));
  expect(methods(container)).toHaveLength(150);
  const row = (method: string) => container.querySelector(`li[data-request-method="${method}"]`)?.textContent ?? "";
  expect(row("thread/archive")).toMatch(
    /Puts a thread into the archive\..*In the app: “Archive” in the menu of a thread/,
  );
  expect(row("thread/realtime/listVoices")).toContain("Sent from here");
  expect(row("thread/delete")).toContain("risky");
  expect(row("thread/queue/add")).toContain("experimental");
});

test("[VIW-671] the list is searched by names and words and filtered, and is found as it was left", async () => {
  const { container } = await open(null);
  const search = screen.getByLabelText("Search the requests");
  fireEvent.input(search, { target: { value: "archive thread" } });
  expect(methods(container)).toEqual(["thread/archive", "thread/unarchive"]);
  fireEvent.input(search, { target: { value: "" } });
  const filter = (key: string) => fireEvent.change(screen.getByLabelText("Which requests"), { target: { value: key } });
  filter("console");
  expect(methods(container)).toContain("project/list");
  expect(methods(container)).not.toContain("turn/start");
  filter("dangerous");
  expect(methods(container)).toContain("process/spawn");
  expect(methods(container)).not.toContain("model/list");
  filter("experimental");
  expect(methods(container)).toHaveLength(55);
  fireEvent.input(search, { target: { value: "no such thing" } });
  expect(screen.getByText(/No request matches/)).toBeTruthy();
});

test("[VIW-672] the line shows what will be sent; a press sends it once; the reply stands below whole", async () => {
  const { asked, container } = await open("model/list");
  const line = () => container.querySelector(".request__line")?.textContent;
  expect(line()).toBe('{"id":"…","method":"model/list","params":{}}');
  type(/^limit/, "3");
  expect(line()).toBe('{"id":"…","method":"model/list","params":{"limit":3}}');
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  expect(asked.map(({ method, params }) => [method, params])).toEqual([["model/list", { limit: 3 }]]);
  expect(container.querySelector("[data-send-state]")?.textContent).toMatch(/waiting for its reply.*process g-one-/);
  asked[0]?.answer({ ok: true, value: { data: [{ id: "m1" }], nextCursor: null } });
  await waitFor(() => expect(container.querySelector("[data-send-state=replied]")?.textContent).toContain('"m1"'));
  navigate(requestPath("h", null), { replace: true });
  expect(screen.getByRole("region", { name: "Sent from here" }).textContent).toMatch(/model\/list.*answered/);
  // What was filled in is still there.
  navigate(requestPath("h", "model/list"), { replace: true });
  expect(screen.getByLabelText(/^limit/, { selector: "input" })).toHaveProperty("value", "3");
});

test("[VIW-823] a form says of which version it is where the server is another one, by its version or by its name", async () => {
  const { session, container } = await open("thread/read");
  const told = () =>
    /The form is that of App Server [^;]+; this server is ([^.]+(?:\.\d+)*)\. /.exec(container.textContent ?? "")?.[1];
  expect(told()).toBeUndefined();
  session.set({ userAgent: `longwire/${FORMS_VERSION} (Debian)` });
  expect(told()).toBeUndefined();
  session.set({ userAgent: "longwire/9.9.9 (Debian)" });
  expect(told()).toBe("App Server 9.9.9");
  session.set({ userAgent: `heron/${FORMS_VERSION} (linux)` });
  expect(told()).toBe(`heron ${FORMS_VERSION}`);
});

test("[VIW-784] after sending the page is at the result, and the button says what goes on", async () => {
  const { asked } = await open("model/list");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Result" })));
  expect(screen.getByRole("button", { name: "Send again" })).toBeTruthy();
  expect(screen.getByText("Sent. The reply has not come yet.")).toBeTruthy();
  asked[0]?.answer({ ok: true, value: { data: [], nextCursor: null } });
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toBeTruthy());
});

test("[VIW-673] what is dangerous asks first, naming the request, the machine and the reason; nothing goes out before", async () => {
  const { asked } = await open("thread/delete");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  expect(screen.getByText("Some fields need your attention.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  type(/^threadId/, "T1");
  send();
  const dialog = within(screen.getByRole("dialog", { name: "Send this?" }));
  expect(dialog.getByText(/goes to devbox/)).toBeTruthy();
  expect(dialog.getByText(/cannot be brought back/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Do not send" }));
  expect(asked).toEqual([]);
  send();
  fireEvent.click(screen.getByRole("button", { name: "Send it" }));
  expect(asked.map(({ params }) => params)).toEqual([{ threadId: "T1" }]);
});

test("[VIW-674] a refusal is said with the server's words; what was filled in stays", async () => {
  const { asked, container } = await open("model/list");
  type(/^limit/, "3");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  const message = "Invalid request: too many";
  asked[0]?.answer({ ok: false, reason: { type: "rpc", code: -32600, message, data: { most: 2 } } });
  await waitFor(() => expect(container.querySelector("[data-send-state=failed]")).not.toBeNull());
  expect(screen.getByRole("alert").textContent).toContain(
    "could not read the request model/list. It said: Invalid request: too many",
  );
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain('"most": 2'));
  expect(screen.getByLabelText(/^limit/, { selector: "input" })).toHaveProperty("value", "3");
});

test("[VIW-675] a reply that does not come is not waited for in silence: why is said, and waiting can be ended", async () => {
  vi.useFakeTimers();
  const { container, asked } = await open("turn/interrupt");
  type(/^threadId/, "T1");
  type(/^turnId/, "U1");
  await vi.advanceTimersByTimeAsync(10);
  send();
  expect(container.querySelector("[data-send-state=waiting]")?.textContent).toContain(
    "A turn that is over already gets no reply at all.",
  );
  fireEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(container.querySelector("[data-send-state=left]")?.textContent).toContain("It was not taken back");
  // One that comes after all is shown.
  asked[0]?.answer({ ok: true, value: {} });
  await vi.advanceTimersByTimeAsync(10);
  expect(container.querySelector("[data-send-state=replied]")).not.toBeNull();
});

test("[VIW-675] after a while any wait is spoken of", async () => {
  vi.useFakeTimers();
  const { container } = await open("model/list");
  await vi.advanceTimersByTimeAsync(10);
  send();
  expect(container.querySelector("[data-send-state=waiting]")?.textContent).not.toContain("never answered");
  await vi.advanceTimersByTimeAsync(12_000);
  expect(container.querySelector("[data-send-state=waiting]")?.textContent).toContain("a few are never answered");
});

test("[VIW-676] without a connection the reason stands at the button, and nothing is sent or kept for later", async () => {
  const { session, asked } = await open("model/list");
  session.set({
    connection: "offline",
    link: { type: "offline", reason: "The relay does not answer.", retryAt: 0 },
  });
  const button = screen.getByRole("button", { name: "Send" });
  expect(button).toHaveProperty("disabled", true);
  expect(screen.getByText(/It cannot be sent now\. The relay does not answer\./)).toBeTruthy();
  fireEvent.click(button);
  session.set({ connection: "live", link: { type: "attached" } });
  expect(asked).toEqual([]);
});

test("[VIW-677] the two that belong to the connection are explained and have no form", async () => {
  const { container } = await open("thread/unsubscribe");
  expect(screen.getByText(/It would silence the thread on every device/)).toBeTruthy();
  expect(container.querySelector("input, textarea, select")).toBeNull();
  expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
});

test("[VIW-678] a request that this app does not know is written as JSON and asks first", async () => {
  const list = await open(null);
  type(/^Name of the request/, "hologram/start");
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  const raw = await screen.findByLabelText("Parameters, as JSON");
  fireEvent.input(raw, { target: { value: '{"beam": 1' } });
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  expect(screen.getByText("This is not JSON yet.")).toBeTruthy();
  fireEvent.input(raw, { target: { value: '{"beam": 1}' } });
  send();
  fireEvent.click(screen.getByRole("button", { name: "Send it" }));
  expect(list.asked.map(({ method, params }) => [method, params])).toEqual([["hologram/start", { beam: 1 }]]);
});

test("[SEC-133] a secret that was sent is gone from the page: the line, the history and what is filled in again have a mark or nothing", async () => {
  const { asked, container } = await open("config/value/write");
  type(/^keyPath/, "mcp_servers.files.env.PLACE");
  fireEvent.change(screen.getByLabelText("mergeStrategy: value"), { target: { value: "0" } });
  fireEvent.change(screen.getByLabelText("value: whether it is sent"), { target: { value: "0" } });
  fireEvent.input(screen.getByLabelText("value", { selector: "input" }), { target: { value: "quiet-harbour-4711" } });
  const everything = () =>
    container.ownerDocument.body.innerHTML +
    [...container.ownerDocument.querySelectorAll("textarea")].map(({ value }) => value).join("\n");
  expect(everything()).not.toContain("quiet-harbour");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  expect(screen.getAllByText(/\[masked\]/).length).toBeGreaterThan(0);
  expect(everything()).not.toContain("quiet-harbour");
  fireEvent.click(screen.getByRole("button", { name: "Send it" }));
  expect(asked[0]?.params).toMatchObject({ value: "quiet-harbour-4711" });
  const inputs = () => [...container.querySelectorAll("input")].map(({ value }) => value).join("\n");
  expect(inputs()).not.toContain("quiet-harbour");
  fireEvent.click(screen.getByRole("button", { name: "Fill in again" }));
  expect(inputs()).toContain("mcp_servers.files.env.PLACE");
  expect(inputs() + everything()).not.toContain("quiet-harbour");
});

test("[SEC-134] environment values in a configuration that is read are masked on screen, and in what is copied", async () => {
  const { asked, container } = await open("config/read");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  const config = { model: "m1", mcp_servers: { files: { command: "node", env: { PLACE: "quiet-harbour" } } } };
  asked[0]?.answer({ ok: true, value: { config, layers: [{ config }], origins: {} } });
  await waitFor(() => expect(container.querySelector("[data-send-state=replied]")?.textContent).toContain('"m1"'));
  expect(container.textContent).not.toContain("quiet-harbour");
  expect(container.querySelector("[data-send-state=replied]")?.textContent).toContain('"PLACE": "[masked]"');
});

test("[VIW-728] a double press, or a key that is held, sends once; a further press sends again", async () => {
  const { asked } = await open("model/list");
  const button = screen.getByRole("button", { name: "Send" });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  // The browser makes a press of a held key unless it is told not to.
  expect(fireEvent.keyDown(button, { key: "Enter", repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button, { key: "Enter" })).toBe(true);
  expect(asked).toHaveLength(1);
  fireEvent.click(button, { detail: 1 });
  expect(asked).toHaveLength(2);
});

test("[VIW-729] a reply is shown as it came: every digit, every member; its secrets are masked", async () => {
  const { asked, container } = await open("config/read");
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  const result =
    '{"config":{"n":12345678901234567890,"n":1.50,"mcp_servers":{"my.files":{"env":{"PLACE":"quiet-harbour"}}}},"origins":{}}';
  asked[0]?.line?.(`{"id":"x","note":{"result":0},"result":${result}}`);
  asked[0]?.answer({ ok: true, value: JSON.parse(result) as unknown });
  const shown = () => container.querySelector("[data-send-state=replied]")?.textContent ?? "";
  await waitFor(() => expect(shown()).toContain('"n": 12345678901234567890'));
  expect(shown()).toContain('"n": 1.50');
  expect(shown()).toContain('"PLACE": "[masked]"');
});

test("[VIW-728] names that mean no good are drawn as what they are: line breaks, letters that turn the direction", async () => {
  const name = "evil\nmethod\u202e<img src=x onerror=alert(1)>";
  const { container, asked } = await open(name);
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector("h2")?.textContent).toContain("\\u{202E}");
  expect(container.querySelector("h2 .visible-text__mark")).not.toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  send();
  fireEvent.click(screen.getByRole("button", { name: "Send it" }));
  expect(asked[0]?.method).toBe(name);
});

test("[VIW-730] a list that is too long for fields is written as JSON, and nothing of it is lost", async () => {
  const { container } = await open("command/exec");
  fireEvent.click(screen.getByRole("button", { name: "Write it as JSON" }));
  const command = Array.from({ length: 5000 }, (_, n) => `a${n}`);
  const raw = await screen.findByLabelText("Parameters, as JSON");
  fireEvent.input(raw, { target: { value: JSON.stringify({ command }) } });
  fireEvent.click(screen.getByRole("button", { name: "Back to the form" }));
  expect(container.querySelectorAll("input, textarea").length).toBeLessThan(60);
  const text = screen.getByLabelText<HTMLTextAreaElement>("command, as JSON");
  expect(JSON.parse(text.value)).toEqual(command);
});
