// An envelope: one row with its place and its meaning. Decoding never throws; what does not parse is kept and shown.
import { parseLine, type RpcMessage } from "@longwire/shared-protocol/json-rpc";
import type { Row } from "../journal/rows.ts";

export interface Envelope {
  row: Row;
  /** The line's meaning; null for local rows and for lines whose content is not kept. */
  message: RpcMessage | null;
}

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads a row's line. A line that was not valid UTF-8 is read with U+FFFD in place of the bad bytes (the row keeps the
 * bytes). `known` spares parsing a line twice when the caller has the message already.
 */
export function toEnvelope(row: Row, known?: RpcMessage): Envelope {
  if (known !== undefined) return { row, message: known };
  if (row.kind === "local") return { row, message: null };
  if (typeof row.line === "string") return { row, message: parseLine(row.line) };
  if (row.line instanceof Uint8Array) return { row, message: parseLine(lossy.decode(row.line)) };
  return { row, message: null };
}
