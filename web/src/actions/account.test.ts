// The acts on the account: what is asked of the server, word by word, and what is read of its answers.
import { expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { accountActs as acts } from "./account.ts";

function server(answer: (method: string) => Outcome<unknown>) {
  const asked: unknown[] = [];
  const session = {
    request(method: string, params: unknown, how: unknown) {
      asked.push([method, params, how]);
      return Promise.resolve(answer(method));
    },
  } as unknown as HostSession;
  return { session, asked };
}
const giving = (value: unknown) => server(() => ({ ok: true, value }));

test("[ACT-170] what changes something goes on the connection that it was made for, or not at all; optional members are left out", async () => {
  const { session, asked } = giving({ status: "canceled", outcome: "reset" });
  await acts.startLogin(session, "chatgptDeviceCode");
  await acts.startLogin(session, "chatgpt");
  await acts.useKey(session, "k");
  expect(await acts.cancelLogin(session, "l")).toEqual({ ok: true, value: "canceled" });
  await acts.logout(session);
  expect(await acts.useReset(session, "a", null)).toEqual({ ok: true, value: "reset" });
  await acts.useReset(session, "a", "c");
  await acts.askOwner(session, "credits");
  const now = { fleeting: true };
  expect(asked).toEqual([
    ["account/login/start", { type: "chatgptDeviceCode" }, now],
    ["account/login/start", { type: "chatgpt" }, now],
    ["account/login/start", { type: "apiKey", apiKey: "k" }, { ...now, secret: [["apiKey"]] }],
    ["account/login/cancel", { loginId: "l" }, now],
    ["account/logout", undefined, now],
    ["account/rateLimitResetCredit/consume", { idempotencyKey: "a" }, now],
    ["account/rateLimitResetCredit/consume", { idempotencyKey: "a", creditId: "c" }, now],
    ["account/sendAddCreditsNudgeEmail", { creditType: "credits" }, now],
  ]);
});

test("[ACT-171] what a folder asks of the account is read member by member; what is not there asks for nothing", async () => {
  const policy = async (config: unknown) => {
    const outcome = await acts.policy(giving({ config }).session, "/w");
    return outcome.ok ? outcome.value : null;
  };
  expect(await policy(7)).toEqual({ forcedMethod: null, forcedWorkspaces: [], provider: null, providerRequires: null });
  expect(
    await policy({
      forced_login_method: "chatgpt",
      forced_chatgpt_workspace_id: "w-1",
      model_provider: "mine",
      model_providers: { mine: { requires_openai_auth: true }, other: { requires_openai_auth: false } },
    }),
  ).toEqual({ forcedMethod: "chatgpt", forcedWorkspaces: ["w-1"], provider: "mine", providerRequires: true });
  expect(await policy({ forced_chatgpt_workspace_id: ["w-1", 2, "w-3"], model_provider: "constructor" })).toMatchObject(
    {
      forcedWorkspaces: ["w-1", "w-3"],
      providerRequires: null,
    },
  );
  const refusal: Outcome<never> = { ok: false, reason: { type: "not-sent", message: "no" } };
  expect(await acts.policy(server(() => refusal).session, "/w")).toEqual(refusal);
  expect(await acts.logout(server(() => refusal).session)).toEqual(refusal);
});
