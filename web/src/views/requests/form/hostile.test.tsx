// @vitest-environment jsdom
// Schemas and texts from outside that mean no good: a form of them is drawn all the same, and soon.
import { render } from "@solidjs/testing-library";
import { createRoot } from "solid-js";
import { afterEach, expect, test } from "vitest";
import { createFormModel } from "./model.ts";
import { SchemaForm } from "./schema-form.tsx";
import { readJson } from "./read-json.ts";

const form = (schema: unknown) => createFormModel({ schema });
const drawn = (schema: unknown) => {
  const model = rooted(() => form(schema));
  const { container, unmount } = render(() => <SchemaForm model={model} label="Arguments" />);
  const text = container.textContent;
  unmount();
  return { model, text };
};
let dispose: (() => void)[] = [];
afterEach(() => {
  for (const end of dispose) end();
  dispose = [];
});
const rooted = <T,>(make: () => T): T =>
  createRoot((end) => {
    dispose.push(end);
    return make();
  });

const A = { $ref: "#/$defs/A" };
const nested = (levels: number) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, n) => [
      `L${n}`,
      n === levels - 1
        ? { anyOf: [{ const: "a" }, { type: "object" }] }
        : { anyOf: [{ $ref: `#/$defs/L${n + 1}` }, { $ref: `#/$defs/L${n + 1}` }] },
    ]),
  );

test.each<[string, unknown]>([
  ["a choice of itself", { ...A, $defs: { A: { anyOf: [A, { type: "string" }] } } }],
  ["a choice of nothing but itself", { ...A, $defs: { A: { oneOf: [A] } } }],
  ["a part of itself", { ...A, $defs: { A: { allOf: [A] } } }],
  ["parts of itself", { ...A, $defs: { A: { allOf: [A, A, { type: "object" }] } } }],
  [
    "two that mean each other",
    { ...A, $defs: { A: { anyOf: [{ $ref: "#/$defs/B" }, { type: "null" }] }, B: { anyOf: [A, A] } } },
  ],
  ["a reference to itself", { ...A, $defs: { A } }],
  ["choices of choices, thirty deep", { $ref: "#/$defs/L0", $defs: nested(30) }],
  [
    "an object that needs twenty of itself",
    {
      ...A,
      $defs: {
        A: {
          type: "object",
          properties: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`m${n}`, A])),
          required: Array.from({ length: 20 }, (_, n) => `m${n}`),
        },
      },
    },
  ],
  [
    "a reference outside",
    { type: "object", properties: { a: { $ref: "https://evil.example/s.json" }, b: { $ref: "#" } } },
  ],
  ["what is no schema", { type: ["object", 7, null], properties: [1, 2], required: "a", enum: "x", items: 3 }],
  ["a pattern that goes back for ever", { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } }],
])(
  "[VIW-726] a form of %s is drawn, checked and sent",
  (_, schema) => {
    const { model } = drawn(schema);
    model.take();
    for (const value of [{}, [], "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", null, 3, { a: "a".repeat(150) }]) {
      model.replace(value);
      expect([...model.problems().values()].every((words) => words.length < 400)).toBe(true);
    }
    model.showRaw(true);
    expect(model.take()).not.toBeNull();
    // One that has no end does not come here.
  },
  60_000,
);

test("[VIW-726] a member called __proto__ is one like any other, and long words of a schema are drawn by their beginning", () => {
  const schema: unknown = JSON.parse(
    `{"type":"object","description":"${"d".repeat(1_000_000)}","properties":{"__proto__":{"type":"string","description":"${"e".repeat(1_000_000)}","default":"${"f".repeat(1_000_000)}"}},"required":["__proto__"]}`,
  );
  const { model, text } = drawn(schema);
  expect(text).toContain("__proto__");
  expect((text ?? "").length).toBeLessThan(10_000);
  model.set(["__proto__"], "v");
  expect(JSON.stringify(model.value())).toBe('{"__proto__":"v"}');
});

test("[VIW-727] JSON that would be sent otherwise than it was written is told: members of one name, digits, depth", () => {
  expect(readJson('{"a":{"b":1},"b":[{"a":1},{"a":2}]}')).toMatchObject({ ok: true });
  expect(readJson('{"a":1,"\\u0061":2}')).toEqual({ ok: false, problem: 'Two members of one object are called "a".' });
  expect(readJson("[12345678901234567890]")).toEqual({
    ok: false,
    problem: "The number 12345678901234567890 cannot be sent with all its digits.",
  });
  for (const fine of ["9007199254740993.5", "-9007199254740992", "1e21", '{"__proto__":1}', '"1e999, {"', "[1,2]"])
    expect(readJson(fine)).toMatchObject({ ok: true });
  expect(readJson("1e999")).toMatchObject({ ok: false });
  expect(readJson(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)).toEqual({
    ok: false,
    problem: "This is nested too deep: more than 100 levels.",
  });
  const model = rooted(() => createFormModel({ schema: true }));
  model.showRaw(true);
  model.setRaw('{"a":1,"a":2}');
  expect(model.raw()?.text).toBe('{"a":1,"a":2}');
  expect(model.take()).toBeNull();
});

test("[SEC-157] a mark in raw JSON means its own secret however the text is edited around it", () => {
  const secret = (value: unknown) =>
    typeof value === "object" && value !== null ? Object.keys(value).map((name) => [name]) : [];
  const model = rooted(() => createFormModel({ schema: true, initial: { A: "first", B: "second" }, secret }));
  model.showRaw(true);
  const [one, two] = ["[secret 1, kept]", "[secret 2, kept]"];
  expect(JSON.parse(model.raw()?.text ?? "")).toEqual({ A: one, B: two });
  // Step by step, as it is typed.
  for (const text of [
    `{"B":"${two}"}`,
    `{"B":"${two}" }`,
    `{"B":"${two}", "A":"${one}"}`,
    `{"B":"${two}","A":"${one}"}`,
  ])
    model.setRaw(text);
  expect(model.value()).toEqual({ A: "first", B: "second" });
});

test("[VIW-730] thousands of members are drawn a stretch at a time", () => {
  const names = Array.from({ length: 1000 }, (_, n) => `p${n}`);
  const many = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const { model } = drawn({ type: "object", properties: many, required: names });
  const fields = () => {
    const { container, unmount } = render(() => <SchemaForm model={model} label="Arguments" />);
    const { length } = container.querySelectorAll("input, textarea");
    unmount();
    return length;
  };
  expect(fields()).toBeLessThan(150);
  model.replace(Object.fromEntries(names.map((name) => [`k${name}`, "v"])));
  expect(fields()).toBeLessThan(200);
  expect(model.take()).toBeNull();
});
