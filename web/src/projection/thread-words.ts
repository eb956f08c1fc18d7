// Words of the server about any thread: its status, and where it came from.
import type { WireThreadStatus } from "@longwire/shared-protocol/wire/thread";
import { objectOf, textOf } from "./read.ts";
import type { ThreadStatus } from "./state.ts";

/** A status word with its flags; a word that is not known stays itself. */
export function readStatus(wire: WireThreadStatus): ThreadStatus {
  switch (wire.type) {
    case "notLoaded":
    case "idle":
    case "systemError":
      return { type: wire.type };
    case "active": {
      const flags = (wire.activeFlags ?? []).filter((flag) => typeof flag === "string");
      return { type: "active", flags };
    }
    default:
      return { type: "other", word: wire.type };
  }
}

/** Where a thread came from, as a word: the server tells a word, or an object with one member named by the kind. */
export function readSource(value: unknown): string {
  const object = objectOf(value);
  return textOf(value) ?? (object === null ? "unknown" : (Object.keys(object)[0] ?? "unknown"));
}
