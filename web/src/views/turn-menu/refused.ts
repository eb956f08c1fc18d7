// What the present App Server has refused as something that it does not know: it is not offered again.
import { createSignal } from "solid-js";
import type { Failure, HostSession } from "../../host/model.ts";

const [refused, setRefused] = createSignal<ReadonlySet<string>>(new Set());

const keyOf = (session: HostSession, mode: string | null): string =>
  JSON.stringify([session.id, session.state.current, mode]);

/** The failure says that this App Server cannot do it at all. */
export function isUnknownAct(failure: Failure): boolean {
  if (failure.type !== "rpc") return false;
  return failure.code === -32601 || /unknown variant|requires experimentalApi|not supported/i.test(failure.message);
}

/** Remembers it, for threads with such a history. */
export function noteCannotGoBack(session: HostSession, mode: string | null): void {
  setRefused(new Set([...refused(), keyOf(session, mode)]));
}

export function cannotGoBack(session: HostSession, mode: string | null): boolean {
  return refused().has(keyOf(session, mode));
}
