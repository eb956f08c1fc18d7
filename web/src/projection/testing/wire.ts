// Short words for the lines that tests put on a tape.
import { T } from "./rows.ts";

export const note = (method: string, params: object, emittedAtMs?: number) =>
  emittedAtMs === undefined ? { method, params } : { method, params, emittedAtMs };
export const started = (turn: string, thread = T) =>
  note("turn/started", { threadId: thread, turn: { id: turn, items: [], status: "inProgress" } });
export const completed = (turn: string, status = "completed", more: object = {}, thread = T) =>
  note("turn/completed", { threadId: thread, turn: { id: turn, items: [], status, ...more } });
export const itemStarted = (turn: string, item: object, thread = T) =>
  note("item/started", { threadId: thread, turnId: turn, item });
export const itemCompleted = (turn: string, item: object, thread = T) =>
  note("item/completed", { threadId: thread, turnId: turn, item });
export const delta = (turn: string, item: string, text: string, thread = T) =>
  note("item/agentMessage/delta", { threadId: thread, turnId: turn, itemId: item, delta: text });
export const output = (turn: string, item: string, text: string, thread = T) =>
  note("item/commandExecution/outputDelta", { threadId: thread, turnId: turn, itemId: item, delta: text });
export const agent = (id: string, text: string) => ({ type: "agentMessage", id, text });
export const user = (id: string, text: string, clientId: string | null = null) => ({
  type: "userMessage",
  id,
  clientId,
  content: [{ type: "text", text, text_elements: [] }],
});
export const command = (id: string, line: string, more: object = {}) => ({
  type: "commandExecution",
  id,
  command: line,
  cwd: "/w",
  status: "inProgress",
  aggregatedOutput: null,
  ...more,
});
export const status = (type: string, activeFlags?: string[], thread = T) =>
  note("thread/status/changed", {
    threadId: thread,
    status: activeFlags === undefined ? { type } : { type, activeFlags },
  });
export const turn = (id: string, state: string, items: object[], more: object = {}) => ({
  id,
  status: state,
  items,
  ...more,
});
export const ask = (id: string | number, more: object = {}, method = "item/commandExecution/requestApproval") => ({
  id,
  method,
  params: { threadId: T, turnId: "t1", itemId: "c1", command: "ls", cwd: "/w", ...more },
});
export const resolved = (id: string | number, thread = T) =>
  note("serverRequest/resolved", { threadId: thread, requestId: id });
export const request = (id: string, method: string, params: object) => ({ id, method, params });
export const reply = (id: string | number, result: unknown) => ({ id, result });
export const refusal = (id: string | number, code: number, message: string) => ({ id, error: { code, message } });
/** A message of ours. */
export const send = (id: string, text: string, client: string) =>
  request(id, "turn/start", { threadId: T, clientUserMessageId: client, input: [{ type: "text", text }] });
