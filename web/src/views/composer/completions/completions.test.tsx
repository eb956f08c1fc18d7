// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../../actions/contract.ts";
import type { FileSearchTold } from "../../../actions/find-files.ts";
import type { Mentionable, MentionableList } from "../../../actions/mentionables.ts";
import { changed } from "../../live.ts";
import { place, startRouting } from "../../route.tsx";
import { ServicesProvider } from "../../services.tsx";
import { aThread, aTurn, anItem, clearPage, fakeServices, fakeSession, preparePage } from "../../testing.tsx";
import { openThreadSettings, settingsOf } from "../../thread-settings/asked.ts";
import { Composer } from "../composer.tsx";

beforeEach(() => {
  preparePage();
  Element.prototype.scrollIntoView = () => undefined;
  openThreadSettings(null);
  startRouting([]);
});
afterEach(clearPage);

/** What loads late is compiled when it is first asked for. */
const soon = <T,>(value: () => T) => expect.poll(value, { timeout: 20_000 });
const ROOT = "/home/mara/a project";
const skill: Mentionable = {
  kind: "skill",
  name: "kit:crane",
  title: "Crane",
  description: "Moves loads.",
  source: "repo",
  off: null,
  path: "/s/crane/SKILL.md",
};
const LISTS: MentionableList[] = [
  {
    kind: "skill",
    found: [skill, { ...skill, name: "tides", title: "tides", path: "/s/t", off: "turned off" }],
    failed: null,
    errors: ["bad front matter"],
  },
  {
    kind: "app",
    found: [{ ...skill, kind: "app", name: "Mail", title: "Mail", path: "app://a1" }],
    failed: null,
    errors: [],
  },
  {
    kind: "plugin",
    found: [],
    failed: { type: "rpc", code: -32600, message: "no plugins here", data: null },
    errors: [],
  },
];

function setUp(lists = LISTS, stored = new Map<string, unknown>()) {
  const session = fakeSession();
  const thread = aThread();
  thread.settings.cwd = ROOT;
  const looked: string[] = [];
  let told: FileSearchTold | null = null;
  let ended = 0;
  const completions = {
    findFiles(_session: unknown, roots: readonly string[], tell: FileSearchTold) {
      looked.push(roots.join(" "));
      told = tell;
      return { look: (query: string) => void looked.push(query), end: () => void (ended += 1) };
    },
    mentionables: () => Promise.resolve(lists),
  };
  const services = fakeServices(session, {
    journal: {
      get: (key: string) => Promise.resolve(stored.get(key)),
      put: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
    } as unknown as AppServices["journal"],
    actions: {
      completions: () => Promise.resolve(completions),
      queue: () => Promise.resolve({ list: () => Promise.resolve({ ok: true, value: null }) }),
    } as unknown as AppServices["actions"],
  });
  const { unmount } = render(() => (
    <ServicesProvider services={services}>
      <Composer session={session} state={thread} />
    </ServicesProvider>
  ));
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  const type = (text: string) => fireEvent.input(box, { target: { value: text } });
  const press = (key: string, more: object = {}) => fireEvent.keyDown(box, { key, ...more });
  const files = (query: string, ...paths: string[]) =>
    told?.hits({ query, files: paths.map((path) => ({ root: ROOT, path, folder: false, marks: [0, 1] })) });
  return { session, thread, box, type, press, files, looked, stored, unmount, ended: () => ended };
}
const options = () => screen.getAllByRole("option").map((option) => option.querySelector("bdi")?.textContent ?? "");
const notes = () => [...document.querySelectorAll(".completions__note")].map((note) => note.textContent).join("\n");
const active = () =>
  document.getElementById(
    screen.getByRole("textbox", { name: "Message" }).getAttribute("aria-activedescendant") ?? "none",
  );

