// What the person does in a session: messages, stops, answers. Each becomes an intent that outlives a cut and a reload, and
// is looked at again right before it is sent.
import { encodeErrorResponse, encodeRequest, encodeResponse } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Decision } from "../decisions/state.ts";
import type { Intent, MessageWay, OutboxEntry } from "../journal/journal.ts";
import type { Ids } from "../rpc/ids.ts";
import type { Folder } from "./folder.ts";
import type { LocalInput } from "./inputs.ts";
import { objectOf } from "../projection/read.ts";
import type { Json, JsonObject } from "../projection/state.ts";
import { inputOf, schemaOf } from "./message-input.ts";
import type { HostSession, MessageInput } from "./model.ts";
import type { Secrets } from "./secrets.ts";
import type { Sender } from "./sender.ts";

export interface ActsOptions {
  folder: Folder;
  sender: Sender;
  secrets: Pick<Secrets, "answer">;
  ids: () => Ids;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** Resolves when the page has its client id: before that nothing of it could be kept. */
  ready: Promise<void>;
  generation: () => string | null;
  push: (input: LocalInput) => void;
  drained: () => Promise<void>;
  /** Resolves when what the person just did would outlive the page, or nothing can be stored. */
  kept: () => Promise<void>;
  /** Asks the relay to end the App Server. */
  terminate: (generation: string) => boolean;
  attached: () => boolean;
  /** Somebody acted: a host that has ended starts again, one that waits tries at once. */
  wake: () => void;
}

export type Acts = Pick<
  HostSession,
  | "sendMessage"
  | "sendReturned"
  | "outputSchema"
  | "setOutputSchema"
  | "interrupt"
  | "stopByForce"
  | "answer"
  | "discard"
> & {
  /** The server refused one of our requests: the shape of the answer that a message asked for is kept for the next. */
  refused(id: string): void;
  /** The server was too busy to take an interrupt: it is sent again after a while, some times. */
  stopRefused(thread: string, turn: string): void;
  close(): void;
};

/** Milliseconds before an interrupt that was not taken is sent again, one for each further try. */
export const STOP_WAITS_MS = [250, 500, 1000, 2000, 4000];

