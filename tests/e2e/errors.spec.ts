// What is said of errors and what is offered: on the real App Server whatever a scripted model can bring about, on a puppet
// what the binary does not say.
import type { Step } from "@longwire/fixtures/provider/steps";
import { say } from "@longwire/fixtures/provider/steps";
import { startPuppet } from "../support/puppet.ts";
import { type App, expect, test } from "../support/rig.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";

const failed = (code: string, message: string): Step => ({ type: "failed", code, message });

/** The newest turn, which has failed. */
const failure = (app: App) => app.turn("failed").last();

test("[VIW-463] each kind of failure that the model’s side can bring about has its sentence and its acts", async ({
  page,
  rig,
}) => {
  const resetsAt = Math.floor(Date.now() / 1000) + 3 * 3600;
  const answers: Record<string, readonly Step[]> = {
    context: [failed("context_length_exceeded", "too long")],
    quota: [
      {
        type: "headers",
        headers: {
          "x-codex-primary-used-percent": "100",
          "x-codex-primary-window-minutes": "300",
          "x-codex-primary-reset-at": String(resetsAt),
        },
      },
      failed("insufficient_quota", "no quota"),
    ],
    capacity: [failed("server_is_overloaded", "full")],
    policy: [failed("cyber_policy", "not this")],
    key: [{ type: "error", status: 401, message: "who are you" }],
    often: [{ type: "error", status: 429, message: "slower" }],
    odd: [failed("weird", "a strange thing")],
  };
  const it = await rig({
    script: ({ userTexts }) => answers[userTexts.at(-1) ?? ""] ?? [say("Fine.")],
    codex: { streamMaxRetries: 1 },
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  const fails = async (what: string) => {
    await app.send(what);
    // Not by the number of turns: of a long transcript the earlier ones are not drawn.
    await expect(app.item("userMessage").last()).toContainText(what);
    await expect(app.transcript.locator("[data-turn-id]").last()).toHaveAttribute("data-turn-status", "failed");
  };
  const button = (name: string) => failure(app).getByRole("button", { name, exact: true });

  await fails("context");
  await expect(failure(app)).toContainText("no longer fits into the model’s context window");
  await expect(failure(app)).toContainText("contextWindowExceeded");
  await expect(button("Compact the history")).toBeEnabled();
  await expect(button("Fork")).toBeEnabled();
  await button("Put it back into the box").click();
  await expect(app.message).toHaveValue("context");
  await app.message.fill("");

  await fails("quota");
  await expect(failure(app)).toContainText("usageLimitExceeded");
  await expect(failure(app)).toContainText(/The limit resets \d/);
  await expect(failure(app).getByRole("link", { name: "See the limits" })).toBeVisible();
  await expect(app.turn("failed").first().getByRole("button", { name: "Fork" }), "the newest alone").toHaveCount(0);

  await fails("capacity");
  await expect(failure(app)).toContainText("serverOverloaded");
  await expect(button("Model and permissions …")).toBeVisible();

  await fails("policy");
  await expect(failure(app)).toContainText("does not answer this kind of request");
  await expect(button("Send again")).toHaveCount(0);

  await fails("key");
  await expect(failure(app)).toContainText("HTTP 401");
  await expect(failure(app).getByRole("link", { name: "Sign in" })).toBeVisible();

  await fails("often");
  await expect(failure(app)).toContainText("HTTP 429");
  await expect(failure(app)).toContainText("asked too often");

  await fails("odd");
  await expect(failure(app)).toContainText("a strange thing");
  await expect(failure(app).locator("[data-turn-error]")).toHaveCount(1);
  answers["odd"] = [say("Not odd any more.")];
  await button("Send again").click();
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.item("userMessage").last()).toContainText("odd");
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
});

test("[VIW-467] a retry is said in list, head, title and transcript, with its number and cause; recovered, one quiet line is left", async ({
  page,
  rig,
}) => {
  let asked = 0;
  const it = await rig({
    script: () => {
      asked += 1;
      if (asked === 1) return [{ type: "error", status: 503, message: "away" }];
      if (asked === 2) return [{ type: "error", status: 502, message: "still away" }];
      return [{ type: "hold", name: "back" }, say("Here after all.")];
    },
    codex: { streamMaxRetries: 3 },
  });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("Try.");
  const turn = app.turn("inProgress");
  await expect(turn.locator("[data-attempt='2']")).toContainText("try 2");
  await expect(turn).toContainText("502");
  await expect(page.locator("[data-standing=retrying]")).toContainText("Retrying, try 2");
  await expect(page.locator(`a[data-thread-id="${thread}"]`)).toContainText("retrying");
  await expect(page).toHaveTitle(/ · Retrying · Longwire$/);
  it.provider.release("back");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.turn("completed").locator("[data-recovered='2']")).toContainText("Recovered");
  await expect(app.transcript).not.toContainText(/Retrying|Reconnecting/);
  await expect(page).not.toHaveTitle(/Retrying/);
  await sameInThreeLooks(page, app, it);
});

