// Transactions that always settle with their true cause: an abort (a full disk) may come without any request failing,
// and a request that fails because of an abort names the wrong reason.
import type { IDBPTransaction, StoreNames } from "idb";
import { errorName } from "../error.ts";
import type { Database, JournalSchema } from "./schema.ts";

export type Stores = StoreNames<JournalSchema>[];
export type WriteTransaction = IDBPTransaction<JournalSchema, Stores, "readwrite">;

/** Awaits one step; rejects when the transaction is aborted, whether or not the step itself says so. */
export type Step = <T>(step: Promise<T>) => Promise<T>;

/**
 * Runs `work` in one transaction and waits until it is stored. A throw in `work` aborts and comes out unchanged.
 * @throws what the browser threw, also synchronously when the connection is closed
 */
export async function transact<T>(
  db: Database,
  stores: Stores,
  durability: IDBTransactionDurability,
  work: (tx: WriteTransaction, step: Step) => Promise<T>,
): Promise<T> {
  const tx = db.transaction(stores, "readwrite", { durability });
  const aborted = new Promise<never>((_, reject) => {
    tx.done.catch(reject);
  });
  aborted.catch(() => {});
  const step: Step = (promise) => Promise.race([promise, aborted]);
  try {
    const result = await work(tx, step);
    await tx.done;
    return result;
  } catch (error) {
    if (errorName(error) !== "AbortError") {
      try {
        tx.abort();
        await tx.done.catch(() => {});
      } catch {
        // It is over already.
      }
      throw error;
    }
    // The step failed because of the abort; the transaction knows why there was one.
    throw await tx.done.then(
      () => error,
      (cause: unknown) => cause,
    );
  }
}

/** Whether the connection is what broke, so that a fresh one may do. Never true for a full disk. */
export function isConnectionLost(error: unknown): boolean {
  switch (errorName(error)) {
    case "InvalidStateError":
    case "TransactionInactiveError":
    case "UnknownError":
    case "AbortError":
    case "TimeoutError":
      return true;
    default:
      return false;
  }
}
