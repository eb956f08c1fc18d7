// A secret answer over the real relay, to a program that says it back in every way: it reaches stdin once and no store.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { newFolder } from "@longwire/fixtures/codex-home";
import { startThread } from "@longwire/web/actions/start-thread";
import { createMemoryJournal, createMemoryStore } from "@longwire/web/journal/memory";
import { startNodeSession } from "../support/node-session.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";

const ASKING = fileURLToPath(new URL("../support/asking-app-server.mjs", import.meta.url));

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Answers the question with `secret` and gives what the device stored and what the program heard. */
async function answerWith(secret: string): Promise<{ stored: string; heard: string[]; shown: string }> {
  const log = join(newFolder("asking"), "stdin");
  const relay = await startRelayProcess({ command: [process.execPath, ASKING], env: { ASKING_LOG: log } });
  const store = createMemoryStore();
  const it = startNodeSession({ ...relay, journal: createMemoryJournal({ store }) });
  cleanUps.push(
    () => removeState(relay.stateDir),
    async () => void (await relay.stop()),
    () => it.session.close(),
  );
  await it.until("live", () => it.session.facts().connection === "live");
  const started = await startThread(it.session, { cwd: "/tmp" });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
  const thread = it.session.openThread(started.value.thread);
  await it.session.sendMessage(started.value.thread, "Ask me.");
  const decision = await it.until("the question", () =>
    [...it.session.state.decisions.values()].find((each) => each.state.type === "pending"),
  );
  const answers = { user: { answers: ["alice"] }, key: { answers: [secret] } };
  await it.session.answer(decision, { result: { answers } });
  await it.until("the end of the turn", () =>
    [...thread.state.turns.values()].some((turn) => turn.reported === "completed"),
  );
  const items = [...thread.state.turns.values()].flatMap((turn) => [...turn.items.values()]);
  return {
    stored: JSON.stringify([...store.contents.values()], (_key, value: unknown) =>
      value instanceof Map ? [...value] : value,
    ),
    heard: readFileSync(log, "utf8").split("\n"),
    shown: JSON.stringify(items),
  };
}

test("[SEC-100] a secret reaches the App Server once and no store, however the server says it back", async () => {
  for (const secret of ["S3CRET-8f1c-marker", 'with "quotes" and \\ back', "日本の秘密の鍵です"]) {
    const { stored, heard, shown } = await answerWith(secret);
    const escaped = JSON.stringify(secret).slice(1, -1);
    for (const form of [secret, escaped, JSON.stringify(escaped).slice(1, -1)]) {
      expect(stored, "in the journal").not.toContain(form);
      expect(shown, "in the folded state").not.toContain(form);
    }
    expect(stored).toContain("alice");
    expect(stored).toContain("[secret not stored]");
    const answers = heard.filter((line) => line.includes('"answers"'));
    expect(answers).toHaveLength(1);
    expect(JSON.parse(answers[0] ?? "")).toMatchObject({ id: 0, result: { answers: { key: { answers: [secret] } } } });
    expect(Buffer.byteLength(`${answers[0]}\n`) % 256, "the length tells nothing").toBe(0);
  }
});

test("[SEC-101] a secret of two characters is marked in the answer and leaves what comes in intact", async () => {
  const { stored, shown } = await answerWith("it");
  expect(shown).toContain("You said it.");
  expect(stored).toContain("[secret not stored]");
});
