// @vitest-environment jsdom
import { fireEvent, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Outgoing } from "../../../projection/state.ts";
import { changed } from "../../live.ts";
import { clearPage } from "../../testing.tsx";
import { putIntoBox } from "../put-back.ts";
import { chips, file, paste, PNG, prepareBox, send, setUp, type } from "./testing.tsx";

beforeEach(prepareBox);
afterEach(clearPage);

test("[VIW-507] a picture that is pasted or dropped is a chip, kept over a reload, and goes inside of the message; alone too", async () => {
  const first = await setUp();
  paste(first.box, [file("shot.png", PNG, "image/png")]);
  expect((await screen.findByText("shot.png")).closest("[data-part-kind]")?.getAttribute("data-part-kind")).toBe(
    "image",
  );
  expect(document.querySelector<HTMLImageElement>(".part-chip img")?.src).toMatch(/^data:image\/png;base64,/);
  await expect.poll(() => first.journal.get("h/draft-parts/T")).toHaveLength(1);
  first.unmount();
  const it = await setUp(first.journal);
  await screen.findByText("shot.png");
  send();
  await expect.poll(it.sent).toHaveLength(1);
  const [, thread, words, , input] = it.sent()[0] ?? [];
  expect([thread, words]).toEqual(["T", ""]);
  expect(input).toEqual([{ type: "image", url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) }]);
  expect(screen.queryByRole("list", { name: "Attached" })).toBeNull();
  const drop = new Event("drop", { cancelable: true, bubbles: true });
  Object.assign(drop, { dataTransfer: { types: ["Files"], files: [file("dropped.png", PNG)] } });
  document.body.dispatchEvent(drop);
  await screen.findByText("dropped.png");
  expect(drop.defaultPrevented).toBe(true);
});

test("[VIW-508] any file is named in the text and written to the shown folder when the message is sent, and its name becomes its place", async () => {
  const it = await setUp();
  type(it.box, "look at");
  it.box.setSelectionRange(7, 7);
  paste(it.box, [file("my notes.txt", "the notes", "text/plain")]);
  await expect.poll(() => it.box.value).toBe('look at @"my notes.txt" ');
  expect(screen.getByText("/p/uploads")).toBeTruthy();
  expect(it.requests, "nothing is written before that").toEqual([]);
  send();
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.requests.map(([method]) => method)).toEqual(["fs/createDirectory", "fs/getMetadata", "fs/writeFile"]);
  expect(it.sent()[0]?.[4]).toEqual([
    {
      type: "text",
      text: 'look at @"uploads/my notes.txt" ',
      text_elements: [{ byteRange: { start: 8, end: 31 }, placeholder: '@"uploads/my notes.txt"' }],
    },
    { type: "mention", name: "my notes.txt", path: "/p/uploads/my notes.txt" },
  ]);
  expect(it.box.value).toBe("");
});

test("[VIW-509] a file that could not be written, or cannot be now, keeps the draft and says why; nothing is sent", async () => {
  const it = await setUp();
  paste(it.box, [file("notes.txt", "the notes")]);
  await expect.poll(() => it.box.value).toBe("@notes.txt ");
  it.refuseWrite("disk full");
  send();
  expect(await screen.findByText(/could not be written to \/p\/uploads, and nothing was sent.*disk full/)).toBeTruthy();
  expect([it.box.value, chips().length, it.sent().length]).toEqual(["@notes.txt ", 1, 0]);
  it.session.set({ connection: "offline" });
  send();
  expect(await screen.findByText(/Not connected.*not sent; all of it stays here/)).toBeTruthy();
  it.session.set({ connection: "live" });
  it.refuseWrite(null);
  send();
  await expect.poll(it.sent).toHaveLength(1);
});

test("[VIW-510] what is too large for the relay is refused before it is sent; a picture stays to be made smaller", async () => {
  const it = await setUp();
  it.session.set({ maxMessage: 16_384 });
  paste(it.box, [file("movie.bin", "x".repeat(10_000))]);
  expect(
    await screen.findByText(/movie\.bin is too large to send: it has 10 kB.*at most 9\.2 kB.*It was not attached/),
  ).toBeTruthy();
  expect(it.box.value).toBe("");
  const photo = new Uint8Array(5 * 1024 * 1024);
  photo.set(PNG);
  paste(it.box, [file("photo.png", photo)]);
  expect(await screen.findByText(/too large, at most/)).toBeTruthy();
  type(it.box, "see");
  send();
  expect(await screen.findByText(/photo\.png is too large.*make it smaller.*Nothing was sent/)).toBeTruthy();
  expect([it.box.value, chips().length, it.sent().length]).toEqual(["see", 1, 0]);
});

