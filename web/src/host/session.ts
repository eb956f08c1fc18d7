// One host, live: link → lines → pump (journal, fold) → views, and the person's acts back through the sender.
// Plain TypeScript without DOM; everything of the browser is injected, so the whole session runs in Node tests.
import { encodeNotification, encodeRequest, encodeErrorResponse, encodeResponse, parseLine } from "@longwire/shared-protocol/json-rpc";
import type { Attached, GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Decision } from "../decisions/state.ts";
import type { GenerationRecord, HostRecord, Intent, Journal, OutboxEntry } from "../journal/journal.ts";
import type { LocalEvent } from "../journal/rows.ts";
import type { Link, LinkEvent, LinkStatus } from "../link/types.ts";
import { createIds, type Ids, type RandomBytes } from "../rpc/ids.ts";
import { createLineReader, type DroppedRange, type LineReader } from "../rpc/lines.ts";
import { createPendingRequests, type PendingRequests } from "../rpc/pending.ts";
import { createCatchUp } from "./catch-up.ts";
import { createDeadlines } from "./deadlines.ts";
import { createDrafter } from "./draft.ts";
import { createFolder, type Folder } from "./folder.ts";
import { initializeParams, readHandshake, userAgentFromHead } from "./handshake.ts";
import { createLettingGo } from "./letting-go.ts";
import type { Changed, Connection, HostSession, Outcome, Returned, SessionFacts } from "./model.ts";
import { createOpenThreads } from "./open-threads.ts";
import { createPump } from "./pump.ts";
import { createReviewer } from "./review.ts";
import { createSender, type OutLine, type Sender } from "./sender.ts";
import { createTailKeeper } from "./tail-keeper.ts";

/** This page's hold on a client id of the host. */
export interface ClientClaim {
  record: { host: string; client: string; n: number; outbox: OutboxEntry[] };
  /** The number for the next attach, stored before it is used. */
  nextAttach: () => Promise<number>;
  release: () => void;
}

export interface SessionOptions {
  record: HostRecord;
  journal: Journal;
  claimClient: (host: string) => Promise<ClientClaim>;
  createLink: (client: string, nextAttach: () => Promise<number>) => Link;
  /** The version of this build, for `initialize`. */
  version: string;
  now: () => number;
  random: RandomBytes;
  after: (ms: number, run: () => void) => () => void;
  every: (ms: number, run: () => void) => () => void;
}

const NOT_CONNECTED = "Not connected. Nothing was sent; try again when the connection is back.";
/** Milliseconds after which a handshake without an answer is told. */
const HANDSHAKE_PATIENCE_MS = 15_000;
/** Milliseconds of quiet after which the host's checkpoint is written. */
const CHECKPOINT_QUIET_MS = 3000;

