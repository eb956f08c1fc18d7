// @vitest-environment jsdom
// What goes wrong in between: presses that come too early, files that come late, boxes that go and come, stores that are full.
import { fireEvent, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemoryJournal } from "../../../journal/memory.ts";
import { clearPage } from "../../testing.tsx";
import { putIntoBox } from "../put-back.ts";
import { chips, file, paste, PNG, prepareBox, send, setUp, type } from "./testing.tsx";

beforeEach(prepareBox);
afterEach(clearPage);

const gate = () => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
};
/** A file whose bytes come when they are let. */
function slowFile(name: string, until: Promise<void>): File {
  const slow = file(name, "late");
  slow.arrayBuffer = () => until.then(() => new TextEncoder().encode("late").buffer);
  return slow;
}
const goneFile = (name: string): File => {
  const gone = file(name, "x");
  gone.arrayBuffer = () => Promise.reject(new Error("gone"));
  return gone;
};

test("[VIW-740] sent right after a reload, a message takes along what is attached to its draft", async () => {
  const first = await setUp();
  paste(first.box, [file("shot.png", PNG)]);
  await expect.poll(() => first.journal.get("h/draft-parts/T")).toHaveLength(1);
  first.unmount();
  const it = await setUp(first.journal, { early: true });
  type(it.box, "what is this?");
  fireEvent.keyDown(it.box, { key: "Enter" });
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.sent()[0]?.[4]).toMatchObject([{ type: "text", text: "what is this?" }, { type: "image" }]);
});

test("[VIW-741] a file that is still read when its message is sent goes with it; one that cannot be read keeps the draft", async () => {
  const it = await setUp();
  const read = gate();
  type(it.box, "look");
  paste(it.box, [slowFile("late.txt", read.passed)]);
  expect(screen.getByText("Reading 1 file")).toBeTruthy();
  send();
  read.open();
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.sent()[0]?.[4]).toMatchObject([
    { type: "text", text: "look @uploads/late.txt " },
    { type: "mention", path: "/p/uploads/late.txt" },
  ]);
  type(it.box, "and this");
  paste(it.box, [goneFile("a.txt"), goneFile("b.txt"), goneFile("c.txt"), goneFile("d.txt")]);
  send();
  expect(
    await screen.findByText(/^a\.txt could not be read.*b\.txt.*c\.txt.*1 more were not attached\.$/),
    "each is said",
  ).toBeTruthy();
  expect([it.box.value, it.sent().length]).toEqual(["and this", 1]);
});

test("[VIW-741] what is attached while other files are written is written too, and nothing goes as a path that is nowhere", async () => {
  const write = gate();
  const it = await setUp(undefined, {
    ask: async (method) => {
      if (method === "fs/writeFile") await write.passed;
      return null;
    },
  });
  paste(it.box, [file("one.txt", "1")]);
  await expect.poll(() => it.box.value).toBe("@one.txt ");
  send();
  await expect.poll(() => it.requests.map(([method]) => method)).toContain("fs/writeFile");
  paste(it.box, [file("two.txt", "2")]);
  await expect.poll(() => it.box.value).toContain("@two.txt");
  write.open();
  await expect.poll(it.sent).toHaveLength(1);
  const [, , , , input] = it.sent()[0] ?? [];
  expect(input).toMatchObject([
    { type: "text" },
    { type: "mention", path: "/p/uploads/one.txt" },
    { type: "mention", path: "/p/uploads/two.txt" },
  ]);
});

test("[VIW-742] how a message is to reach the model is settled when it goes, not when its files began to be written", async () => {
  const write = gate();
  const it = await setUp(undefined, {
    ask: async (method) => {
      if (method !== "fs/writeFile") return null;
      await write.passed;
      // Cut right behind it.
      it.session.set({ connection: "offline" });
      return null;
    },
  });
  paste(it.box, [file("one.txt", "1")]);
  await expect.poll(() => it.box.value).toBe("@one.txt ");
  send();
  write.open();
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.sent()[0]?.[3], "only while the thread is still idle").toEqual({ type: "start" });
});

test("[VIW-743] a box that comes while the one before it still writes files does not send them again, and is empty when they have gone", async () => {
  const write = gate();
  const first = await setUp(undefined, {
    ask: async (method) => {
      if (method === "fs/writeFile") await write.passed;
      return null;
    },
  });
  paste(first.box, [file("one.txt", "1"), file("shot.png", PNG)]);
  await expect.poll(() => first.box.value).toBe("@one.txt ");
  await screen.findByText("shot.png");
  await expect.poll(() => first.journal.get("h/draft/T")).toBe("@one.txt ");
  await expect.poll(() => first.journal.get("h/draft-parts/T")).toHaveLength(2);
  send();
  await expect.poll(() => first.requests.map(([method]) => method)).toContain("fs/writeFile");
  first.unmount();
  const it = await setUp(first.journal);
  await expect.poll(() => it.box.value).toBe("@one.txt ");
  await expect.poll(() => chips().length).toBe(2);
  send();
  fireEvent.keyDown(it.box, { key: "Enter" });
  write.open();
  await expect.poll(first.sent).toHaveLength(1);
  await expect.poll(() => it.box.value).toBe("");
  await expect.poll(() => screen.queryByRole("list", { name: "Attached" })).toBeNull();
  await expect.poll(() => first.journal.get("h/draft-parts/T")).toBeUndefined();
  expect(it.sent()).toEqual([]);
});

