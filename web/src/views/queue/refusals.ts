// Why a message or an act on the queue was not taken, as a sentence: what happened, what is safe, what to do next.
import type { Failure } from "../../host/model.ts";
import { isUnknownMethod, refusalAdvice, refusalOf } from "../lacking/kinds.ts";
import { maskText } from "../masking/text.ts";
import { failureSentence, shortWords } from "../sentences.ts";

const MESSAGES: readonly [RegExp, string][] = [
  [
    /cannot steer a review turn|NotSteerable.*review/i,
    "A review cannot be steered. Queue it for after the review, or stop the review first.",
  ],
  [
    /cannot steer a compact turn|NotSteerable.*compact/i,
    "The history is being compacted, and that cannot be steered. Queue it, or wait a moment.",
  ],
  [/cannot steer|NotSteerable/i, "This turn cannot be steered. Queue it for after the turn."],
  [/no active turn to steer/i, "The turn was over before it arrived."],
  [/expected active turn id/i, "Another turn had begun before it arrived."],
];

const CANNOT = "This App Server cannot do that. The queue is as it was.";

const QUEUE: readonly [RegExp, string][] = [
  [
    /submission not found|queue is empty/i,
    "It has left the queue already: its turn began, or another device took it out.",
  ],
  [/every queued submission/i, "The queue has changed meanwhile. Nothing was moved; it is shown as it is now."],
  [
    /active or pending turn/i,
    "A turn runs already. Nothing was started: it stays in its place and is started when its turn comes.",
  ],
  [/not supported/i, CANNOT],
];

/** Why the server did not take a message. */
export function messageRefusal(message: string): string {
  for (const [words, sentence] of MESSAGES) if (words.test(message)) return sentence;
  const told = maskText(shortWords(message));
  const advice = refusalAdvice(refusalOf({ code: null, message }));
  if (advice !== null) return `This App Server could not read it. It said: ${told}. ${advice}`;
  return /[.!?]$/.test(told) ? told : `${told}.`;
}

/** Why an act on the queue was not done. */
export function queueRefusal(failure: Failure): string {
  if (failure.type !== "rpc") return failureSentence(failure);
  if (isUnknownMethod(failure)) return CANNOT;
  for (const [words, sentence] of QUEUE) if (words.test(failure.message)) return sentence;
  const advice = refusalAdvice(refusalOf(failure));
  return advice === null ? failureSentence(failure) : `${failureSentence(failure)}. ${advice}`;
}

/** Why a command was not run, or is not known to have been. */
export function commandRefusal(failure: Failure): string {
  if (failure.type === "ended" && failure.delivered !== false)
    return "The App Server ended before it answered: the command may have begun. Look before you run it again.";
  if (failure.type === "missed")
    return "The answer is among bytes that are gone: the command may have run. Look before you run it again.";
  if (isUnknownMethod(failure) || (failure.type === "rpc" && /unknown variant|not supported/i.test(failure.message)))
    return "This App Server runs no commands for a person. Nothing was run.";
  return `It was not run. ${failureSentence(failure)}`;
}
