import { describe, expect, test } from "vitest";
import { createMemoryEnvironment, settled } from "../link/memory-environment.ts";
import { createIds } from "../rpc/ids.ts";
import { createPendingRequests } from "../rpc/pending.ts";
import type { OutLine } from "./outbox.ts";
import { BUSY_WAITS_MS, createRequests } from "./requests.ts";

function setup() {
  const environment = createMemoryEnvironment();
  const pending = createPendingRequests();
  pending.open("g");
  const lines: OutLine[] = [];
  let usable = true;
  const ids = createIds("c", (count) => new Uint8Array(count));
  const requests = createRequests({
    pending,
    submit: (line) => lines.push(line),
    ids: () => ids,
    generation: () => "g",
    usable: () => usable,
    after: environment.after,
    redact: (_generation, id, method) =>
      method === "account/login/start" ? Promise.resolve({ line: `real ${id}\n`, stored: "marked" }) : null,
  });
  const last = () => (JSON.parse(lines.at(-1)?.line ?? "null") as { id: string }).id;
  return {
    environment,
    pending,
    lines,
    requests,
    usable: (yes: boolean) => (usable = yes),
    busy: () => pending.reply({ kind: "error", id: last(), error: { code: -32001, message: "busy", data: undefined } }),
    answer: (result: unknown) => pending.reply({ kind: "response", id: last(), result }),
  };
}

const BUSY = { ok: false, reason: { type: "rpc", code: -32001 } };

