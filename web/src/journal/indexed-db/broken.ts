// For tests: a fake IndexedDB whose handles can be broken in the ways in which real browsers break them.
import "fake-indexeddb/auto";
import { IDBFactory as FakeFactory } from "fake-indexeddb";

/** A factory that remembers its open handles and lets a test stand between a handle and its transactions. */
export interface BreakableFactory {
  factory: IDBFactory;
  /** Every handle that was opened successfully, oldest first. */
  handles: IDBDatabase[];
  /** Opens that were asked for. */
  opens(): number;
}

export function breakableFactory(): BreakableFactory {
  const factory: IDBFactory = new FakeFactory();
  const handles: IDBDatabase[] = [];
  let opens = 0;
  const open = factory.open.bind(factory);
  factory.open = (name, version) => {
    opens += 1;
    const request = open(name, version);
    request.addEventListener("success", () => handles.push(request.result));
    return request;
  };
  return { factory, handles, opens: () => opens };
}

type Begin = IDBDatabase["transaction"];

/** Lets `meddle` see each readwrite transaction of the handle before its user does; it may throw. Returns the undo. */
export function meddleWith(db: IDBDatabase, meddle: (tx: IDBTransaction) => void, before?: () => void): () => void {
  const begin: Begin = db.transaction.bind(db);
  db.transaction = (stores, mode, options) => {
    before?.();
    const tx = begin(stores, mode, options);
    if (mode === "readwrite") meddle(tx);
    return tx;
  };
  return () => {
    db.transaction = begin;
  };
}

/** What iOS does after a pause: the handle looks open and every transaction on it throws. */
export function killHandle(db: IDBDatabase): void {
  meddleWith(
    db,
    () => {},
    () => {
      throw new DOMException("The connection is closing.", "InvalidStateError");
    },
  );
}

/** A full disk: the puts succeed, then the transaction aborts with QuotaExceededError, and no request says so. */
export function abortForQuota(tx: IDBTransaction): void {
  const stores = tx.objectStore.bind(tx);
  tx.objectStore = (name) => {
    const store = stores(name);
    if (name !== "heads") return store;
    const put = store.put.bind(store);
    store.put = (value: unknown) => {
      const request = put(value);
      // The head is put last. The fake has no quota of its own, but a way to abort for a reason.
      request.addEventListener("success", () =>
        (tx as unknown as { _abort(name: string): void })._abort("QuotaExceededError"),
      );
      return request;
    };
    return store;
  };
}

/** The connection goes away after the commit and before anybody is told of it. */
export function loseAfterCommit(tx: IDBTransaction): void {
  const listen = tx.addEventListener.bind(tx);
  const onAbort: (() => void)[] = [];
  listen("complete", () => {
    const error = new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    Object.defineProperty(tx, "error", { value: error, configurable: true });
    for (const listener of onAbort) listener();
  });
  tx.addEventListener = (type: string, listener: EventListenerOrEventListenerObject): void => {
    if (type === "abort") onAbort.push(listener as () => void);
    else if (type !== "complete") listen(type, listener);
  };
}
