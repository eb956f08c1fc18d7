// Words for automatic reviews of approvals: what was reviewed, how it ended, how risky it was judged and why.
import {
  autoApprovalReview,
  type ReviewedAction,
  strictReviewRequired,
} from "@longwire/shared-protocol/wire/notifications/reviews";
import { counted, duration } from "../../design/words.ts";
import { type CardText, jsonText, plainWords, type Say, saying, textsIn, told, type Tone } from "./words.ts";

const OUTCOMES: ReadonlyMap<string, { words: string; tone: Tone }> = new Map([
  ["inProgress", { words: "is being reviewed", tone: "quiet" }],
  ["approved", { words: "was approved", tone: "quiet" }],
  ["denied", { words: "was denied", tone: "warn" }],
  ["timedOut", { words: "was not decided in time", tone: "warn" }],
  ["aborted", { words: "was not decided: the review was broken off", tone: "warn" }],
]);

/** What is reviewed, as the subject of a sentence. */
function subject(action: ReviewedAction | null | undefined): string {
  switch (action?.type) {
    case "command":
    case "execve":
      return "A command";
    case "applyPatch":
      return `A change to ${counted(action.files?.length ?? 0, "file")}`;
    case "networkAccess":
      return `Network access to ${action.host ?? action.target ?? "an unnamed place"}`;
    case "mcpToolCall":
      return `The tool ${action.toolTitle ?? action.toolName ?? "without a name"}${action.server == null ? "" : ` of ${action.server}`}`;
    case "requestPermissions":
      return "A request for more permissions";
    default:
      return action == null ? "An approval" : `An approval (${plainWords(action.type)})`;
  }
}

function actionTexts(action: ReviewedAction | null | undefined): CardText[] {
  if (action == null) return [];
  const argv = action.argv == null ? null : [action.program, ...textsIn(action.argv)].filter(Boolean).join(" ");
  const command = action.command ?? argv ?? action.program;
  return [
    ...(command == null ? [] : [{ title: "Command", text: command, code: true }]),
    ...(action.files == null || action.files.length === 0
      ? []
      : [{ title: "Files", text: textsIn(action.files).join("\n"), code: true }]),
    ...jsonText("Permissions", action.permissions),
  ];
}

function actionFacts(action: ReviewedAction | null | undefined): [string, string][] {
  if (action == null) return [];
  const target = action.target ?? action.host;
  return told([
    ["Folder", action.cwd],
    ["Target", target],
    ["Protocol", action.protocol],
    ["Port", action.port],
    ["Server", action.server],
    ["Tool", action.toolName],
    ["Connector", action.connectorName],
    ["Asked because", action.reason],
  ]);
}

const review = saying(
  autoApprovalReview,
  ({ review: { status, riskLevel, userAuthorization, rationale }, action, startedAtMs, completedAtMs }) => {
    const outcome = OUTCOMES.get(status ?? "") ?? { words: `was reviewed: ${status ?? "no outcome"}`, tone: "note" };
    const took =
      startedAtMs != null && completedAtMs != null ? duration(Math.max(0, completedAtMs - startedAtMs)) : null;
    return {
      lead: `${subject(action)} ${outcome.words}`,
      rest: [riskLevel == null ? null : `${riskLevel} risk`, status === "inProgress" ? null : "automatic review"]
        .filter((part) => part !== null)
        .join(" · "),
      tone: riskLevel === "critical" && outcome.tone === "quiet" ? "note" : outcome.tone,
      running: status === "inProgress",
      facts: told([
        ["Outcome", status == null ? null : plainWords(status)],
        ["Risk", riskLevel],
        ["Allowed by the person’s words", userAuthorization == null ? null : plainWords(userAuthorization)],
        ["Took", took],
        ...actionFacts(action),
      ]),
      texts: [...actionTexts(action), ...(rationale == null ? [] : [{ title: "Why", text: rationale }])],
    };
  },
);

export const REVIEWS: readonly [string, Say][] = [
  ["item/autoApprovalReview/started", review],
  ["item/autoApprovalReview/completed", review],
  [
    "autoApprovalReview/strictReviewRequired",
    saying(strictReviewRequired, () => ({
      lead: "Strict review from here on",
      rest: "every further approval of this turn is reviewed before it runs",
      tone: "warn",
    })),
  ],
];
