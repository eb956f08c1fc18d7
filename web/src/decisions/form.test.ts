import { describe, expect, test } from "vitest";
import { contentOf, type Field, type Form, type Input, readForm, valueOf } from "./form.ts";

const formOf = (properties: object, required: string[] = [], more: object = {}): Form => {
  const form = readForm({ type: "object", properties, required, ...more });
  if (form === null) throw new Error("no form");
  return form;
};
const fieldOf = (schema: object, required = true): Field => {
  const [field] = formOf({ f: schema }, required ? ["f"] : []).fields;
  if (field === undefined) throw new Error("no field");
  return field;
};
/** The value, `none` when the member is left out, or the problem. */
const tried = (schema: object, input: Input, required = true): unknown => {
  const value = valueOf(fieldOf(schema, required), input);
  return value.ok ? ("absent" in value ? "none" : value.value) : `! ${value.problem}`;
};

describe("[DEC-133] the fields of a form", () => {
  test("every kind of the elicitation schema has its field, with title, description and default", () => {
    const form = formOf(
      {
        name: { type: "string", title: "Name", description: "Any", default: "Ada" },
        age: { type: "integer", default: 3 },
        size: { type: ["number", "null"] },
        on: { type: "boolean", default: true },
        plain: { type: "string", enum: ["r", "g"], default: "g" },
        named: { type: "string", enum: ["r", "g"], enumNames: ["Red", "Green"] },
        titled: { type: "string", oneOf: [{ const: "r", title: "Red" }] },
        many: { type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["b"] },
        manyTitled: { type: "array", items: { anyOf: [{ const: "a", title: "An A" }] }, minItems: 1 },
        pass: { type: "string", format: "password" },
        nested: { type: "object", properties: {} },
      },
      ["name"],
    );
    expect(form.fields.map(({ kind, title, initial }) => [kind.type, title, initial])).toEqual([
      ["text", "Name", "Ada"],
      ["number", "age", "3"],
      ["number", "size", ""],
      ["boolean", "on", true],
      ["choice", "plain", "1"],
      ["choice", "named", ""],
      ["choice", "titled", ""],
      ["several", "many", ["1"]],
      ["several", "manyTitled", []],
      ["text", "pass", ""],
      ["json", "nested", ""],
    ]);
    const titles = form.fields.flatMap(({ kind }) =>
      "options" in kind ? [kind.options.map(({ title }) => title)] : [],
    );
    expect(titles).toEqual([["r", "g"], ["Red", "Green"], ["Red"], ["a", "b"], ["An A"]]);
    expect(form.fields[9]?.kind).toEqual({ type: "text", format: "password", secret: true });
    expect(contentOf(form, new Map()).content).toEqual({ name: "Ada", age: 3, on: true, plain: "g", many: ["b"] });
  });

  test("references are followed; a schema that a form cannot express is none", () => {
    const form = readForm({
      type: "object",
      definitions: { colour: { type: "string", enum: ["r"] } },
      properties: { c: { $ref: "#/definitions/colour" }, loop: { $ref: "#/properties/loop" } },
    });
    expect(form?.fields.map(({ kind }) => kind.type)).toEqual(["choice", "json"]);
    for (const schema of [7, null, { type: "string" }, { type: "object", oneOf: [] }, { properties: 3 }])
      expect(readForm(schema)).toBeNull();
    expect(readForm({ type: "object" })).toEqual({ fields: [] });
  });
});

describe("[DEC-134] what was put in becomes a value, or a sentence on what is wrong", () => {
  test.each([
    [{ type: "string" }, "x", "x"],
    [{ type: "string" }, "", "! This has to be filled in."],
    [{ type: "string", minLength: 2, maxLength: 3 }, "🎈", "! This has to be from 2 to 3 characters."],
    [{ type: "string", minLength: 2, maxLength: 3 }, "🎈🎈🎈", "🎈🎈🎈"],
    [{ type: "string", pattern: "^a+$" }, "b", "! This has to match ^a+$"],
    [{ type: "string", pattern: "(" }, "b", "b"],
    [{ type: "string", format: "email" }, "nobody", "! This has to be an e-mail address."],
    [{ type: "string", format: "email" }, "a@b.example", "a@b.example"],
    [{ type: "string", format: "uri" }, "b", "! This has to be a whole address, such as https://example.com/page."],
    [{ type: "string", format: "date" }, "2026-02-30", "! This has to be a date, such as 2026-01-31."],
    [{ type: "string", format: "date-time" }, "2026-01-31T09:30:00Z", "2026-01-31T09:30:00Z"],
    [{ type: "integer" }, "1.5", "! This has to be a whole number."],
    [{ type: "integer", minimum: 0, maximum: 10 }, "11", "! This has to be from 0 to 10."],
    [{ type: "number" }, "1,5", 1.5],
    [{ type: "number" }, "NaN", "! This has to be a number."],
    [{ type: "number", multipleOf: 2 }, "3", expect.stringContaining("! ")],
    [{ type: "boolean" }, false, false],
    [{ type: "string", enum: ["r", "g"] }, "1", "g"],
    [{ type: "string", enum: ["r", "g"] }, "", "! Choose one of these."],
    [{ enum: [1, null] }, "0", 1],
    [{ type: "array", items: { enum: ["a", "b"] }, minItems: 1 }, [], "! This has to be at least 1 chosen."],
    [{ type: "array", items: { enum: ["a", "b"] } }, ["0", "1"], ["a", "b"]],
    [{ type: "object" }, "{", expect.stringContaining("! This is not JSON")],
    [{ type: "object" }, '{"a":1}', { a: 1 }],
    [{ type: "object" }, "[]", expect.stringContaining("! ")],
  ])("%j with %j", (schema, input, expected) => {
    expect(tried(schema, input)).toEqual(expected);
  });

  test("what is not required and left empty is left out", () => {
    expect(tried({ type: "string", minLength: 3 }, "", false)).toBe("none");
    expect(tried({ type: "array", items: { enum: ["a"] }, minItems: 1 }, [], false)).toBe("none");
    expect(tried({ type: "integer" }, "", false)).toBe("none");
  });

  test("a member of any name is the content's own", () => {
    const form = formOf(JSON.parse('{"__proto__":{"type":"string"}}') as object, ["__proto__"]);
    const { content } = contentOf(form, new Map([["__proto__", "x"]]));
    expect(JSON.stringify(content)).toBe('{"__proto__":"x"}');
  });
});
