// The sentences for a person: what happened, what is safe, what comes next.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { Over } from "./connection.ts";

/** Why the link is offline, as text for a person. `url` names the relay. */
export function reasonFor(cause: Exclude<Over, { type: "refused" | "replaced" | "too-big" }>, url: string): string {
  const where = hostOf(url);
  switch (cause.type) {
    case "cannot-try":
      return `Could not open a connection to ${where} (${cause.detail}). Nothing is lost; Longwire tries again.`;
    case "unanswered":
      return `No answer from ${where}. Nothing is lost. Check that longwire runs there and can be reached under this address; Longwire tries again by itself.`;
    case "cut":
      return `The connection to ${where} was cut. Nothing is lost; Longwire connects again and goes on where it was.`;
    case "silent":
      return `${where} has stopped answering. Nothing is lost; Longwire makes a new connection.`;
    case "breach":
      return `What answers at ${where} does not keep to the relay's protocol (${cause.detail}). Nothing of it was taken; Longwire tries again. If this stays, bring longwire and the app to the same version.`;
    case "stopping":
      return `longwire on ${where} was stopped. What is here is safe; Longwire connects again when it is back.`;
    case "ended":
      return endedReason(cause.end, where);
  }
}

function endedReason(end: GenerationEnd, where: string): string {
  if (end.by === "relay")
    return `longwire on ${where} was stopped, and the App Server with it. What is here is safe; Longwire connects again when it is back.`;
  const how = end.signal !== null ? `signal ${end.signal}` : `exit code ${end.code ?? "unknown"}`;
  return `The App Server on ${where} ended by itself (${how}). What arrived is safe; it is started again.`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