test("[VIW-531] @ finds files as they are written, keys choose and take one, and it goes as a mention with its words in the text", async () => {
  const { session, box, type, press, files, looked, ended } = setUp();
  type("see @");
  await soon(() => looked).toEqual([ROOT, ""]);
  expect(notes()).toBe("Write a part of a file’s name or path.");
  type("see @ha");
  expect(looked.at(-1)).toBe("ha");
  press("Enter");
  expect([session.asked, box.value], "nothing is taken or sent while it is looked for").toEqual([[], "see @ha"]);
  files("ha", "harbour notes.md", "docs/hafen.md");
  expect(options()).toEqual(["harbour notes.md", "docs/hafen.md"]);
  expect(active()?.querySelectorAll("mark")).toHaveLength(1);
  expect(active()?.getAttribute("aria-selected")).toBe("true");
  press("ArrowDown");
  expect(active()?.textContent).toContain("docs/hafen.md");
  press("ArrowDown");
  press("Enter", { keyCode: 229 });
  press("Enter", { isComposing: true });
  expect(box.value, "an IME takes nothing").toBe("see @ha");
  press("Tab");
  expect(box.value).toBe('see @"harbour notes.md" ');
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(box.getAttribute("aria-activedescendant")).toBeNull();
  await soon(ended).toBe(1);
  press("Enter");
  await soon(() => session.asked.length).toBe(1);
  const [, , , , input] = session.asked[0] ?? [];
  expect(input).toEqual([
    {
      type: "text",
      text: 'see @"harbour notes.md" ',
      text_elements: [{ byteRange: { start: 4, end: 23 }, placeholder: '@"harbour notes.md"' }],
    },
    { type: "mention", name: "harbour notes.md", path: `${ROOT}/harbour notes.md` },
  ]);
});

test("[VIW-530] Escape closes the list where it is and takes nothing; a press takes an entry and leaves the focus in the box", async () => {
  const { box, type, press, files, looked } = setUp();
  type("@");
  await soon(() => looked).toHaveLength(2);
  type("@ha");
  files("ha", "harbour.md");
  press("Escape");
  expect(screen.queryByRole("listbox")).toBeNull();
  type("@har");
  expect(screen.queryByRole("listbox"), "it stays closed here").toBeNull();
  type("@har and @");
  await soon(() => looked.filter((word) => word === ROOT)).toHaveLength(2);
  type("@har and @ha");
  files("ha", "harbour.md");
  box.focus();
  const option = await screen.findByRole("option");
  expect(fireEvent.mouseDown(option), "the focus stays").toBe(false);
  fireEvent.click(option);
  expect(box.value).toBe("@har and @harbour.md ");
  expect(document.activeElement).toBe(box);
});

test("[VIW-532] $ lists skills, apps and plugins; what is off says so and is not taken; what could not be listed says why", async () => {
  const { session, box, type, press } = setUp();
  type("$");
  await screen.findByRole("listbox", { name: "Skills, apps and plugins" });
  expect(options()).toEqual(["Crane", "Mail", "tides"]);
  expect(notes()).toMatch(/The plugins could not be listed.*no plugins here/);
  expect(notes()).toContain("1 could not be read: bad front matter");
  type("$ti");
  expect(screen.getByRole("option").getAttribute("aria-disabled")).toBe("true");
  press("Enter");
  expect(box.value).toBe("$ti");
  expect(screen.getByText("tides is turned off.")).toBeTruthy();
  type("$cr");
  press("Enter");
  expect(box.value).toBe("$kit:crane ");
  type("$kit:crane $ma");
  press("Enter");
  press("Enter");
  await soon(() => session.asked.length).toBe(1);
  expect((session.asked[0]?.[4] as unknown[] | undefined)?.slice(1)).toEqual([
    { type: "skill", name: "kit:crane", path: "/s/crane/SKILL.md" },
    { type: "mention", name: "Mail", path: "app://a1" },
  ]);
  // Words that find nothing are words.
  type("set $PATH");
  expect(screen.queryByRole("listbox")).toBeNull();
  press("Enter");
  await soon(() => session.asked.length).toBe(2);
});

