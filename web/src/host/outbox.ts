// Lines of ours as the sender keeps them, and how they stand in the client record that outlives the page.
import type { ClientRecord, OutboxEntry } from "../journal/journal.ts";

/** A line on its way. */
export interface OutLine {
  /** `typedId` of the request, or of the server's request that it answers. */
  id: string;
  thread: string | null;
  /** The whole line with its LF, as it goes out. */
  line: string;
  /** The line as it is kept (secrets replaced), without LF. */
  stored: string;
  redacted: boolean;
  /** Kept in the client record; null for reads, which are asked anew after a reload. */
  entry: OutboxEntry | null;
  /** Only this generation may get it; null: whichever is current (a message that waits). */
  generation: string | null;
  /** Part of the handshake: goes before everything else. */
  handshake: boolean;
  /** For now or never: what one connection did not take is sent by no other. */
  fleeting?: true;
}

/** Where a line stands in the journal. */
export interface Standing {
  generation: string;
  /** It waits for its reply. */
  open: boolean;
  /** Bytes were lost since it was sent: the reply may have been among them. */
  swallowed: boolean;
}

export type LineState =
  | { type: "queued" }
  /** In the pump, not yet admitted. */
  | { type: "offered" }
  /** Its row is being stored, or it was handed to the socket; `end` counts this client's bytes in `generation`. */
  | { type: "handed"; generation: string; end: number }
  | { type: "taken"; generation: string }
  /** It goes back to the person as soon as the row that says so is stored. */
  | { type: "leaving" };

export interface Tracked {
  line: OutLine;
  bytes: Uint8Array;
  state: LineState;
  /** The generation in whose rows it stands: another try there writes none. Null: in none. */
  written: string | null;
  /** An earlier page left it waiting; whether that page sent it all the same is not known yet. */
  inherited: boolean;
  /** Counts connections: which one it was made for. */
  epoch: number;
}

const encoder = new TextEncoder();

/** A line that has just been made. */
export function track(line: OutLine, epoch: number): Tracked {
  return { line, bytes: encoder.encode(line.line), state: { type: "queued" }, written: null, inherited: false, epoch };
}

/**
 * What an earlier page of this client id left behind. An answer with a secret is in no store: its page is gone, and with
 * it the answer. Its line is empty here; when the relay has not taken it, the card is given back.
 * @param standsIn null: it stands in no row
 */
export function revive(record: ClientRecord, standsIn: (entry: OutboxEntry) => Standing | null): Tracked[] {
  return record.outbox.flatMap((entry): Tracked[] => {
    const { intent } = entry;
    if (entry.state.type === "returned") return [];
    const line = intent.line ?? "";
    const stands = standsIn(entry);
    // Its reply has come, or its generation has ended: what became of it is told where it stands.
    if (stands !== null && !stands.open) return [];
    const tracked = track(
      {
        id: entry.id,
        thread: intent.thread,
        line,
        stored: line.endsWith("\n") ? line.slice(0, -1) : line,
        redacted: intent.line === null,
        entry,
        generation: intent.type === "answer" ? intent.generation : null,
        handshake: false,
      },
      0,
    );
    tracked.written = stands?.generation ?? null;
    if (entry.state.type === "handed") tracked.state = entry.state;
    else tracked.inherited = true;
    return [tracked];
  });
}

/** The entries of lines as they are stored. A taken line keeps its place: after a reload `received` tells the same again. */
export function entriesOf(lines: readonly Tracked[]): OutboxEntry[] {
  return lines.flatMap(({ line: { entry }, state }): OutboxEntry[] => {
    if (entry === null) return [];
    switch (state.type) {
      case "handed":
        return [{ ...entry, state: { type: "handed", generation: state.generation, end: state.end } }];
      case "taken":
        return [entry];
      default:
        return [{ ...entry, state: { type: "waiting" } }];
    }
  });
}
