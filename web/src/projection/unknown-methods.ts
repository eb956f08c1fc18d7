// The fold's half of `lacking.ts`: what the App Server said it does not know.
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import type { GenerationState, HostState, OwnRequest, Touch } from "./state.ts";

/** What stands for its version: the same words for every process of one version, as far as they are known. */
export const versionOf = ({ userAgent, id }: GenerationState): string => userAgent ?? id;

/**
 * Whether these are the words for a method that the server does not know: it is the unknown variant by its own name (another
 * name is a value of a known method), or the code for it without the words by which a known one says that this thread cannot.
 */
export function saysUnknown(method: string, code: number | null, message: string): boolean {
  return message.includes(`unknown variant \`${method}\``) || saysUnknownByCode(code, message);
}

/** By the code alone: the words of those that have no such method differ from server to server. */
export function saysUnknownByCode(code: number | null, message: string): boolean {
  return code === RPC_CODE.methodNotFound && !saysOfThread(message);
}

/** "thread/items/list is not supported yet": of a method that is known. "Unsupported method" is of one that is not. */
function saysOfThread(message: string): boolean {
  return /support/i.test(message) && !/\bunsupported method\b|\bmethod\b.{0,80}\bnot supported\b/i.test(message);
}

/** A request was refused. Only an unknown method counts. */
export function noteRefused(
  state: HostState,
  generation: GenerationState,
  { method, at }: OwnRequest,
  { code, message }: { code: number | null; message: string },
  touch: Touch,
): void {
  if (!saysUnknown(method, code, message) || generation.id !== state.current) return;
  const version = versionOf(generation);
  if (state.lacking?.version !== version) state.lacking = { version, refused: new Map(), words: null };
  state.lacking.refused.set(method, { at, words: message.split(", expected ")[0] ?? message });
  if (message.includes("unknown variant")) state.lacking.words = message;
  touch(state);
}

/** It does a method that it was held to lack: what was held is of another version. */
export function noteDone(state: HostState, method: string | undefined, touch: Touch): void {
  if (method === undefined || state.lacking?.refused.has(method) !== true) return;
  state.lacking = null;
  touch(state);
}
