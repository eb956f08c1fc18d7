// What the browser says about this site's storage on the device.

/** The part of `navigator.storage` that is used; missing on insecure origins and in some browsers. */
export type Storage = Partial<Pick<StorageManager, "estimate" | "persist" | "persisted">>;

export interface StorageFacts {
  /** Bytes; null where the browser does not tell. */
  used: number | null;
  quota: number | null;
  /** The browser promised not to evict; null where it cannot be asked. */
  persisted: boolean | null;
}

/** Asks the browser; what it does not tell is null. */
export async function readStorage(storage: Storage | undefined): Promise<StorageFacts> {
  const [estimate, persisted] = await Promise.all([
    orNull(() => storage?.estimate?.()),
    orNull(() => storage?.persisted?.()),
  ]);
  return { used: estimate?.usage ?? null, quota: estimate?.quota ?? null, persisted };
}

/**
 * Asks the browser not to evict this site's data. True when it promised; null where it cannot be asked. Safari does not
 * keep the promise in a plain tab: an app on the home screen is safe, a tab is not.
 */
export function askToPersist(storage: Storage | undefined): Promise<boolean | null> {
  return orNull(() => storage?.persist?.());
}

async function orNull<T>(ask: () => Promise<T> | undefined): Promise<T | null> {
  try {
    return (await ask()) ?? null;
  } catch {
    return null;
  }
}
