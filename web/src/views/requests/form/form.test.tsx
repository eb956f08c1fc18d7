// @vitest-environment jsdom
// Forms made from JSON schemas: the schemas of all client requests, and the parts that they are made of.
import { formDefinitions, methodsWithForm, requestForm } from "@longwire/shared-protocol/request-forms";
import { secretMembers } from "@longwire/shared-protocol/surface/secret-members";
import { cleanup, fireEvent, render, screen } from "@solidjs/testing-library";
import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clearPage, preparePage } from "../../testing.tsx";
import { createFormModel, type FormModel, type FormOptions } from "./model.ts";
import { SchemaForm } from "./schema-form.tsx";
import { sampleOf } from "./testing.ts";

beforeEach(preparePage);
afterEach(clearPage);

const model = (options: FormOptions): FormModel => createRoot(() => createFormModel(options));
const ofMethod = (method: string, initial?: unknown): FormModel =>
  model({
    schema: requestForm(method)?.params ?? true,
    definitions: formDefinitions(),
    secret: (value) => secretMembers(method, value),
    initial,
  });

function draw(shown: FormModel): HTMLElement {
  return render(() => <SchemaForm model={shown} label="Parameters" />).container;
}
const field = (name: string) =>
  screen.getByLabelText(new RegExp(`^${name}(?: · optional)?$`), { selector: "input, textarea" });
const type = (name: string, text: string) => fireEvent.input(field(name), { target: { value: text } });
const choose = (name: string, word: string) => {
  const select = screen.getByLabelText(new RegExp(`^${name}: (?:value|whether)`), { selector: "select" });
  const option = [...select.querySelectorAll("option")].find(({ textContent }) => textContent === word);
  fireEvent.change(select, { target: { value: option?.value ?? "no such option" } });
};

/** How much is in them, and which of several forms is taken. */
const SAMPLES = [
  ["minimal", 0],
  ["full", 0],
  ["full", 1],
] as const;