test("[VIW-510] parts that fit one by one and not in one line are refused together, with what to do", async () => {
  const it = await setUp();
  it.session.set({ maxMessage: 1_000_000 });
  const photo = new Uint8Array(400_000);
  photo.set(PNG);
  paste(it.box, [file("a.png", photo), file("b.png", photo)]);
  await screen.findByText("b.png");
  send();
  expect(
    await screen.findByText(/The message is too large: it would be 1\.1 MB, and this relay takes 1\.0 MB/),
  ).toBeTruthy();
  expect(it.sent()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Remove a.png" }));
  send();
  await expect.poll(it.sent).toHaveLength(1);
});

test("[VIW-510] words alone that are too many for the relay stay in the box as well", async () => {
  const it = await setUp();
  it.session.set({ maxMessage: 150_000 });
  type(it.box, "a".repeat(160_000));
  send();
  expect(await screen.findByText(/The message is too large: it would be 164 kB/)).toBeTruthy();
  expect([it.box.value.length, it.sent().length]).toEqual([160_000, 0]);
  type(it.box, "a".repeat(120_000));
  send();
  await expect.poll(it.sent).toHaveLength(1);
});

test("[VIW-520] two photos of 19 MB are written to the machine one by one, no line longer than a relay of 16 MiB takes", async () => {
  const it = await setUp();
  const most = 16 * 1024 * 1024;
  it.session.set({ maxMessage: most });
  const photo = new Uint8Array(9_500_000);
  photo.set(PNG);
  paste(it.box, [file("one.png", photo), file("two.png", photo)]);
  await screen.findByText("two.png");
  send();
  await expect.poll(it.sent, { timeout: 20_000 }).toHaveLength(1);
  expect(it.sent()[0]?.[4]).toEqual([
    { type: "localImage", path: "/p/uploads/one.png" },
    { type: "localImage", path: "/p/uploads/two.png" },
  ]);
  const written = it.requests.filter(([method]) => method === "fs/writeFile");
  expect(written.map(([, params]) => params["path"])).toEqual(["/p/uploads/one.png", "/p/uploads/two.png"]);
  for (const [, params] of written) expect(JSON.stringify(params).length + 200).toBeLessThan(most);
});

test("[VIW-511] sound for a model that takes none is marked and refused with the models that would; a switch of model frees it", async () => {
  const it = await setUp();
  paste(it.box, [file("memo.wav", "RIFFxxxxWAVE", "audio/wav")]);
  expect(await screen.findByText(/not for Eyes 1/)).toBeTruthy();
  send();
  expect(await screen.findByText(/memo\.wav: Eyes 1 takes no audio.*Ears 1.*Nothing was sent/)).toBeTruthy();
  expect(it.sent()).toEqual([]);
  it.state.settings = { ...it.state.settings, model: "ears" };
  changed(new Set<object>([it.state]));
  send();
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.sent()[0]?.[4]).toMatchObject([{ type: "audio" }]);
});

test("[VIW-511] for a model that is in no list it is said that nobody knows, and it is sent", async () => {
  const it = await setUp();
  it.state.settings.model = "elsewhere";
  paste(it.box, [file("shot.png", PNG)]);
  expect(await screen.findByText(/elsewhere is not in the server’s list of models/)).toBeTruthy();
  send();
  await expect.poll(it.sent).toHaveLength(1);
});

test("[VIW-512] a long paste is folded into a chip, sent as a text of its own, and can be unfolded again", async () => {
  const it = await setUp();
  const long = "line\n".repeat(300);
  paste(it.box, [], long);
  fireEvent.click(await screen.findByText("Pasted text, 301 lines"));
  fireEvent.click(await screen.findByRole("button", { name: "Unfold into the message" }));
  expect(it.box.value).toBe(long);
  expect(screen.queryByRole("list", { name: "Attached" })).toBeNull();
  type(it.box, "what is this?");
  paste(it.box, [], long);
  await screen.findByText("Pasted text, 301 lines");
  send();
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.sent()[0]?.[4]).toEqual([
    { type: "text", text: "what is this?", text_elements: [] },
    {
      type: "text",
      text: long,
      text_elements: [{ byteRange: { start: 0, end: 1500 }, placeholder: "[Pasted text, 301 lines]" }],
    },
  ]);
  expect(fireEvent.paste(it.box, { clipboardData: { files: [], getData: () => "short" } }), "a short one is text").toBe(
    true,
  );
});

