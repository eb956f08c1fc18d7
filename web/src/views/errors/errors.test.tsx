// @vitest-environment jsdom
import { fireEvent, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHostState } from "../../projection/host-fold.ts";
import { summaryOf } from "../../projection/summaries.ts";
import type { Json, Turn, TurnError } from "../../projection/state.ts";
import { putBack, putIntoBox } from "../composer/put-back.ts";
import { changed } from "../live.ts";
import { anItem, aThread, aTurn, clearPage, fakeServices, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { settingsOf, openThreadSettings } from "../thread-settings/asked.ts";
import { rowFacts } from "../status/row-facts.ts";
import { standingWords } from "../status/standing.ts";
import { TurnRow } from "../thread/turn-row.tsx";
import { adviceOf, errorKind, statusOf, untold, type KnownKind } from "./kinds.ts";
import { errorCode } from "./turn-failure.tsx";

beforeEach(preparePage);
afterEach(() => {
  putIntoBox(null);
  openThreadSettings(null);
  clearPage();
});

const error = (info: Json, more: Partial<TurnError> = {}): TurnError => ({
  message: "m",
  info,
  details: null,
  ...more,
});

function setUp(more: Partial<Turn>, text: string | null = "Do it.") {
  const session = fakeSession(createHostState("h"));
  const thread = aThread();
  const turn = aTurn(thread, "t1", { reported: "failed", ...more });
  if (text !== null)
    anItem(turn, "userMessage", { clientId: null, content: [{ type: "text", text, text_elements: [] }], text });
  const { container } = renderIn(session, thread, () => <TurnRow turn={turn} part={0} last />, fakeServices(session));
  return { session, thread, turn, container, text: () => container.textContent ?? "" };
}
const buttons = () => screen.queryAllByRole("button").map((button) => button.textContent);

test("[VIW-260] C03: the kind of an error is said in the server's own word, with its HTTP status where there was one", () => {
  const code = (info: Json) => errorCode(error(info), statusOf({ error: error(info), retries: null }));
  expect(code("usageLimitExceeded")).toBe("usageLimitExceeded");
  expect(code({ responseStreamDisconnected: { httpStatusCode: 502 } })).toBe("responseStreamDisconnected · HTTP 502");
  expect(code({ httpConnectionFailed: { httpStatusCode: null } })).toBe("httpConnectionFailed");
  expect(code({ spaceWeather: 7 })).toBe("spaceWeather");
  expect([code("other"), code(null), code([1]), errorCode(null, null)]).toEqual([null, null, null, null]);
});

const KINDS: KnownKind[] = [
  "contextWindowExceeded",
  "sessionBudgetExceeded",
  "usageLimitExceeded",
  "serverOverloaded",
  "cyberPolicy",
  "misalignmentPolicyViolation",
  "httpConnectionFailed",
  "responseStreamConnectionFailed",
  "internalServerError",
  "unauthorized",
  "badRequest",
  "threadRollbackFailed",
  "sandboxError",
  "responseStreamDisconnected",
  "responseTooManyFailedAttempts",
  "activeTurnNotSteerable",
];
test.each(KINDS)("[VIW-463] %s has a sentence of its own, in both forms", (kind) => {
  const { sentence } = adviceOf(error(kind), null);
  expect(sentence).toMatch(/\.$/);
  expect(adviceOf(error({ [kind]: { httpStatusCode: null } }), null).sentence).toBe(sentence);
});

test.each<[Json, string[]]>([
  ["contextWindowExceeded", ["Compact the history", "Put it back into the box", "Fork"]],
  ["unauthorized", ["Send again", "Put it back into the box"]],
  ["serverOverloaded", ["Send again", "Put it back into the box", "Model and permissions …"]],
  ["cyberPolicy", ["Put it back into the box"]],
  ["threadRollbackFailed", []],
  [{ responseStreamDisconnected: { httpStatusCode: 502 } }, ["Send again", "Put it back into the box"]],
  ["of-another-version", ["Send again", "Put it back into the box"]],
])("[VIW-464] what can be done about %j follows from its kind", (info, expected) => {
  setUp({ error: error(info) });
  const acts = buttons().filter((words) => words !== "" && words !== "Wire" && !/wire/i.test(words ?? ""));
  expect(acts).toEqual(expected);
});

test("[VIW-464] who is not signed in is told where to, also when only the HTTP status of the last try says so", () => {
  const last = error({ responseStreamDisconnected: { httpStatusCode: 401 } });
  const { text } = setUp({ error: error("other"), retries: { run: 1, total: 1, since: 0, at: 0, last } });
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toMatch(/\/account$/);
  expect(text()).toContain("HTTP 401");
});

test.each(["httpConnectionFailed", "responseStreamConnectionFailed", "responseStreamDisconnected", "ofTomorrow"])(
  "[VIW-464] %s with a status that the model’s server answered is told by that status",
  (kind) => {
    const told = (status: number) => adviceOf(error({ [kind]: { httpStatusCode: status } }), status);
    expect(told(401).acts).toContain("sign-in");
    expect(told(403).sentence).toContain("refused the request");
    expect(told(429).sentence).toContain("asked too often");
    expect(told(502)).toEqual(adviceOf(error({ [kind]: { httpStatusCode: null } }), null));
  },
);

test("[VIW-464] the message is sent again once, by a press; put back it goes into the box and nothing is sent", () => {
  const { session } = setUp({ error: error("serverOverloaded") });
  fireEvent.click(screen.getByRole("button", { name: "Put it back into the box" }));
  expect(putBack()).toEqual({ thread: "T", text: "Do it." });
  expect(session.asked).toEqual([]);
  const again = screen.getByRole<HTMLButtonElement>("button", { name: "Send again" });
  fireEvent.click(again);
  fireEvent.click(again);
  expect(session.asked).toEqual([["sendMessage", "T", "Do it."]]);
  fireEvent.click(screen.getByRole("button", { name: "Model and permissions …" }));
  expect(settingsOf()).toBe("T");
});

test("[VIW-464] acts are offered on the newest turn alone, and not where the thread cannot go on", () => {
  const { thread, turn } = setUp({ error: error("serverOverloaded") });
  expect(screen.queryByRole("button", { name: "Send again" })).not.toBeNull();
  thread.heldElsewhere = true;
  changed(new Set<object>([thread]));
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  thread.heldElsewhere = false;
  aTurn(thread, "t2");
  changed(new Set<object>([thread, turn]));
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});

test("[VIW-465] a usage limit says when it resets, as far as that was told", () => {
  const { session, text } = setUp({ error: error("usageLimitExceeded") });
  expect(text()).not.toContain("resets ");
  session.state.rateLimits.set("codex", {
    id: "codex",
    name: null,
    windows: [{ slot: "primary", usedPercent: 100, minutes: 300, resetsAt: Date.now() + 3_600_000 }],
    credits: null,
    individual: null,
    plan: null,
    reached: "rate_limit_reached",
    at: 0,
  });
  changed(new Set([session.state]));
  expect(text()).toMatch(/The limit resets \d/);
});

test("[VIW-466] what is not known of an error is shown whole", () => {
  expect(untold(error("other"))).toBeNull();
  expect(untold(error({ responseStreamDisconnected: { httpStatusCode: 502 } }))).toBeNull();
  expect(untold(error({ responseStreamDisconnected: { httpStatusCode: 502, region: "eu" } }))).toEqual({
    codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: 502, region: "eu" } },
  });
  expect(errorKind({ spaceWeather: { kp: 9 } })).toBe("spaceWeather");
  const long = "w".repeat(1000);
  for (const info of [0, false, [], [["a"]], {}, { "": 1 }, { [long]: 1 }, long]) {
    expect(errorKind(info)?.length ?? 0).toBeLessThan(101);
    expect(untold(error(info))).toEqual({ codexErrorInfo: info });
    expect(adviceOf(error(info), null).acts).toContain("again");
  }
  const { text } = setUp({ error: error({ spaceWeather: { kp: 9 } }, { more: { ticket: "T-77" } }) });
  expect(text()).toContain("spaceWeather");
  expect(text()).toContain("kp");
  expect(text()).toContain("T-77");
});

