// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppServices, BranchActs, HostEntry } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { createHostState } from "../../projection/host-fold.ts";
import { summaryOf } from "../../projection/summaries.ts";
import type { ThreadState, Turn } from "../../projection/state.ts";
import { putBack, putIntoBox } from "../composer/put-back.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { anItem, aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { TurnRow } from "../thread/turn-row.tsx";
import { GoBack } from "./go-back.tsx";
import { cannotGoBack } from "./refused.ts";
import { turnItems, type TurnFacts } from "./turn-items.ts";
import { turnText } from "./turn-text.ts";

beforeEach(preparePage);
afterEach(() => {
  putIntoBox(null);
  clearPage();
});

function talked(state: ThreadState, id: string, text: string, more: Partial<Turn> = {}): Turn {
  const turn = aTurn(state, id, { reported: "completed", endSeen: true, ...more });
  anItem(turn, "userMessage", { clientId: null, content: [], text });
  anItem(turn, "agentMessage", { text: `Answer to ${text}`, messagePhase: null });
  return turn;
}

describe("what is offered", () => {
  const facts = (more: Partial<TurnFacts> = {}): TurnFacts => {
    const state = createHostState("h");
    return {
      turn: talked(aThread(), "t1", "x"),
      thread: summaryOf(state, "T", () => undefined),
      connected: true,
      notResumable: false,
      heldElsewhere: false,
      busy: false,
      cannotGoBack: false,
      ...more,
    };
  };
  const whys = (more: Partial<TurnFacts>) =>
    Object.fromEntries(turnItems(facts(more)).map(({ act, why }) => [act, why]));

  test("[VIW-420] a turn's menu offers a fork, going back and its text; what cannot be done now says why", () => {
    expect(whys({})).toEqual({ fork: null, back: null, copy: null });
    expect(whys({ connected: false })).toMatchObject({
      fork: "needs the connection",
      back: "needs the connection",
      copy: null,
    });
    expect(whys({ busy: true })).toMatchObject({ fork: null, back: "while nothing runs in it" });
    expect(whys({ heldElsewhere: true })).toMatchObject({ fork: null, back: "open in another program" });
    expect(whys({ cannotGoBack: true })).toMatchObject({ fork: null, back: "this App Server cannot" });
    expect(whys({ notResumable: true }).fork).toBe("the App Server no longer has the thread");
    expect(whys({ turn: talked(aThread(), "t1", "x", { reverted: "elsewhere" }) }).fork).toBe("it was taken back");
    expect(whys({ turn: aTurn(aThread(), "t1", { reported: "inProgress" }), busy: true }).fork).toBe(
      "once it has ended",
    );
  });
});

test("[VIW-421] a turn as text: who said what, which commands ran with what end, which files changed, secrets masked", () => {
  const turn = talked(aThread(), "t1", "My password=hunter22x please");
  anItem(turn, "commandExecution", { command: "ls -la", status: "completed", exitCode: 2 });
  anItem(turn, "fileChange", {
    status: "completed",
    changes: [{ path: "a.ts", kind: "add", movePath: null, diff: "" }],
  });
  anItem(turn, "reasoning", { summary: ["thoughts"], content: [] });
  const text = turnText(turn);
  expect(text).toContain("Agent:\nAnswer to");
  expect(text).toContain("Command (exit 2):\nls -la");
  expect(text).toContain("Files:\nadd a.ts");
  expect(text).not.toContain("hunter22x");
  expect(text).not.toContain("thoughts");
});

