// The sender: lines of ours from the person's act to the relay's "taken". The outbox holds intents, not bytes in flight:
// after each attach only the relay's `received` says what was taken; the rest is looked at again and sent, or handed back.
// It never sends a line twice within a generation, and never a line of one generation into another.
import type { ClientRecord, Intent, OutboxEntry } from "../journal/journal.ts";
import type { LocalEvent } from "../journal/rows.ts";
import type { OutInput } from "./pump.ts";

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
  /** Only this generation may get it (answers); null: whichever is current. */
  generation: string | null;
  /** Part of the handshake: goes before everything else. */
  handshake: boolean;
}

/** What the gate lets through. */
export type Gate = "closed" | "handshake" | "open";

/** `wait`: something has to be done first; `flush` looks again. `back`: it goes to the person, with the reason. */
export type Verdict = { type: "send" } | { type: "wait" } | { type: "back"; reason: string };

export interface SenderOptions {
  host: string;
  client: string;
  /** The client record as it was found when this page took the client id. */
  record: ClientRecord;
  /** Stores the record on its own (when no batch is under way that carries it). */
  save: (record: ClientRecord) => void;
  push: (input: OutInput) => void;
  /** Hands bytes to the attached socket; false when there is none. */
  wire: (bytes: Uint8Array) => boolean;
  local: (generation: string, thread: string | null, event: LocalEvent) => void;
  /** Looks at an intent again, right before each try to send it. */
  review: (intent: Intent) => Verdict;
  /** A line came back: it was not sent and will not be. `written` tells whether its row stands in the journal. */
  returned: (line: OutLine, reason: string, written: boolean) => void;
  /** The generation ended: `delivered` as far as it is known. */
  ended: (line: OutLine, generation: string, delivered: boolean | null) => void;
  changed: () => void;
}

type State =
  | { type: "queued" }
  /** In the pump, not yet admitted. */
  | { type: "offered" }
  /** Its row is being stored, or it was handed to the socket; `end` counts this client's bytes in `generation`. */
  | { type: "handed"; generation: string; end: number }
  | { type: "taken"; generation: string };

interface Tracked {
  line: OutLine;
  bytes: Uint8Array;
  state: State;
  /** Its out row is in the journal: another try writes none. */
  written: boolean;
}

export interface Sender {
  submit(line: OutLine): void;
  setGate(gate: Gate): void;
  /** Looks again at what waits. */
  flush(): void;
  attached(generation: string, received: number): void;
  received(generation: string, bytes: number): void;
  /** The link lost its socket: nothing goes out until the next attach. */
  detached(): void;
  /** A reply to one of our requests was folded. */
  replied(id: string): void;
  exit(generation: string): void;
  /** The next attach found another generation, and what `received` said of this one is unknown. */
  lost(generation: string): void;
  /** Takes a waiting line back; false when it is on its way or not there. */
  discard(id: string): boolean;
  isPending(id: string): boolean;
  entries(): readonly OutboxEntry[];
  record(): ClientRecord;
  setAttach(n: number): void;
}

const encoder = new TextEncoder();

