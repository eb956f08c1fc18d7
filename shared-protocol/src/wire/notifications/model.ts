// What a turn's model provider tells beside its items, as it arrives. Words of enums are open.
import * as z from "../shape.ts";
import { loose, optionalNumber, optionalText } from "../field.ts";

export const modelRerouted = z.looseObject({
  fromModel: optionalText,
  toModel: optionalText,
  reason: optionalText,
});

export const modelVerification = z.looseObject({ verifications: loose });

export const safetyBuffering = z.looseObject({
  model: optionalText,
  useCases: z.nullish(loose),
  reasons: z.nullish(loose),
  showBufferingUi: z.nullish(z.boolean()),
  fasterModel: optionalText,
});

export const moderationMetadata = z.looseObject({ metadata: z.optional(z.unknown()) });

export const rawResponseItem = z.looseObject({ item: z.optional(z.unknown()) });

export const rawResponse = z.looseObject({
  responseId: optionalText,
  usage: z.nullish(
    z.looseObject({
      totalTokens: optionalNumber,
      inputTokens: optionalNumber,
      cachedInputTokens: optionalNumber,
      cacheWriteInputTokens: optionalNumber,
      outputTokens: optionalNumber,
      reasoningOutputTokens: optionalNumber,
    }),
  ),
});
