// Everything that the app can answer a server request with, out of every fixture of one: each answer fits the pinned surface.
import { pinnedContract } from "@longwire/fixtures/samples/contract";
import { allFixtures } from "@longwire/fixtures/samples/fixtures";
import { answerProblem } from "@longwire/fixtures/samples/sent";
import { readApproval } from "@longwire/web/decisions/approvals";
import { accepted, notAccepted, readElicitation } from "@longwire/web/decisions/elicitation";
import { contentOf, type FieldKind, type Input } from "@longwire/web/decisions/form";
import { asAsked, grant, readPermissionRequest } from "@longwire/web/decisions/permissions";
import { answersOf, type Given, type Question, readQuestions } from "@longwire/web/decisions/questions";
import { readToolCall, toolContent, toolResult } from "@longwire/web/decisions/tool-call";
import { expect, test } from "vitest";

const contract = pinnedContract();

/** What a person may have put into a field. */
function inputFor(kind: FieldKind): Input {
  switch (kind.type) {
    case "boolean":
      return true;
    case "choice":
      return kind.options[0]?.key ?? "";
    case "several":
      return kind.options.map(({ key }) => key);
    default:
      return "7";
  }
}

/** Every answer that the app's cards can give to a request; null: it has no card of its own, and the raw one is for it. */
function answersTo(method: string, params: unknown): unknown[] | null {
  const approval = readApproval({ method, params });
  if (approval !== null) return approval.choices.flatMap(({ result }) => (result === null ? [] : [result]));
  if (method === "item/permissions/requestApproval") {
    const card = readPermissionRequest(params);
    if (card === null) return null;
    const chosen = [new Set<string>(), asAsked(card), new Set(card.parts.map(({ id }) => id))];
    return chosen.flatMap((ids) => [
      grant(card, ids, "turn"),
      grant(card, ids, "turn", true),
      grant(card, ids, "session"),
    ]);
  }
  if (method === "item/tool/requestUserInput") {
    const card = readQuestions(params);
    if (card === null) return null;
    const { questions } = card;
    const given = (of: (question: Question) => Given): Map<string, Given> =>
      new Map(questions.map((question) => [question.id, of(question)]));
    return [
      answersOf(card, new Map()),
      answersOf(
        card,
        given(() => ({ type: "text", text: "In own words." })),
      ),
      answersOf(
        card,
        given(({ options }) => ({ type: "option", label: options[0]?.label ?? "none" })),
      ),
    ];
  }
  if (method === "item/tool/call") {
    if (readToolCall(params) === null) return null;
    const parts = (["inputText", "inputImage", "inputAudio"] as const).map((type) => toolContent(type, "data:,x"));
    return [toolResult(parts, true), toolResult([], false)];
  }
  if (method === "mcpServer/elicitation/request") {
    const card = readElicitation(params);
    if (card === null) return null;
    const { fields } = card.kind === "form" ? card.form : { fields: [] };
    const inputs = new Map(fields.map((field) => [field.name, inputFor(field.kind)]));
    const { content } = contentOf({ fields }, inputs);
    return [accepted({}), accepted(content), accepted({}, "session"), notAccepted("decline"), notAccepted("cancel")];
  }
  return null;
}

test("[RPC-87] whatever the app's cards answer to a server request fits the pinned surface, for every fixture of one", () => {
  const problems: string[] = [];
  const raw = new Set<string>();
  const answered = new Map<string, number>();
  for (const { kind, name, value, from } of allFixtures(contract).fixtures) {
    if (kind !== "asked") continue;
    const answers = answersTo(name, value);
    if (answers === null) {
      raw.add(name);
      continue;
    }
    answered.set(name, (answered.get(name) ?? 0) + answers.length);
    // Where the server says that nothing may be chosen, nothing can.
    const none = JSON.stringify(value ?? null).includes('"availableDecisions":[]');
    if (answers.length === 0 && !none) problems.push(`${name} (${from}) cannot be answered`);
    for (const answer of answers) {
      const problem = answerProblem(name, answer);
      if (problem !== null) problems.push(`${from}: ${problem}`);
    }
  }
  console.log([...answered].map(([name, count]) => `${name} ${count}`).join(", "));
  expect([...new Set(problems)]).toEqual([]);
  // Answered as raw JSON, against the schema that the binary prints.
  expect([...raw].filter((name) => !answered.has(name)).toSorted()).toEqual([
    "account/chatgptAuthTokens/refresh",
    "applyPatchApproval",
    "attestation/generate",
    "currentTime/read",
    "execCommandApproval",
  ]);
  expect(answered.size).toBe(6);
});