test("[VIW-460] retries that lead nowhere are one failure, and list, head and title say so", async ({ page, rig }) => {
  const it = await rig({
    script: () => [{ type: "error", status: 503, message: "away" }],
    codex: { streamMaxRetries: 1 },
  });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("Try.");
  await expect(app.turn("failed")).toHaveCount(1);
  await expect(app.transcript.locator("[data-turn-error]")).toHaveCount(1);
  await expect(app.turn("failed")).toContainText("1 more time before it gave up");
  await expect(app.turn("failed")).toContainText("HTTP 503");
  await expect(page.locator("[data-standing]")).toHaveText("Failed");
  await expect(page.locator(`a[data-thread-id="${thread}"]`)).toContainText("failed: unexpected status 503");
  await expect(page).toHaveTitle(/ · Failed · Longwire$/);
  await sameInThreeLooks(page, app, it);
});

test("[VIW-468] words that no App Server says yet are shown as they are, and what was not taken goes back", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [say("unused")], relay: { command: puppet.command } });
  try {
    const app = await it.open(page);
    await app.startThread(it.project);
    await app.send("Go.");
    await expect(app.turn("inProgress")).toHaveCount(1);
    await puppet.say({ method: "thread/status/changed", params: { threadId: "T1", status: { type: "idle" } } });
    await puppet.say({
      method: "turn/completed",
      params: {
        threadId: "T1",
        turn: {
          id: "turn-1",
          items: [],
          status: "evaporated",
          error: {
            message: "into thin air",
            codexErrorInfo: { spaceWeather: { kp: 9 } },
            additionalDetails: null,
            ticket: "T-77",
          },
        },
      },
    });
    const turn = app.turn("evaporated");
    await expect(turn.getByText("evaporated", { exact: true })).toBeVisible();
    for (const told of ["into thin air", "spaceWeather", "kp", "T-77"]) await expect(turn).toContainText(told);
    await expect(page.locator("[data-standing]")).toHaveText("evaporated");
    await puppet.say({
      method: "thread/status/changed",
      params: { threadId: "T1", status: { type: "hibernating", until: 7 } },
    });
    await expect(page.locator("[data-standing]")).toHaveText("hibernating");
    await puppet.say({ method: "thread/status/changed", params: { threadId: "T1", status: { type: "idle" } } });

    puppet.on("turn/start", () => ({ error: { code: -32001, message: "Server overloaded; retry later." } }));
    await app.send("Once more.");
    await expect(page.getByRole("status").filter({ hasText: "Server overloaded; retry later" })).toBeVisible();
    await expect(app.message, "the words go back to the person").toHaveValue("Once more.");
    const starts = () => puppet.heard.filter(({ method }) => method === "turn/start").length;
    expect(starts(), "it is not sent again by itself").toBe(2);
  } finally {
    await puppet.close();
  }
});
