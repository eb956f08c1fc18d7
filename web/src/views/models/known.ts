// What the App Server offers, made trackable: the newest reading of one capability, read when the view is there and it is not
// fresh. For every view that draws models, modes, profiles or features:
//   const models = createKnown(() => props.entry.session, () => ({ name: "models" }));
//   models.known()?.records
import { createEffect, createMemo, createSignal, onCleanup, type Accessor } from "solid-js";
import type { Ask, CapabilityActs, Known } from "../../actions/capabilities.ts";
import type { CapabilityName, Readings } from "../../actions/capability-records.ts";
import type { HostSession } from "../../host/model.ts";
import { useServices } from "../services.tsx";

export interface KnownSource<N extends CapabilityName> {
  /** Null until what this device holds has been looked at. */
  known: Accessor<Known<Readings[N]> | null>;
  /** A part of the app could not be loaded. */
  broken: Accessor<boolean>;
  refresh: () => void;
}

/** Follows one capability of one host. */
export function createKnown<N extends CapabilityName>(
  session: Accessor<HostSession>,
  ask: Accessor<Ask<N>>,
): KnownSource<N> {
  const services = useServices();
  const [known, setKnown] = createSignal<Known<Readings[N]> | null>(null);
  const [broken, setBroken] = createSignal(false);
  // Another object that asks for the same is the same question.
  const question = createMemo(ask, undefined, { equals: (a, b) => a.name === b.name && a.cwd === b.cwd });
  let acts: CapabilityActs | null = null;
  let before: HostSession | null = null;
  createEffect(() => {
    const of = session();
    const wanted = question();
    let stop: (() => void) | null = null;
    let gone = false;
    onCleanup(() => {
      gone = true;
      stop?.();
    });
    if (of !== before) setKnown(null);
    before = of;
    services.actions.capabilities().then(
      (loaded) => {
        if (gone) return;
        acts = loaded;
        setBroken(false);
        stop = loaded.watch(of, services.journal, wanted, (next) =>
          // While another list is read for the first time the one before it stands.
          setKnown((held) =>
            held !== null && next.records === null && next.reading ? { ...held, reading: true } : next,
          ),
        );
      },
      () => setBroken(true),
    );
  });
  return { known, broken, refresh: () => void acts?.refresh(session(), services.journal, question()) };
}
