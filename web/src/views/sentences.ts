// Sentences for a person about connections and failures. What the server reports is said in its
// own words where this app has none.
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import type { Failure, SessionFacts } from "../host/model.ts";
import { saysUnknownByCode } from "../projection/unknown-methods.ts";
import { maskText } from "./masking/text.ts";

/** Why an act failed and what to do next. */
export function failureSentence(failure: Failure): string {
  switch (failure.type) {
    case "rpc":
      if (failure.code === RPC_CODE.overloaded) return "The server is busy and did not take it. Try again in a moment.";
      return `The server ${saysUnknownByCode(failure.code, failure.message) ? "does not have this. It " : ""}said: ${maskText(shortWords(failure.message))}`;
    case "ended":
      return failure.delivered === null
        ? "The App Server ended before it answered; whether it acted is not known."
        : "The App Server ended before this was sent. Try again once it is back.";
    case "missed":
      return "The answer came while this device was away and is gone; what was asked may have been done.";
    case "not-sent":
      return failure.message;
  }
}

/** The server's words; of a long list of all that it would have understood, nothing. */
export function shortWords(message: string): string {
  return message.replace(/, expected one of [^]{400,}/, "");
}

/** The connection in two or three words. */
export function connectionWords(facts: SessionFacts): string {
  switch (facts.connection) {
    case "connecting":
      return "Connecting";
    case "catching-up":
      return "Catching up";
    case "live":
      return "Live";
    case "offline":
      return "Offline";
    case "refused":
      return "Refused by the relay";
    case "ended":
      return "App Server ended";
  }
}

/** What the journal says about saving, in words that fit a footer. */
export function storageWords(facts: SessionFacts): string {
  switch (facts.journal.type) {
    case "ok":
      return facts.stored ? "everything stored" : "storing";
    case "not-saving":
      return facts.journal.reason === "quota" ? "not saving: no space left" : "not saving on this device";
    case "slow":
      return "waiting for the storage";
    case "blocked":
      return "not saving: close other Longwire tabs";
    case "superseded":
      return "not saving: reload for the new version";
  }
}

/** Prints the pairing link again; works in the project's folder on the machine. */
export const LINK_COMMAND = "npx --yes pnpm@10 start link";

export interface ConnectionProblem {
  title: string;
  text: string;
  /** A command that the text ends in, drawn as code. */
  command?: string;
}

/** What goes wrong with the connection and what to do next; null when all is well. */
export function connectionProblem(facts: SessionFacts): ConnectionProblem | null {
  if (facts.trouble !== null) return { title: "The App Server cannot be used", text: maskText(facts.trouble) };
  const link = facts.link;
  switch (link.type) {
    case "offline":
      return {
        title: "No connection to the relay",
        text: `${maskText(link.reason)} What is stored on this device can be read; messages wait here until it is back.`,
      };
    case "refused":
      return refusal(link.refusal.reason, maskText(link.refusal.detail));
    case "replaced":
      return {
        title: "Another page took over",
        text: "A page with the same identity is connected. Reload this one to use it here.",
      };
    case "too-big":
      return {
        title: "Too large to send",
        text: "The relay does not take a message of this size. Make it shorter; nothing else was lost.",
      };
    case "ended":
      return {
        title: "The App Server has ended",
        text: "Nothing is lost: the transcript is stored. Start it again to go on.",
      };
    case "idle":
    case "connecting":
    case "attached":
      return null;
  }
}

function refusal(reason: string, detail: string): ConnectionProblem {
  switch (reason) {
    case "bad-token":
      return {
        title: "This link is not valid any more",
        text: "The relay has another token. What is stored on this device can be read. Open the new link, which this prints on the machine, in Longwire’s folder:",
        command: LINK_COMMAND,
      };
    case "crash-loop":
      return {
        title: "The App Server keeps ending",
        text: `The relay stopped starting it; what is stored is safe. ${detail} Run the command by hand on the machine to see what it says, mend that, and try again here.`,
      };
    case "cannot-start":
      return { title: "The App Server could not be started", text: detail };
    case "wrong-version":
      return {
        title: "App and relay do not fit together",
        text: "They speak different versions. Update the one that is older, then reload.",
      };
    case "too-many-clients":
      return {
        title: "Too many devices",
        text: "The relay serves as many devices as it can. Close one of them and try again.",
      };
    default:
      return { title: "The relay refused the connection", text: detail };
  }
}
