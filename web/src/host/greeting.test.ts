import { expect, test } from "vitest";
import { createMemoryEnvironment, settled } from "../link/memory-environment.ts";
import { AGAIN_MS, createGreeting, PATIENCE_MS } from "./greeting.ts";
import type { Outcome } from "./model.ts";

function setup() {
  const environment = createMemoryEnvironment();
  const told: string[] = [];
  let opened = false;
  let live: string | null = "g1";
  let answer: (outcome: Outcome<unknown>) => void = () => undefined;
  const greeting = createGreeting({
    version: "1",
    after: environment.after,
    send(method) {
      told.push(method);
      return new Promise((resolve) => (answer = resolve));
    },
    notify: (method) => told.push(method),
    opened: () => opened,
    live: () => live,
    done: (generation, userAgent) => told.push(`done ${generation} ${String(userAgent)}`),
    changed: () => undefined,
  });
  return {
    environment,
    greeting,
    told,
    live: (where: string | null) => (live = where),
    opened: () => (opened = true),
    async answer(outcome: Outcome<unknown>) {
      answer(outcome);
      await settled();
    },
  };
}

const OK: Outcome<unknown> = { ok: true, value: { userAgent: "u" } };
const refused = (code: number): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code, message: "no", data: undefined },
});

test("[ACT-27] a generation is greeted once by a page; every further attach to it finds it done", async () => {
  const { greeting, told, answer } = setup();
  greeting.begin();
  greeting.begin();
  await answer(OK);
  greeting.begin();
  expect(told).toEqual(["initialize", "initialized", "done g1 u", "done g1 u"]);
  greeting.ended("g0");
  expect(greeting.greeted()).toBe("g1");
  greeting.ended("g1");
  expect(greeting.greeted()).toBeNull();
});

test("[ACT-27] a reply that comes while the page catches up counts when it is live again", async () => {
  const { greeting, told, answer, live } = setup();
  greeting.begin();
  live(null);
  await answer(OK);
  expect(told).toEqual(["initialize"]);
  live("g1");
  greeting.begin();
  expect(told).toEqual(["initialize", "initialized", "done g1 u"]);
});

test("[ACT-27] a generation that ends before it answered: the next one is greeted", async () => {
  const { greeting, told, answer, live } = setup();
  greeting.begin();
  live("g2");
  await answer({ ok: false, reason: { type: "ended", delivered: null } });
  await answer(OK);
  expect(told).toEqual(["initialize", "initialize", "initialized", "done g2 u"]);
});

test("[ACT-27] a busy server is greeted again; one that refuses is told, and tried again by the person's word", async () => {
  const { greeting, told, answer, environment } = setup();
  greeting.begin();
  await answer(refused(-32001));
  expect(greeting.trouble()).toBeNull();
  await environment.advance(AGAIN_MS);
  expect(told).toEqual(["initialize", "initialize"]);
  await answer(refused(-32600));
  expect(greeting.trouble()).toContain("refused the handshake");
  greeting.forget();
  greeting.begin();
  await answer(OK);
  expect(greeting.trouble()).toBeNull();
});

test("[ACT-27] silence is told after a while, but not while there is no connection", async () => {
  const { greeting, environment, live, answer } = setup();
  greeting.begin();
  live(null);
  await environment.advance(3 * PATIENCE_MS);
  expect(greeting.trouble()).toBeNull();
  live("g1");
  await environment.advance(PATIENCE_MS);
  expect(greeting.trouble()).toContain("does not answer");
  await answer(OK);
  expect(greeting.trouble()).toBeNull();
  greeting.close();
  expect(environment.planned()).toEqual([]);
});

test("[RPC-74] a refusal in any words is a success where the generation was opened by another page, but for a server that is too busy", async () => {
  const { greeting, told, answer, opened, environment } = setup();
  greeting.begin();
  opened();
  await answer(refused(-32001));
  await environment.advance(AGAIN_MS);
  await answer(refused(-32602));
  expect(greeting.trouble()).toBeNull();
  expect(told).toEqual(["initialize", "initialize", "initialized", "done g1 null"]);
});
