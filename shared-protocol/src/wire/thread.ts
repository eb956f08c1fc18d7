// Threads as they arrive in notifications and replies, and what the server reports about how a thread runs.
import * as z from "./shape.ts";
import { loose, optionalNumber, optionalText, tagged } from "./field.ts";
import { turnsPage } from "./turn.ts";

/** `notLoaded`, `idle`, `active` with its flags, `systemError`, or the word of another version. */
export const threadStatus = z.extend(tagged, { activeFlags: z.nullish(loose) });
export type WireThreadStatus = z.infer<typeof threadStatus>;

export const thread = z.looseObject({
  id: z.string(),
  preview: optionalText,
  name: optionalText,
  cwd: optionalText,
  status: z.nullish(threadStatus),
  /** Unix seconds. */
  createdAt: optionalNumber,
  updatedAt: optionalNumber,
  recencyAt: optionalNumber,
  ephemeral: z.nullish(z.boolean()),
  historyMode: optionalText,
  modelProvider: optionalText,
  cliVersion: optionalText,
  forkedFromId: optionalText,
  parentThreadId: optionalText,
  agentNickname: optionalText,
  /** A word, or an object with one member named by the kind. */
  source: z.optional(z.unknown()),
  gitInfo: z.nullish(z.looseObject({ branch: optionalText, sha: optionalText, originUrl: optionalText })),
  turns: z.nullish(loose),
});
export type WireThread = z.infer<typeof thread>;

/** What a sandbox is: `readOnly`, `workspaceWrite`, `dangerFullAccess`, … */
export const sandboxPolicy = tagged;

/** How a thread runs, as `thread/start`, `thread/resume` and their kin report it. Nothing but the thread is required. */
export const threadReply = z.looseObject({
  thread,
  model: optionalText,
  modelProvider: optionalText,
  serviceTier: optionalText,
  cwd: optionalText,
  /** A word, or an object with one member named by the kind. */
  approvalPolicy: z.optional(z.unknown()),
  approvalsReviewer: optionalText,
  sandbox: z.nullish(sandboxPolicy),
  reasoningEffort: optionalText,
  initialTurnsPage: z.nullish(turnsPage),
  turnsBackwardsCursor: optionalText,
  itemsBackwardsCursor: optionalText,
});
export type ThreadReply = z.infer<typeof threadReply>;

/** The same facts as `thread/settings/updated` carries them, under other names. */
export const threadSettings = z.looseObject({
  cwd: optionalText,
  approvalPolicy: z.optional(z.unknown()),
  approvalsReviewer: optionalText,
  sandboxPolicy: z.nullish(sandboxPolicy),
  model: optionalText,
  modelProvider: optionalText,
  serviceTier: optionalText,
  effort: optionalText,
  summary: optionalText,
  personality: optionalText,
});
export type WireThreadSettings = z.infer<typeof threadSettings>;

/** A page of `thread/list`; its members are read one by one. */
export const threadsPage = z.looseObject({ data: loose, nextCursor: optionalText, backwardsCursor: optionalText });
/** A page of `thread/loaded/list`: thread ids. */
export const loadedThreadsPage = z.looseObject({ data: loose, nextCursor: optionalText });

const tokens = z.looseObject({
  totalTokens: optionalNumber,
  inputTokens: optionalNumber,
  cachedInputTokens: optionalNumber,
  outputTokens: optionalNumber,
  reasoningOutputTokens: optionalNumber,
});
/** Token usage: `last` is what fills the context window, `total` is the sum of all turns. */
export const tokenUsage = z.looseObject({
  total: z.nullish(tokens),
  last: z.nullish(tokens),
  modelContextWindow: optionalNumber,
});
export type WireTokenUsage = z.infer<typeof tokenUsage>;
