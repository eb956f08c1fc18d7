// One host, live: link → lines → pump (journal, fold) → views, and the person's acts back through the sender.
// Plain TypeScript without DOM; everything of the browser is injected, so the whole session runs in Node tests. Here the
// rooms of a session are joined; what each does stands in its own file.
import type { HostRecord, Journal, ClientRecord } from "../journal/journal.ts";
import type { GuardLocks } from "../journal/secrets/guard.ts";
import type { Sign } from "../link/environment.ts";
import type { Link } from "../link/types.ts";
import { createIds, type Ids, type RandomBytes } from "../rpc/ids.ts";
import { createPendingRequests } from "../rpc/pending.ts";
import { typedId } from "@longwire/shared-protocol/request-key";
import { createActs } from "./acts.ts";
import { createAttachment } from "./attachment.ts";
import { createCatchUp } from "./catch-up.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { createDeadlines } from "./deadlines.ts";
import { createDrafter } from "./draft.ts";
import { createFolder } from "./folder.ts";
import { createGreeting } from "./greeting.ts";
import { createIdleWatch } from "./idle-watch.ts";
import { createLettingGo } from "./letting-go.ts";
import { factsOf } from "./facts.ts";
import type { Changed, HostSession, SessionFacts } from "./model.ts";
import { createOpenThreads } from "./open-threads.ts";
import { proveAlive } from "./proof.ts";
import { createPump } from "./pump.ts";
import { createSeen } from "./seen.ts";
import { createRequests } from "./requests.ts";
import { createReviewer, isTaken } from "./review.ts";
import { createSecrets } from "./secrets.ts";
import { createSender } from "./sender.ts";

/** This page's hold on a client id of the host. */
export interface ClientClaim {
  record: ClientRecord;
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
  /** Web Locks, so that tabs without a secret let the one that has it store first; null where there are none. */
  locks?: GuardLocks | null;
  /** Nobody sees the page; never where that is not known. */
  hidden?: () => boolean;
  onSign?: (listener: (sign: Sign) => void) => () => void;
}

/** Milliseconds without being seen after which the thread list is read again: another process may have made threads. */
export const LIST_STALE_MS = 60_000;

