// What a session tells beside its folded state: one object, made anew when something in it changed.
import type { JournalHealth, OutboxEntry } from "../journal/journal.ts";
import type { LinkStatus } from "../link/types.ts";
import type { Attachment } from "./attachment.ts";
import { inputOf } from "./message-input.ts";
import type { Connection, Returned, SessionFacts } from "./model.ts";
import type { Sender } from "./sender.ts";

export interface FactsOptions {
  attachment: Pick<
    Attachment,
    "status" | "clients" | "maxMessage" | "latencyMs" | "label" | "generation" | "userAgent"
  >;
  sender: Pick<Sender, "entries" | "returned">;
  journal: { health(): JournalHealth };
  usable: boolean;
  /** Nothing waits to be stored. */
  stored: boolean;
  trouble: string | null;
  /** The version of the server that the fold has read. */
  foldedUserAgent: (generation: string) => string | null;
}

/** The facts as they are now. */
export function factsOf(options: FactsOptions): SessionFacts {
  const { attachment, sender, journal, trouble, usable } = options;
  const where = attachment.generation();
  const health = journal.health();
  return {
    connection: connectionOf(attachment.status(), usable),
    link: attachment.status(),
    clients: attachment.clients(),
    maxMessage: attachment.maxMessage(),
    journal: health,
    outbox: sender.entries(),
    returned: sender.returned().map(toReturned),
    latencyMs: attachment.latencyMs(),
    label: attachment.label(),
    stored: options.stored && health.type === "ok",
    trouble,
    userAgent: where === null ? null : (attachment.userAgent(where) ?? options.foldedUserAgent(where)),
  };
}

function connectionOf(status: LinkStatus, usable: boolean): Connection {
  switch (status.type) {
    case "idle":
    case "connecting":
      return "connecting";
    case "offline":
    case "replaced":
    case "too-big":
      return "offline";
    case "refused":
      return "refused";
    case "ended":
      return "ended";
    case "attached":
      return usable ? "live" : "catching-up";
  }
}

function toReturned({ id, intent, state }: OutboxEntry): Returned {
  const reason = state.type === "returned" ? state.reason : "";
  const returned = { id, thread: intent.thread, text: intent.type === "message" ? intent.text : null, reason };
  const input = intent.type === "message" ? inputOf(intent) : null;
  return input === null ? returned : { ...returned, input };
}
