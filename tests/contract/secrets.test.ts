// A secret answer over the real relay, to a program that says it back in every way: it reaches stdin once and no store.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { newFolder } from "@longwire/fixtures/codex-home";
import { startThread } from "@longwire/web/actions/start-thread";
import type { Journal } from "@longwire/web/journal/journal";
import type { GuardLocks } from "@longwire/web/journal/secrets/guard";
import { createMemoryJournal, createMemoryStore } from "@longwire/web/journal/memory";
import { startNodeSession } from "../support/node-session.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";

const ASKING = fileURLToPath(new URL("../support/asking-app-server.mjs", import.meta.url));

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Told {
  /** Everything that the device stored, as one text. */
  stored: string;
  /** The lines of the App Server as they are stored, in order. */
  rows: string[];
  /** The lines that the App Server said. */
  said: string[];
  /** The lines that it read. */
  heard: string[];
  /** What the fold made of it. */
  shown: string;
}

/** Answers the question with `secret` and gives what became of it everywhere. */
async function answerWith(secret: string): Promise<Told> {
  const folder = newFolder("asking");
  const [log, saidLog] = [join(folder, "stdin"), join(folder, "stdout")];
  const relay = await startRelayProcess({
    command: [process.execPath, ASKING],
    env: { ASKING_LOG: log, ASKING_SAID: saidLog },
  });
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
  const said = readFileSync(saidLog, "utf8").split("\n").slice(0, -1);
  const rows = (await storedLines(it.journal)).slice(0, said.length);
  const items = [...thread.state.turns.values()].flatMap((turn) => [...turn.items.values()]);
  return {
    stored: JSON.stringify([...store.contents.values()], (_key, value: unknown) =>
      value instanceof Map ? [...value] : value,
    ),
    rows,
    said,
    heard: readFileSync(log, "utf8").split("\n"),
    shown: JSON.stringify(items),
  };
}

async function storedLines(journal: Journal): Promise<string[]> {
  const lines: string[] = [];
  await journal.readAll("host", 0, (rows) => {
    for (const row of rows)
      if (row.kind === "in" || row.kind === "snapshot") lines.push(typeof row.line === "string" ? row.line : "no text");
  });
  return lines;
}

/** The ways in which a text may stand in JSON, in JSON inside JSON, and so on. */
function formsOf(secret: string): string[] {
  const forms = [secret];
  for (let level = 0; level < 4; level += 1) forms.push(JSON.stringify(forms.at(-1)).slice(1, -1));
  return forms;
}

const SECRETS = [
  "S3CRET-8f1c-marker",
  "8charac!",
  'with "quotes" and \\ back/slashes',
  "日本の秘密の鍵です",
  "first line\nsecond 🔑 line\twith é",
];

test.each(SECRETS)(
  "[SEC-100] the secret %j reaches the App Server once and no store, however the server says it back",
  async (secret) => {
    const { stored, shown, heard, rows, said } = await answerWith(secret);
    for (const form of formsOf(secret)) {
      expect(stored, "in the journal").not.toContain(form);
      expect(shown, "in the folded state").not.toContain(form);
    }
    expect(stored).toContain("alice");
    expect(stored).toContain("[secret not stored]");
    const answers = heard.filter((line) => line.includes('"answers"'));
    expect(answers).toHaveLength(1);
    expect(JSON.parse(answers[0] ?? "")).toMatchObject({ id: 0, result: { answers: { key: { answers: [secret] } } } });
    expect(Buffer.byteLength(`${answers[0]}\n`) % 256, "the length tells nothing").toBe(0);
    // What has no part of it is stored as it came.
    expect(rows).toHaveLength(said.length);
    const changed = rows.filter((line, index) => line !== said[index]);
    for (const line of changed) expect(line).toMatch(/\[secret not stored\]|"delta":/);
    expect(changed.length).toBeLessThan(said.length / 2);
  },
);

test("[SEC-101] a secret of two characters is marked in the answer, and every line that comes in is stored byte for byte", async () => {
  const { stored, shown, rows, said } = await answerWith("it");
  expect(shown).toContain("You said it.");
  expect(rows).toEqual(said);
  expect(stored).toContain('["[secret not stored]"]'.replaceAll('"', '\\"'));
});

/** The locks of one device. */
function deviceLocks(): GuardLocks {
  const held: { name: string }[] = [];
  return {
    async request(name, _options, callback) {
      const lock = { name };
      held.push(lock);
      await callback();
      held.splice(held.indexOf(lock), 1);
    },
    query: () => Promise.resolve({ held: [...held] }),
  };
}

test("[SEC-113] another tab of the device, which hears the secret itself, stores and shows what the one that knows it has stored", async () => {
  const secret = "S3CRET-8f1c-marker";
  const relay = await startRelayProcess({ command: [process.execPath, ASKING] });
  const store = createMemoryStore();
  const locks = deviceLocks();
  const tabs = [1, 2].map(() => startNodeSession({ ...relay, journal: createMemoryJournal({ store }), locks }));
  const [one, two] = tabs;
  if (one === undefined || two === undefined) throw new Error("no tabs");
  cleanUps.push(
    () => removeState(relay.stateDir),
    async () => void (await relay.stop()),
    () => tabs.forEach(({ session }) => session.close()),
  );
  for (const tab of tabs) await tab.until("live", () => tab.session.facts().connection === "live");
  const started = await startThread(one.session, { cwd: "/tmp" });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
  const threads = tabs.map(({ session }) => session.openThread(started.value.thread));
  await one.session.sendMessage(started.value.thread, "Ask me.");
  const decision = await one.until("the question", () =>
    [...one.session.state.decisions.values()].find((each) => each.state.type === "pending"),
  );
  await one.session.answer(decision, {
    result: { answers: { user: { answers: ["alice"] }, key: { answers: [secret] } } },
  });
  for (const [index, tab] of tabs.entries()) {
    const turns = await tab.until("the end of the turn", () => {
      const all = [...(threads[index]?.state.turns.values() ?? [])];
      return all.some((turn) => turn.reported === "completed") && all;
    });
    const shown = JSON.stringify(turns.map(({ items, error, retrying }) => [[...items.values()], error, retrying]));
    expect(shown).toContain("You said [secret not stored].");
    expect(shown, `in tab ${index + 1}`).not.toContain(secret);
  }
  for (const line of await storedLines(one.journal)) expect(line).not.toContain(secret);
});
