// Hands the app's services to the components, and answers which session a page belongs to.
import { createContext, createSignal, type Accessor, type JSX, onCleanup, useContext } from "solid-js";
import type { AppServices, HostEntry } from "../actions/contract.ts";
import type { HostSession } from "../host/model.ts";
import { changed, connection, live } from "./live.ts";
import { hostInSearch, place, threadPath } from "./route.tsx";

interface Shared {
  services: AppServices;
  hosts: Accessor<readonly HostEntry[]>;
  ready: Accessor<boolean>;
}

const Context = createContext<Shared>();

/** Provides the services below it and keeps the subscriptions to every session. */
export function ServicesProvider(props: { services: AppServices; children: JSX.Element }): JSX.Element {
  // The services live as long as the page: reading the prop once is meant.
  // oxlint-disable-next-line solid/reactivity
  const services = props.services;
  const [hosts, setHosts] = createSignal(services.hosts());
  const [ready, setReady] = createSignal(services.ready());
  const subscribed = new Map<HostSession, () => void>();
  const follow = () => {
    const entries = services.hosts();
    const now = new Set(entries.map((entry) => entry.session));
    for (const [session, stop] of subscribed) {
      if (now.has(session)) continue;
      stop();
      subscribed.delete(session);
    }
    for (const session of now) if (!subscribed.has(session)) subscribed.set(session, session.onChange(changed));
    setHosts(entries);
    setReady(services.ready());
  };
  follow();
  const stop = services.onHosts(follow);
  onCleanup(() => {
    stop();
    for (const unsubscribe of subscribed.values()) unsubscribe();
  });
  return <Context.Provider value={{ services, hosts, ready }}>{props.children}</Context.Provider>;
}

function useShared(): Shared {
  const shared = useContext(Context);
  if (shared === undefined) throw new Error("a view was used outside of ServicesProvider");
  return shared;
}

export function useServices(): AppServices {
  return useShared().services;
}

/** The known hosts; changes when one is added or removed. */
export function useHosts(): { hosts: Accessor<readonly HostEntry[]>; ready: Accessor<boolean> } {
  return useShared();
}

/**
 * The host of a thread: one that knows it, else the one that is live, else the first. Null without hosts. A relay with a
 * new state folder is another host with the same threads: the one that refuses this device comes last. Two programs may
 * name their threads alike: the address then says which.
 */
export function hostOfThread(hosts: readonly HostEntry[], thread: string | null): HostEntry | null {
  const open = (entries: readonly HostEntry[]) => entries.find(({ session }) => connection(session) !== "refused");
  if (thread !== null) {
    const knowing = hosts.filter(({ session }) => live(session.state).threads.has(thread));
    const named = knowing.length > 1 ? hostInSearch(place().search) : null;
    const found =
      knowing.find(({ record }) => record.id === named) ??
      (knowing.length > 1 ? (open(knowing) ?? knowing[0]) : knowing[0]);
    if (found !== undefined) return found;
  }
  return hosts.find(({ session }) => connection(session) === "live") ?? open(hosts) ?? hosts[0] ?? null;
}

/** The path of a machine's thread, which names the machine where another has a thread of that id too. */
export function pathOnHost(hosts: readonly HostEntry[], host: string, thread: string): string {
  const elsewhere = hosts.some(({ record, session }) => record.id !== host && live(session.state).threads.has(thread));
  return threadPath(thread, elsewhere ? host : null);
}