test("[VIW-533] / at the beginning lists the acts of the app with what each does; Enter does the one that is meant", async () => {
  const { session, box, type, press } = setUp();
  type("/");
  const list = await screen.findByRole("listbox", { name: "Acts" });
  expect(within(list).getByText("Model, effort and speed of this thread")).toBeTruthy();
  const all = "model plan permissions new queue stop diff wire back settings inbox activity";
  const pages = "usage login models mcp skills plugins config files terminal request";
  for (const name of `${all} ${pages}`.split(" ")) expect(options()).toContain(name);
  const stop = screen.getAllByRole("option").find((option) => option.textContent?.includes("/stop"));
  expect(stop?.textContent).toContain("nothing runs");
  type("/eff");
  expect(options(), "by its other names too").toEqual(["model"]);
  press("Enter");
  expect([settingsOf(), box.value, session.asked]).toEqual(["T", "", []]);
  type("/new");
  press("Enter");
  expect(place().search).toContain(encodeURIComponent(ROOT));
  type("/que");
  press("Tab");
  expect(box.value, "it is nothing without its words").toBe("/queue ");
  type("/queue then this");
  press("Enter");
  await soon(() => session.asked.length).toBe(1);
  expect(session.asked[0]?.slice(0, 4)).toEqual(["sendMessage", "T", "then this", { type: "queue" }]);
  expect(box.value).toBe("");
  type("/queue use $cr");
  await screen.findByRole("listbox", { name: "Skills, apps and plugins" });
  press("Enter");
  press("Enter");
  await soon(() => session.asked.length).toBe(2);
  expect((session.asked[1]?.[4] as unknown[] | undefined)?.[1], "with its parts").toMatchObject({ name: "kit:crane" });
  expect(box.value).toBe("");
});

