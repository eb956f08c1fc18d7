// The sender: lines of ours from the person's act to the relay's "taken". The outbox holds intents, not bytes in flight:
// after each attach only the relay's `received` says what was taken; the rest is looked at again and sent, or handed back.
// It never sends a line twice within a generation, and never a line of one generation into another.
import type { ClientRecord, Intent, OutboxEntry } from "../journal/journal.ts";
import type { Row } from "../journal/rows.ts";
import type { LocalInput, OutInput } from "./inputs.ts";
import { entriesOf, revive, track, type OutLine, type Standing, type Tracked } from "./outbox.ts";

export type { OutLine } from "./outbox.ts";

/** What the gate lets through. */
export type Gate = "closed" | "handshake" | "open";

/** `wait`: something has to be done first; `flush` looks again. `back`: it goes to the person, with the reason. */
export type Verdict = { type: "send" } | { type: "wait" } | { type: "back"; reason: string };

export interface SenderOptions {
  host: string;
  push: (input: OutInput | LocalInput) => void;
  /** The client record changed and is to be stored. */
  save: () => void;
  /** Hands bytes to the attached socket; false when there is none. */
  wire: (bytes: Uint8Array) => boolean;
  /** Looks at an intent again, right before each try to send it. */
  review: (intent: Intent) => Verdict;
  /** Rows of other tabs hold the same act (an answer to the same request, an interrupt of the same turn). */
  conflicts: (entry: OutboxEntry, missed: readonly Row[]) => boolean;
  /** Where the line of an entry stands in the journal; null: in no row. */
  standsIn: (entry: OutboxEntry) => Standing | null;
  /** A line was not sent and will not be. */
  failed: (line: OutLine, reason: string) => void;
  changed: () => void;
}

export interface Sender {
  /** Takes up the client id with what an earlier page of it left; before that lines wait. */
  adopt(record: ClientRecord): void;
  submit(line: OutLine): void;
  setGate(gate: Gate): void;
  /** Looks again at what waits. */
  flush(): void;
  /**
   * @param over the generation has ended already: what is left of it is being read, nothing can be sent
   * @param maxMessage the longest message that the relay takes, bytes
   * @param passedBy an App Server came and went of which this device has stored nothing
   */
  attached(generation: string, received: number, maxMessage: number, over: boolean, passedBy: boolean): void;
  received(generation: string, bytes: number): void;
  /** The link lost its socket: nothing goes out until the next attach. */
  detached(): void;
  /** A reply to one of our requests has come. */
  replied(id: string): void;
  /** Messages that the server has shown as the person's were taken, whatever becomes of their replies. */
  shown(isShown: (thread: string, clientUserMessageId: string) => boolean): void;
  /** Everything up to the attach is folded: lines whose reply was in it are done. */
  caughtUp(): void;
  exit(generation: string): void;
  /** The next attach found another generation, and what `received` said of this one is unknown. */
  lost(generation: string): void;
  /** Takes a waiting or returned line back; false when it is on its way or not there. */
  discard(id: string): boolean;
  /**
   * Whether each line reached the App Server, as it is known now (null: unknown).
   * @param final the relay's last `received` has come: what it does not cover was not taken
   */
  fate(final: boolean): (id: string) => boolean | null;
  /** What waits or is on its way. */
  entries(): readonly OutboxEntry[];
  /** What came back to the person. */
  returned(): readonly OutboxEntry[];
  record(): ClientRecord | null;
}

