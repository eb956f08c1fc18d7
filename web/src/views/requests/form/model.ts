// A form that is made from a JSON schema: its value, what was typed and is no value yet, what is wrong, and the same as raw
// JSON. Secrets are kept here while the page lives and nowhere else; they can be forgotten at once.
import { type Accessor, createMemo, createSignal } from "solid-js";
import { isPasswordField } from "../../../journal/secrets/paths.ts";
import { objectOf } from "../../../projection/read.ts";
import { resolved, type SchemaAt, shapeOf } from "./shape.ts";
import { readJson } from "./read-json.ts";
import { hideSecrets, showSecrets } from "./secret-marks.ts";
import {
  type MemberPath,
  pathKey,
  problemsOf,
  same,
  skeleton,
  valueAt,
  variantOf,
  withName,
  withValueAt,
} from "./value.ts";

/** A value that the person may pick instead of typing it. */
export interface Offer {
  value: string;
  /** What it is. */
  words: string;
}

export interface FormOptions {
  /** The schema of the whole value. */
  schema: unknown;
  /** What its references mean; its own `definitions` and `$defs` count anyway. */
  definitions?: Readonly<Record<string, unknown>>;
  /** What it begins with; left out: what is needed and can be said without the person. */
  initial?: unknown;
  /** Which members of a value are secret, beside those that are named like a secret. */
  secret?: (value: unknown) => readonly MemberPath[];
  /** Known ids and folders for a text. */
  offers?: (path: MemberPath) => readonly Offer[];
}

/** What was typed into a field: not taken, or taken and written in another way than this app would. */
type Draft = { text: string; value: unknown } | { text: string; problem: string };

export interface FormModel {
  readonly at: SchemaAt;
  value: Accessor<unknown>;
  set(path: MemberPath, inner: unknown): void;
  rename(path: MemberPath, name: string): void;
  /** Another value as a whole. */
  replace(value: unknown): void;
  /** The text of a field whose value is written: what was typed, as long as it means the value. */
  text(path: MemberPath, write: (value: unknown) => string): string;
  /** @param stays emptied, it is not left out */
  type(path: MemberPath, text: string, read: (text: string) => Reading, stays?: boolean): void;
  /** What is wrong with a field; of the schema's wishes only once it was tried to send. */
  problem(path: MemberPath): string | null;
  /** All that is wrong, whether it shows or not. */
  problems: Accessor<ReadonlyMap<string, string>>;
  isSecret(path: MemberPath): boolean;
  /** The secret members that the value has now. */
  secrets: Accessor<readonly MemberPath[]>;
  offers(path: MemberPath): readonly Offer[];
  /** The value as JSON, in which secrets have a mark in their place; null while the form is shown. */
  raw: Accessor<{ text: string; problem: string | null } | null>;
  setRaw(text: string): void;
  /** Shows the raw JSON, or the form; the form stays away while the JSON is none. */
  showRaw(on: boolean): void;
  /** The value when it can be sent. In raw JSON the server is the judge. */
  take(): { value: unknown } | null;
  forgetSecrets(): void;
}

export type Reading = { ok: true; value: unknown } | { ok: false; problem: string };

/** Names that sound like a secret and are none. */
const PLAIN_NAMES = new Set(["cancellationToken", "expectedVersion", "pageToken", "progressToken"]);