test("[VIW-534] a word behind a slash that is no act is not sent: the person says whether it is text", async () => {
  const { session, box, type, press } = setUp();
  // Nothing completes yet: a draft that was there before, pasted.
  type("/plam x");
  press("Enter");
  expect(await screen.findByText(/There is no “\/plam” here/)).toBeTruthy();
  expect([session.asked, box.value]).toEqual([[], "/plam x"]);
  expect(screen.getByRole("button", { name: "/plan" }), "what it may have been meant as").toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Write on" }));
  expect(screen.queryByText(/There is no/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  fireEvent.submit(await screen.findByRole("button", { name: "Send as text" }));
  fireEvent.click(screen.getByRole("button", { name: "Send as text" }));
  await soon(() => session.asked).toEqual([["sendMessage", "T", "/plam x"]]);
  type("/stop");
  press("Escape");
  press("Enter");
  expect(await screen.findByText(/“\/stop” cannot be done now/)).toBeTruthy();
  type("//stop is a word");
  press("Enter");
  type(" /stop too");
  press("Enter");
  type("/home/mara is full");
  press("Enter");
  expect(session.asked.slice(1).map(([, , text]) => text)).toEqual([
    "/stop is a word",
    " /stop too",
    "/home/mara is full",
  ]);
});

test("[VIW-535] ArrowUp in an empty box walks the earlier messages back and forth; what was being written comes back", async () => {
  const { session, thread, box, type, press } = setUp();
  const mention = { type: "mention", name: "a b.md", path: "/p/a b.md" };
  const words = 'see @"a b.md"';
  const content = [
    { type: "text", text: words, text_elements: [{ byteRange: { start: 4, end: 13 }, placeholder: null }] },
    mention,
  ];
  anItem(aTurn(thread, "t1", { reported: "completed" }), "userMessage", { text: "one", content: [] });
  anItem(aTurn(thread, "t2", { reported: "completed" }), "userMessage", { text: words, content });
  changed(new Set([thread]));
  press("ArrowUp");
  await soon(() => box.value).toBe(words);
  press("ArrowUp");
  expect(box.value).toBe("one");
  press("ArrowUp");
  expect(box.value, "there is none before").toBe("one");
  press("ArrowDown");
  press("ArrowDown");
  expect(box.value).toBe("");
  type("half a thought");
  press("ArrowUp");
  expect(box.value, "a text is not left by a plain arrow").toBe("half a thought");
  press("ArrowUp", { altKey: true });
  expect(box.value).toBe(words);
  press("ArrowDown", { ctrlKey: true });
  expect(box.value).toBe("half a thought");
  press("ArrowUp", { ctrlKey: true });
  press("Enter");
  await soon(() => session.asked.length).toBe(1);
  expect((session.asked[0]?.[4] as unknown[] | undefined)?.[1], "with what it held").toEqual(mention);
});

/** With two messages of the person in it. */
function talked(stored = new Map<string, unknown>()) {
  const it = setUp(LISTS, stored);
  for (const [id, text] of [
    ["t1", "one"],
    ["t2", "two"],
  ] as const)
    anItem(aTurn(it.thread, id, { reported: "completed" }), "userMessage", { text, content: [] });
  changed(new Set([it.thread]));
  return it;
}

test("[VIW-749] what was being written when an earlier message was put into the box is in it again after a reload", async () => {
  const it = talked();
  it.type("half a thought");
  it.press("ArrowUp", { altKey: true });
  await soon(() => it.box.value).toBe("two");
  await expect.poll(() => it.stored.get("h/draft/T")).toBe("two");
  it.unmount();
  const next = talked(new Map(it.stored));
  await soon(() => next.box.value).toBe("half a thought");
  await expect.poll(() => next.stored.get("h/draft-aside/T")).toBeUndefined();
  await expect.poll(() => next.stored.get("h/draft/T")).toBe("half a thought");
});

test("[VIW-749] sent from the walk, an earlier message leaves what was being written to the next ArrowUp", async () => {
  const it = talked();
  it.type("half a thought");
  it.press("ArrowUp", { altKey: true });
  await soon(() => it.box.value).toBe("two");
  it.type("two again");
  it.press("Enter");
  await soon(() => it.session.asked.length).toBe(1);
  expect(it.box.value).toBe("");
  it.press("ArrowUp");
  expect(it.box.value).toBe("half a thought");
  it.press("ArrowUp", { ctrlKey: true });
  expect(it.box.value).toBe("two");
  it.press("ArrowDown", { ctrlKey: true });
  expect(it.box.value).toBe("half a thought");
});

test("[VIW-750] pressed twice before the acts of the app are known, a slash word is still no message", async () => {
  const { session, box, press } = setUp();
  // Put in without a key of its own, so that nothing is loaded yet.
  fireEvent.input(box, { target: { value: "/nothing-like-it now " } });
  press("Enter");
  press("Enter");
  expect(await screen.findByText("There is no “/nothing-like-it” here")).toBeTruthy();
  press("Enter");
  expect([session.asked, box.value]).toEqual([[], "/nothing-like-it now "]);
});

test("[VIW-750] meant as text it goes the way that was asked for, and stays text when it comes to be sent again", async () => {
  const { session, thread, box, type, press } = setUp();
  aTurn(thread, "t1", { reported: "inProgress" });
  changed(new Set([thread]));
  type("/nothing-like-it");
  press("Enter", { ctrlKey: true });
  fireEvent.click(await screen.findByRole("button", { name: "Send as text" }));
  expect(session.asked).toEqual([["sendMessage", "T", "/nothing-like-it", { type: "queue" }]]);
  session.sendMessage = () => Promise.reject(new Error("not stored"));
  type("//compact");
  press("Enter");
  // Back in the box without its second slash, as a message.
  await expect.poll(() => box.value).toBe(" /compact");
});

test("[VIW-751] an act of the app leaves what is attached in the box, by its names", async () => {
  const { box, type, press, files } = setUp();
  type("@n");
  await soon(() => document.querySelector(".completions")).not.toBeNull();
  files("n", "notes.md");
  press("Enter");
  expect(box.value).toBe("@notes.md ");
  type("/settings @notes.md ");
  type("/inbox");
  type("/inbox @notes.md");
  press("Enter");
  fireEvent.click(await screen.findByRole("button", { name: "/inbox" }));
  expect(place().pathname).toBe("/inbox");
  expect(box.value).toBe("@notes.md ");
  expect(screen.getByRole("list", { name: "Attached" }).textContent).toContain("notes.md");
});

test("[VIW-530] a variable in capitals finds only what begins like it: Enter sends the words", async () => {
  const { session, type, press } = setUp();
  type("echo $cre");
  await soon(() => screen.queryAllByRole("option").length).toBe(1);
  type("echo $CRE");
  expect(screen.queryByRole("option")).toBeNull();
  type("echo $CR");
  expect(options()).toEqual(["Crane"]);
  type("echo $CRE");
  press("Enter");
  expect(session.asked).toEqual([["sendMessage", "T", "echo $CRE"]]);
});
