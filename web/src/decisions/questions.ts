// Questions of the agent: what to ask, and the answer made of what the person chose and wrote.
import { read } from "@longwire/shared-protocol/wire/field";
import { userInputOption, userInputQuestion, userInputRequest } from "@longwire/shared-protocol/wire/questions";
import { listOf } from "../projection/read.ts";
import { otherMembers } from "./members.ts";

export interface QuestionsCard {
  questions: Question[];
  /** The agent waits; null when the server does not say. */
  blocking: boolean | null;
  /** After this many ms the server goes on without an answer; the app does nothing then. */
  autoResolutionMs: number | null;
  more: [name: string, json: string][];
}

export interface Question {
  id: string;
  header: string | null;
  text: string | null;
  options: QuestionOption[];
  /** Own words may be given: in place of an option, or because there are none. */
  freeText: boolean;
  secret: boolean;
  /** What this app does not know about it. */
  more: [name: string, json: string][];
}

export interface QuestionOption {
  label: string;
  description: string | null;
}

/** What the person did with a question: one of the options by its label, or own words. */
export type Given = { type: "option"; label: string } | { type: "text"; text: string };

const KNOWN = ["threadId", "turnId", "itemId", "questions", "isBlocking", "autoResolutionMs"];
const KNOWN_OF_QUESTION = ["id", "header", "question", "isOther", "isSecret", "options"];

/** Null when a question cannot be read: the raw card shows the request then. */
export function readQuestions(params: unknown): QuestionsCard | null {
  const reading = read(userInputRequest, params);
  if (!reading.ok) return null;
  const questions: Question[] = [];
  for (const wire of reading.value.questions) {
    const question = readQuestion(wire);
    // Two under one id cannot both be answered.
    if (question === null || questions.some(({ id }) => id === question.id)) return null;
    questions.push(question);
  }
  if (questions.length === 0) return null;
  return {
    questions,
    blocking: reading.value.isBlocking ?? null,
    autoResolutionMs: reading.value.autoResolutionMs ?? null,
    more: otherMembers(reading.value, KNOWN),
  };
}

function readQuestion(value: unknown): Question | null {
  const reading = read(userInputQuestion, value);
  if (!reading.ok) return null;
  const wire = reading.value;
  const options: QuestionOption[] = [];
  for (const one of listOf(wire.options)) {
    const option = read(userInputOption, one);
    if (!option.ok) return null;
    options.push({ label: option.value.label, description: option.value.description ?? null });
  }
  return {
    id: wire.id,
    header: wire.header ?? null,
    text: wire.question ?? null,
    options,
    freeText: options.length === 0 || wire.isOther === true,
    // Anything but a plain "no" is taken for a secret, as where answers are stored.
    secret: wire.isSecret !== undefined && wire.isSecret !== false && wire.isSecret !== null,
    more: otherMembers(wire, KNOWN_OF_QUESTION),
  };
}

/** Whether something was given. */
export function isGiven(given: Given | undefined): given is Given {
  return given !== undefined && (given.type === "option" || given.text !== "");
}

/** The result: every question by its id, one that was not answered with an empty list. */
export function answersOf(card: QuestionsCard, given: ReadonlyMap<string, Given>): unknown {
  const answers = card.questions.map(({ id }): [string, { answers: string[] }] => {
    const one = given.get(id);
    return [id, { answers: isGiven(one) ? [one.type === "option" ? one.label : one.text] : [] }];
  });
  // fromEntries makes own members of any name, `__proto__` too.
  return { answers: Object.fromEntries(answers) };
}