/** Starts the session of one host. It is usable at once: the journal is read first, then the link attaches. */
export function createSession(options: SessionOptions): HostSession {
  const { journal, now } = options;
  const host = options.record.id;
  const listeners = new Set<Changed>();
  let touched = new Set<object>();
  let closed = false;

  // ------------------------------------------------------------------------------- what is not folded
  let linkStatus: LinkStatus = { type: "idle" };
  let clients: number | null = null;
  let latencyMs: number | null = null;
  let label = options.record.label;
  let returned: Returned[] = [];
  let trouble: string | null = null;
  let facts: SessionFacts | null = null;

  // ------------------------------------------------------------------------------- the attach under way
  let generation: string | null = null;
  let reader: LineReader = createLineReader();
  /** The bytes up to here existed when this attach was made: before they are folded nothing is judged or sent. */
  let attachEnd = Number.POSITIVE_INFINITY;
  let caughtUp = false;
  /** The generation in which this page has had its handshake. */
  let greeted: string | null = null;
  let greeting = false;
  /** Bytes are missing here: the server is asked what they would have told. */
  let catchUpWanted = false;
  let waitingForUse: (() => void)[] = [];

  const folder: Folder = createFolder(host, (object) => touched.add(object));
  const drafter = createDrafter(folder);
  const pending: PendingRequests = createPendingRequests();
  let ids: Ids = createIds("unclaimed", options.random);
  let sender: Sender | null = null;
  let link: Link | null = null;
  let claim: ClientClaim | null = null;
  let cancelCheckpoint: (() => void) | null = null;
  const userAgents = new Map<string, string>();

  const pump = createPump({
    host,
    journal,
    now,
    draft: drafter.draft,
    prepare: drafter.prepare,
    fold(rows, known) {
      const folded = folder.fold(rows, known);
      for (const message of folded.replies) {
        // The sender first: it may tell that the line was taken.
        sender?.replied(typedId(message.id));
        pending.reply(message);
      }
      openThreads.folded();
      catchUp.folded(folded.requests);
      deadlines.check();
      tell();
      scheduleCheckpoint();
    },
    clientRecord: () => sender?.record() ?? null,
    userAgent: (id) => userAgents.get(id),
    onHealedWithHole: () => void attachWhereStored(),
  });
  const tails = createTailKeeper((input) => pump.push(input));

  let hostIsRead: () => void = () => undefined;
  const openThreads = createOpenThreads({
    host,
    hostRead: new Promise((resolve) => (hostIsRead = resolve)),
    journal,
    folder,
    pump,
    request,
    usable,
    loaded: () => sender?.flush(),
    changed: (object) => {
      touched.add(object);
      tell();
    },
  });

  const catchUp = createCatchUp({
    folder,
    request,
    current: () => generation,
    done: (where, keys) => local(where, null, { type: "caught-up", keys }),
  });

  const review = createReviewer({ folder, openThreads, current: () => generation });

  const deadlines = createDeadlines({
    now,
    every: options.every,
    live: isLive,
    stops: () => (claim === null ? [] : folder.stopsOf(claim.record.client)),
    proveAlive,
    unanswered: (stop) => local(generation, stop.thread, { type: "stop-unanswered", turn: stop.turn }),
    cleanUp: (stop) => {
      // Ending it takes everything on it along: only where there is nothing else and nobody else.
      if (clients === 1 && generation !== null && !folder.elseRuns(generation, stop.turn)) void stopByForce(stop.turn);
    },
  });

  const lettingGo = createLettingGo({
    folder,
    now,
    every: options.every,
    onScreen: openThreads.onScreen,
    alone: () => isLive() && clients === 1,
    current: () => generation,
    release: (thread) => void request("thread/unsubscribe", { threadId: thread }),
  });

  // ---------------------------------------------------------------------------------------- telling
  function tell(): void {
    facts = null;
    touched.add(session);
    const set = touched;
    touched = new Set();
    for (const listener of listeners) listener(set);
  }

  function connection(): Connection {
    switch (linkStatus.type) {
      case "idle":
      case "connecting":
        return "connecting";
      case "offline":
      case "replaced":
      case "too-big":
        return "offline";
      case "refused":
        return "refused";
      case "ended":
        return "ended";
      case "attached":
        return usable() ? "live" : "catching-up";
    }
  }

  function isLive(): boolean {
    return linkStatus.type === "attached" && caughtUp;
  }

  function local(where: string | null, thread: string | null, event: LocalEvent, moveTo?: number): void {
    if (where === null) return;
    pump.push({ type: "local", generation: where, thread, event, ...(moveTo === undefined ? {} : { moveTo }) });
  }

  // ------------------------------------------------------------------------------------------- start
  async function boot(): Promise<void> {
    claim = await options.claimClient(host);
    if (closed) return claim.release();
    const { record, nextAttach } = claim;
    ids = createIds(record.client, options.random);
    await pump.exclusive(() => folder.load(journal, pump));
    hostIsRead();
    if (closed) return claim.release();
    tell();
    sender = createSender({
      host,
      client: record.client,
      record,
      save: (client) => void journal.putClient(client).catch(() => undefined),
      push: (input) => pump.push(input),
      wire: (bytes) => link?.send(bytes) ?? false,
      local,
      review,
      returned: giveBack,
      ended: lineEnded,
      changed: tell,
    });
    const knownSender = sender;
    link = options.createLink(record.client, async () => {
      const n = await nextAttach();
      knownSender.setAttach(n);
      return n;
    });
    link.subscribe(onLink);
    await attachWhereStored();
  }

  /** Attaches at the stored cursor: at the start, and when lines have to be fetched again. */
  async function attachWhereStored(): Promise<void> {
    const newest = await newestGeneration();
    if (newest === null || newest.end !== null) {
      link?.attach({ generation: null, offset: 0 });
      return;
    }
    generation = newest.generation;
    reader = createLineReader(newest.offset);
    if (newest.tail !== null) reader.restore(newest.tail, newest.offset);
    tails.restart(reader.position());
    caughtUp = false;
    link?.attach({ generation: newest.generation, offset: reader.position() });
  }

  async function newestGeneration(): Promise<GenerationRecord | null> {
    try {
      return (await journal.generations(host)).at(-1) ?? null;
    } catch {
      return null;
    }
  }

  // -------------------------------------------------------------------------------------------- link
  function onLink(event: LinkEvent): void {
    switch (event.type) {
      case "attached":
        onAttached(event.frame);
        break;
      case "bytes":
        if (event.generation === generation) onBytes(event.offset, event.bytes);
        break;
      case "gap":
        if (event.generation === generation) onGap(event.to, event.lineStart);
        break;
      case "received":
        sender?.received(event.generation, event.bytes);
        break;
      case "clients":
        clients = event.count;
        break;
      case "latency":
        latencyMs = event.ms;
        break;
      case "exit":
        onExit(event.end);
        break;
      case "status":
        linkStatus = event.status;
        if (event.status.type !== "attached") {
          caughtUp = false;
          clients = null;
          sender?.detached();
        }
        break;
    }
    tell();
  }

  function onAttached(frame: Attached): void {
    linkStatus = { type: "attached" };
    label = frame.label;
    clients = frame.clients;
    caughtUp = false;
    attachEnd = frame.end;
    endOlder(frame);
    if (frame.generation !== generation) {
      generation = frame.generation;
      reader = createLineReader(pump.foldedTo(frame.generation));
      tails.restart(reader.position());
    }
    if (frame.offset !== reader.position()) onGap(frame.offset, frame.lineStart);
    const userAgent = userAgentFromHead(frame.head);
    if (userAgent !== null) userAgents.set(frame.generation, userAgent);
    pending.open(frame.generation);
    sender?.attached(frame.generation, frame.received);
    local(frame.generation, null, { type: "attached", client: ids.client, from: frame.offset, fresh: frame.offset > 0 });
    void whenCaughtUp();
  }

  /** One relay runs one App Server: all that are not the one attached to are over, whether their end was seen or not. */
  function endOlder(frame: Attached): void {
    for (const known of folder.running()) {
      if (known === frame.generation) continue;
      const told = frame.ended.find((end) => end.generation === known);
      const end: GenerationEnd = told ?? {
        generation: known,
        end: pump.foldedTo(known),
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
      pump.push({ type: "line", generation: where, start, end, line: text, message: parseLine(typeof text === "string" ? text : lossy.decode(text)) });
    }
    tails.fed(where, reader, offset, bytes);
    void whenCaughtUp();
  }

  /** Bytes are gone: the next one is `to`. What they would have told, the server is asked for. */
  function onGap(to: number, lineStart: boolean): void {
    if (generation === null) return;
    const dropped = reader.jump(to, lineStart);
    tails.restart(to);
    catchUpWanted = true;
    if (dropped !== null) tellGap(generation, dropped);
  }

  function tellGap(where: string, dropped: DroppedRange): void {
    local(where, null, { type: "gap", from: dropped.from, to: dropped.to }, dropped.to);
  }

  function onExit(end: GenerationEnd): void {
    finish(end, "exit");
    caughtUp = false;
    if (generation === end.generation) generation = null;
  }

  /** A generation is over: its rows end with its exit, its open requests and handed lines are settled. */
  function finish(end: GenerationEnd, how: "exit" | "lost"): void {
    if (how === "exit") sender?.exit(end.generation);
    else sender?.lost(end.generation);
    // After the last `received` what was not taken is known not to have been.
    pending.close(end.generation, (id) => (how === "exit" ? !(sender?.isPending(typedId(id)) ?? false) : null));
    local(end.generation, null, { type: "exit", end });
    if (greeted === end.generation) greeted = null;
  }

  // -------------------------------------------------------------------------------------- catching up
  async function whenCaughtUp(): Promise<void> {
    const where = generation;
    if (caughtUp || where === null || reader.position() < attachEnd) return;
    const end = attachEnd;
    await pump.drained();
    // Another attach may have come meanwhile, or more bytes of this one be due.
    if (caughtUp || where !== generation || attachEnd !== end || linkStatus.type !== "attached") return;
    caughtUp = true;
    if (greeted === where) {
      becomeUsable();
      openThreads.usable();
    } else {
      sender?.setGate("handshake");
      void greet(where);
    }
    tell();
  }

  async function greet(where: string): Promise<void> {
    if (greeting) return;
    greeting = true;
    const impatient = options.after(HANDSHAKE_PATIENCE_MS, () => {
      trouble = "The program behind the relay does not answer the handshake. Nothing is lost. Check which command the relay was started with.";
      tell();
    });
    const result = readHandshake(await send("initialize", initializeParams(options.version), true));
    impatient();
    greeting = false;
    if (!result.ok) {
      trouble = result.trouble;
      tell();
      if (result.trouble === null) void whenGreetable();
      return;
    }
    trouble = null;
    if (result.userAgent !== null) userAgents.set(where, result.userAgent);
    if (generation !== where) return whenGreetable();
    notify("initialized");
    greeted = where;
    if (caughtUp) becomeUsable();
    tell();
    const wanted = catchUpWanted;
    catchUpWanted = false;
    await catchUp.run(where, wanted);
    openThreads.usable();
  }

  /** The handshake was cut off: it is due again once the next attach has caught up. */
  function whenGreetable(): void {
    if (caughtUp && generation !== null && greeted !== generation) void greet(generation);
  }

  // ------------------------------------------------------------------------------------------- sending
  async function request(method: string, params: unknown, how: { wait?: boolean } = {}): Promise<Outcome<unknown>> {
    if (!usable()) {
      if (how.wait !== true) return { ok: false, reason: { type: "not-sent", message: NOT_CONNECTED } };
      await new Promise<void>((resolve) => waitingForUse.push(resolve));
    }
    return send(method, params, false);
  }

  function usable(): boolean {
    return isLive() && generation !== null && greeted === generation;
  }

  /** The gate opens: what waited goes out. */
  function becomeUsable(): void {
    sender?.setGate("open");
    const waiting = waitingForUse;
    waitingForUse = [];
    for (const go of waiting) go();
  }

  function send(method: string, params: unknown, handshake: boolean): Promise<Outcome<unknown>> {
    const id = ids.next();
    const line = encodeRequest(id, method, params);
    const reply = pending.wait(id);
    submit({ id: typedId(id), thread: threadParam(params), line, entry: null, generation: null, handshake });
    return reply;
  }

  function notify(method: string): void {
    submit({ id: `notification ${method}`, thread: null, line: encodeNotification(method), entry: null, generation: null, handshake: true });
  }

  function submit(line: Omit<OutLine, "stored" | "redacted">): void {
    sender?.submit({ ...line, stored: line.line.slice(0, -1), redacted: false });
  }

  function giveBack(line: OutLine, reason: string, written: boolean): void {
    const wireId = fromTypedId(line.id);
    pending.fail(wireId, { type: "not-sent", message: reason });
    if (written) local(generation, line.thread, { type: "not-sent", id: line.id, reason });
    if (line.entry === null) return;
    const { intent } = line.entry;
    // A row in the journal shows the message where it stood, with what became of it; without one it is told here.
    if (written && intent.type === "message") return;
    if (intent.type === "message" || intent.type === "act") {
      returned = [...returned, { id: line.entry.id, thread: intent.thread, text: intent.type === "message" ? intent.text : null, reason }];
    }
    tell();
  }

  function lineEnded(line: OutLine, where: string, delivered: boolean | null): void {
    const { entry } = line;
    pending.fail(fromTypedId(line.id), { type: "ended", delivered });
    if (entry === null) return;
    const event: LocalEvent =
      delivered === false
        ? { type: "not-sent", id: line.id, reason: "The App Server ended before it got this." }
        : { type: "delivery-unknown", id: line.id };
    local(where, line.thread, event);
    if (entry.intent.type === "act") {
      const word = delivered === false ? "was not sent" : "may or may not have been done";
      returned = [...returned, { id: entry.id, thread: line.thread, text: null, reason: `The App Server ended: “${entry.intent.label}” ${word}.` }];
    }
    tell();
  }

  function submitIntent(id: string, line: string, intent: Intent, where: string | null): void {
    const entry: OutboxEntry = { id: typedId(id), intent, at: now(), state: { type: "waiting" } };
    submit({ id: entry.id, thread: intent.thread, line, entry, generation: where, handshake: false });
  }

  async function sendMessage(thread: string, text: string): Promise<void> {
    const clientUserMessageId = `${ids.prefix}.m${now().toString(36)}${ids.next().split(".").at(-1) ?? ""}`;
    const id = ids.next();
    const params = { threadId: thread, clientUserMessageId, input: [{ type: "text", text, text_elements: [] }] };
    const lastTurn = folder.state.threads.get(thread)?.lastTurn?.id ?? null;
    const intent: Intent = { type: "message", thread, clientUserMessageId, line: encodeRequest(id, "turn/start", params), text, lastTurn };
    submitIntent(id, intent.line, intent, null);
    wake();
  }

  async function interrupt(thread: string, turn: string): Promise<void> {
    if (folder.isStopping(thread, turn) || sender?.entries().some(({ intent }) => intent.type === "interrupt" && intent.turn === turn) === true) return;
    const id = ids.next();
    const line = encodeRequest(id, "turn/interrupt", { threadId: thread, turnId: turn });
    // Fire and watch: no reply comes for a turn that is over. Only "not taken" is a reason to send it again.
    void pending.wait(id).then(async (outcome) => {
      if (!outcome.ok && outcome.reason.type === "rpc" && outcome.reason.code === -32001) await interrupt(thread, turn);
    });
    submitIntent(id, line, { type: "interrupt", thread, turn, line }, null);
  }

  async function stopByForce(turn: string | null): Promise<void> {
    const where = generation;
    if (where === null) return;
    local(where, turn === null ? null : folder.threadOfTurn(turn), { type: "terminate", turn });
    await pump.drained();
    link?.terminate(where);
  }

  async function answer(decision: Decision, how: { result: unknown } | { error: { code: number; message: string } }): Promise<void> {
    if (decision.state.type !== "pending" || decision.generation !== generation) return;
    if (answering(decision.key)) return;
    const line =
      "result" in how ? encodeResponse(decision.id, how.result) : encodeErrorResponse(decision.id, how.error.code, how.error.message);
    const intent: Intent = { type: "answer", generation: decision.generation, requestKey: decision.key, thread: decision.thread, line };
    const entry: OutboxEntry = { id: typedId(decision.id), intent, at: now(), state: { type: "waiting" } };
    submit({ id: entry.id, thread: decision.thread, line, entry, generation: decision.generation, handshake: false });
  }

  function answering(key: string): boolean {
    return sender?.entries().some(({ intent }) => intent.type === "answer" && intent.requestKey === key) ?? false;
  }

  /** Somebody acted: a host that has ended starts again, one that waits tries at once. */
  function wake(): void {
    if (linkStatus.type === "ended" || linkStatus.type === "offline") session.reconnect();
  }

  // -------------------------------------------------------------------------------------- small things
  async function proveAlive(): Promise<boolean> {
    const before = link;
    if (before === null) return false;
    const alive = await new Promise<boolean>((resolve) => {
      const giveUp = options.after(5000, () => settle(false));
      const stop = before.subscribe((event) => {
        if (event.type === "latency" || event.type === "bytes") settle(true);
        else if (event.type === "status" && event.status.type !== "attached") settle(false);
      });
      function settle(value: boolean): void {
        giveUp();
        stop();
        resolve(value);
      }
      before.probe();
    });
    await pump.drained();
    return alive && isLive();
  }

  function scheduleCheckpoint(): void {
    cancelCheckpoint?.();
    cancelCheckpoint = options.after(CHECKPOINT_QUIET_MS, () => {
      cancelCheckpoint = null;
      void folder.save(journal, pump);
    });
  }

  const stopForeign = journal.onForeign(host, () => pump.pull());
  const stopHealth = journal.onHealth(() => tell());

  const session: HostSession = {
    id: host,
    state: folder.state,
    facts() {
      facts ??= {
        connection: connection(),
        link: linkStatus,
        clients,
        journal: journal.health(),
        outbox: sender?.entries() ?? [],
        returned,
        latencyMs,
        label,
        stored: pump.idle() && journal.health().type === "ok",
        trouble,
        userAgent: generation === null ? null : (userAgents.get(generation) ?? folder.userAgent(generation)),
      };
      return facts;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openThread: (id) => openThreads.open(id),
    refetch: (thread) => openThreads.fetch(thread),
    request,
    sendMessage,
    interrupt,
    stopByForce,
    answer,
    async discard(id) {
      if (sender?.discard(id) !== true) returned = returned.filter((entry) => entry.id !== id);
      tell();
    },
    reconnect() {
      trouble = null;
      void attachWhereStored();
    },
    close() {
      closed = true;
      stopForeign();
      stopHealth();
      deadlines.close();
      lettingGo.close();
      cancelCheckpoint?.();
      openThreads.close();
      link?.close();
      pump.close();
      claim?.release();
    },
  };

  void boot();
  return session;
}

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

function threadParam(params: unknown): string | null {
  return typeof params === "object" && params !== null && "threadId" in params && typeof params.threadId === "string" ? params.threadId : null;
}

/** `typedId` back to the id. */
function fromTypedId(id: string): string | number {
  return id.startsWith("n:") ? Number(id.slice(2)) : id.slice(2);
}