describe("going back", () => {
  function setUp(takeBack: BranchActs["takeBack"]) {
    const state = createHostState("h");
    const session = fakeSession(state);
    const thread = aThread();
    summaryOf(state, "T", () => undefined).historyMode = "paginated";
    talked(thread, "t1", "first");
    const second = talked(thread, "t2", "second");
    anItem(second, "fileChange", {
      status: "completed",
      changes: ["a", "b", "c", "d", "e", "f", "g"].map((path) => ({ path, kind: "update", movePath: null, diff: "" })),
    });
    const third = talked(thread, "t3", "third");
    anItem(third, "commandExecution", { command: "make", status: "completed", exitCode: 0 });
    // What the dialog uses of its host and of the acts.
    const entry = { record: { id: "h" }, session } as unknown as HostEntry;
    const services = {
      hosts: () => [],
      ready: () => true,
      onHosts: () => () => undefined,
      actions: { branch: () => Promise.resolve({ takeBack }) },
    } as unknown as AppServices;
    let closed = 0;
    render(() => (
      <ServicesProvider services={services}>
        <GoBack entry={entry} state={thread} turn={second} onFork={() => undefined} onClose={() => (closed += 1)} />
      </ServicesProvider>
    ));
    return { session, thread, second, third, closed: () => closed };
  }

  test("[VIW-422] it asks first, and says what is lost, what is not, and which files stay as they are", async () => {
    const asked: unknown[] = [];
    const { closed } = setUp((_session, ...rest) => {
      asked.push(rest);
      return Promise.resolve({ ok: true, value: null });
    });
    const words = document.body.textContent ?? "";
    expect(words).toContain("this turn and the one after it leave");
    expect(words).toContain("files on the machine stay as they are now");
    expect(words).toContain("what the command did");
    expect(words).toContain("and 2 more");
    expect(asked).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Go back" }));
    await expect.poll(closed).toBe(1);
    expect(asked).toEqual([["T", "t2", "paginated"]]);
    expect(putBack()).toMatchObject({ thread: "T", text: "second" });
  });

  test("[VIW-422] what another device does while it is asked is said, and what is taken back already cannot be again", () => {
    const { thread, second, third } = setUp(() => Promise.resolve({ ok: true, value: null }));
    talked(thread, "t4", "fourth");
    changed(new Set<object>([thread]));
    expect(document.body.textContent).toContain("this turn and the 2 after it leave");
    for (const turn of thread.turns.values()) if (turn.id !== "t1") turn.reverted = "elsewhere";
    changed(new Set<object>([second, third]));
    expect(document.body.textContent).toContain("has been taken back already");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Go back" }).disabled).toBe(true);
  });

  test("[VIW-422] its message stays out of the box when the person says so", async () => {
    const { closed } = setUp(() => Promise.resolve({ ok: true, value: null }));
    fireEvent.click(screen.getByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "Go back" }));
    await expect.poll(closed).toBe(1);
    expect(putBack()).toBeNull();
  });

  test("[VIW-423] a refusal stands in the dialog, nothing is put anywhere, and what this App Server does not know is not offered again", async () => {
    const refusal: Outcome<null> = {
      ok: false,
      reason: { type: "rpc", code: -32600, message: "Invalid request: unknown variant `thread/revert`", data: null },
    };
    const { session, closed } = setUp(() => Promise.resolve(refusal));
    expect(cannotGoBack(session, "paginated")).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "Go back" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This App Server cannot do that");
    expect(closed()).toBe(0);
    expect(putBack()).toBeNull();
    expect(cannotGoBack(session, "paginated")).toBe(true);
    expect(cannotGoBack(session, "legacy")).toBe(false);
  });
});

test("[VIW-424] a turn that was taken back is folded into one line that says by whom, opens whole, and folds again", () => {
  const state = aThread();
  const turn = talked(state, "t1", "Paint the fence\nand the gate", { reverted: "elsewhere" });
  const { container } = renderIn(fakeSession(), state, () => <TurnRow turn={turn} part={0} last />);
  expect(container.textContent).toContain("Taken back elsewhere");
  expect(container.textContent).toContain("Paint the fence");
  expect(container.querySelectorAll("[data-item-id]")).toHaveLength(0);
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(container.querySelectorAll("[data-item-id]")).toHaveLength(2);
  expect(container.textContent).toContain("The server’s history no longer has this turn");
  fireEvent.click(screen.getByRole("button", { name: "Fold away" }));
  expect(container.querySelectorAll("[data-item-id]")).toHaveLength(0);
  turn.reverted = false;
  changed(new Set<object>([turn]));
  expect(container.querySelectorAll("[data-item-id]")).toHaveLength(2);
});
