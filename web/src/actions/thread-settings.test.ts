import { expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { createMemoryJournal } from "../journal/memory.ts";
import { createHostState } from "../projection/host-fold.ts";
import { settingsActs } from "./thread-settings.ts";

function setUp(answer: (method: string, params: unknown) => Outcome<unknown>) {
  const asked: [string, unknown][] = [];
  const session = {
    onChange: () => () => undefined,
    facts: () => ({ connection: "live" }),
    state: createHostState("h"),
    request: (method: string, params: unknown) => {
      asked.push([method, params]);
      return Promise.resolve(answer(method, params));
    },
  } as unknown as HostSession;
  return { session, asked };
}
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const refused = (code: number): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code, message: "no", data: null },
});

test("[ACT-110] models are read page by page; what cannot be read or is hidden is left out; no modes are no failure", async () => {
  const { session, asked } = setUp((method, params) => {
    if (method === "collaborationMode/list") return refused(-32601);
    const cursor = (params as { cursor?: string } | undefined)?.cursor;
    return cursor === undefined
      ? ok({ data: [{ model: "a" }, { nonsense: true }, { model: "b", hidden: true }], nextCursor: "2" })
      : ok({
          data: [{ model: "c", displayName: "C", supportedReasoningEfforts: [{ reasoningEffort: "low" }] }],
          nextCursor: null,
        });
  });
  const outcome = await settingsActs.choices(session, { cwd: "/p", hidden: false }, createMemoryJournal());
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      models: [
        { model: "a", name: "a", efforts: [] },
        { model: "c", name: "C", efforts: [{ effort: "low", description: "" }] },
      ],
      modes: [],
    },
  });
  expect(asked.filter(([method]) => method === "model/list").map(([, params]) => params)).toEqual([
    {},
    { cursor: "2" },
  ]);
  expect(asked.find(([method]) => method === "permissionProfile/list")?.[1]).toEqual({ cwd: "/p" });
});

test("[ACT-111] a change loads the thread first and names what was changed alone; a refused one goes back with the reason", async () => {
  const { session, asked } = setUp(() => ok({}));
  expect(await settingsActs.change(session, "T", { effort: "high" })).toEqual({ ok: true, value: null });
  expect(asked).toEqual([
    ["thread/resume", expect.objectContaining({ threadId: "T", excludeTurns: true })],
    ["thread/settings/update", { threadId: "T", effort: "high" }],
  ]);
  const busy = setUp((method) => (method === "thread/resume" ? ok({}) : refused(-32001)));
  expect(await settingsActs.change(busy.session, "T", { effort: "high" })).toMatchObject({ reason: { code: -32001 } });
});

test("[ACT-166] a choice that can be read in part is offered with that part; requirements and profiles of a server that has none lock nothing", async () => {
  const { session } = setUp((method) => {
    switch (method) {
      case "model/list":
        return ok({
          data: [
            {
              model: "a",
              supportedReasoningEfforts: [{ reasoningEffort: "high", description: "Long" }, 7],
              serviceTiers: [{ id: "priority", name: "Fast", description: "Faster" }, {}],
              supportsPersonality: false,
              upgradeInfo: { model: "b", upgradeCopy: "Better", retirementAt: 5 },
              availabilityNux: { message: "New" },
            },
            { model: "b", hidden: true, upgrade: "c", supportedReasoningEfforts: "none" },
          ],
        });
      case "permissionProfile/list":
        return ok({ data: [{ id: "p", description: "P", allowed: false }, { noId: true }], nextCursor: null });
      case "configRequirements/read":
        return ok({
          requirements: {
            allowedApprovalPolicies: ["never"],
            allowedSandboxModes: ["read-only"],
            allowedApprovalsReviewers: null,
            allowedWebSearchModes: 7,
          },
        });
      default:
        return refused(-32600);
    }
  });
  const outcome = await settingsActs.choices(session, { cwd: null, hidden: true }, createMemoryJournal());
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      models: [
        {
          efforts: [{ effort: "high", description: "Long" }],
          tiers: [{ id: "priority", name: "Fast", description: "Faster" }],
          personality: false,
          upgrade: { model: "b", words: "Better", retires: 5 },
          availability: "New",
        },
        { model: "b", hidden: true, efforts: [], personality: null, upgrade: { model: "c", words: null } },
      ],
      modes: [],
      profiles: [{ id: "p", description: "P", allowed: false }],
      requirements: {
        approvalPolicies: ["never"],
        sandboxModes: ["read-only"],
        reviewers: null,
        webSearch: null,
      },
    },
  });
  const bare = setUp((method) => (method === "model/list" ? ok({ data: [] }) : refused(-32600)));
  expect(await settingsActs.choices(bare.session, { cwd: "/p", hidden: false }, createMemoryJournal())).toMatchObject({
    value: { profiles: [], requirements: { approvalPolicies: null, sandboxModes: null } },
  });
});

test("[ACT-214] a list that fails takes no other with it: what was read is offered, and each that was not says why", async () => {
  const { session } = setUp((method) => {
    switch (method) {
      case "collaborationMode/list":
        return ok({ data: [{ name: "Plan", mode: "plan" }] });
      case "configRequirements/read":
        return ok({});
      default:
        return refused(-32603);
    }
  });
  const outcome = await settingsActs.choices(session, { cwd: null, hidden: false }, createMemoryJournal());
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      models: [],
      modes: [{ mode: "plan" }],
      profiles: [],
      read: { at: null, failure: { code: -32603 } },
      unread: [{ method: "permissionProfile/list", failure: { code: -32603 } }],
    },
  });
  const none = setUp(() => refused(-32603));
  expect(await settingsActs.choices(none.session, { cwd: null, hidden: false }, createMemoryJournal())).toMatchObject({
    ok: false,
    reason: { code: -32603 },
  });
});
