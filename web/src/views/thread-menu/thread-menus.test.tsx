// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppServices, ThreadActs } from "../../actions/contract.ts";
import { summaryOf } from "../../projection/summaries.ts";
import { hostAfter, tape } from "../../projection/testing/rows.ts";
import { note, reply, request } from "../../projection/testing/wire.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { LONG_PRESS_MS } from "../frame/thread-list-gestures.ts";
import { REFRESH_EVERY_MS } from "../frame/thread-list-keeper.tsx";
import { isUnread, markSeen } from "../frame/thread-list-marks.ts";
import { openMenu } from "../frame/thread-list-menu.ts";
import { Sidebar } from "../frame/sidebar.tsx";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { Composer } from "../composer/composer.tsx";
import { aThread, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { setQuestion, setSaid } from "./doing.ts";
import { refusalSentence } from "./refusals.ts";
import { threadItems } from "./thread-items.ts";

beforeEach(preparePage);
afterEach(() => {
  openMenu(null);
  setQuestion(null);
  setSaid(null);
  clearPage();
});

function setUp(acts: Partial<ThreadActs> = {}, stored: unknown = { seen: [], removed: [] }, host = "h") {
  const session = fakeSession();
  const add = (id: string, more: Partial<ThreadSummary> = {}) => {
    const summary = summaryOf(session.state, id, () => undefined);
    return Object.assign(summary, { name: id, preview: "p", status: { type: "idle" } }, more);
  };
  const put = vi.fn(() => Promise.resolve());
  const services = {
    journal: {
      get: (key: string) => Promise.resolve(key.endsWith("/marks") ? stored : undefined),
      put,
    },
    actions: { threads: () => Promise.resolve(acts) },
    hosts: () => [{ record: { id: host, label: "devbox" }, session }],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const show = (open: string | null = null) =>
    render(() => (
      <ServicesProvider services={services}>
        <Sidebar thread={open} />
      </ServicesProvider>
    ));
  const row = (id: string) => {
    const found = document.querySelector<HTMLElement>(`a[data-thread-id="${id}"]`);
    if (found === null) throw new Error(`no row ${id}`);
    return found;
  };
  return { session, services, add, show, row, put };
}

const done = () => Promise.resolve({ ok: true, value: null } as const);

describe("the menu of a thread", () => {
  test("[VIW-821] the command for a terminal is the program's own; where it is not known none is offered", async () => {
    const { session, add, show, row } = setUp();
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText }, userAgent: "", platform: "" });
    const told = (codexHome: string) => {
      const state = hostAfter(
        tape()
          .out(request("i", "initialize", {}))
          .in(reply("i", { userAgent: "heron/2.4.0 (linux)", codexHome }))
          .in(note("thread/started", { thread: { id: "a", preview: "p", status: { type: "idle" }, turns: [] } })).rows,
      );
      const { current } = state;
      const generation = current === null ? undefined : state.generations.get(current);
      if (generation === undefined) throw new Error("no process");
      generation.loaded.add("a");
      Object.assign(session.state, { current, generations: state.generations });
      changed(new Set([session.state]));
    };
    const words = async (item: RegExp) => {
      fireEvent.click(within(row("a").parentElement ?? document.body).getByRole("button", { name: "Thread menu" }));
      await screen.findByRole("menu");
      const found = screen.queryByRole("menuitem", { name: item });
      if (found === null) openMenu(null);
      else fireEvent.click(found);
      return found?.textContent ?? null;
    };
    add("a");
    show();

    told("/home/mara/.heron");
    expect(await words(/command for a terminal/)).not.toBeNull();
    await expect.poll(() => writeText.mock.calls).toEqual([["heron resume a"]]);
    await words(/^Release/);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("usually with:heron resume a");
    setQuestion(null);

    told("/srv/heron-data");
    expect(await words(/command for a terminal/)).toBeNull();
    await words(/^Release/);
    expect((await screen.findByRole("dialog")).textContent).toContain("Released, it can be opened there.");
    expect(screen.getByRole("dialog").textContent).not.toContain("resume");
    expect(writeText).toHaveBeenCalledTimes(1);
  });

  test("[VIW-380] it opens by right click, by its button, by a long press and by F2 straight to the name; a press that moves scrolls", async () => {
    const { add, show, row } = setUp();
    add("a");
    show();
    fireEvent.click(within(row("a").parentElement ?? document.body).getByRole("button", { name: "Thread menu" }));
    const menu = await screen.findByRole("menu", { name: "Thread: a" });
    fireEvent.keyDown(menu, { key: "Escape" });
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement, "the focus goes back").toBe(row("a"));

    fireEvent.contextMenu(row("a"), { clientX: 10, clientY: 10, button: 2 });
    expect(await screen.findByRole("menu")).toBeTruthy();
    openMenu(null);

    vi.useFakeTimers();
    const touch = (type: string, x: number) =>
      row("a").dispatchEvent(
        Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, clientY: 0 }), { pointerType: "touch" }),
      );
    touch("pointerdown", 0);
    touch("pointermove", 40);
    vi.advanceTimersByTime(LONG_PRESS_MS);
    expect(screen.queryByRole("menu")).toBeNull();
    touch("pointerdown", 0);
    vi.advanceTimersByTime(LONG_PRESS_MS);
    expect(screen.getByRole("menu")).toBeTruthy();
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    row("a").dispatchEvent(click);
    expect(click.defaultPrevented, "the press does not follow the link too").toBe(true);
    openMenu(null);

    fireEvent.keyDown(row("a"), { key: "F2" });
    expect(screen.getByRole("textbox", { name: "Name" })).toBeTruthy();
  });

  test("[VIW-381] arrows, Home, End and first letters go through it; what cannot be done now says why and does nothing", async () => {
    const { session, add, show, row } = setUp();
    add("a");
    session.set({ connection: "offline" });
    show();
    fireEvent.click(within(row("a").parentElement ?? document.body).getByRole("button", { name: "Thread menu" }));
    const menu = await screen.findByRole("menu");
    const focused = () => document.activeElement?.textContent ?? "";
    expect(focused()).toContain("Rename");
    fireEvent.keyDown(menu, { key: "ArrowDown" });
    expect(focused()).toContain("Pin");
    fireEvent.keyDown(menu, { key: "End" });
    expect(focused()).toContain("Delete");
    fireEvent.keyDown(menu, { key: "ArrowDown" });
    expect(focused()).toContain("Rename");
    fireEvent.keyDown(menu, { key: "f" });
    expect(focused()).toContain("Fork");
    const fork = screen.getByRole("menuitem", { name: /Fork/ });
    expect(fork.getAttribute("aria-disabled")).toBe("true");
    expect(fork.textContent).toContain("needs the connection");
    fireEvent.click(fork);
    expect(screen.getByRole("menu")).toBe(menu);
  });

  test("[VIW-382] what was refused is said in a sentence with what to do; what was done can be undone", async () => {
    const active = { type: "rpc", code: -32600, message: "thread a already has an active writer", data: null } as const;
    const archive = vi.fn(done);
    archive.mockResolvedValueOnce({ ok: false, reason: active } as never);
    const unarchive = vi.fn(done);
    const { add, show, row } = setUp({ archive, unarchive });
    add("a");
    show();
    const choose = async () => {
      fireEvent.contextMenu(row("a"), { clientX: 1, clientY: 1, button: 2 });
      fireEvent.click(await screen.findByRole("menuitem", { name: "Archive" }));
    };
    await choose();
    expect((await screen.findByRole("dialog", { name: "It was not archived" })).textContent).toContain(
      "open in another program",
    );
    setQuestion(null);
    await choose();
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await expect.poll(() => unarchive.mock.calls.length).toBe(1);
  });

  test("[VIW-383] deleting is asked first, and takes it off this device's list unless that is not wanted", async () => {
    const remove = vi.fn(done);
    const { session, add, show, row } = setUp({ remove });
    const thread = add("a");
    add("b");
    show();
    fireEvent.contextMenu(row("a"), { clientX: 1, clientY: 1, button: 2 });
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete …" }));
    const dialog = screen.getByRole("dialog");
    expect(remove).not.toHaveBeenCalled();
    expect(dialog.textContent).toContain("for good");
    fireEvent.click(within(dialog).getByRole("checkbox"));
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    thread.deleted = true;
    changed(new Set<object>([thread, session.state]));
    expect(row("a").textContent).toContain("deleted on the machine");
    fireEvent.contextMenu(row("a"), { clientX: 1, clientY: 1, button: 2 });
    fireEvent.click(await screen.findByRole("menuitem", { name: /Take off/ }));
    fireEvent.click(screen.getByRole("button", { name: "Take it off" }));
    expect(document.querySelector('a[data-thread-id="a"]')).toBeNull();
    expect(row("b")).toBeTruthy();
  });

  test("[VIW-384] what does not fit a thread says why: one without a message, one that works, one that is archived, one that is gone", () => {
    const { add } = setUp();
    const items = (more: Partial<ThreadSummary>, loaded = false) =>
      new Map(
        threadItems({ thread: add("x", more), connected: true, loaded, unread: false, onScreen: false, command: null })
          .flat()
          .map(({ act, why }) => [act, why]),
      );
    expect(items({ preview: "", lastTurn: null }).get("fork")).toContain("no message");
    const works = items({ preview: "p", status: { type: "active", flags: [] } }, true);
    expect(works.get("compact"), "it asks first").toBeNull();
    expect(works.get("fork")).toBeNull();
    expect(works.has("release")).toBe(true);
    const archived = items({ status: { type: "notLoaded" }, archived: true });
    expect(archived.get("rename")).toContain("bring it back");
    expect(archived.has("unarchive")).toBe(true);
    expect(archived.has("release")).toBe(false);
    const gone = items({ archived: false, deleted: true });
    expect(gone.has("fork")).toBe(false);
    expect(gone.has("delete")).toBe(false);
    expect(gone.get("forget")).toBeNull();
  });

  test("[VIW-382] refusals that are known have a sentence of their own; others are the server's words", () => {
    const say = (message: string) => refusalSentence({ type: "rpc", code: -32600, message, data: null });
    expect(say("cannot delete thread x: forked history still references it")).toContain("Forks of this thread");
    expect(say("session x is archived. Run `codex unarchive x`")).toContain("Bring it back first");
    expect(say("no rollout found for thread id x")).toContain("stored on this device stays");
    expect(say("a new reason")).toBe("The server said: a new reason");
  });
});