test("[VIW-466] a text of megabytes is drawn by its beginning, in the turn, the list and the title, and is whole when asked for", () => {
  const text = `begun ${"words and words ".repeat(200_000)}`;
  const many = { message: text, details: text };
  const last = error("other", many);
  const { container, turn } = setUp({
    reported: "failed",
    error: error("other", many),
    retries: { run: 1, total: 2, since: 0, at: 0, last },
  });
  for (const told of [
    {},
    { reported: "interrupted" },
    { reported: "completed" },
    { reported: "inProgress", retrying: last, stopRefused: text },
    { reported: text },
  ]) {
    Object.assign(turn, told);
    changed(new Set<object>([turn]));
    expect(container.textContent).toContain("begun words");
    expect(container.textContent?.length, JSON.stringify(told).slice(0, 80)).toBeLessThan(20_000);
  }
  expect(standingWords({ type: "failed", word: text }).length).toBeLessThan(100);
  expect(standingWords({ type: "other", word: text }).length).toBeLessThan(100);
  const listed = summaryOf(createHostState("h"), "T", () => undefined);
  Object.assign(listed, { failure: text, lastTurn: { id: "t1", status: text } });
  expect(rowFacts(listed, [], null, false).line.length).toBeLessThan(500);
});

test("[VIW-467] retrying says the how-maniest try, why and since when; recovered leaves a quiet line; failed says how often", () => {
  const last = error(
    { responseStreamDisconnected: { httpStatusCode: 503 } },
    { message: "Reconnecting... 2/5", details: "503 from afar" },
  );
  const { turn, container, text } = setUp({
    reported: "inProgress",
    retrying: last,
    retries: { run: 2, total: 2, since: Date.now(), at: Date.now(), last },
  });
  expect(text()).toMatch(/Retrying.*try 2/);
  expect(text()).toContain("503 from afar");
  expect(text()).toContain("HTTP 503");
  expect(container.querySelector("[data-recovered]")).toBeNull();
  turn.retrying = null;
  changed(new Set<object>([turn]));
  expect(text()).not.toMatch(/Retrying|Reconnecting/);
  expect(container.querySelector("[data-recovered='2']")?.textContent).toContain("2 more times");
  turn.reported = "failed";
  turn.error = error("other", { message: "gone" });
  changed(new Set<object>([turn]));
  expect(container.querySelector("[data-recovered]")).toBeNull();
  expect(text()).toContain("2 more times before it gave up");
  expect(container.querySelectorAll("[data-turn-error]").length, "one row for one error").toBe(1);
});

test("[VIW-468] an end of a word that is not known is a failure with that word", () => {
  const { container, text } = setUp({ reported: "evaporated", error: error("other", { message: "into thin air" }) });
  expect(container.querySelector("[data-turn-status='evaporated'] b.bad")?.textContent).toBe("evaporated");
  expect(text()).toContain("into thin air");
});

test("[VIW-469] an error after which the turn went on is said, and is no failure", () => {
  const { container, text } = setUp({ reported: "completed", error: error("other", { message: "a hiccup" }) });
  expect(text()).toContain("went on");
  expect(text()).toContain("a hiccup");
  expect(container.querySelector("[data-turn-error]")).toBeNull();
});

test("[VIW-470] interrupted by the person, by something else, and perhaps running elsewhere are three", () => {
  const { turn, text } = setUp({ reported: "interrupted" });
  expect(text()).toContain("Interrupted");
  turn.elsewhere = true;
  changed(new Set<object>([turn]));
  expect(text()).toContain("Stopped or running elsewhere");
  turn.elsewhere = false;
  turn.stop = { type: "stopping", at: 0, taken: true };
  changed(new Set<object>([turn]));
  expect(text()).toContain("Stopped by you");
});