describe("requests", () => {
  test("[LNK-69] a read that the server was too busy for is asked again, some times, with growing waits", async () => {
    const { requests, environment, busy, answer, lines } = setup();
    const outcome = requests.request("thread/read", { threadId: "T" });
    await settled();
    busy();
    await environment.advance(BUSY_WAITS_MS[0] ?? 0);
    expect(lines).toHaveLength(2);
    busy();
    await environment.advance((BUSY_WAITS_MS[1] ?? 0) - 1);
    expect(lines).toHaveLength(2);
    await environment.advance(1);
    expect(lines).toHaveLength(3);
    answer("it");
    expect(await outcome).toEqual({ ok: true, value: "it" });
  });

  test("[ACT-200] a request that is to be asked once is asked once: not again when the server was busy, or a gap swallowed its answer", async () => {
    const { requests, busy, lines } = setup();
    const refused = requests.request("thread/read", { threadId: "T" }, { once: true });
    await settled();
    busy();
    expect(await refused).toMatchObject(BUSY);
    const missed = requests.request("thread/read", { threadId: "T" }, { once: true });
    await settled();
    requests.gapped();
    requests.live();
    expect(await missed).toEqual({ ok: false, reason: { type: "missed" } });
    expect(lines).toHaveLength(2);
  });

  test("[ACT-220] who asks for the line of a reply is told it as it came, before the outcome, and for that request alone", async () => {
    const { requests, answer, lines } = setup();
    const told: string[] = [];
    const outcome = requests
      .request("config/read", {}, { line: (text) => told.push(text) })
      .then(() => told.push("outcome"));
    await settled();
    const id = (JSON.parse(lines.at(-1)?.line ?? "null") as { id: string }).id;
    requests.heard("another", "other");
    requests.heard(id, new Uint8Array(1));
    requests.heard(id, '{"result":12345678901234567890}');
    answer(1);
    await outcome;
    requests.heard(id, "later");
    expect(told).toEqual(['{"result":12345678901234567890}', "outcome"]);
  });

  test("[SEC-112] a request with a secret goes out as it is and is kept with a mark", async () => {
    const { requests, lines } = setup();
    void requests.request("account/login/start", { type: "apiKey", apiKey: "k" });
    void requests.request("thread/read", {});
    await settled();
    expect(lines.map(({ line, stored, redacted }) => [line.slice(0, 4), stored === "marked", redacted])).toEqual([
      ['{"id', false, false],
      ["real", true, true],
    ]);
  });

  test("[LNK-69] in the end the busy server's word goes back", async () => {
    const { requests, environment, busy, lines } = setup();
    const outcome = requests.request("thread/turns/list", {});
    for (let tries = 0; tries <= BUSY_WAITS_MS.length; tries++) {
      await settled();
      busy();
      await environment.advance(5000);
    }
    expect(await outcome).toMatchObject(BUSY);
    expect(lines).toHaveLength(BUSY_WAITS_MS.length + 1);
  });

  test.each(["thread/search", "fs/readFile", "model/list", "thread/resume", "gitDiffToRemote"])(
    "[LNK-69] %s changes nothing: it is asked again when the server was too busy",
    async (method) => {
      const { requests, environment, busy, lines, answer } = setup();
      const outcome = requests.request(method, {});
      await settled();
      busy();
      await environment.advance(5000);
      expect(lines).toHaveLength(2);
      answer("there");
      expect(await outcome).toEqual({ ok: true, value: "there" });
    },
  );

  test.each([
    "turn/start",
    "thread/settings/update",
    "thread/archive",
    "thread/shellCommand",
    "command/exec",
    "fs/writeFile",
    "thread/goal/set",
    "config/value/write",
  ])("[LNK-69] %s that the server was too busy for is not asked again", async (method) => {
    const { requests, environment, busy, lines } = setup();
    const outcome = requests.request(method, {});
    await settled();
    busy();
    await environment.advance(10_000);
    expect(await outcome).toMatchObject(BUSY);
    expect(lines).toHaveLength(1);
  });

  test("[LNK-69] an act that the server was too busy for goes back to the person at once", async () => {
    const { requests, environment, busy, lines } = setup();
    const outcome = requests.request("thread/start", {});
    await settled();
    busy();
    await environment.advance(10_000);
    expect(await outcome).toMatchObject(BUSY);
    expect(lines).toHaveLength(1);
  });

  test("[LNK-69] a reply that a gap has swallowed: a read is asked again once, an act is told", async () => {
    const { requests, answer, lines } = setup();
    const read = requests.request("thread/read", {});
    const act = requests.request("thread/start", {});
    await settled();
    requests.gapped();
    const later = requests.request("thread/loaded/list", {});
    await settled();
    requests.live();
    await settled();
    expect(await act).toEqual({ ok: false, reason: { type: "missed" } });
    expect(lines.map(({ line }) => (JSON.parse(line) as { method: string }).method)).toEqual([
      "thread/read",
      "thread/start",
      "thread/loaded/list",
      "thread/read",
    ]);
    answer(1);
    expect(await read).toEqual({ ok: true, value: 1 });
    requests.close();
    expect(await later).toMatchObject({ ok: false, reason: { type: "not-sent" } });
  });

  test("[LNK-69] without a connection a request fails at once, or waits when told to; a closing page settles all", async () => {
    const { requests, usable, lines } = setup();
    usable(false);
    expect(await requests.request("thread/read", {})).toMatchObject({ ok: false, reason: { type: "not-sent" } });
    const waits = requests.request("thread/read", {}, { wait: true });
    const waitsToo = requests.request("thread/start", {}, { wait: true });
    await settled();
    expect(lines).toEqual([]);
    usable(true);
    requests.usable();
    await settled();
    expect(lines).toHaveLength(2);
    usable(false);
    const third = requests.request("thread/read", {}, { wait: true });
    requests.close();
    for (const outcome of [waits, waitsToo, third])
      expect(await outcome).toMatchObject({ ok: false, reason: { type: "not-sent" } });
    expect(await requests.request("thread/read", {}, { wait: true })).toMatchObject({ ok: false });
  });

  test("[LNK-62] a request is bound to the generation that it was made for", async () => {
    const { requests, lines } = setup();
    void requests.request("thread/start", {});
    await settled();
    expect(lines[0]).toMatchObject({ generation: "g", entry: null, handshake: false });
  });
});
