// What an MCP server asks: a form, a consent, a page to open, or the approval of one of its tools. Accepting, declining
// and cancelling are three different answers, and each is the person's own act.
import { APPROVAL_KIND, elicitationRequest, MCP_TOOL_CALL } from "@longwire/shared-protocol/wire/elicitation";
import { read } from "@longwire/shared-protocol/wire/field";
import { objectOf, textOf } from "../projection/read.ts";
import { type Form, readForm } from "./form.ts";
import { otherMembers } from "./members.ts";

interface ElicitationBase {
  server: string | null;
  message: string | null;
  /** Members that no card draws by name, those of `_meta` among them. */
  more: [name: string, json: string][];
}

export type ElicitationCard = ElicitationBase &
  (
    | { kind: "form"; form: Form }
    /** Nothing to fill in: only whether or not. */
    | { kind: "consent" }
    /** The schema cannot be drawn: the content is written as JSON. */
    | { kind: "raw"; schema: unknown }
    | { kind: "url"; url: string; host: string | null }
    | {
        kind: "toolApproval";
        tool: string | null;
        description: string | null;
        input: unknown;
        persist: PersistChoice[];
      }
  );

/** How long an approval is to hold beyond this call. */
export interface PersistChoice {
  /** What goes back in `_meta.persist`. */
  value: string;
  label: string;
  /** How far it reaches, as a plain sentence. */
  scope: string;
}

const KNOWN = [
  "threadId",
  "turnId",
  "serverName",
  "mode",
  "message",
  "_meta",
  "requestedSchema",
  "url",
  "elicitationId",
];
// `tool_params_display` repeats the input.
const KNOWN_META = ["tool_name", "tool_title", "tool_description", "tool_params", "tool_params_display", "persist"];

/** Null for a mode that this app does not know, or parameters that are no elicitation. */
export function readElicitation(params: unknown): ElicitationCard | null {
  const reading = read(elicitationRequest, params);
  if (!reading.ok) return null;
  const wire = reading.value;
  const meta = objectOf(wire._meta);
  const base: ElicitationBase = {
    server: wire.serverName ?? null,
    message: wire.message ?? null,
    more: otherMembers(wire, KNOWN),
  };
  const metaMembers = (known: readonly string[]): [string, string][] =>
    meta === null ? (wire._meta == null ? [] : [["_meta", JSON.stringify(wire._meta)]]) : otherMembers(meta, known);
  if (wire.mode === "url") {
    const url = wire.url ?? "";
    return { ...base, more: [...base.more, ...metaMembers([])], kind: "url", url, host: webHost(url) };
  }
  if (wire.mode !== "form" && wire.mode !== "openai/form") return null;
  const form = readForm(wire.requestedSchema);
  if (meta?.[APPROVAL_KIND] === MCP_TOOL_CALL && form !== null && form.fields.length === 0)
    return {
      ...base,
      more: [...base.more, ...metaMembers([APPROVAL_KIND, ...KNOWN_META])],
      kind: "toolApproval",
      tool: textOf(meta["tool_title"]) ?? textOf(meta["tool_name"]),
      description: textOf(meta["tool_description"]),
      input: meta["tool_params"] ?? null,
      persist: persistChoices(meta["persist"]),
    };
  const more = [...base.more, ...metaMembers([])];
  if (form === null) return { ...base, more, kind: "raw", schema: wire.requestedSchema ?? null };
  return form.fields.length === 0 ? { ...base, more, kind: "consent" } : { ...base, more, kind: "form", form };
}

/** The host of an address that may be opened; null for any other: it is shown and cannot be opened. */
export function webHost(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? host : null;
}

function persistChoices(value: unknown): PersistChoice[] {
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((one): one is string => typeof one === "string")
    .map((one) => {
      const known = PERSIST.get(one);
      return known === undefined
        ? { value: one, label: `Approve: ${one}`, scope: "The server's own word for how long this holds." }
        : { value: one, ...known };
    });
}

const PERSIST: ReadonlyMap<string, Omit<PersistChoice, "value">> = new Map([
  [
    "session",
    { label: "Approve for this session", scope: "This tool may run without asking until the thread is unloaded." },
  ],
  [
    "always",
    {
      label: "Approve always",
      scope:
        "This tool may run without asking from now on, in every thread: the App Server writes it into its configuration.",
    },
  ],
]);

/**
 * The result of accepting.
 * @param content what was filled in; an empty object for a consent
 * @param persist how long it is to hold, one of the offered values; null for this once
 */
export function accepted(content: unknown, persist: string | null = null): unknown {
  return { action: "accept", content, _meta: persist === null ? null : { persist } };
}

/** The result of saying no, or of leaving the question. */
export function notAccepted(action: "decline" | "cancel"): unknown {
  return { action, content: null, _meta: null };
}
