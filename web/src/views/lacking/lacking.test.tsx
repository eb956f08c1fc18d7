// @vitest-environment jsdom
import { render } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hostAfter, tape } from "../../projection/testing/rows.ts";
import { refusal, reply, request } from "../../projection/testing/wire.ts";
import { changed } from "../live.ts";
import type { AppServices } from "../../actions/contract.ts";
import { summaryOf } from "../../projection/summaries.ts";
import { Queue } from "../queue/queue.tsx";
import { ServicesProvider } from "../services.tsx";
import { aThread, aTurn, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { threadItems } from "../thread-menu/thread-items.ts";
import { turnItems } from "../turn-menu/turn-items.ts";
import { Lacking } from "./lacking.tsx";
import { lackingWhy, refusalByVersion } from "./words.ts";

beforeEach(preparePage);
afterEach(clearPage);

const AGENT = "longwire/0.171.0 (Debian)";
const WORDS = "Invalid request: unknown variant `thread/rollback`, expected one of `initialize`, `thread/start`";
const lacking = () =>
  hostAfter(
    tape()
      .out(request("i", "initialize", {}))
      .in(reply("i", { userAgent: AGENT }))
      .out(request("r", "thread/rollback", {}))
      .in(refusal("r", -32600, WORDS)).rows,
  );

test("[VIW-550] what the server lacks is named where it would stand, with its version, the method and its words", () => {
  const session = fakeSession();
  session.set({ userAgent: AGENT });
  const { container } = render(() => (
    <Lacking session={session} method="thread/rollback" what="Going back">
      <button>Go back</button>
    </Lacking>
  ));
  expect(container.querySelector("button")).not.toBeNull();
  expect(lackingWhy(session, "thread/rollback")).toBeNull();
  Object.assign(session.state, lacking());
  changed(new Set([session.state]));
  expect(container.querySelector("button")).toBeNull();
  expect(container.textContent).toBe(
    "Going back needs thread/rollback, which App Server 0.171.0 does not have. It said: Invalid request: unknown variant `thread/rollback`",
  );
  expect(lackingWhy(session, "thread/rollback")).toBe("App Server 0.171.0 does not have it");
  Object.assign(session.state, { lacking: null });
  changed(new Set([session.state]));
  expect(container.querySelector("button")).not.toBeNull();
});

test("[VIW-820] a server with a name of its own is named by it, one that has not said who it is by what it is", () => {
  const session = fakeSession(lacking());
  const rpc = { type: "rpc", code: -32600, message: "Invalid request: missing field `x`", data: null } as const;
  const told = () => {
    const { container, unmount } = render(() => (
      <Lacking session={session} method="thread/rollback" what="Going back" />
    ));
    const words = container.textContent ?? "";
    unmount();
    return [words, lackingWhy(session, "thread/rollback"), refusalByVersion(session, "thread/start", rpc)];
  };
  expect(told()).toEqual([
    expect.stringContaining("which this App Server does not have."),
    "this App Server does not have it",
    expect.stringMatching(/^This App Server could not read/),
  ]);
  session.set({ userAgent: "heron/2.4.0 (linux)" });
  expect(told()).toEqual([
    expect.stringContaining("which heron 2.4.0 does not have."),
    "heron 2.4.0 does not have it",
    expect.stringMatching(/^heron 2\.4\.0 could not read/),
  ]);
});

test("[VIW-551] a request that the server's version cannot read is told with that version, the method and its words", () => {
  const session = fakeSession();
  const rpc = (message: string) => ({ type: "rpc", code: -32600, message, data: null }) as const;
  const unread = rpc("Invalid request: unknown variant `paginated`, expected `legacy`");
  expect(refusalByVersion(session, "thread/start", unread)).toMatch(/^This App Server could not read/);
  session.set({ userAgent: AGENT });
  expect(refusalByVersion(session, "thread/start", unread)).toBe(
    "App Server 0.171.0 could not read the request thread/start. It said: Invalid request: unknown variant `paginated`, expected `legacy`. It does not know “paginated”. Nothing was done; choose something else, or use an App Server that knows it.",
  );
  expect(refusalByVersion(session, "thread/start", rpc("no such folder"))).toBe("The server said: no such folder");
  const long = rpc(`Invalid request: unknown variant \`x\`, expected one of ${"`initialize`, ".repeat(99)}`);
  expect(refusalByVersion(session, "x", long)).toMatch(
    /unknown variant `x`\. It does not have this method\. Nothing was done/,
  );
});

test("[VIW-550] the menus of a thread and of a turn say what the server lacks in the place of the act, before anything else", () => {
  const session = fakeSession(lacking());
  session.set({ userAgent: AGENT });
  const why = (method: string) => lackingWhy(session, method);
  const thread = Object.assign(
    summaryOf(session.state, "T", () => undefined),
    { preview: "p" },
  );
  const facts = { thread, connected: false, loaded: true, unread: false, onScreen: true, command: null, lacking: why };
  const whys = new Map(threadItems(facts).flatMap((items) => items.map((item) => [item.act, item.why] as const)));
  expect(whys.get("goal")).toBe("App Server 0.171.0 does not have it");
  expect(whys.get("compact")).toBe("App Server 0.171.0 does not have it");
  expect(whys.get("copy-id")).toBeNull();
  const turn = aTurn(aThread(), "t1", { reported: "completed" });
  const offered = turnItems({
    turn,
    thread,
    connected: true,
    notResumable: false,
    heldElsewhere: false,
    busy: false,
    cannotGoBack: false,
    lacking: why("thread/rollback"),
  });
  expect(offered.find(({ act }) => act === "back")?.why).toBe("App Server 0.171.0 does not have it");
});

test("[VIW-550] a server without a queue says so while a turn runs, where the queue would stand", () => {
  const session = fakeSession(lacking());
  session.set({ userAgent: AGENT });
  const state = aThread();
  const services = {
    actions: { queue: () => new Promise(() => undefined) },
    hosts: () => [],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const draw = (running: string | null, canQueue: boolean) => {
    const { container, unmount } = render(() => (
      <ServicesProvider services={services}>
        <Queue session={session} state={state} running={running} canQueue={canQueue} take={() => Promise.resolve()} />
      </ServicesProvider>
    ));
    const words = container.querySelector("[data-lacking]")?.textContent ?? null;
    unmount();
    return words;
  };
  expect(draw("t1", false)).toContain("A queue for after the turn needs thread/queue/list, which App Server 0.171.0");
  expect(draw(null, false)).toBeNull();
  expect(draw("t1", true)).toBeNull();
});