/** Makes the acts of one session. */
export function createActs(options: ActsOptions): Acts {
  const { folder, sender, now } = options;
  const stopTries = new Map<string, number>();
  /** Requests whose answer is being made ready: a second click meanwhile does nothing. */
  const answering = new Set<string>();
  const timers = new Set<() => void>();
  /** The shape of the answer to the next message that begins a turn, by thread. */
  const schemas = new Map<string, JsonObject>();

  /** @param stored the line as it is kept when it holds a secret */
  function submit(id: string, line: string, intent: Intent, where: string | null, stored?: string): void {
    const entry: OutboxEntry = { id, intent, at: now(), state: { type: "waiting" } };
    sender.submit({
      id,
      thread: intent.thread,
      line,
      stored: stored ?? line.slice(0, -1),
      redacted: stored !== undefined,
      entry,
      generation: where,
      handshake: false,
    });
  }

  /**
   * @param input null: the text is all of it
   * @param schema the shape of the answer; only a message that begins a turn can ask for one
   */
  function submitMessage(
    thread: string,
    text: string,
    way: MessageWay | undefined,
    input: readonly unknown[] | null,
    schema: Json,
  ): string {
    const id = options.ids().next();
    const clientUserMessageId = `${id}.m`;
    const params = {
      threadId: thread,
      clientUserMessageId,
      input: input ?? [{ type: "text", text, text_elements: [] }],
    };
    const line =
      way?.type === "steer"
        ? encodeRequest(id, "turn/steer", { ...params, expectedTurnId: way.turn })
        : way?.type === "queue"
          ? encodeRequest(id, "thread/queue/add", params)
          : encodeRequest(id, "turn/start", schema === null ? params : { ...params, outputSchema: schema });
    const lastTurn = folder.state.threads.get(thread)?.lastTurn?.id ?? null;
    const message = { type: "message", thread, clientUserMessageId, line, text, lastTurn } as const;
    const more = input === null ? {} : { parts: true as const };
    submit(typedId(id), line, way === undefined ? { ...message, ...more } : { ...message, ...more, way }, null);
    return clientUserMessageId;
  }

  async function sendMessage(thread: string, text: string, way?: MessageWay, input?: MessageInput): Promise<string> {
    await options.ready;
    const begins = way === undefined || way.type === "start";
    const id = submitMessage(thread, text, way, input ?? null, begins ? (schemas.get(thread) ?? null) : null);
    if (begins) schemas.delete(thread);
    options.wake();
    await options.kept();
    return id;
  }

  async function sendReturned(id: string, way?: MessageWay): Promise<void> {
    await options.ready;
    const intent = sender.returned().find((entry) => entry.id === id)?.intent;
    // Put away and written anew without a pause between: a second press finds nothing, and no crash falls in between.
    if (intent?.type !== "message" || !sender.discard(id)) return;
    submitMessage(intent.thread, intent.text, way, inputOf(intent), schemaOf(intent));
    options.wake();
    await options.kept();
  }

  async function interrupt(thread: string, turn: string): Promise<void> {
    await options.ready;
    const as = folder.interruptId(thread, turn);
    const waits = sender
      .entries()
      .some(({ intent }) => intent.type === "interrupt" && (intent.turn === turn || intent.turn === as));
    if (waits || folder.isStopping(thread, turn) || !folder.turnRuns(thread, turn)) return;
    const id = options.ids().next();
    // Fire and watch: no reply comes for a turn that is over.
    const line = encodeRequest(id, "turn/interrupt", { threadId: thread, turnId: as });
    submit(typedId(id), line, { type: "interrupt", thread, turn: as, line }, null);
  }

  async function stopByForce(turn: string | null): Promise<void> {
    const where = options.generation();
    // Nothing is told to have been done that cannot be done now.
    if (where === null || !options.attached()) return;
    options.push({
      type: "local",
      generation: where,
      thread: turn === null ? null : folder.threadOfTurn(turn),
      event: { type: "terminate", turn },
    });
    await options.drained();
    options.terminate(where);
  }

  async function answer(
    decision: Decision,
    how: { result: unknown } | { error: { code: number; message: string } },
  ): Promise<void> {
    await options.ready;
    const { id, key, thread, generation, method, params } = decision;
    if (!mayAnswer(decision) || answering.has(key)) return;
    answering.add(key);
    try {
      const redacted = await options.secrets.answer(generation, id, method, params, how);
      if (!mayAnswer(decision)) return;
      const intent = { type: "answer", generation, requestKey: key, thread } as const;
      if (redacted !== null) {
        submit(typedId(id), redacted.line, { ...intent, line: null }, generation, redacted.stored);
        return;
      }
      const line =
        "result" in how ? encodeResponse(id, how.result) : encodeErrorResponse(id, how.error.code, how.error.message);
      submit(typedId(id), line, { ...intent, line }, generation);
    } finally {
      answering.delete(key);
    }
  }

  function mayAnswer(decision: Decision): boolean {
    const known = folder.state.decisions.get(decision.key);
    if (decision.state.type !== "pending" || known?.state.type !== "pending") return false;
    if (decision.generation !== folder.state.current) return false;
    return !sender.entries().some(({ intent }) => intent.type === "answer" && intent.requestKey === decision.key);
  }

  async function discard(id: string): Promise<void> {
    if (sender.discard(id)) return;
    for (const thread of folder.followed()) {
      const outgoing = thread.outgoing.get(id);
      if (outgoing === undefined || (outgoing.state.type !== "failed" && outgoing.state.type !== "delivery-unknown"))
        continue;
      options.push({
        type: "local",
        generation: outgoing.generation,
        thread: thread.id,
        event: { type: "discarded", message: id },
      });
      await options.drained();
    }
  }

  return {
    sendMessage,
    sendReturned,
    outputSchema: (thread) => schemas.get(thread) ?? null,
    setOutputSchema(thread, schema) {
      if (schema === null) schemas.delete(thread);
      else schemas.set(thread, schema);
    },
    interrupt,
    stopByForce,
    answer,
    discard,
    refused(id) {
      const intent = sender.entries().find((entry) => entry.id === id)?.intent;
      if (intent?.type !== "message" || schemas.has(intent.thread)) return;
      const schema = objectOf(schemaOf(intent));
      if (schema !== null) schemas.set(intent.thread, schema);
    },
    stopRefused(thread, turn) {
      const tries = stopTries.get(turn) ?? 0;
      const ms = STOP_WAITS_MS[tries];
      stopTries.set(turn, tries + 1);
      if (ms === undefined) return;
      const cancel = options.after(ms, () => {
        timers.delete(cancel);
        void interrupt(thread, turn);
      });
      timers.add(cancel);
    },
    close() {
      for (const cancel of timers) cancel();
    },
  };
}