test("[VIW-744] a picture that is sent at once waits for what the server says of its model", async () => {
  let tell = (): void => undefined;
  const it = await setUp(undefined, { models: (now) => (tell = now) });
  it.state.settings.model = "ears";
  paste(it.box, [file("shot.png", PNG)]);
  await screen.findByText("shot.png");
  send();
  await expect.poll(() => it.box.readOnly).toBe(true);
  tell();
  expect(await screen.findByText(/Ears 1 takes no images/)).toBeTruthy();
  expect(it.sent()).toEqual([]);
});

test("[VIW-745] files that are pasted with their names beside them are files; with other words, words", async () => {
  const it = await setUp();
  const fire = (files: readonly File[], text: string) => paste(it.box, files, text);
  fire([file("a b.png", PNG)], "file:///home/mara/a%20b.png");
  await screen.findByText("a b.png");
  fire([file("c.png", PNG)], "/home/mara/c.png\r\n");
  await screen.findByText("c.png");
  fire([file("image.png", PNG)], "a cell of a table");
  expect(chips()).toHaveLength(2);
});

test("[VIW-746] a file is what its bytes are: no picture where it only says so", async () => {
  const it = await setUp();
  paste(it.box, [file("photo.png", "<html>", "image/png"), file("nothing.png", "", "image/png")]);
  await expect.poll(() => it.box.value).toBe("@photo.png @nothing.png ");
  expect(document.querySelector(".part-chip img")).toBeNull();
  send();
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.requests.filter(([method]) => method === "fs/writeFile").map(([, params]) => params["dataBase64"])).toEqual(
    [btoa("<html>"), ""],
  );
});

test("[VIW-747] what is put into the box has the box’s own line ends, and stays a message: no command, no act of the app", async () => {
  const it = await setUp();
  putIntoBox({ thread: "T", text: "one\r\ntwo" });
  await expect.poll(() => it.box.value).toBe("one\ntwo");
  paste(it.box, [file("x.txt", "x")]);
  await expect.poll(() => it.box.value).toBe("one\ntwo @x.txt ");
  for (const words of ["/compact", "/stop now", "//twice", "!ls"]) {
    type(it.box, "");
    putIntoBox({ thread: "T", text: words });
    await expect.poll(() => it.box.value).toBe(` ${words}`);
  }
  type(it.box, "");
  putIntoBox({ thread: "T", text: "/usr/bin/env is a path" });
  await expect.poll(() => it.box.value).toBe("/usr/bin/env is a path");
});

test("[VIW-502] what could not be stored stays in the box whatever else is attached or taken out, and no longer than it stands is it said", async () => {
  const journal = createMemoryJournal();
  let full = true;
  const it = await setUp({
    ...journal,
    put: (key, value) =>
      full && value !== undefined && key.includes("/draft-part/")
        ? Promise.reject(new Error("QuotaExceededError"))
        : journal.put(key, value),
  });
  paste(it.box, [file("big.png", PNG)]);
  expect(await screen.findByText(/could not be stored on this device/)).toBeTruthy();
  full = false;
  paste(it.box, [file("small.png", PNG)]);
  await expect.poll(() => journal.get("h/draft-parts/T")).toHaveLength(1);
  expect(chips()).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Remove big.png" }));
  await expect.poll(() => screen.queryByText(/could not be stored/)).toBeNull();
  expect(chips()).toHaveLength(1);
});

test("[VIW-748] the dialogs of what is attached stand outside of the form of the message: an Enter in them sends nothing", async () => {
  const it = await setUp();
  paste(it.box, [file("shot.png", PNG), file("x.txt", "x")]);
  fireEvent.click((await screen.findByText("shot.png")).closest("button") ?? document.body);
  expect((await screen.findByRole("radio", { name: "Inside of the message" })).closest("form")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Change folder", hidden: true }));
  expect((await screen.findByLabelText("Folder on the machine")).closest("form")).toBeNull();
});

test("[VIW-502] drafts, what is attached to them and what was put aside go with their host", async () => {
  const it = await setUp();
  type(it.box, "half a thought");
  paste(it.box, [file("shot.png", PNG)]);
  await expect.poll(() => it.journal.get("h/draft-parts/T")).toHaveLength(1);
  await expect.poll(() => it.journal.get("h/draft/T")).toBe("half a thought");
  it.unmount();
  await it.journal.removeHost("h");
  const again = await setUp(it.journal);
  expect([again.box.value, screen.queryByRole("list", { name: "Attached" })]).toEqual(["", null]);
});

test("[VIW-509] a file of which nobody knows whether it was written is told as such", async () => {
  const it = await setUp(undefined, {
    ask: (method) => Promise.resolve(method === "fs/writeFile" ? { ok: false, reason: { type: "missed" } } : null),
  });
  paste(it.box, [file("one.txt", "1")]);
  await expect.poll(() => it.box.value).toBe("@one.txt ");
  send();
  expect(
    await screen.findByText(
      /Whether one\.txt was written to \/p\/uploads is not known; sent again, it may be there twice/,
    ),
  ).toBeTruthy();
  expect([it.box.value, it.sent().length]).toEqual(["@one.txt ", 0]);
});
