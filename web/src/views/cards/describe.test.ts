// The words of every notification that has a card.
import { notificationSurface } from "@longwire/shared-protocol/surface";
import { expect, test } from "vitest";
import { hostAfter, tape, threadAfter } from "../../projection/testing/rows.ts";
import { notificationMethods, sampleOf } from "../../projection/testing/samples.ts";
import type { GenericCard } from "../../projection/state.ts";
import { DESCRIBED, describe as words } from "./describe.ts";

/** The card of one notification, as the fold makes it. */
function cardOf(method: string, params: object): GenericCard {
  const { rows } = tape().in({ method, params });
  const cards = [
    ...hostAfter(rows).activity,
    ...[
      ...threadAfter(rows).timeline,
      ...[...threadAfter(rows).turns.values()].flatMap((turn) => turn.entries),
    ].flatMap((entry) => (entry.type === "card" ? [entry.card] : [])),
  ];
  return (
    cards[0] ?? {
      key: "k",
      name: method,
      what: "notification",
      raw: JSON.stringify({ method, params }),
      first: null,
      at: 0,
      since: 0,
      lines: 1,
      bytes: 10,
      text: "",
    }
  );
}

const say = (method: string, params: object) => {
  const found = words(cardOf(method, { threadId: "T", turnId: "t1", ...params }));
  return found === null ? null : `${found.lead} · ${found.rest}`;
};

test.each(notificationMethods().filter((method) => notificationSurface.get(method)?.view === "card"))(
  "[VIW-250] %s has words, with all its members and with the fewest",
  (method) => {
    for (const members of ["all", "required"] as const) {
      const found = words(cardOf(method, sampleOf(method, members).params));
      expect(found).not.toBeNull();
      const all = JSON.stringify(found);
      expect(found?.lead).toMatch(/^[A-Z].{3,}/);
      for (const broken of ["undefined", "null", "NaN", "[object"])
        expect(all.replaceAll(/:null/g, "")).not.toContain(broken);
    }
  },
);

test("[VIW-250] words are only for what the pinned version sends, and for all that makes a card", () => {
  const methods = new Set(notificationMethods());
  expect([...DESCRIBED].filter((method) => !methods.has(method))).toEqual([]);
});

test("[VIW-251] a review says what was reviewed, how it ended, how risky it was judged and why", () => {
  const found = words(
    cardOf("item/autoApprovalReview/completed", {
      threadId: "T",
      turnId: "t1",
      reviewId: "r",
      startedAtMs: 1000,
      completedAtMs: 2500,
      review: { status: "denied", riskLevel: "high", userAuthorization: "low", rationale: "It leaves the folder." },
      action: { type: "command", command: "rm -rf /srv", cwd: "/w", source: "shell" },
    }),
  );
  expect(found).toMatchObject({
    lead: "A command was denied",
    rest: "high risk · automatic review",
    tone: "warn",
    texts: [
      { title: "Command", text: "rm -rf /srv" },
      { title: "Why", text: "It leaves the folder." },
    ],
  });
  expect(found?.facts).toContainEqual(["Took", "1.5 s"]);
  expect(found?.facts).toContainEqual(["Folder", "/w"]);
});

test("[VIW-251] a hook says its event, its outcome, its time and all that it said", () => {
  const found = words(
    cardOf("hook/completed", {
      threadId: "T",
      turnId: "t1",
      run: {
        id: "h",
        eventName: "preToolUse",
        handlerType: "command",
        executionMode: "sync",
        status: "blocked",
        statusMessage: "no deploys on Friday",
        durationMs: 380,
        sourcePath: "/home/mara/.codex/hooks.toml",
        entries: [{ kind: "feedback", text: "Ask on Monday." }, { broken: true }],
      },
    }),
  );
  expect(found).toMatchObject({
    lead: "Hook blocked what it was asked about",
    rest: "before a tool · 380 ms · no deploys on Friday",
    tone: "warn",
    texts: [{ title: "Feedback to the model", text: "Ask on Monday." }],
  });
});

test("[VIW-251] a configuration warning names the file and the place in it", () => {
  const found = words(
    cardOf("configWarning", {
      summary: "unknown key `modle`",
      details: "Did you mean `model`?",
      path: "/home/mara/.codex/config.toml",
      range: { start: { line: 3, column: 1 }, end: { line: 3, column: 6 } },
    }),
  );
  expect(found?.facts).toEqual([
    ["File", "/home/mara/.codex/config.toml"],
    ["Place", "line 3, column 1 to line 3, column 6"],
  ]);
  expect(found?.texts).toEqual([{ title: null, text: "Did you mean `model`?" }]);
});

test("[VIW-251] words that this build does not know are said as the server's own", () => {
  expect(say("model/rerouted", { fromModel: "a", toModel: "b", reason: "loadShedding" })).toBe(
    "Another model answers · b instead of a, because load shedding",
  );
  expect(say("hook/completed", { run: { id: "h", status: "vetoed", eventName: "onMoon" } })).toBe(
    "Hook vetoed · on moon",
  );
  expect(
    say("item/autoApprovalReview/started", {
      reviewId: "r",
      review: { status: "pondering" },
      action: { type: "teleport" },
    }),
  ).toBe("An approval (teleport) was reviewed: pondering · automatic review");
});

test("[VIW-250] what cannot be read has no words: it is shown raw", () => {
  expect(say("configWarning", { summary: 4 })).toBeNull();
  expect(say("hologram/started", { beam: 1 })).toBeNull();
});
