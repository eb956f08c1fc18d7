// Relay protocol, version 1: the control messages (WebSocket text) between the app and the relay.
// Binary messages are App Server bytes and have no schema. docs/relay-protocol.md states the rules.
import * as z from "./wire/shape.ts";

/** The subprotocol that both sides speak. */
export const SUBPROTOCOL = "longwire.v1";
/** The prefix of the second offered subprotocol, which carries the token and is never selected. */
export const TOKEN_SUBPROTOCOL_PREFIX = "longwire.token.";
/** The path of the WebSocket. */
export const RELAY_PATH = "/relay";

/** Largest outward binary message, bytes. */
export const MAX_OUTWARD_CHUNK = 256 * 1024;
/** Largest inward binary message, bytes; also told in `attached`. */
export const MAX_MESSAGE = 64 * 1024 * 1024;
/** Milliseconds between the relay's own beats. */
export const HEARTBEAT_MS = 10_000;

/** WebSocket close codes of the relay. */
export const CLOSE = {
  refused: 4000,
  replaced: 4001,
  ended: 4002,
  stopping: 4003,
  tooBig: 1009,
} as const;

/** A client id: 1 to 64 characters of A-Z a-z 0-9 _ . - */
export const clientIdSchema = z.pattern(/^[A-Za-z0-9_.-]{1,64}$/);
const byteCount = z.count();

/** Why a generation ended: a client's `terminate`, the relay itself, or nobody's act (null: it ended by itself). */
export const endedBySchema = z.nullable(z.union([z.literal("relay"), z.object({ client: z.string() })]));

/** The facts of one ended generation. `end` is its length in bytes, `at` unix milliseconds. */
export const generationEndSchema = z.object({
  generation: z.string(),
  end: byteCount,
  code: z.nullable(z.int()),
  signal: z.nullable(z.string()),
  by: endedBySchema,
  at: z.number(),
  /** Last 4 KiB of stderr without escapes, only when the code is not 0. */
  stderr: z.nullish(z.string()),
});
export type GenerationEnd = z.infer<typeof generationEndSchema>;

export const attachSchema = z.object({
  type: z.literal("attach"),
  client: clientIdSchema,
  /** Grows with each attach of this client id. */
  n: z.count(),
  generation: z.nullable(z.string()),
  /** First byte wanted, or "end" for a device that does not want the past. */
  offset: z.union([byteCount, z.literal("end")]),
});
export const terminateSchema = z.object({ type: z.literal("terminate"), generation: z.string() });
export const pingSchema = z.object({ type: z.literal("ping") });

/** What a client may send as text. */
const CLIENT_FRAMES = { attach: attachSchema, terminate: terminateSchema, ping: pingSchema };
export type ClientFrame = z.infer<(typeof CLIENT_FRAMES)[keyof typeof CLIENT_FRAMES]>;
export type Attach = z.infer<typeof attachSchema>;

export const attachedSchema = z.object({
  type: z.literal("attached"),
  /** The random id kept beside the token. */
  relay: z.string(),
  generation: z.string(),
  /** The offset of the first byte that follows. */
  offset: byteCount,
  /** The byte before `offset` is LF, or the generation begins there. */
  lineStart: z.boolean(),
  /** First byte still kept, and the byte after the last one now. */
  base: byteCount,
  end: byteCount,
  /** As much of the first 4 KiB of the generation as there is, base64. */
  head: z.string(),
  /** Bytes of whole messages taken from this client id in this generation. */
  received: byteCount,
  clients: z.int(),
  maxMessage: z.int(),
  heartbeatMs: z.int(),
  label: z.string(),
  version: z.string(),
  ended: z.array(generationEndSchema),
});
export type Attached = z.infer<typeof attachedSchema>;

export const receivedSchema = z.object({ type: z.literal("received"), bytes: byteCount });
export const gapSchema = z.object({ type: z.literal("gap"), from: byteCount, to: byteCount, lineStart: z.boolean() });
export const clientsSchema = z.object({ type: z.literal("clients"), count: z.int() });
export const exitSchema = z.object({ ...generationEndSchema.members, type: z.literal("exit") });
export const beatSchema = z.object({ type: z.literal("beat") });

export type RefusalReason =
  | "bad-token"
  | "wrong-version"
  | "stale"
  | "crash-loop"
  | "cannot-start"
  | "too-many-clients"
  | "bad-frame";
export const refusedSchema = z.object({
  type: z.literal("refused"),
  /** One of the known reasons, or a word of a newer relay. */
  reason: z.string(),
  detail: z.string(),
  /** Milliseconds after which trying again makes sense; null: only the person can mend it. */
  retryAfterMs: z.nullable(z.number()),
});

/** What the relay sends as text. */
const RELAY_FRAMES = {
  attached: attachedSchema,
  received: receivedSchema,
  gap: gapSchema,
  clients: clientsSchema,
  exit: exitSchema,
  beat: beatSchema,
  refused: refusedSchema,
};
export type RelayFrame = z.infer<(typeof RELAY_FRAMES)[keyof typeof RELAY_FRAMES]>;
export type Refused = z.infer<typeof refusedSchema>;

/** What became of a text message: a known frame, one to ignore (unknown type), or one that breaks the protocol. */
export type ParsedFrame<F> =
  | { kind: "frame"; frame: F }
  | { kind: "unknown"; type: string }
  | { kind: "bad"; detail: string };

function parseFrame<F>(shapes: ReadonlyMap<string, z.Reads<F>>, text: string): ParsedFrame<F> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "bad", detail: "control message is not JSON" };
  }
  if (typeof value !== "object" || value === null || !("type" in value) || typeof value.type !== "string") {
    return { kind: "bad", detail: "control message has no type" };
  }
  const shape = shapes.get(value.type);
  if (shape === undefined) return { kind: "unknown", type: value.type };
  const parsed = shape.safeParse(value);
  if (parsed.success) return { kind: "frame", frame: parsed.data };
  const issue = parsed.error.issues[0];
  return { kind: "bad", detail: `${value.type}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "invalid"}` };
}

const CLIENT_SHAPES = new Map<string, z.Reads<ClientFrame>>(Object.entries(CLIENT_FRAMES));
const RELAY_SHAPES = new Map<string, z.Reads<RelayFrame>>(Object.entries(RELAY_FRAMES));

/** Reads a client's text message. Unknown members are dropped, unknown types are told apart from broken ones. */
export function parseClientFrame(text: string): ParsedFrame<ClientFrame> {
  return parseFrame(CLIENT_SHAPES, text);
}

/** Reads a relay's text message. Unknown members are dropped, unknown types are told apart from broken ones. */
export function parseRelayFrame(text: string): ParsedFrame<RelayFrame> {
  return parseFrame(RELAY_SHAPES, text);
}