/** Makes the sender of one page's client id, taking up what an earlier page of it left in the outbox. */
export function createSender(options: SenderOptions): Sender {
  let lines: Tracked[] = options.record.outbox.flatMap(revive);
  let attachNumber = options.record.n;
  let gate: Gate = "closed";
  let generation: string | null = null;
  /** Bytes of whole messages handed over in this generation, by the relay's count. */
  let total = 0;
  let epoch = 0;

  function record(): ClientRecord {
    return { host: options.host, client: options.client, n: attachNumber, outbox: entries() };
  }

  function entries(): OutboxEntry[] {
    const list: OutboxEntry[] = [];
    for (const { line, state } of lines) {
      if (line.entry === null) continue;
      // A taken line stays "handed" with its place: after a reload `received` tells the same again.
      if (state.type === "handed") list.push({ ...line.entry, state: { type: "handed", generation: state.generation, end: state.end } });
      else if (state.type === "taken") list.push(line.entry);
      else list.push({ ...line.entry, state: { type: "waiting" } });
    }
    return list;
  }

  function changed(save: boolean): void {
    if (save) options.save(record());
    options.changed();
  }

  function flush(): void {
    if (gate === "closed" || generation === null) return;
    const current = generation;
    const dropped: [Tracked, string][] = [];
    for (const tracked of lines) {
      if (tracked.state.type !== "queued") continue;
      const { line } = tracked;
      if (gate === "handshake" && !line.handshake) continue;
      if (line.generation !== null && line.generation !== current) {
        dropped.push([tracked, "The App Server that asked has ended."]);
        continue;
      }
      const verdict: Verdict = line.entry === null ? { type: "send" } : options.review(line.entry.intent);
      if (verdict.type === "back") dropped.push([tracked, verdict.reason]);
      else if (verdict.type === "send") offer(tracked, current);
    }
    for (const [tracked, reason] of dropped) giveBack(tracked, reason);
  }

  function offer(tracked: Tracked, target: string): void {
    const { line } = tracked;
    tracked.state = { type: "offered" };
    let attempt = -1;
    options.push({
      type: "out",
      generation: target,
      thread: line.thread,
      client: options.client,
      stored: tracked.written ? null : line.stored,
      bytes: tracked.bytes.length,
      redacted: line.redacted,
      admit: () => {
        if (tracked.state.type !== "offered" || generation !== target) return false;
        if (gate === "closed" || (gate === "handshake" && !line.handshake)) return false;
        total += tracked.bytes.length;
        tracked.state = { type: "handed", generation: target, end: total };
        if (line.entry !== null) line.entry = { ...line.entry, state: tracked.state };
        tracked.written = true;
        attempt = epoch;
        return true;
      },
      send: () => {
        // An attach in between has its own count, and has already looked at this line again.
        if (attempt !== epoch || tracked.state.type !== "handed") return;
        options.wire(tracked.bytes);
        if (line.entry !== null) options.changed();
      },
      bounced: () => {
        if (tracked.state.type === "offered") tracked.state = { type: "queued" };
        // The gate may have opened again while the batch was waiting.
        queueMicrotask(flush);
      },
    });
  }

  function giveBack(tracked: Tracked, reason: string): void {
    lines = lines.filter((other) => other !== tracked);
    options.returned(tracked.line, reason, tracked.written);
    changed(tracked.line.entry !== null);
  }

  function take(tracked: Tracked, where: string): void {
    tracked.state = { type: "taken", generation: where };
    const { entry } = tracked.line;
    if (entry === null) {
      // The reply settles it; nothing else is to be remembered.
      lines = lines.filter((other) => other !== tracked);
      return;
    }
    options.local(where, tracked.line.thread, { type: "taken", id: tracked.line.id });
    // Neither an answer nor an interrupt is sure to get a reply.
    if (entry.intent.type === "answer" || entry.intent.type === "interrupt") lines = lines.filter((other) => other !== tracked);
    changed(true);
  }

  function settleTaken(where: string, bytes: number): void {
    for (const tracked of [...lines]) {
      const { state } = tracked;
      if (state.type === "handed" && state.generation === where && state.end <= bytes) take(tracked, where);
    }
  }

  return {
    submit(line) {
      lines.push({ line, bytes: encoder.encode(line.line), state: { type: "queued" }, written: false });
      if (line.entry !== null) changed(true);
      flush();
    },
    setGate(value) {
      gate = value;
      flush();
    },
    flush,
    attached(current, received) {
      epoch += 1;
      generation = current;
      total = received;
      settleTaken(current, received);
      for (const tracked of lines) {
        const { state } = tracked;
        if (state.type === "handed" && state.generation === current) tracked.state = { type: "queued" };
      }
      changed(lines.some(({ line }) => line.entry !== null));
    },
    received(where, bytes) {
      settleTaken(where, bytes);
    },
    detached() {
      gate = "closed";
      epoch += 1;
    },
    replied(id) {
      // The reply may come before the relay's word that the line was taken: it says the same.
      for (const tracked of [...lines]) {
        if (tracked.line.id === id && tracked.state.type === "handed" && tracked.line.entry !== null) take(tracked, tracked.state.generation);
      }
      const before = lines.length;
      lines = lines.filter(({ line, state }) => !(line.id === id && line.entry?.intent.type !== "answer" && state.type !== "queued"));
      if (lines.length !== before) changed(true);
    },
    exit(where) {
      endGeneration(where, false);
    },
    lost(where) {
      endGeneration(where, null);
    },
    discard(id) {
      const tracked = lines.find(({ line, state }) => line.entry?.id === id && state.type === "queued");
      if (tracked === undefined) return false;
      lines = lines.filter((other) => other !== tracked);
      if (tracked.written && generation !== null)
        options.local(generation, tracked.line.thread, { type: "not-sent", id, reason: "You discarded it." });
      changed(true);
      return true;
    },
    isPending: (id) => lines.some(({ line, state }) => line.id === id && state.type !== "taken"),
    entries,
    record,
    setAttach(n) {
      attachNumber = n;
    },
  };

  /** @param untaken what is known of lines that `received` did not cover: false, not taken; null, unknown. */
  function endGeneration(where: string, untaken: false | null): void {
    const over: [Tracked, boolean | null][] = [];
    for (const tracked of lines) {
      const { state, line } = tracked;
      const bound = line.generation === where;
      if (state.type === "taken" && state.generation === where) over.push([tracked, true]);
      else if (state.type === "handed" && state.generation === where) {
        // What was surely not taken may go to the next App Server, if it still makes sense there.
        if (untaken === false && line.entry !== null && line.entry.intent.type === "message" && !bound) tracked.state = { type: "queued" };
        else over.push([tracked, untaken]);
      } else if (bound || line.handshake || (line.entry === null && state.type === "queued" && tracked.written)) over.push([tracked, false]);
    }
    lines = lines.filter((tracked) => !over.some(([other]) => other === tracked));
    if (generation === where) {
      generation = null;
      gate = "closed";
      epoch += 1;
    }
    for (const [tracked, delivered] of over) options.ended(tracked.line, where, delivered);
    if (over.some(([{ line }]) => line.entry !== null)) changed(true);
  }

  function revive(entry: OutboxEntry): Tracked[] {
    const { intent } = entry;
    const line = intent.line;
    // An answer with a secret is never stored: its page is gone, and with it the answer.
    if (line === null) return [];
    const state: State = entry.state.type === "handed" ? entry.state : { type: "queued" };
    return [
      {
        line: {
          id: entry.id,
          thread: intent.thread,
          line,
          stored: line.endsWith("\n") ? line.slice(0, -1) : line,
          redacted: false,
          entry,
          generation: intent.type === "answer" ? intent.generation : null,
          handshake: false,
        },
        bytes: encoder.encode(line),
        state,
        written: entry.state.type === "handed",
      },
    ];
  }
}
