// What is told of a thread beside its turns, as it arrives: goals, project, environments, realtime conversations.
import * as z from "../shape.ts";
import { optionalNumber, optionalText } from "../field.ts";

export const goalUpdated = z.looseObject({
  goal: z.looseObject({
    objective: z.string(),
    status: optionalText,
    tokenBudget: optionalNumber,
    tokensUsed: optionalNumber,
    timeUsedSeconds: optionalNumber,
  }),
});

export const inThread = z.looseObject({ threadId: z.string() });
export const projectOfThread = z.looseObject({ projectId: optionalText });
export const environmentConnection = z.looseObject({ environmentId: z.string() });

export const realtimeStarted = z.looseObject({ realtimeSessionId: optionalText, version: optionalText });
export const realtimeItem = z.looseObject({ item: z.optional(z.unknown()) });
export const realtimeTranscript = z.looseObject({ role: optionalText });
export const realtimeAudio = z.looseObject({
  audio: z.looseObject({
    sampleRate: optionalNumber,
    numChannels: optionalNumber,
    samplesPerChannel: optionalNumber,
  }),
});
export const realtimeSdp = z.looseObject({ sdp: z.string() });
export const realtimeError = z.looseObject({ message: z.string() });
export const realtimeClosed = z.looseObject({ reason: optionalText });