describe("a thread that cannot be written to", () => {
  test("[VIW-385] held elsewhere, archived or deleted: the message box says why and takes nothing, until that is over", () => {
    const { session, services, add } = setUp();
    const summary = add("T");
    const state = aThread("T");
    render(() => (
      <ServicesProvider services={services}>
        <Composer session={session} state={state} />
      </ServicesProvider>
    ));
    const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
    const tell = () => changed(new Set<object>([state, summary]));
    expect(box().disabled).toBe(false);
    for (const [change, word] of [
      [() => (state.heldElsewhere = true), "take it over or fork it"],
      [() => ((state.heldElsewhere = false), (summary.archived = true)), "bring it back"],
      [() => (summary.deleted = true), "Deleted on the machine"],
    ] as const) {
      change();
      tell();
      expect(box().placeholder).toContain(word);
      expect(box().disabled).toBe(true);
    }
    summary.archived = false;
    summary.deleted = false;
    tell();
    expect(box().disabled).toBe(false);
  });
});

describe("what this device alone knows of its threads", () => {
  const ended = (id: string) => ({ lastTurn: { id, status: "completed" } });

  test("[VIW-375] nothing of the past is news to a device that meets a host; what ends unseen is, until it is looked at", async () => {
    const { session, add, show, row, put } = setUp({}, null, "new");
    const a = add("a", ended("t1"));
    const b = add("b", ended("t1"));
    show("b");
    await expect.poll(() => put.mock.calls.length).toBeGreaterThan(0);
    expect(row("a").dataset["unread"]).toBeUndefined();
    for (const thread of [a, b]) thread.lastTurn = { id: "t2", status: "inProgress" };
    changed(new Set<object>([a, b]));
    expect(row("a").dataset["unread"]).toBeUndefined();
    for (const thread of [a, b]) Object.assign(thread, ended("t2"));
    changed(new Set<object>([a, b, session.state]));
    await expect.poll(() => row("a").dataset["unread"]).toBe("");
    expect(row("a").textContent).toContain("Not read yet");
    expect(row("b").dataset["unread"], "it is on screen").toBeUndefined();
    markSeen("new", "a", "t2");
    expect(row("a").dataset["unread"]).toBeUndefined();
    markSeen("new", "a", null);
    expect(isUnread("new", a)).toBe(true);
    expect(isUnread("new", add("child", { ...ended("t3"), parent: "a" })), "sub-agents are their parent's matter").toBe(
      false,
    );
  });

  test("[VIW-376] marks of other tabs are kept; what is stored in another shape is nothing", async () => {
    const { add, show, row, put } = setUp({}, { seen: [["a", "t1"], ["b"], 5], removed: ["gone", 7] });
    add("a", ended("t1"));
    add("b", ended("t1"));
    add("gone");
    show();
    await expect.poll(() => document.querySelector('a[data-thread-id="gone"]')).toBeNull();
    expect(row("a").dataset["unread"]).toBeUndefined();
    expect(row("b").dataset["unread"]).toBe("");
    markSeen("h", "b", "t1");
    await expect
      .poll(() => put.mock.calls.at(-1))
      .toEqual([
        "h/marks",
        {
          seen: [
            ["a", "t1"],
            ["b", "t1"],
          ],
          removed: ["gone"],
        },
      ]);
  });

  test("[VIW-379] coming back to the window reads the newest page of the list, not more often than it may, and not without a connection", async () => {
    const refresh = vi.fn(done);
    const { session, add, show, row } = setUp({ refresh });
    add("a");
    show();
    // The keeper comes behind the first screen.
    await expect
      .poll(() => {
        fireEvent.keyDown(row("a"), { key: "F2" });
        return screen.queryByRole("textbox", { name: "Name" });
      })
      .toBeTruthy();
    const come = async (later: number) => {
      vi.setSystemTime(Date.now() + later);
      dispatchEvent(new Event("focus"));
      await Promise.resolve();
      await Promise.resolve();
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    await come(1000);
    expect(refresh).not.toHaveBeenCalled();
    await come(REFRESH_EVERY_MS);
    expect(refresh).toHaveBeenCalledOnce();
    await come(1000);
    expect(refresh).toHaveBeenCalledOnce();
    session.set({ connection: "offline" });
    await come(REFRESH_EVERY_MS);
    expect(refresh).toHaveBeenCalledOnce();
  });

  test("[VIW-377] arrows go from row to row", async () => {
    const { add, show, row } = setUp();
    add("a", { updatedAt: 2 });
    add("b", { updatedAt: 1 });
    show();
    row("a").focus();
    // The listeners come behind the first screen.
    await expect
      .poll(() => {
        fireEvent.keyDown(row("a"), { key: "ArrowDown" });
        return document.activeElement;
      })
      .toBe(row("b"));
    fireEvent.keyDown(row("b"), { key: "ArrowUp" });
    expect(document.activeElement).toBe(row("a"));
  });
});