/** Makes the state of one form. Its value is an undefined one while nothing is set at all. */
export function createFormModel(options: FormOptions): FormModel {
  const own = objectOf(options.schema);
  const root = objectOf({
    definitions: { ...objectOf(own?.["definitions"]), ...options.definitions },
    ...(own?.["$defs"] === undefined ? {} : { $defs: own["$defs"] }),
  });
  const at: SchemaAt = { schema: options.schema, root: root ?? {} };
  const first = () => (options.initial === undefined ? skeleton(at) : options.initial);
  const [value, setValue] = createSignal<unknown>(first(), { equals: false });
  const [drafts, setDrafts] = createSignal<ReadonlyMap<string, Draft>>(new Map());
  const [tried, setTried] = createSignal(false);
  const [raw, setRawText] = createSignal<{ text: string; problem: string | null } | null>(null);

  const change = (next: unknown) => setValue(() => next);
  const secretsIn = (whole: unknown): readonly MemberPath[] => [
    ...(options.secret?.(whole) ?? []),
    ...named(whole, []),
    ...asked(at, whole, []),
  ];
  const secrets = createMemo(() => secretsIn(value()));
  const wishes = createMemo(() => {
    const whole = value();
    // A whole that may be left out is not missing.
    return whole === undefined ? new Map<string, string>() : problemsOf(at, whole);
  });
  const problems = createMemo(() => {
    const all = new Map(wishes());
    for (const [key, draft] of drafts()) if ("problem" in draft) all.set(key, draft.problem);
    return all;
  });

  /** What was typed below a path means nothing any more. */
  function forgetDrafts(path: MemberPath): void {
    const prefix = pathKey(path).slice(0, -1);
    const left = [...drafts()].filter(
      ([key]) => key !== `${prefix}]` && !key.startsWith(path.length === 0 ? "[" : `${prefix},`),
    );
    if (left.length !== drafts().size) setDrafts(new Map(left));
  }

  function replace(next: unknown): void {
    setDrafts(new Map());
    change(next);
    if (raw() !== null) setRawText({ text: rawOf(next), problem: null });
  }

  /** What the marks of the raw text stand for, as long as it is that text: edited, it keeps them. */
  let hidden: ReadonlyMap<string, unknown> = new Map();
  function rawOf(whole: unknown): string {
    const shown = hideSecrets(whole, secretsIn(whole));
    hidden = shown.hidden;
    return whole === undefined ? "" : JSON.stringify(shown.value, null, 2);
  }

  return {
    at,
    value,
    set(path, inner) {
      // Entries behind one that goes move up.
      forgetDrafts(inner === undefined && typeof path.at(-1) === "number" ? path.slice(0, -1) : path);
      change(withValueAt(value(), path, inner));
    },
    rename(path, name) {
      forgetDrafts(path.slice(0, -1));
      change(withName(value(), path, name));
    },
    replace,
    text(path, write) {
      const draft = drafts().get(pathKey(path));
      const here = valueAt(value(), path);
      if (draft !== undefined && ("problem" in draft || same(draft.value, here))) return draft.text;
      return here === undefined ? "" : write(here);
    },
    type(path, text, read, stays) {
      const none: Reading =
        stays === true ? { ok: false, problem: "This has to be filled in." } : { ok: true, value: undefined };
      const reading = text.trim() === "" ? none : read(text);
      if (reading.ok) change(withValueAt(value(), path, reading.value));
      const draft = reading.ok ? { text, value: reading.value } : { text, problem: reading.problem };
      setDrafts(new Map(drafts()).set(pathKey(path), draft));
    },
    problem(path) {
      const key = pathKey(path);
      const draft = drafts().get(key);
      if (draft !== undefined && "problem" in draft) return draft.problem;
      return tried() ? (wishes().get(key) ?? null) : null;
    },
    problems,
    isSecret(path) {
      const here = valueAt(value(), path);
      const covers = (secret: MemberPath) => secret.every((step, index) => step === path[index]);
      if (typeof here === "string" && here !== "") return secrets().some(covers);
      // Asked with something in it: an empty field is a secret one before it is filled in.
      return secretsIn(withValueAt(value(), path, "x")).some(covers);
    },
    secrets,
    offers: (path) => options.offers?.(path) ?? [],
    raw,
    setRaw(text) {
      const reading: Reading = text.trim() === "" ? { ok: true, value: undefined } : readJson(text);
      setRawText({ text, problem: reading.ok ? null : reading.problem });
      if (!reading.ok) return;
      setDrafts(new Map());
      change(showSecrets(reading.value, hidden));
    },
    showRaw(on) {
      if (on) setRawText({ text: rawOf(value()), problem: null });
      else if (raw()?.problem === null) {
        hidden = new Map();
        setRawText(null);
      }
    },
    take() {
      const shown = raw();
      if (shown !== null) return shown.problem === null ? { value: value() } : null;
      setTried(true);
      return problems().size === 0 ? { value: value() } : null;
    },
    forgetSecrets() {
      // Later ones first: entries of lists move up.
      let next = value();
      for (const path of secrets().toReversed())
        next = withValueAt(next, path, typeof path.at(-1) === "number" ? "" : undefined);
      replace(next);
    },
  };

  /** Members that are named like a password. */
  function named(whole: unknown, path: MemberPath): MemberPath[] {
    if (typeof whole !== "object" || whole === null || path.length > 12) return [];
    return Object.entries(whole).flatMap(([name, inner]: [string, unknown]): MemberPath[] => {
      const place = [...path, Array.isArray(whole) ? Number(name) : name];
      if (typeof inner !== "string") return named(inner, place);
      const asked = !Array.isArray(whole) && !PLAIN_NAMES.has(name) && isPasswordField(name, { type: "string" });
      return asked ? [place] : [];
    });
  }
}

/** Members that the schema itself asks for as a password. */
function asked(at: SchemaAt, value: unknown, path: MemberPath): MemberPath[] {
  if (path.length > 12 || typeof value !== "object" || value === null) return [];
  const { kind } = shapeOf(at);
  switch (kind.type) {
    case "object":
      return kind.members.flatMap(({ name, at: inner }) => {
        const here = valueAt(value, [name]);
        if (here === undefined) return [];
        const place = [...path, name];
        const secret = !PLAIN_NAMES.has(name) && isPasswordField(name, resolved(inner));
        return typeof here === "string" && secret ? [place] : asked(inner, here, place);
      });
    case "list":
      return Array.isArray(value) ? value.flatMap((one, index) => asked(kind.item, one, [...path, index])) : [];
    case "variants": {
      const holds = kind.variants[variantOf(kind.variants, value) ?? -1]?.holds;
      return holds?.type === "form" ? asked(holds.at, value, path) : [];
    }
    default:
      return [];
  }
}

/** Whether a form has anything to fill in. */
export function isEmptySchema(at: SchemaAt): boolean {
  return resolved(at)?.["type"] === "null";
}
