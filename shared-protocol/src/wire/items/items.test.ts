// The parts inside items: each is read by itself, and what cannot be read keeps its name, its problem and its raw form.
import { expect, test } from "vitest";
import type { CommandAction, UserInput } from "../../app-server.ts";
import { readAgents } from "./agents.ts";
import { readContentPart } from "./content.ts";
import { readInputPart } from "./input.ts";
import { readWebResult } from "./web-search.ts";
import { commandAction } from "./command.ts";
import { read } from "../field.ts";

const INPUTS: readonly UserInput[] = [
  { type: "text", text: "a", text_elements: [{ byteRange: { start: 0, end: 1 }, placeholder: null }] },
  { type: "image", url: "data:," },
  { type: "localImage", path: "/a.png" },
  { type: "audio", url: "data:," },
  { type: "localAudio", path: "/a.wav" },
  { type: "skill", name: "s", path: "/s" },
  { type: "mention", name: "m", path: "app://m" },
];

test.each(INPUTS)("[VIW-223] a part $type of a message is read by its kind", (part) => {
  expect(readInputPart(part)).toMatchObject({ kind: part.type, raw: part });
});

test.each<[unknown, string, RegExp | null]>([
  [{ type: "text", text: 7 }, "text", /^text: /],
  [{ type: "image" }, "image", /^url: /],
  [{ type: "hologram" }, "hologram", null],
  [{ type: 7 }, "no type", /^type: /],
  [7, "no type", /./],
  [null, "no type", /./],
])("[VIW-223] the part %j cannot be read, and keeps its name and raw form", (raw, name, problem) => {
  const part = readInputPart(raw);
  expect(part).toMatchObject({ kind: "unknown", name, raw });
  if (part.kind !== "unknown") throw new Error("read");
  if (problem === null) expect(part.problem).toBeNull();
  else expect(part.problem).toMatch(problem);
});

test("[VIW-223] a bad stretch of a text costs no other", () => {
  const elements = [{ byteRange: { start: "x", end: 1 } }, { byteRange: { start: 0, end: 1 }, placeholder: "p" }, 7];
  expect(readInputPart({ type: "text", text: "a", text_elements: elements })).toMatchObject({
    kind: "text",
    elements: [{ placeholder: "p" }],
  });
});

test.each<[object, object]>([
  [
    { type: "text", text: "a" },
    { kind: "text", text: "a" },
  ],
  [
    { type: "inputText", text: "a" },
    { kind: "text", text: "a" },
  ],
  [
    { type: "image", data: "AA", mimeType: "image/png" },
    { kind: "image", source: { type: "base64", data: "AA", mimeType: "image/png" } },
  ],
  [
    { type: "inputImage", imageUrl: "data:," },
    { kind: "image", source: { type: "url", url: "data:," } },
  ],
  [
    { type: "audio", data: "AA" },
    { kind: "audio", source: { type: "base64", mimeType: null } },
  ],
  [
    { type: "inputAudio", audioUrl: "x" },
    { kind: "audio", source: { type: "url", url: "x" } },
  ],
  [
    { type: "resource", resource: { uri: "u", text: "t" } },
    { kind: "resource", uri: "u", text: "t", blob: null },
  ],
  [
    { type: "resource_link", uri: "u", name: "n" },
    { kind: "resourceLink", uri: "u", title: "n", size: null },
  ],
  [
    { type: "resource", resource: "u" },
    { kind: "unknown", name: "resource" },
  ],
  [{ type: "__proto__" }, { kind: "unknown", name: "__proto__", problem: null }],
])("[VIW-230] the part %j of an answer is read as %j", (raw, part) => {
  expect(readContentPart(raw)).toMatchObject({ ...part, raw });
});

test("[VIW-234] agents are those that a call names, then those that it tells a state of; a bad state is none", () => {
  const states = JSON.parse(
    '{"b":{"status":"running"},"a":{"status":"completed","message":"m"},"__proto__":7}',
  ) as object;
  expect(readAgents(["a", 7, "c"], states)).toMatchObject([
    { thread: "a", status: "completed", message: "m" },
    { thread: "c", status: null, message: null },
    { thread: "b", status: "running", message: null },
    { thread: "__proto__", status: null, raw: 7 },
  ]);
  for (const none of [null, undefined, 7, [], "x"]) expect(readAgents([], none)).toEqual([]);
});

test.each<[unknown, object | null]>([
  [
    { title: "t", url: "u", snippet: "s" },
    { title: "t", url: "u", snippet: "s" },
  ],
  [
    { name: "n", link: "l", text: "x" },
    { title: "n", url: "l", snippet: "x" },
  ],
  [{ url: "u" }, { title: "u", url: "u", snippet: null }],
  [{ kind: "graph" }, null],
  [{ title: 7 }, null],
  ["text", null],
])("[VIW-235] the search result %j is %j", (raw, result) => {
  expect(readWebResult(raw)).toEqual(result);
});

test("[VIW-228] every action that the App Server recognises in a command is read", () => {
  const actions: CommandAction[] = [
    { type: "read", command: "cat a", name: "a", path: "/a" },
    { type: "listFiles", command: "ls", path: null },
    { type: "search", command: "rg", query: null, path: null },
    { type: "unknown", command: "x" },
  ];
  for (const action of actions) expect(read(commandAction, action)).toEqual({ ok: true, value: action });
});
