// The requests that have no card of their own, from a puppet: the pinned App Server cannot be brought to make them without an
// account or an older client. Each says what it is; it is answered by a form made from the schema of its response, by hand, or
// refused.
import type { Locator } from "@playwright/test";
import { answersTo, cardWith, go } from "../support/asking.ts";
import { pressOpen } from "../support/deciding.ts";
import { type Puppet, startPuppet } from "../support/puppet.ts";
import { expect, type App, test, type Rig } from "../support/rig.ts";

interface Kind {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly about: string;
  /** What goes into the form: text by label, or the option to choose. */
  readonly fill: Readonly<Record<string, string>>;
  readonly choose?: string;
  /** What the chosen option wants written, as JSON. */
  readonly written?: readonly [label: string, json: string];
  readonly result: unknown;
}

const FILE_CHANGES = { "/w/a.txt": { type: "add", content: "one\n" } };
const KINDS: readonly Kind[] = [
  {
    method: "account/chatgptAuthTokens/refresh",
    params: { reason: "unauthorized", previousAccountId: null },
    about: "asks its client for a fresh ChatGPT access token",
    fill: { accessToken: "tok-of-nobody-77", chatgptAccountId: "acc-1" },
    result: { accessToken: "tok-of-nobody-77", chatgptAccountId: "acc-1" },
  },
  {
    method: "attestation/generate",
    params: {},
    about: "asks its client for a token that proves what kind of client it is",
    fill: { token: "att-of-nobody-78" },
    result: { token: "att-of-nobody-78" },
  },
  {
    method: "currentTime/read",
    params: { threadId: "T1" },
    about: "asks its client what time it is",
    fill: { currentTimeAt: "1700000000" },
    result: { currentTimeAt: 1_700_000_000 },
  },
  {
    method: "applyPatchApproval",
    params: { conversationId: "T1", callId: "c1", fileChanges: FILE_CHANGES, reason: null, grantRoot: null },
    about: "An older way of asking: may these files be changed?",
    fill: {},
    choose: "approved",
    result: { decision: "approved" },
  },
  {
    method: "execCommandApproval",
    params: {
      conversationId: "T1",
      callId: "c2",
      approvalId: null,
      command: ["ls"],
      cwd: "/w",
      reason: null,
      parsedCmd: [],
    },
    about: "An older way of asking: may this command run?",
    fill: {},
    choose: "denied",
    written: ["denied, as JSON", '{"denied":{"rejection":"not now"}}'],
    result: { decision: { denied: { rejection: "not now" } } },
  },
];

test("[DEC-171] each request without a card of its own says what it is and is answered by its form", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const app = await it.open(page);
  await begin(app, it);
  for (const [n, kind] of KINDS.entries()) {
    await puppet.say({ id: 100 + n, method: kind.method, params: kind.params });
    const card = await opened(app, 100 + n);
    await expect(card).toContainText(kind.about);
    await expect(card.locator(`[data-generic="${kind.method}"]`).first()).toBeVisible();
    await pressOpen(card, "Submit");
    await expect(card.locator("[data-error]").first(), "nothing is filled in").toBeVisible();
    for (const [label, text] of Object.entries(kind.fill)) await card.getByLabel(label, { exact: true }).fill(text);
    if (kind.choose !== undefined) await card.getByRole("radio", { name: kind.choose, exact: true }).check();
    if (kind.written !== undefined) await card.getByRole("textbox", { name: kind.written[0] }).fill(kind.written[1]);
    expect(answersTo(puppet), "nothing was sent").toHaveLength(n);
    await answer(puppet, card, "Submit");
    expect(answersTo(puppet)).toHaveLength(n + 1);
    expect(answersTo(puppet).at(-1)).toEqual({ id: 100 + n, result: kind.result });
    await puppet.say({ method: "serverRequest/resolved", params: { threadId: "T1", requestId: 100 + n } });
    await expect(app.decision("pending")).toHaveCount(0);
  }
  await puppet.close();
});

test("[DEC-171] they are refused, or answered by hand with a result or an error; what does not fit is told and sent knowingly", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const app = await it.open(page);
  await begin(app, it);
  await puppet.say({ id: 1, method: "currentTime/read", params: { threadId: "T1" } });
  let card = await opened(app, 1);
  await answer(puppet, card, "Refuse");
  await expect
    .poll(() => answersTo(puppet).at(-1))
    .toEqual({
      id: 1,
      error: { code: -32601, message: "currentTime/read is not supported by this client" },
    });

  await puppet.say({ id: "two", method: "currentTime/read", params: { threadId: "T1" } });
  card = await opened(app, "two");
  await pressOpen(card, "Write the answer as JSON");
  await card.getByRole("textbox", { name: "Result, as JSON" }).fill('{"currentTimeAt":"noon"}');
  await pressOpen(card, "Submit");
  await expect(card).toContainText("This is not what the App Server says that it expects");
  expect(answersTo(puppet)).toHaveLength(1);
  await answer(puppet, card, "Send all the same");
  await expect.poll(() => answersTo(puppet).at(-1)).toEqual({ id: "two", result: { currentTimeAt: "noon" } });

  await puppet.say({ id: 3, method: "hologram/project", params: { threadId: "T1", what: "a cube" } });
  card = await opened(app, 3);
  await card.getByRole("radio", { name: "An error" }).check();
  await card.getByLabel("Code").fill("-32099");
  await card.getByLabel("Message").fill("no projector");
  await answer(puppet, card, "Submit");
  await expect
    .poll(() => answersTo(puppet).at(-1))
    .toEqual({ id: 3, error: { code: -32099, message: "no projector" } });
  await puppet.close();
});

/** The inbox shows what waits, also what names no thread. */
async function begin(app: App, it: Rig): Promise<void> {
  await app.startThread(it.project);
  await go(app.page, "/inbox");
}

/** Presses a button until one more answer is there: an answered card leaves the inbox. */
async function answer(puppet: Puppet, card: Locator, name: string): Promise<void> {
  const before = answersTo(puppet).length;
  await expect(async () => {
    if (answersTo(puppet).length > before) return;
    await pressOpen(card, name);
    await expect.poll(() => answersTo(puppet).length, { timeout: 1000 }).toBe(before + 1);
  }).toPass({ timeout: 20_000 });
}

async function opened(app: App, id: string | number) {
  const card = cardWith(app.page, id).first();
  await expect(card).toBeVisible();
  return card;
}
