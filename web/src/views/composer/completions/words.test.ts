import { expect, test } from "vitest";
import { aThread, aTurn, anItem, fakeSession } from "../../testing.tsx";
import { ownMessages } from "./history.ts";
import { matchOf, runsOf, slipsBetween } from "./match.ts";
import { filePart, rootsOf } from "./offers.ts";
import { commandIn, fileMarker, triggerAt, withoutDoubledSlash } from "./trigger.ts";

/** The text with its caret at "|". */
const at = (text: string, markers: string[] = []) => {
  const found = triggerAt(text.replace("|", ""), text.indexOf("|"), markers);
  return found === null ? null : `${found.kind} ${found.start} ${found.query}`;
};

test("[VIW-530] @ begins a file at the beginning of a word, $ what else can be named, / an act at the beginning alone", () => {
  expect(at("@|")).toBe("file 0 ");
  expect(at("look at @src/ma|in")).toBe("file 8 src/ma");
  expect(at("(@a|")).toBe("file 1 a");
  expect(at("größe @日本|")).toBe("file 6 日本");
  expect(at("$|")).toBe("mention 0 ");
  expect(at("use $kit:cr|")).toBe("mention 4 kit:cr");
  expect(at("/|")).toBe("command 0 ");
  expect(at("/re|view")).toBe("command 0 re");
  for (const words of [
    "mara@example|", // an address
    "@a b|",
    "costs 5$|",
    "pay $5|",
    "$HOME/x|",
    "a /re|",
    "/review x|",
    "/home/ma|ra",
    "//|",
    "!ls @|", // a command of the machine
    "plain|",
  ])
    expect(at(words), words).toBeNull();
  expect(at('see @"a b.md"|', ['@"a b.md"']), "a part that is there already").toBeNull();
});

test("[VIW-534] only a word behind a slash is meant as an act: a path, a second slash and a space are text", () => {
  expect(commandIn("/review")).toEqual({ word: "review", rest: "" });
  expect(commandIn("/Review  the door\nand more ")).toEqual({ word: "review", rest: "the door\nand more" });
  for (const text of ["/home/mara/x is broken", "//review", " /review", "/ review", "/5", "/", "review", "/a.b"])
    expect(commandIn(text), text).toBeNull();
  expect(withoutDoubledSlash("//etc is a folder")).toBe("/etc is a folder");
  expect(withoutDoubledSlash("/etc")).toBeNull();
});

test("[VIW-531] the words that stand for a file name its path, in quotes where a space would end it", () => {
  expect(fileMarker("src/main.ts")).toBe("@src/main.ts");
  expect(fileMarker("docs dir/hafen größe.md")).toBe('@"docs dir/hafen größe.md"');
  expect(fileMarker('say "hi".md')).toBe(`@'say "hi".md'`);
  expect(fileMarker(`it's "x".md`)).toBe(`@"it's \\"x\\".md"`);
  expect(fileMarker("a\\b.txt")).toBe("@a\\b.txt");
});

test("[VIW-531] files are looked for in every root of the thread; one of another root is named by its whole path", () => {
  const thread = aThread();
  Object.assign(thread.settings, {
    cwd: "/p",
    sandbox: { type: "workspaceWrite", writableRoots: ["/p/inside", "/other place", "/p"] },
  });
  const roots = rootsOf(fakeSession(), thread);
  expect(roots).toEqual(["/p", "/other place"]);
  const part = (root: string, path: string, folder = false) => {
    const { input, label, marker } = filePart({ root, path, folder, marks: [] }, roots);
    return [marker, label, "path" in input ? input.path : null];
  };
  expect(part("/p", "src/a.ts")).toEqual(["@src/a.ts", "a.ts", "/p/src/a.ts"]);
  expect(part("/p", "src", true)).toEqual(["@src/", "src", "/p/src"]);
  expect(part("/other place", "b.ts")).toEqual(['@"/other place/b.ts"', "b.ts", "/other place/b.ts"]);
  expect(part("C:\\w", "x y\\é.txt")).toEqual(['@"C:\\w\\x y\\é.txt"', "é.txt", "C:\\w\\x y\\é.txt"]);
});

test("[VIW-530] what a few letters find comes best first, and its letters are marked, also beyond the 16th bit", () => {
  const order = (query: string, ...texts: string[]) =>
    texts
      .flatMap((text) => {
        const match = matchOf(text, query);
        return match === null ? [] : [{ text, score: match.score }];
      })
      .toSorted((a, b) => b.score - a.score)
      .map(({ text }) => text);
  expect(order("re", "core", "my-release", "review", "r-e", "x")).toEqual(["review", "my-release", "core", "r-e"]);
  expect(matchOf("𝒽arbour", "arb")?.marks).toEqual([1, 2, 3]);
  expect(runsOf("𝒽arbour", [1, 2, 3])).toEqual([
    { text: "𝒽", hit: false },
    { text: "arb", hit: true },
    { text: "our", hit: false },
  ]);
  expect(matchOf("a", "ab")).toBeNull();
  expect(
    ["review", "reveiw", "rview", "revieww", "ravied", "goal"].map((word) => slipsBetween(word, "review")),
  ).toEqual([0, 1, 1, 1, 2, 6]);
});

test("[VIW-535] earlier messages come newest first, whole, and what was said twice in a row once", () => {
  const thread = aThread();
  const say = (id: string, ...texts: string[]) => {
    const turn = aTurn(thread, id);
    for (const text of texts) anItem(turn, "userMessage", { text, content: [{ type: "text", text }] });
  };
  say("t1", "one");
  say("t2", "two", "two and a half");
  say("t3", "two and a half");
  const turn = aTurn(thread, "t4");
  const image = { type: "image", url: "data:image/png;base64,AA==" };
  anItem(turn, "userMessage", { text: "", content: [image] });
  anItem(turn, "agentMessage", { text: "not mine" });
  thread.outgoing.set("m", {
    clientUserMessageId: "m",
    text: "on its way",
    input: [],
    at: 0,
    generation: "g",
    state: { type: "sent" },
  });
  expect(ownMessages(thread).map(({ text }) => text)).toEqual(["on its way", "", "two and a half", "two", "one"]);
  expect(ownMessages(thread)[1]?.input).toEqual([image]);
});
