// Automatic reviews of approvals, as they arrive: what was reviewed, how it ended, and why.
import * as z from "../shape.ts";
import { loose, optionalNumber, optionalText } from "../field.ts";

/** What is reviewed. Which members there are depends on `type`: command, execve, applyPatch, networkAccess, mcpToolCall, … */
export const reviewedAction = z.looseObject({
  type: z.string(),
  command: optionalText,
  program: optionalText,
  argv: z.nullish(loose),
  cwd: optionalText,
  source: optionalText,
  files: z.nullish(loose),
  target: optionalText,
  host: optionalText,
  protocol: optionalText,
  port: optionalNumber,
  server: optionalText,
  toolName: optionalText,
  toolTitle: optionalText,
  connectorName: optionalText,
  reason: optionalText,
  permissions: z.optional(z.unknown()),
});
export type ReviewedAction = z.infer<typeof reviewedAction>;

export const autoApprovalReview = z.looseObject({
  reviewId: optionalText,
  targetItemId: optionalText,
  startedAtMs: optionalNumber,
  completedAtMs: optionalNumber,
  decisionSource: optionalText,
  review: z.looseObject({
    status: optionalText,
    riskLevel: optionalText,
    userAuthorization: optionalText,
    rationale: optionalText,
  }),
  action: z.nullish(reviewedAction),
});

export const strictReviewRequired = z.looseObject({ startedAtMs: optionalNumber });
