// A journal row as the wire view shows it: a name for the line, and its raw text.
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Row } from "../../journal/rows.ts";

const lossy = new TextDecoder();

/** The raw text of a row: the line as it is stored, or the local event as JSON. */
export function rowText(row: Row): string {
  if (row.kind === "local") return JSON.stringify(row.event);
  if (typeof row.line === "string") return row.line;
  return row.line instanceof Uint8Array ? lossy.decode(row.line) : JSON.stringify(row.line);
}

/** The method, or what else the line is. */
export function rowName(row: Row): string {
  if (row.kind === "local") return row.event.type;
  if (typeof row.line === "object" && !(row.line instanceof Uint8Array)) return row.line.method ?? "content not kept";
  const message = parseLine(rowText(row));
  switch (message.kind) {
    case "request":
      return `${message.method} ${typedId(message.id)}`;
    case "notification":
      return message.method;
    case "response":
      return `${row.kind === "snapshot" ? `${row.method} ` : ""}reply ${typedId(message.id)}`;
    case "error":
      return `error ${typedId(message.id)}`;
    case "unroutable":
      return `unreadable: ${message.reason}`;
  }
}
