// Makes plain state objects trackable: a computation that reads `live(object)` runs again when `changed` names that object.
// State stays what the fold made (Maps patched in place); nothing is copied, wrapped or compared.
import { type Accessor, batch, createMemo, createRoot, createSignal, getListener } from "solid-js";
import type { Connection, HostSession, SessionFacts } from "../host/model.ts";

interface Version {
  track: () => void;
  bump: () => void;
}

const versions = new WeakMap<object, Version>();

/** Subscribes the running computation to the object and gives it back. Costs nothing outside of one. */
export function live<T extends object>(object: T): T {
  if (getListener() === null) return object;
  let version = versions.get(object);
  if (version === undefined) {
    const [track, bump] = createSignal(undefined, { equals: false });
    version = { track, bump: () => bump(undefined) };
    versions.set(object, version);
  }
  version.track();
  return object;
}

/** Runs the computations that read any of the objects, once each. */
export function changed(objects: ReadonlySet<object>): void {
  batch(() => {
    for (const object of objects) versions.get(object)?.bump();
  });
}

/** The session's facts, tracked. */
export function facts(session: HostSession): SessionFacts {
  return live(session).facts();
}

const connections = new WeakMap<HostSession, Accessor<Connection>>();

/** The session's connection alone: the other facts change far more often, and most readers want only this. */
export function connection(session: HostSession): Connection {
  let word = connections.get(session);
  if (word === undefined) {
    // Lives as long as the session does.
    word = createRoot(() => {
      const memo = createMemo(() => facts(session).connection);
      return memo;
    });
    connections.set(session, word);
  }
  return word();
}