describe("every client request of the pinned App Server", () => {
  test.each(methodsWithForm())(
    "[VIW-660] the form of %s takes what the schema takes, and changes nothing of it",
    (method) => {
      const definitions = formDefinitions();
      for (const [size, pick] of SAMPLES) {
        const sample = sampleOf(requestForm(method)?.params, { definitions, size, pick });
        const form = ofMethod(method, sample);
        const drawn = draw(form);
        for (const details of drawn.querySelectorAll("details")) details.open = true;
        expect([...form.problems()], size).toEqual([]);
        // Nothing is drawn as something that the schema does not know.
        expect(drawn.textContent).not.toContain("something else");
        expect(drawn.textContent).not.toContain("not in the schema");
        form.showRaw(true);
        form.setRaw(form.raw()?.text ?? "");
        expect(form.raw()?.problem).toBeNull();
        form.showRaw(false);
        expect(form.take(), size).toEqual({ value: sample });
        cleanup();
      }
    },
  );

  test("[VIW-660] an empty form holds what has to be there and nothing else", () => {
    for (const method of methodsWithForm()) {
      const form = ofMethod(method);
      const drawn = draw(form);
      const value = form.value();
      // Whatever the form begins with is fixed by the schema: empty objects and lists, and tags.
      expect(JSON.stringify(value ?? null), method).toMatch(/^(?:null|[{}[\],:"\w]*)$/);
      expect(drawn.querySelectorAll("[aria-invalid]"), method).toHaveLength(0);
      cleanup();
    }
    expect(ofMethod("model/list").value()).toEqual({});
    expect(ofMethod("account/logout").value()).toBeNull();
  });
});

const PERSON = {
  type: "object",
  required: ["name", "kind"],
  properties: {
    name: { type: "string", description: "What it is called.", minLength: 2 },
    kind: { enum: ["cat", "dog"] },
    age: { type: ["integer", "null"], minimum: 0, maximum: 40, default: 3 },
    tame: { type: "boolean" },
    note: { type: "string" },
  },
};

test("[VIW-661] what is optional is left out unless it is set, set to null where that is a value, and left out again", () => {
  const form = model({ schema: PERSON });
  draw(form);
  expect(form.value()).toEqual({});
  type("name", "Mia");
  choose("kind", "cat");
  type("age", "7");
  choose("tame", "false");
  expect(form.value()).toEqual({ name: "Mia", kind: "cat", age: 7, tame: false });
  choose("age", "null");
  choose("tame", "left out");
  expect(form.value()).toEqual({ name: "Mia", kind: "cat", age: null });
  choose("age", "left out");
  type("note", "x");
  type("note", "");
  expect(form.take()).toEqual({ value: { name: "Mia", kind: "cat" } });
  choose("note", "as written below");
  expect(form.take()).toEqual({ value: { name: "Mia", kind: "cat", note: "" } });
  expect(screen.getByText(/From 0 to 40\. Default: 3\./)).toBeTruthy();
});

test("[VIW-662] what is wrong is said at its field once it was tried to send, and what is typed stays", () => {
  const form = model({ schema: PERSON });
  draw(form);
  type("name", "M");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(form.take()).toBeNull();
  const said = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);
  expect(said()).toEqual(["This has to be at least 2 characters.", "Choose one."]);
  expect(field("name").getAttribute("aria-invalid")).toBe("true");
  type("age", "seven");
  expect(said()).toContain("This has to be a whole number.");
  expect(field("age")).toHaveProperty("value", "seven");
  type("age", "41");
  expect(said()).toContain("This may be at most 40.");
  type("age", "4");
  type("name", "Mia");
  choose("kind", "dog");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(form.take()).toEqual({ value: { name: "Mia", kind: "dog", age: 4 } });
});

test("[VIW-663] one of several forms is chosen by its tag, its word or its kind, and brings its own fields", () => {
  const schema = {
    type: "object",
    properties: {
      policy: {
        description: "Who is asked.",
        oneOf: [
          { type: "string", enum: ["never", "always"] },
          {
            type: "object",
            required: ["granular"],
            properties: {
              granular: { type: "object", required: ["files"], properties: { files: { type: "boolean" } } },
            },
          },
        ],
      },
      target: {
        anyOf: [
          { type: "object", required: ["type"], properties: { type: { const: "here" } } },
          {
            type: "object",
            required: ["type", "sha"],
            properties: { type: { const: "commit" }, sha: { type: "string" } },
          },
          { type: "null" },
        ],
      },
    },
  };
  const form = model({ schema });
  draw(form);
  choose("policy", "always");
  expect(form.value()).toEqual({ policy: "always" });
  choose("policy", "granular");
  expect(form.value()).toEqual({ policy: { granular: {} } });
  choose("files", "true");
  choose("target", "commit");
  type("sha", "abc");
  expect(form.take()).toEqual({
    value: { policy: { granular: { files: true } }, target: { type: "commit", sha: "abc" } },
  });
  choose("target", "here");
  expect(form.value()).toMatchObject({ target: { type: "here" } });
  choose("target", "null");
  expect(form.value()).toMatchObject({ target: null });
});

test("[VIW-664] lists and members with free names grow, shrink and stay when they are emptied", () => {
  const schema = {
    type: "object",
    required: ["command"],
    properties: {
      command: { type: "array", items: { type: "string" } },
      env: { type: ["object", "null"], additionalProperties: { type: ["string", "null"] } },
    },
  };
  const form = model({ schema });
  draw(form);
  expect(form.value()).toEqual({ command: [] });
  const add = (name: string) => fireEvent.click(screen.getByRole("button", { name: `Add to ${name}` }));
  add("command");
  add("command");
  type("command 1", "ls");
  type("command 2", "-l");
  type("command 1", "");
  expect(form.value()).toEqual({ command: ["", "-l"] });
  fireEvent.click(screen.getByRole("button", { name: "Take out command 1" }));
  expect(form.value()).toEqual({ command: ["-l"] });
  expect(field("command 1")).toHaveProperty("value", "-l");
  choose("env", "set");
  type("Name of a member of env", "__proto__");
  add("env");
  type("__proto__", "a");
  expect(JSON.stringify(form.value())).toBe('{"command":["-l"],"env":{"__proto__":"a"}}');
  type("Name of a member of env", "__proto__");
  expect(screen.getByRole("button", { name: "Add to env" })).toHaveProperty("disabled", true);
  choose("__proto__", "null");
  expect(JSON.stringify(form.take()?.value)).toBe('{"command":["-l"],"env":{"__proto__":null}}');
});

test("[VIW-665] what no field can draw is JSON, and members that the schema does not know stay", () => {
  const schema = { type: "object", properties: { any: true, count: { type: "integer" } } };
  const form = model({ schema, initial: { count: "seven", extra: { deep: [1] } } });
  draw(form);
  expect(screen.getByLabelText("count, as JSON")).toHaveProperty("value", '"seven"');
  fireEvent.input(screen.getByLabelText("count, as JSON"), { target: { value: "7" } });
  expect(field("count")).toHaveProperty("value", "7");
  fireEvent.input(screen.getByLabelText("extra, as JSON"), { target: { value: "{" } });
  expect(form.take()).toBeNull();
  fireEvent.input(screen.getByLabelText("extra, as JSON"), { target: { value: "[2]" } });
  choose("any", "set");
  fireEvent.change(screen.getByLabelText("any: kind of value"), { target: { value: "json" } });
  fireEvent.input(screen.getByLabelText("any, as JSON"), { target: { value: '{"a": [true]}' } });
  expect(form.take()).toEqual({ value: { count: 7, extra: [2], any: { a: [true] } } });
});

test("[VIW-666] raw JSON and form are one value; the form waits while the JSON is none", () => {
  const form = model({ schema: PERSON });
  draw(form);
  type("name", "Mia");
  fireEvent.click(screen.getByRole("button", { name: "Write it as JSON" }));
  const raw = () => screen.getByLabelText("Parameters, as JSON");
  expect(raw()).toHaveProperty("value", '{\n  "name": "Mia"\n}');
  fireEvent.input(raw(), { target: { value: '{"name": "Mia", "more": 1' } });
  expect(screen.getByRole("alert").textContent).toMatch(/^This is not JSON: /);
  expect(form.take()).toBeNull();
  expect(screen.getByRole("button", { name: "Back to the form" })).toHaveProperty("disabled", true);
  fireEvent.input(raw(), { target: { value: '{"name": "Mia", "more": 1, "kind": "fish"}' } });
  // In raw JSON the server is the judge; what the schema thinks is said.
  expect(screen.getByText(/The schema wants something else in one place/)).toBeTruthy();
  expect(form.take()).toEqual({ value: { name: "Mia", more: 1, kind: "fish" } });
  fireEvent.click(screen.getByRole("button", { name: "Back to the form" }));
  expect(screen.getByLabelText("more, as JSON")).toHaveProperty("value", "1");
  expect(screen.getByLabelText("kind, as JSON")).toHaveProperty("value", '"fish"');
});

test("[SEC-131] a secret is a password field, a mark in raw JSON, and gone from the form once it is forgotten", () => {
  const form = ofMethod("account/login/start");
  const drawn = draw(form);
  choose("Parameters", "apiKey");
  expect(field("apiKey")).toHaveProperty("type", "password");
  type("apiKey", "quiet-harbour-4711");
  expect(drawn.innerHTML).not.toContain("quiet-harbour");
  fireEvent.click(screen.getByRole("button", { name: "Write it as JSON" }));
  const raw = screen.getByLabelText("Parameters, as JSON");
  expect(raw).toHaveProperty("value", '{\n  "type": "apiKey",\n  "apiKey": "[secret 1, kept]"\n}');
  fireEvent.input(raw, { target: { value: '{"type":"apiKey","apiKey":"[secret 1, kept]"}' } });
  expect(form.take()).toEqual({ value: { type: "apiKey", apiKey: "quiet-harbour-4711" } });
  form.forgetSecrets();
  expect(form.value()).toEqual({ type: "apiKey" });
  expect(JSON.stringify(form.raw())).not.toContain("quiet-harbour");
});

test("[SEC-131] a configuration value is a password field by its key, and a free member by its name", () => {
  const form = ofMethod("config/value/write");
  draw(form);
  type("keyPath", "mcp_servers.files.env.PLACE");
  choose("value", "set");
  expect(field("value")).toHaveProperty("type", "password");
  type("keyPath", "model");
  expect(field("value")).toHaveProperty("type", "text");
  cleanup();
  const spawn = ofMethod("process/spawn");
  draw(spawn);
  fireEvent.click(screen.getByText(/optional members/));
  spawn.set(["env"], { API_TOKEN: "", REGION: "" });
  spawn.showRaw(true);
  spawn.showRaw(false);
  expect(spawn.isSecret(["env", "API_TOKEN"])).toBe(true);
  expect(spawn.isSecret(["env", "REGION"])).toBe(false);
  expect(spawn.isSecret(["cwd"])).toBe(false);
});

test("[VIW-667] a schema that refers to itself is drawn as deep as it is filled in", () => {
  const node = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      inner: { $ref: "#/$defs/node" },
      many: { type: "array", items: { $ref: "#/$defs/node" } },
    },
  };
  const form = model({ schema: { $ref: "#/$defs/node", $defs: { node } } });
  draw(form);
  choose("inner", "set");
  expect(form.value()).toEqual({ inner: {} });
  form.replace({ name: "a", inner: { name: "b", inner: { name: "c", many: [{ name: "d" }] } } });
  expect(screen.getAllByLabelText(/^name/, { selector: "input" })).toHaveLength(4);
  expect([...form.problems()]).toEqual([]);
  // One that leads nowhere is JSON.
  cleanup();
  const lost = model({ schema: { $ref: "#/$defs/nothing" } });
  draw(lost);
  choose("Parameters", "set");
  expect(screen.getByLabelText("Parameters: kind of value")).toBeTruthy();
});

test("[VIW-668] a text offers what is known for it, and takes anything else", () => {
  const offers = (path: readonly (string | number)[]) =>
    path.at(-1) === "name" ? [{ value: "Mia", words: "the cat" }] : [];
  const form = model({ schema: PERSON, offers });
  const drawn = draw(form);
  const list = field("name").getAttribute("list");
  expect(drawn.querySelector(`datalist[id="${list}"] option`)?.textContent).toBe("the cat");
  expect(field("note").getAttribute("list")).toBeNull();
});
