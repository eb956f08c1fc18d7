// Why the server did not do an act on a thread, as a sentence with what to do next. What is not known here is said in the
// server's own words.
import type { Failure } from "../../host/model.ts";
import { refusalAdvice, refusalOf } from "../lacking/kinds.ts";
import { maskText } from "../masking/text.ts";
import { failureSentence, shortWords } from "../sentences.ts";

const KNOWN: readonly [RegExp, string][] = [
  [
    /active writer/i,
    "The thread is open in another program (a terminal, an editor, or another App Server), which holds it. Nothing was changed. Close it there, or release it, and try again; a fork can be made at any time.",
  ],
  [
    /forked history still references/i,
    "Forks of this thread still use its history, so the App Server keeps it. Nothing was deleted. Delete the forks first, or archive this thread instead.",
  ],
  [
    /do not support detached review/i,
    "This App Server cannot review a thread of this kind in a thread of its own. Nothing was started. Let the review run in this thread instead.",
  ],
  [/is archived/i, "The thread is archived. Nothing was changed. Bring it back first."],
  [
    /no rollout found|missing source rollout|failed to resolve rollout path|thread not (?:found|loaded)|not materialized/i,
    "The App Server has nothing stored of this thread: it has no first message yet, or its file is gone from the machine. What is stored on this device stays.",
  ],
];

/** The sentence for a failed act. */
export function refusalSentence(failure: Failure): string {
  if (failure.type === "rpc") {
    for (const [words, sentence] of KNOWN) if (words.test(failure.message)) return sentence;
    const advice = refusalAdvice(refusalOf(failure));
    if (advice !== null) {
      const said = maskText(shortWords(failure.message));
      return `This App Server cannot do that. The server said: ${said}${/[.!?]$/.test(said) ? "" : "."} ${advice}`;
    }
  }
  return failureSentence(failure);
}
