// Tells the other tabs of this device that rows were written. The message says only "look": rows are read from the store.

/** The part of BroadcastChannel that is used; injected in tests. */
export interface AnnounceChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

export interface Announcer {
  /** Tells the other tabs. */
  wrote(host: string): void;
  listen(host: string, listener: () => void): () => void;
  close(): void;
}

/** @param open makes a channel by name; null where the browser has none: tabs then see each other at their next write */
export function createAnnouncer(open: ((name: string) => AnnounceChannel) | null): Announcer {
  let closed = false;
  const channels = new Map<string, { channel: AnnounceChannel; listeners: Set<() => void> }>();

  function of(host: string): { channel: AnnounceChannel; listeners: Set<() => void> } | null {
    const known = channels.get(host);
    if (known !== undefined || open === null || closed) return known ?? null;
    const listeners = new Set<() => void>();
    // One channel object both speaks and listens: it does not hear itself.
    const channel = open(`longwire/journal/${host}`);
    channel.onmessage = () => {
      for (const listener of listeners) listener();
    };
    const entry = { channel, listeners };
    channels.set(host, entry);
    return entry;
  }

  return {
    wrote(host) {
      try {
        of(host)?.channel.postMessage("rows");
      } catch {
        // The rows are stored; the others find them at their next write.
      }
    },
    listen(host, listener) {
      const entry = of(host);
      entry?.listeners.add(listener);
      return () => entry?.listeners.delete(listener);
    },
    close() {
      closed = true;
      for (const { channel } of channels.values()) channel.close();
      channels.clear();
    },
  };
}

/** BroadcastChannel where there is one. */
export function browserChannel(): ((name: string) => AnnounceChannel) | null {
  if (typeof BroadcastChannel === "undefined") return null;
  return (name) => new BroadcastChannel(name);
}
