// @vitest-environment jsdom
// The list of what runs beside the agent, of any device, and what can be done with it while connected and while not.
import { fireEvent, render, screen, waitFor, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import { toEnvelope } from "../../projection/envelope.ts";
import { createHostState, foldHost } from "../../projection/host-fold.ts";
import { makeHandle } from "../../projection/process-handle.ts";
import { tape } from "../../projection/testing/rows.ts";
import { changed } from "../live.ts";
import { navigate } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import TerminalsRoom from "./terminals-room.tsx";

beforeEach(() => {
  preparePage();
  navigate("/settings/machine/h/terminals");
});
afterEach(clearPage);

const theirs = makeHandle("lw-1", ["/bin/sh", "-l"], "/home/me", Date.UTC(2026, 0, 1, 10, 2));

function draw(asked: unknown[][] = []) {
  const line = tape();
  line.out({
    id: "dev.1",
    method: "process/spawn",
    params: { command: ["top", "-d", "1"], processHandle: "mine", cwd: "/tmp", tty: true },
  });
  line.in({ id: "dev.1", result: {} });
  line.in({ method: "process/exited", params: { processHandle: "over", exitCode: 3, stdout: "", stderr: "" } });
  const state = createHostState("h");
  for (const row of line.rows) foldHost(state, toEnvelope(row), () => undefined);
  const last = line.rows.at(-1);
  if (last?.kind !== "in") throw new Error("no line");
  const stub = { stub: true, method: "process/outputDelta", id: null, bytes: 9, sha256: null, about: theirs } as const;
  foldHost(state, toEnvelope({ ...last, line: stub }), () => undefined);
  const session = fakeSession(state);
  const entry = { record: { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 }, session };
  const services = {
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: {
      processes: () =>
        Promise.resolve({
          end(_session: unknown, process: { handle: string; kind: string }) {
            asked.push(["end", process.kind, process.handle]);
            return Promise.resolve({ ok: true, value: false });
          },
        }),
    },
  } as unknown as AppServices;
  render(() => (
    <ServicesProvider services={services}>
      <TerminalsRoom entry={entry} />
    </ServicesProvider>
  ));
  return session;
}

test("[PRJ-427] what is looked at when its App Server ends is not taken off the screen; once left it is not there any more", async () => {
  const session = draw();
  navigate("/settings/machine/h/terminals?open=lw-1");
  expect(await screen.findByTestId("terminal")).toBeTruthy();
  session.state.processes.clear();
  changed(new Set([session.state]));
  expect(screen.getByTestId("terminal").textContent).toContain("ended with its App Server");
  navigate("/settings/machine/h/terminals");
  navigate("/settings/machine/h/terminals?open=lw-1");
  expect(screen.queryByTestId("terminal")).toBeNull();
  expect(screen.getByTestId("terminals-room").textContent).toContain("not there");
});

test("[VIW-654] [VIW-655] what runs is listed with who is known to have started it, where and since when; what ended stands apart with its code", () => {
  draw();
  const running = within(screen.getByRole("list", { name: "What runs beside the agent" })).getAllByRole("listitem");
  expect(running.map((item) => item.getAttribute("data-process"))).toEqual([theirs, "mine"]);
  expect(running[0]?.textContent).toContain("/home/me");
  expect(running[0]?.textContent).toMatch(/since \d+:\d+/);
  expect(running[0]?.textContent).toContain("started on another device");
  expect(running[1]?.textContent).toContain("top -d 1");
  expect(running[1]?.textContent).toContain("started on this device");
  const ended = within(screen.getByRole("list", { name: "What has ended" })).getAllByRole("listitem");
  expect(ended[0]?.textContent).toContain("ended with code 3");
  expect(within(ended[0] ?? document.body).queryByRole("button")).toBeNull();
});

test("[VIW-654] any of them can be ended, once a press; that it had ended is said; without a connection it cannot, and stays listed", async () => {
  const asked: unknown[][] = [];
  const session = draw(asked);
  const button = screen.getByRole("button", { name: "End /bin/sh -l" });
  fireEvent.click(button);
  fireEvent.click(button, { detail: 2 });
  await waitFor(() => expect(screen.getByText("It had ended already.")).toBeTruthy());
  expect(asked).toEqual([["end", "process", theirs]]);
  session.set({ connection: "offline" });
  for (const name of ["End /bin/sh -l", "End top -d 1", "Start a terminal"])
    expect(screen.getByRole("button", { name }), name).toHaveProperty("disabled", true);
});

test("[VIW-650] the form says that there is no sandbox before it is pressed, and an address of a terminal that is gone says so", () => {
  draw();
  expect(screen.getByTestId("terminals-room").textContent).toContain("There is no sandbox and no approval");
  navigate("/settings/machine/h/terminals?open=lw-gone");
  expect(screen.getByTestId("terminals-room").textContent).toContain("This terminal is not there");
});