/** Starts the session of one host. It is usable at once: the journal is read first, then the link attaches. */
export function createSession(options: SessionOptions): HostSession {
  const { journal, now, after, every } = options;
  const host = options.record.id;
  const hidden = options.hidden ?? (() => false);
  const listeners = new Set<Changed>();
  const hearers = new Map<string, Set<(params: unknown) => void>>();
  let touched = new Set<object>();
  let facts: SessionFacts | null = null;
  let closed = false;
  let ids: Ids = createIds("unclaimed", options.random);
  let claim: ClientClaim | null = null;
  let link: Link | null = null;
  let resolveReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (resolveReady = resolve));

  const touch = (object: object): void => void touched.add(object);
  const folder = createFolder(host, touch);
  const pending = createPendingRequests();
  const drafter = createDrafter(folder);
  const secrets = createSecrets({ host, journal, locks: options.locks ?? null, now });
  const review = createReviewer({
    folder,
    openThreads: { loadState: (thread) => openThreads.loadState(thread) },
    current: generation,
    client,
  });

  const pump = createPump({
    host,
    journal,
    now,
    after,
    draft: drafter.draft,
    async prepare(batch) {
      await secrets.prepare(batch);
      for (const input of batch)
        if (input.type === "line" && input.message.kind === "response") requests.heard(input.message.id, input.line);
      await drafter.prepare(batch);
    },
    mayKeepTail: secrets.mayKeepTail,
    fold(rows, known) {
      const folded = folder.fold(rows, known);
      for (const message of folded.replies) replied(message);
      sender.shown(folder.isShown);
      for (const stop of folded.refusedStops) if (stop.client === client()) acts.stopRefused(stop.thread, stop.turn);
      openThreads.folded(new Set(rows.map((row) => row.thread)));
      catchUp.folded(folded.requests);
      deadlines.check();
      idleWatch.check();
      checkpoints.touched();
      tell();
    },
    arrived(lines) {
      for (const { message } of lines) {
        if (message.kind === "response" || message.kind === "error") replied(message);
        else if (message.kind === "notification")
          for (const hear of hearers.get(message.method) ?? []) hear(message.params);
      }
    },
    clientRecord: () => sender.record(),
    userAgent: (id) => attachment.userAgent(id),
    refetch: () => void attachment.attachWhereStored(),
    disordered: () => void pump.exclusive(() => openThreads.reread(() => folder.reload(journal, pump))),
    rested: tell,
  });

  const sender = createSender({
    host,
    push: (input) => pump.push(input),
    save: () => pump.saveClient(),
    wire: (bytes) => link?.send(bytes) ?? false,
    review,
    // By the rows of other tabs that are folded already, and by those that this very transaction has found.
    conflicts: (entry, missed) => review(entry.intent).type !== "send" || isTaken(generation() ?? "", entry, missed),
    standsIn: folder.standsIn,
    failed: ({ id }, message) => void pending.fail(fromTypedId(id), { type: "not-sent", message }),
    changed: tell,
  });

  const requests = createRequests({
    pending,
    submit: sender.submit,
    ids: () => ids,
    generation,
    usable,
    after,
    redact: secrets.request,
  });

  const attachment = createAttachment({
    host,
    label: options.record.label,
    journal,
    now,
    folder,
    pump,
    pending,
    sender,
    client,
    attach: (point) => link?.attach(point),
    live(where) {
      requests.live();
      if (greeting.greeted() !== where) sender.setGate("handshake");
      greeting.begin();
    },
    gapped: () => requests.gapped(),
    missed() {
      requests.live();
      sender.caughtUp();
      if (usable()) askWhatWasMissed();
    },
    ended(where) {
      greeting.ended(where);
      // Its last lines may still be waiting to be stored: they are masked first.
      void pump.drained().then(() => secrets.ended(where));
    },
    changed: tell,
  });

  const greeting = createGreeting({
    version: options.version,
    after,
    send: requests.handshake,
    notify: requests.notify,
    opened: (where) => attachment.opened(where) || folder.opened(where),
    live: () => (attachment.isLive() ? generation() : null),
    done(where, userAgent) {
      if (userAgent !== null) attachment.noteUserAgent(where, userAgent);
      sender.setGate("open");
      requests.usable();
      askWhatWasMissed();
      openThreads.usable();
      tell();
    },
    changed: tell,
  });

  const openThreads = createOpenThreads({
    host,
    hostRead: ready,
    journal,
    folder,
    pump,
    request: requests.request,
    usable,
    loaded: () => sender.flush(),
    changed(object) {
      touch(object);
      tell();
    },
    hidden,
  });

  const catchUp = createCatchUp({
    folder,
    request: requests.request,
    current: generation,
    done: (where, keys) =>
      pump.push({ type: "local", generation: where, thread: null, event: { type: "caught-up", keys } }),
  });

  const acts = createActs({
    folder,
    sender,
    secrets,
    ids: () => ids,
    now,
    after,
    ready,
    generation,
    push: (input) => pump.push(input),
    drained: () => pump.drained(),
    kept: () => pump.clientKept(),
    terminate: (where) => link?.terminate(where) ?? false,
    attached: () => attachment.status().type === "attached",
    wake() {
      const { type } = attachment.status();
      if (type === "ended" || type === "offline") session.reconnect();
    },
  });

  const deadlines = createDeadlines({
    now,
    every,
    live: attachment.isLive,
    stops: () => folder.stopsOf(),
    async proveAlive() {
      const alive = link !== null && (await proveAlive(link, after));
      // What came before the sign is folded before anything is judged.
      await pump.drained();
      return alive && attachment.isLive();
    },
    unanswered(stop) {
      const where = generation();
      if (where === null) return;
      pump.push({
        type: "local",
        generation: where,
        thread: stop.thread,
        event: { type: "stop-unanswered", turn: stop.turn },
      });
    },
    cleanUp(stop) {
      const where = generation();
      // Ending it takes everything on it along: only where there is nothing else and nobody else.
      if (attachment.clients() === 1 && where !== null && !folder.elseRuns(where, stop.turn))
        void acts.stopByForce(stop.turn);
    },
  });

  const lettingGo = createLettingGo({
    folder,
    every,
    onScreen: openThreads.onScreen,
    alone: () => usable() && attachment.clients() === 1,
    current: generation,
    release: (thread) => void requests.request("thread/unsubscribe", { threadId: thread }),
  });

  const idleWatch = createIdleWatch({
    folder,
    after,
    live: () => (usable() ? generation() : null),
    ask: openThreads.settle,
    untold(thread, turn) {
      const where = generation();
      if (where === null) return;
      pump.push({ type: "local", generation: where, thread, event: { type: "end-untold", turn } });
    },
  });

  const checkpoints = createCheckpoints({
    pump,
    now,
    after,
    due: () => [() => folder.save(journal, pump), ...openThreads.unsaved()],
  });

  function generation(): string | null {
    return attachment.generation();
  }

  function client(): string {
    return claim?.record.client ?? "";
  }

  function usable(): boolean {
    return attachment.isLive() && generation() !== null && greeting.greeted() === generation();
  }

  function replied(message: Parameters<typeof pending.reply>[0]): void {
    // While the outbox still holds what was refused.
    if (message.kind === "error") acts.refused(typedId(message.id));
    // The sender first: a reply tells that the line was taken.
    sender.replied(typedId(message.id));
    pending.reply(message);
  }

  function askWhatWasMissed(): void {
    const where = generation();
    if (where !== null && folder.missed(where)) openThreads.missed();
    catchUp.begin();
  }

  function tell(): void {
    if (closed) return;
    facts = null;
    touched.add(session);
    const set = touched;
    touched = new Set();
    for (const listener of listeners) listener(set);
  }

  async function boot(): Promise<void> {
    claim = await options.claimClient(host);
    if (closed) return claim.release();
    const { record, nextAttach } = claim;
    ids = createIds(record.client, options.random);
    await pump.exclusive(() => folder.load(journal, pump));
    sender.adopt(record);
    link = options.createLink(record.client, nextAttach);
    link.subscribe(attachment.onLink);
    resolveReady();
    tell();
    await attachment.attachWhereStored();
  }

  const seen = createSeen({
    now,
    hidden,
    onSign: options.onSign,
    left: checkpoints.leaving,
    back(awayMs) {
      if (!usable()) return;
      openThreads.usable();
      if (awayMs > LIST_STALE_MS) catchUp.refreshList();
    },
  });
  const stopForeign = journal.onForeign(host, () => pump.pull());
  const stopHealth = journal.onHealth(tell);

  const session: HostSession = {
    id: host,
    state: folder.state,
    facts() {
      facts ??= factsOf({
        attachment,
        sender,
        journal,
        usable: usable(),
        stored: pump.stored(),
        trouble: greeting.trouble(),
        foldedUserAgent: folder.userAgent,
      });
      return facts;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onNotification(method, listener) {
      const heard = hearers.get(method) ?? new Set();
      hearers.set(method, heard.add(listener));
      return () => void heard.delete(listener);
    },
    openThread: openThreads.open,
    refetch: openThreads.fetch,
    request: requests.request,
    sendMessage: acts.sendMessage,
    sendReturned: acts.sendReturned,
    outputSchema: acts.outputSchema,
    setOutputSchema: acts.setOutputSchema,
    interrupt: acts.interrupt,
    stopByForce: acts.stopByForce,
    answer: acts.answer,
    discard: acts.discard,
    reconnect() {
      greeting.forget();
      attachment.attachAgain();
    },
    close() {
      if (closed) return;
      checkpoints.leaving();
      closed = true;
      stopForeign();
      stopHealth();
      const rooms = [
        seen,
        deadlines,
        lettingGo,
        idleWatch,
        checkpoints,
        acts,
        greeting,
        requests,
        openThreads,
        secrets,
      ];
      for (const room of rooms) room.close();
      link?.close();
      pump.close();
      claim?.release();
    },
  };

  void boot();
  return session;
}

/** `typedId` back to the id. */
function fromTypedId(id: string): string | number {
  return id.startsWith("n:") ? Number(id.slice(2)) : id.slice(2);
}