/** Makes the sender of one page. */
export function createSender(options: SenderOptions): Sender {
  let client: { id: string; n: number } | null = null;
  let lines: Tracked[] = [];
  let back: OutboxEntry[] = [];
  let gate: Gate = "closed";
  let generation: string | null = null;
  /** Bytes of whole messages handed over in this generation, by the relay's count. */
  let total = 0;
  let sent: { generation: string; end: number } | null = null;
  let limit = Number.POSITIVE_INFINITY;
  let epoch = 0;

  function changed(save: boolean): void {
    if (save && client !== null) options.save();
    options.changed();
  }

  function flush(): void {
    if (gate === "closed" || generation === null || client === null) return;
    const current = generation;
    const dropped: [Tracked, string][] = [];
    for (const tracked of lines) {
      if (tracked.state.type !== "queued") continue;
      const verdict = look(tracked, current);
      if (verdict.type === "back") dropped.push([tracked, verdict.reason]);
      else if (verdict.type === "send") offer(tracked, current);
    }
    for (const [tracked, reason] of dropped) giveBack(tracked, reason);
  }

  function look({ line, bytes, epoch: born }: Tracked, current: string): Verdict {
    if (gate === "closed" || (gate === "handshake" && !line.handshake)) return { type: "wait" };
    if (line.fleeting === true && born !== epoch)
      return { type: "back", reason: "The connection was lost before it was sent." };
    if (line.generation !== null && line.generation !== current)
      return { type: "back", reason: "The App Server that it was meant for has ended." };
    if (bytes.length === 0)
      return {
        type: "back",
        reason: "Its page was closed before it was sent, and a secret is kept nowhere. Answer again.",
      };
    if (bytes.length > limit)
      return { type: "back", reason: `It is too long to send: ${bytes.length} bytes, and the relay takes ${limit}.` };
    return line.entry === null ? { type: "send" } : options.review(line.entry.intent);
  }

  function offer(tracked: Tracked, target: string): void {
    const { line } = tracked;
    const { entry } = line;
    const me = client?.id;
    if (me === undefined) return;
    tracked.state = { type: "offered" };
    let attempt = -1;
    options.push({
      type: "out",
      generation: target,
      thread: line.thread,
      client: me,
      stored: tracked.written === target ? null : line.stored,
      bytes: tracked.bytes.length,
      redacted: line.redacted,
      admit: () => {
        // Looked at a last time: the lines before it in the queue may have settled what it is about.
        if (tracked.state.type !== "offered" || generation !== target || look(tracked, target).type !== "send")
          return false;
        total += tracked.bytes.length;
        sent = { generation: target, end: total };
        tracked.state = { type: "handed", generation: target, end: total };
        if (entry !== null) line.entry = { ...entry, state: tracked.state };
        tracked.written = target;
        attempt = epoch;
        return true;
      },
      ...(entry !== null &&
      (entry.intent.type === "answer" || entry.intent.type === "interrupt") &&
      tracked.written !== target
        ? { conflicts: (missed: readonly Row[]) => options.conflicts(entry, missed) }
        : {}),
      send: () => {
        // An attach in between has its own count, and has already looked at this line again.
        if (attempt !== epoch || tracked.state.type !== "handed") return;
        options.wire(tracked.bytes);
        if (entry !== null) options.changed();
      },
      bounced: () => {
        if (tracked.state.type === "offered") tracked.state = { type: "queued" };
        // The gate may have opened again while the batch was waiting.
        queueMicrotask(flush);
      },
      revoked: () => {
        // Nothing was handed over; it ended its batch, so nothing was counted behind it.
        if (attempt === epoch && tracked.state.type === "handed") {
          total -= tracked.bytes.length;
          sent = { generation: target, end: total };
        }
        tracked.written = null;
        lines = lines.filter((other) => other !== tracked);
        options.failed(line, "Another page of this device was first.");
        changed(true);
      },
    });
  }

  /** It goes to the person: as a row where the line stands already, else in the record. */
  function giveBack(tracked: Tracked, reason: string, discarded = false): void {
    const { line, written } = tracked;
    if (written === null) {
      drop(tracked);
      if (line.entry !== null) returnEntry(line.entry, reason);
      const intent = line.entry?.intent;
      // Its page has gone with the only copy: nothing else tells the person that the card waits for them again.
      if (intent?.type === "answer" && intent.line === null) {
        const event = { type: "not-sent", id: line.id, reason, unwritten: true } as const;
        options.push({ type: "local", generation: intent.generation, thread: line.thread, event });
      }
    } else {
      tracked.state = { type: "leaving" };
      const event = { type: "not-sent", id: line.id, reason, discarded } as const;
      options.push({ type: "local", generation: written, thread: line.thread, event, begin: () => drop(tracked) });
    }
    options.failed(line, reason);
    changed(line.entry !== null);
  }

  function drop(tracked: Tracked): void {
    lines = lines.filter((other) => other !== tracked);
  }

  /** Answers and interrupts have their card and their turn; what the person wrote or asked for is kept. */
  function returnEntry(entry: OutboxEntry, reason: string): void {
    if (entry.intent.type === "message" || entry.intent.type === "act")
      back = [...back, { ...entry, state: { type: "returned", reason } }];
  }

  function take(tracked: Tracked, where: string): void {
    tracked.state = { type: "taken", generation: where };
    const { entry } = tracked.line;
    // The reply settles a read; nothing else is to be remembered.
    if (entry === null) return drop(tracked);
    options.push({
      type: "local",
      generation: where,
      thread: tracked.line.thread,
      event: { type: "taken", id: tracked.line.id },
    });
    // Neither an answer nor an interrupt is sure to get a reply.
    if (entry.intent.type === "answer" || entry.intent.type === "interrupt") drop(tracked);
    changed(true);
  }

  function settleTaken(where: string, bytes: number): void {
    for (const tracked of lines) {
      const { state } = tracked;
      if (state.type === "handed" && state.generation === where && state.end <= bytes) take(tracked, where);
    }
  }

  /**
   * An earlier page may have sent what its record calls waiting: then the relay has taken more than was written down. Of an
   * App Server that is over and of which nothing was written down, nobody can tell any more.
   */
  function settleInherited(where: string, received: number, passedBy: boolean): void {
    const doubtful = passedBy || received > (sent?.generation === where ? sent.end : 0);
    for (const tracked of lines.filter(({ inherited }) => inherited)) {
      tracked.inherited = false;
      if (!doubtful || tracked.state.type !== "queued") continue;
      drop(tracked);
      if (tracked.line.entry !== null)
        returnEntry(
          tracked.line.entry,
          "This page could not write down whether it was sent. Look at the thread before you send it again.",
        );
    }
  }

  /** @param untaken what is known of lines that `received` did not cover: false, not taken; null, unknown. */
  function endGeneration(where: string, untaken: false | null): void {
    const over: [Tracked, boolean | null][] = [];
    for (const tracked of lines) {
      const { state, line, written } = tracked;
      if (state.type === "taken" && state.generation === where) over.push([tracked, true]);
      else if (state.type === "handed" && state.generation === where) over.push([tracked, untaken]);
      // It was surely not taken where it stands, and it is not sent into another App Server by itself.
      else if (state.type !== "leaving" && (written === where || line.generation === where))
        over.push([tracked, tracked.inherited ? null : false]);
    }
    if (generation === where) {
      generation = null;
      gate = "closed";
      epoch += 1;
    }
    for (const [tracked, delivered] of over) settleEnded(tracked, where, delivered);
    if (over.some(([{ line }]) => line.entry !== null)) changed(true);
  }

  function settleEnded(tracked: Tracked, where: string, delivered: boolean | null): void {
    const { line, written } = tracked;
    drop(tracked);
    if (line.entry === null) return;
    const reason = endReason(line.entry.intent, delivered);
    if (written !== null) {
      const event =
        delivered === false
          ? ({ type: "not-sent", id: line.id, reason } as const)
          : ({ type: "delivery-unknown", id: line.id } as const);
      options.push({ type: "local", generation: where, thread: line.thread, event });
    }
    // A message that stands in no row, and any other act, has no other place where it is told.
    if (written === null || line.entry.intent.type === "act") returnEntry(line.entry, reason);
  }

  function replied(id: string): void {
    // The reply may come before the relay's word that the line was taken: it says the same.
    for (const tracked of lines) {
      if (tracked.line.id !== id || tracked.line.entry?.intent.type === "answer") continue;
      if (tracked.state.type === "handed" && tracked.line.entry !== null) take(tracked, tracked.state.generation);
      if (tracked.state.type === "queued" || tracked.state.type === "offered" || tracked.state.type === "leaving")
        continue;
      drop(tracked);
      changed(tracked.line.entry !== null);
    }
  }

  return {
    adopt(record) {
      client = { id: record.client, n: record.n };
      sent = record.sent ?? null;
      back = [...record.outbox.filter(({ state }) => state.type === "returned"), ...back];
      lines = [...revive(record, options.standsIn), ...lines];
      if (lines.some(({ line }) => line.entry !== null)) changed(true);
    },
    submit(line) {
      lines = [...lines, track(line, epoch)];
      if (line.entry !== null) changed(true);
      flush();
    },
    setGate(value) {
      gate = value;
      flush();
    },
    flush,
    attached(current, received, maxMessage, over, passedBy) {
      epoch += 1;
      gate = "closed";
      settleTaken(current, received);
      if (!over) {
        // Another generation runs: those before are over, and what `received` said of them is not known any more.
        const others = new Set(
          lines.flatMap(({ state, written }) =>
            "generation" in state ? [state.generation] : written === null ? [] : [written],
          ),
        );
        for (const other of others) if (other !== current) endGeneration(other, null);
        settleInherited(current, received, passedBy);
        sent = { generation: current, end: received };
      }
      generation = over ? null : current;
      total = received;
      limit = maxMessage;
      for (const tracked of lines) {
        const { state } = tracked;
        if (!over && state.type === "handed" && state.generation === current) tracked.state = { type: "queued" };
      }
      changed(true);
    },
    received: settleTaken,
    detached() {
      gate = "closed";
      epoch += 1;
    },
    replied,
    shown(isShown) {
      for (const { line } of lines) {
        const intent = line.entry?.intent;
        if (intent?.type === "message" && isShown(intent.thread, intent.clientUserMessageId)) replied(line.id);
      }
    },
    caughtUp() {
      for (const tracked of lines.filter(({ state }) => state.type === "taken")) {
        const { entry } = tracked.line;
        if (entry === null) continue;
        // Its reply was in what has been folded, or in bytes that are gone: nothing more will come for it.
        const stands = options.standsIn(entry);
        if (stands === null || !stands.open || stands.swallowed) drop(tracked);
      }
      changed(true);
    },
    exit: (where) => endGeneration(where, false),
    lost: (where) => endGeneration(where, null),
    discard(id) {
      const before = back.length;
      back = back.filter((entry) => entry.id !== id);
      const tracked = lines.find(({ line, state }) => line.entry?.id === id && state.type === "queued");
      if (tracked === undefined && back.length === before) return false;
      if (tracked !== undefined && tracked.written !== null) giveBack(tracked, "You discarded it.", true);
      else if (tracked !== undefined) {
        drop(tracked);
        options.failed(tracked.line, "You discarded it.");
      }
      changed(true);
      return true;
    },
    fate(final) {
      const waiting = new Set<string>();
      const handed = new Set<string>();
      for (const { line, state } of lines) {
        if (state.type === "handed") handed.add(line.id);
        else if (state.type !== "taken") waiting.add(line.id);
      }
      return (id) => (waiting.has(id) ? false : !handed.has(id) ? true : final ? false : null);
    },
    entries: () => entriesOf(lines.filter(({ state }) => state.type !== "leaving")),
    returned: () => back,
    record: () =>
      client === null
        ? null
        : {
            host: options.host,
            client: client.id,
            n: client.n,
            outbox: [...entriesOf(lines), ...back],
            ...(sent === null ? {} : { sent }),
          },
  };
}

function endReason(intent: Intent, delivered: boolean | null): string {
  const what = intent.type === "act" ? `“${intent.label}”` : "It";
  if (delivered === false) return `The App Server ended: ${what} was not sent.`;
  return `The App Server ended before it answered: ${what} may or may not have arrived.`;
}