test("[VIW-513] a part goes with its name in the text and comes back with an undo; taken out as a chip it takes its name along", async () => {
  const it = await setUp();
  paste(it.box, [file("notes.txt", "the notes")]);
  await expect.poll(() => it.box.value).toBe("@notes.txt ");
  type(it.box, "@notes.tx");
  expect(screen.queryByRole("list", { name: "Attached" })).toBeNull();
  type(it.box, "see @notes.txt please");
  await expect.poll(() => chips().length).toBe(1);
  fireEvent.click(screen.getByRole("button", { name: "Remove notes.txt" }));
  expect(it.box.value).toBe("see please");
});

test("[VIW-514] a message with parts that comes back is in the box as it was, and stored before its other copy goes", async () => {
  const it = await setUp();
  const input = [
    { type: "text", text: "see @a.ts", text_elements: [{ byteRange: { start: 4, end: 9 }, placeholder: "@a.ts" }] },
    { type: "mention", name: "a.ts", path: "/p/a.ts" },
  ];
  const kept = vi.fn();
  putIntoBox({ thread: "T", text: "see @a.ts", input, kept });
  await expect.poll(() => kept.mock.calls.length).toBe(1);
  expect(it.box.value).toBe("see @a.ts");
  expect(await it.journal.get("h/draft-parts/T")).toHaveLength(1);
  send();
  await expect.poll(it.sent).toHaveLength(1);
  expect(it.sent()[0]?.[4]).toEqual(input);
  const id = `m${it.session.asked.length}`;
  const outgoing: Outgoing = {
    clientUserMessageId: id,
    text: "see @a.ts",
    input,
    at: 0,
    generation: "g",
    state: { type: "failed", message: "unknown variant `mention`" },
  };
  await Promise.resolve();
  it.state.outgoing.set(id, outgoing);
  changed(new Set<object>([it.state]));
  await expect.poll(() => it.box.value).toBe("see @a.ts");
  await expect.poll(() => it.session.asked).toContainEqual(["discard", id]);
  expect(screen.getByText(/open that and send its path in words/)).toBeTruthy();
  // The way round what the server does not take, in words that the person sees.
  fireEvent.click(await screen.findByText("a.ts"));
  fireEvent.click(await screen.findByRole("button", { name: "Replace by its path in words" }));
  expect(it.box.value).toMatch(/^see \s*\/p\/a\.ts$/);
  expect(screen.queryByRole("list", { name: "Attached" })).toBeNull();
});

test("[VIW-515] a command takes nothing along: what is attached stays in the box", async () => {
  const it = await setUp();
  paste(it.box, [file("shot.png", PNG)]);
  await screen.findByText("shot.png");
  type(it.box, "!ls");
  fireEvent.click(screen.getByRole("button", { name: "Run without sandbox" }));
  expect(await screen.findByText(/A command takes nothing along/)).toBeTruthy();
  expect(chips()).toHaveLength(1);
});

test("[VIW-514] two messages with parts that are refused at once are both in the box, and neither takes the other's words", async () => {
  const it = await setUp();
  const input = (words: string) => [
    { type: "text", text: words, text_elements: [] },
    { type: "image", url: `data:image/png;base64,${btoa(words)}` },
  ];
  const refused: Outgoing[] = [];
  for (const words of ["first", "second"]) {
    putIntoBox({ thread: "T", text: words, input: input(words) });
    await expect.poll(() => it.box.value).toBe(words);
    await expect.poll(() => chips().length).toBe(1);
    const before = it.sent().length;
    send();
    await expect.poll(it.sent).toHaveLength(before + 1);
    await Promise.resolve();
    refused.push({
      clientUserMessageId: `m${it.session.asked.length}`,
      text: words,
      input: input(words),
      at: 0,
      generation: "g",
      state: { type: "failed", message: "no" },
    });
  }
  for (const outgoing of refused) it.state.outgoing.set(outgoing.clientUserMessageId, outgoing);
  changed(new Set<object>([it.state]));
  await expect.poll(() => it.session.asked.filter(([verb]) => verb === "discard").length).toBeGreaterThan(0);
  const kept = it.session.asked.filter(([verb]) => verb === "discard").length;
  expect(chips()).toHaveLength(kept);
  expect(it.box.value).toBe(kept === 2 ? "first\nsecond" : "first");
});
