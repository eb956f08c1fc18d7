// The one error that the journal's writes reject with: a reason for the program, a sentence for the person.

export type JournalErrorReason =
  /** The device's storage for this site is full. */
  | "quota"
  /** The connection to the database broke and could not be opened again. */
  | "closed"
  /** The browser gives this page no database. */
  | "missing"
  /** Another tab with an older version of the app holds the database. */
  | "blocked"
  /** A newer version of the app upgraded the database under this page. */
  | "superseded"
  | "other";

const SENTENCE: Record<JournalErrorReason, string> = {
  quota: "This device has no room left for Longwire's copy. Nothing on the machine is lost; free some space.",
  closed: "The browser closed Longwire's storage on this device. Nothing on the machine is lost; reload the page.",
  missing:
    "This browser gives Longwire no storage here, so nothing is kept on this device. The machine keeps its part.",
  blocked: "Another tab with an older version of Longwire holds the storage. Close it; this page goes on meanwhile.",
  superseded: "A newer version of Longwire runs in another tab. Reload this page to save here again.",
  other: "Longwire could not write to this device's storage. Nothing on the machine is lost; reload the page.",
};

export class JournalError extends Error {
  readonly reason: JournalErrorReason;
  /** What the browser said, for the details. */
  readonly detail: string;

  /** @param cause what was caught; its text becomes `detail` */
  constructor(reason: JournalErrorReason, cause?: unknown) {
    super(SENTENCE[reason], { cause });
    this.name = "JournalError";
    this.reason = reason;
    this.detail = cause === undefined ? "" : nameAndMessage(cause);
  }
}

/** Reads what IndexedDB threw. Classified by the error's name alone: its text differs between browsers. */
export function toJournalError(caught: unknown): JournalError {
  if (caught instanceof JournalError) return caught;
  switch (errorName(caught)) {
    case "QuotaExceededError":
      return new JournalError("quota", caught);
    case "VersionError":
      return new JournalError("superseded", caught);
    case "InvalidStateError":
      return new JournalError("closed", caught);
    default:
      return new JournalError("other", caught);
  }
}

/** The `name` of an error or DOMException, else an empty text. */
export function errorName(caught: unknown): string {
  return typeof caught === "object" && caught !== null && "name" in caught && typeof caught.name === "string"
    ? caught.name
    : "";
}

function nameAndMessage(caught: unknown): string {
  if (caught instanceof Error) return `${caught.name}: ${caught.message}`;
  return String(caught);
}
