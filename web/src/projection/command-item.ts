// Commands as the server tells of them: their facts, and their output, of which the stream or the final text is the richer.
import type { TypedItem } from "@longwire/shared-protocol/wire/item";
import { listOf, objectOf, spanOf } from "./read.ts";
import { type ItemSource, richer } from "./richer.ts";
import type { Item, Turn } from "./state.ts";

type CommandItem = Extract<Item, { type: "commandExecution" }>;

/** Makes a command richer by what the server says of it. */
export function mergeCommand(
  item: CommandItem,
  wire: Extract<TypedItem, { type: "commandExecution" }>,
  source: ItemSource,
  turn: Turn,
): void {
  // A copy of an item that has ended here was made earlier, or tells the same.
  const settled = source === "copy" && item.phase === "completed";
  item.command = richer(item.command, wire.command);
  item.cwd = wire.cwd || item.cwd;
  if (!settled || item.status === "inProgress") item.status = wire.status || item.status;
  item.source = wire.source || item.source;
  item.processId = wire.processId || item.processId;
  item.pluginId = wire.pluginId || item.pluginId;
  item.scriptPath = wire.scriptPath || item.scriptPath;
  item.exitCode = wire.exitCode ?? item.exitCode;
  item.durationMs = spanOf(wire.durationMs) ?? item.durationMs;
  const actions = listOf(wire.commandActions).map(objectOf);
  if (actions.length > 0) item.actions = actions.filter((action) => action !== null);
  if (typeof wire.aggregatedOutput === "string" && wire.aggregatedOutput !== "")
    mergeOutput(item, wire.aggregatedOutput, turn.heldInFull || (source === "copy" && item.phase === "open"));
}

/** The line with which the App Server says that it has left out the middle of a long output. */
const OMISSION = /^\.\.\. \d+ bytes omitted \.\.\.$/m;

/** The final output can be poorer than the stream was: the richer one is kept, with a mark when it is cut. */
function mergeOutput(item: CommandItem, final: string, streamed: boolean): void {
  if (final === item.output) {
    item.outputCut ||= saysCut(final);
    return;
  }
  const cut = saysCut(final);
  // What a command prints in its first moments may come in no delta: then all places are that much further on.
  if (item.typed.length > 0 && final.endsWith(item.output))
    for (const typed of item.typed) typed.at += final.length - item.output.length;
  // A stream that this device did not get whole is no measure for a final text that is.
  if (!cut && (!streamed || final.length >= item.output.length)) {
    item.output = final;
    item.outputCut = false;
    return;
  }
  if (final.length > item.output.length) item.output = final;
  // Where the server left out the middle, its stream had holes too. A shorter final text that does not say so lost nothing.
  item.outputCut = cut || item.outputCut;
}

function saysCut(output: string): boolean {
  return output.length > 1024 && OMISSION.test(output);
}
