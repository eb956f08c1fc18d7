// Words for what the model's provider tells of a turn: reroutes, checks, raw responses.
import {
  moderationMetadata,
  modelRerouted,
  modelVerification,
  rawResponse,
  rawResponseItem,
  safetyBuffering,
} from "@longwire/shared-protocol/wire/notifications/model";
import { bytes, counted } from "../../design/words.ts";
import { jsonText, plainWords, type Say, saying, textsIn, told } from "./words.ts";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["highRiskCyberActivity", "the request looked like high-risk cyber activity"],
  ["trustedAccessForCyber", "trusted access for cyber security"],
]);

function reasonWords(word: string): string {
  return REASONS.get(word) ?? plainWords(word);
}

export const MODEL: readonly [string, Say][] = [
  [
    "model/rerouted",
    saying(modelRerouted, ({ fromModel, toModel, reason }) => ({
      lead: "Another model answers",
      rest: `${toModel ?? "one that is not named"}${fromModel == null ? "" : ` instead of ${fromModel}`}${reason == null ? "" : `, because ${reasonWords(reason)}`}`,
      tone: "warn",
      facts: told([
        ["Asked for", fromModel],
        ["Answers", toModel],
        ["Reason", reason],
      ]),
    })),
  ],
  [
    "model/verification",
    saying(modelVerification, ({ verifications }) => ({
      lead: "The model’s provider verified this turn",
      rest: textsIn(verifications).map(reasonWords).join(", "),
      tone: "note",
      facts: told([["Verified", textsIn(verifications).join(", ")]]),
    })),
  ],
  [
    "model/safetyBuffering/updated",
    saying(safetyBuffering, ({ model, fasterModel, useCases, reasons, showBufferingUi }) => ({
      lead: showBufferingUi === true ? "Held for a safety check" : "Safety check",
      rest:
        showBufferingUi === true
          ? `answers of ${model ?? "this model"} are shown once its provider has checked them`
          : "the answer is not held back",
      tone: "note",
      facts: told([
        ["Model", model],
        ["Faster model", fasterModel],
        ["Use cases", textsIn(useCases).map(plainWords).join(", ")],
        ["Reasons", textsIn(reasons).map(plainWords).join(", ")],
      ]),
    })),
  ],
  [
    "turn/moderationMetadata",
    saying(moderationMetadata, ({ metadata }) => ({
      lead: "Moderation notes",
      rest: "for this turn, from the model’s provider",
      texts: jsonText("Metadata", metadata),
    })),
  ],
  [
    "rawResponseItem/completed",
    saying(rawResponseItem, ({ item }, card) => ({
      lead: "Raw response items",
      rest: `${counted(card.lines, "item")}, ${bytes(card.bytes)}; the newest is here, all are in the wire view`,
      texts: jsonText("Newest item", item),
    })),
  ],
  [
    "rawResponse/completed",
    saying(rawResponse, ({ responseId, usage }, card) => ({
      lead: "Raw responses",
      rest: `${counted(card.lines, "response")} of the model’s provider, the newest with ${usage?.totalTokens == null ? "an unknown number of" : usage.totalTokens.toLocaleString()} tokens`,
      facts: told([
        ["Response", responseId],
        ["Input tokens", usage?.inputTokens],
        ["of them cached", usage?.cachedInputTokens],
        ["Written to the cache", usage?.cacheWriteInputTokens],
        ["Output tokens", usage?.outputTokens],
        ["of them reasoning", usage?.reasoningOutputTokens],
      ]),
    })),
  ],
];
