// The attach under way: which generation this page hears, where its lines stand, when everything that existed at the
// attach is folded, what is missing, and how generations end. It turns what the link tells into inputs of the pump.
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import type { Attached, GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { GenerationRecord, Journal } from "../journal/journal.ts";
import type { LocalEvent } from "../journal/rows.ts";
import type { AttachPoint, LinkEvent, LinkStatus } from "../link/types.ts";
import { createLineReader, type DroppedRange, type LineReader } from "../rpc/lines.ts";
import type { PendingRequests } from "../rpc/pending.ts";
import type { Folder } from "./folder.ts";
import { openedInHead, userAgentFromHead } from "./handshake.ts";
import type { Pump } from "./pump.ts";
import type { Sender } from "./sender.ts";
import { createTailKeeper } from "./tail-keeper.ts";

export interface AttachmentOptions {
  host: string;
  label: string;
  journal: Journal;
  now: () => number;
  folder: Pick<Folder, "running" | "known">;
  pump: Pump;
  pending: PendingRequests;
  sender: Sender;
  /** This page's client id, once it has one. */
  client: () => string;
  attach: (point: AttachPoint) => void;
  /** Everything that existed when the attach was made is folded: the generation is heard live. */
  live: (generation: string) => void;
  /** Bytes are gone, and with them perhaps replies to what was sent before. */
  gapped: () => void;
  /** Bytes of the generation that is heard live are gone. */
  missed: (generation: string) => void;
  ended: (generation: string) => void;
  changed: () => void;
}

export interface Attachment {
  onLink(event: LinkEvent): void;
  /** Attaches at the stored cursor: at the start, and when lines have to be fetched again. */
  attachWhereStored(): Promise<void>;
  /** Attaches now, where this page stands: lines that are only in its memory need not be fetched. */
  attachAgain(): void;
  status(): LinkStatus;
  /** The generation that this page hears; null between two. */
  generation(): string | null;
  /** Attached, and everything up to the attach is folded. */
  isLive(): boolean;
  clients(): number | null;
  maxMessage(): number | null;
  latencyMs(): number | null;
  label(): string;
  /** The first bytes of the generation show that it has taken a handshake. */
  opened(generation: string): boolean;
  userAgent(generation: string): string | undefined;
  noteUserAgent(generation: string, userAgent: string): void;
}

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** Makes the attachment of one session. */
export function createAttachment(options: AttachmentOptions): Attachment {
  const { folder, pump, pending, sender, now } = options;
  let status: LinkStatus = { type: "idle" };
  let clients: number | null = null;
  let maxMessage: number | null = null;
  let latencyMs: number | null = null;
  let label = options.label;
  let generation: string | null = null;
  /** What is left of an ended generation is being read: nothing can be sent to it. */
  let over = false;
  let reader: LineReader = createLineReader();
  /** The bytes up to here existed when this attach was made: before they are folded nothing is judged or sent. */
  let attachEnd = Number.POSITIVE_INFINITY;
  let live = false;
  /** Counts attaches: what was begun for an earlier one is not finished for a later. */
  let attaches = 0;
  const userAgents = new Map<string, string>();
  const opened = new Set<string>();
  const tails = createTailKeeper((input) => pump.push(input));

  function local(where: string, event: LocalEvent, moveTo?: number): void {
    pump.push({ type: "local", generation: where, thread: null, event, ...(moveTo === undefined ? {} : { moveTo }) });
  }

  async function attachWhereStored(): Promise<void> {
    const newest = await newestGeneration();
    if (newest === null || newest.end !== null) {
      options.attach({ generation: null, offset: 0 });
      return;
    }
    attaches += 1;
    generation = newest.generation;
    reader = createLineReader(newest.offset);
    if (newest.tail !== null) reader.restore(newest.tail, newest.offset);
    tails.restart(reader.position());
    live = false;
    options.attach({ generation, offset: reader.position() });
  }

  function attachAgain(): void {
    if (attaches === 0) void attachWhereStored();
    else if (generation === null) options.attach({ generation: null, offset: 0 });
    else options.attach({ generation, offset: reader.position() });
  }

  async function newestGeneration(): Promise<GenerationRecord | null> {
    try {
      return (await options.journal.generations(options.host)).at(-1) ?? null;
    } catch {
      return null;
    }
  }

  function onAttached(frame: Attached): void {
    status = { type: "attached" };
    label = frame.label;
    clients = frame.clients;
    maxMessage = frame.maxMessage;
    attaches += 1;
    live = false;
    attachEnd = frame.end;
    over = frame.ended.some((end) => end.generation === frame.generation);
    endOthers(frame);
    if (frame.generation !== generation) {
      generation = frame.generation;
      reader = createLineReader(pump.foldedTo(frame.generation));
      tails.restart(reader.position());
    }
    if (frame.offset !== reader.position()) jump(frame.offset, frame.lineStart);
    const userAgent = userAgentFromHead(frame.head);
    if (userAgent !== null) userAgents.set(frame.generation, userAgent);
    if (openedInHead(frame.head)) opened.add(frame.generation);
    sender.attached(frame.generation, frame.received, frame.maxMessage, over, passedBy(frame));
    // The rest of a generation that is over makes nothing begin.
    if (!over)
      local(frame.generation, {
        type: "attached",
        client: options.client(),
        from: frame.offset,
        fresh: frame.offset > 0,
      });
    void whenLive();
  }

  /** Whether an App Server came and went, after those that this device has met, that it has stored nothing of. */
  function passedBy(frame: Attached): boolean {
    const known = new Set(folder.known());
    const ended = frame.ended.filter(({ generation: id }) => id !== frame.generation);
    const newest = ended.findLastIndex(({ generation: id }) => known.has(id));
    return known.size > 0 && newest < ended.length - 1;
  }

  /**
   * One relay runs one App Server: those before the one attached to are over, whether their end was seen or not. A page
   * that reads the rest of an older one judges nothing that it is not told.
   */
  function endOthers(frame: Attached): void {
    const known = folder.known();
    const place = known.indexOf(frame.generation);
    for (const id of folder.running()) {
      if (id === frame.generation) continue;
      const told = frame.ended.find((end) => end.generation === id);
      // Met after this one, so it is newer: this attach was slow, and another page has gone on.
      if (told === undefined && (over || (place >= 0 && known.indexOf(id) > place))) continue;
      const end: GenerationEnd = told ?? {
        generation: id,
        end: pump.foldedTo(id),
        code: null,
        signal: null,
        by: null,
        at: now(),
        stderr: null,
      };
      finish(end, "lost");
    }
  }

  function onBytes(offset: number, bytes: Uint8Array): void {
    const where = generation;
    if (where === null) return;
    const fed = reader.feed(bytes, offset);
    if (fed.dropped !== null) tellGap(where, fed.dropped);
    for (const { start, end, text } of fed.lines) {
      const message = parseLine(typeof text === "string" ? text : lossy.decode(text));
      pump.push({ type: "line", generation: where, start, end, line: text, message });
    }
    tails.fed(where, reader, offset, bytes);
    void whenLive();
  }

  /** Bytes are gone: the next one is `to`. */
  function jump(to: number, lineStart: boolean): void {
    if (generation === null) return;
    const dropped = reader.jump(to, lineStart);
    tails.restart(to);
    options.gapped();
    if (dropped !== null) tellGap(generation, dropped);
  }

  function tellGap(where: string, { from, to }: DroppedRange): void {
    local(where, { type: "gap", from, to }, to);
    if (!live) return;
    void pump.drained().then(() => {
      if (live && generation === where) options.missed(where);
    });
  }

  /** A generation is over: its rows end with its exit, its open requests and handed lines are settled. */
  function finish(end: GenerationEnd, how: "exit" | "lost"): void {
    const fate = sender.fate(how === "exit");
    if (how === "exit") sender.exit(end.generation);
    else sender.lost(end.generation);
    local(end.generation, { type: "exit", end });
    options.ended(end.generation);
    // Replies that came before the end may still be on their way through the pump.
    void pump.drained().then(() => pending.close(end.generation, (id) => fate(typedId(id))));
  }

  async function whenLive(): Promise<void> {
    const where = generation;
    if (live || over || where === null || reader.position() < attachEnd) return;
    const attach = attaches;
    await pump.drained();
    // Another attach may have come meanwhile.
    if (live || attach !== attaches || where !== generation || status.type !== "attached") return;
    live = true;
    pending.open(where);
    sender.caughtUp();
    options.live(where);
    options.changed();
  }

  return {
    onLink(event) {
      switch (event.type) {
        case "attached":
          onAttached(event.frame);
          break;
        case "bytes":
          if (event.generation === generation) onBytes(event.offset, event.bytes);
          return;
        case "gap":
          if (event.generation === generation) jump(event.to, event.lineStart);
          break;
        case "received":
          sender.received(event.generation, event.bytes);
          return;
        case "clients":
          clients = event.count;
          break;
        case "latency":
          latencyMs = event.ms;
          break;
        case "exit":
          finish(event.end, "exit");
          if (generation === event.end.generation) {
            generation = null;
            live = false;
          }
          break;
        case "status":
          status = event.status;
          if (status.type !== "attached") {
            live = false;
            clients = null;
            sender.detached();
          }
          break;
      }
      options.changed();
    },
    attachWhereStored,
    attachAgain,
    status: () => status,
    generation: () => generation,
    isLive: () => status.type === "attached" && live,
    clients: () => clients,
    maxMessage: () => maxMessage,
    latencyMs: () => latencyMs,
    label: () => label,
    opened: (id) => opened.has(id),
    userAgent: (id) => userAgents.get(id),
    noteUserAgent: (id, userAgent) => userAgents.set(id, userAgent),
  };
}
