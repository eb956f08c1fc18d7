// Terminals on the real App Server, without a browser: two devices on one relay, one of which starts what the other sees and
// ends; and what the App Server does with files that the rooms rely on.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { startProvider } from "@longwire/fixtures/provider";
import { fileActs } from "@longwire/web/actions/files";
import { processActs } from "@longwire/web/actions/processes";
import { listDirectory } from "@longwire/web/actions/reads";
import type { HostSession, Outcome } from "@longwire/web/host/model";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import type { Row } from "@longwire/web/journal/rows";
import type { HostProcess } from "@longwire/web/projection/processes";
import { startNodeSession, type NodeSession } from "../support/node-session.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function stage() {
  const provider = await startProvider({ script: () => [] });
  const home = createCodexHome({ providerUrl: provider.url });
  const project = newFolder("project");
  const relay = await startRelayProcess({ env: { ...home.env, HOME: project } });
  cleanUps.push(
    () => home.remove(),
    () => removeState(relay.stateDir),
    () => provider.close(),
    async () => void (await relay.stop()),
  );
  const journal = createMemoryJournal();
  const device = (own = createMemoryJournal()): NodeSession => {
    const it = startNodeSession({ ...relay, journal: own });
    cleanUps.push(() => it.session.close());
    return it;
  };
  return { project, journal, device };
}

const live = (it: NodeSession) => it.until("live", () => it.session.facts().connection === "live");
const processes = ({ session }: NodeSession): HostProcess[] => [...session.state.processes.values()];

/** All that a process has said to this device. */
function hearing(session: HostSession): () => string {
  const pieces: Buffer[] = [];
  session.onNotification("process/outputDelta", (params) =>
    pieces.push(Buffer.from(String(Reflect.get(Object(params), "deltaBase64")), "base64")),
  );
  return () => Buffer.concat(pieces).toString("latin1");
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reason));
  return outcome.value;
}

test("[PRJ-401] [ACT-192] [SEC-140] what one device starts another sees with its program and folder, hears byte for byte, and ends; neither stores what was said or typed", async () => {
  const { project, journal, device } = await stage();
  const one = device(journal);
  const other = device();
  await live(one);
  await live(other);
  const heard = hearing(one.session);
  const elsewhere = hearing(other.session);

  const how = { command: ["/bin/sh"], cwd: project, size: { rows: 24, cols: 80 } };
  valueOf(await processActs.start(one.session, how, () => undefined));
  const seen = await other.until("the process elsewhere", () => processes(other)[0]);
  expect(seen).toMatchObject({ own: false, command: ["/bin/sh"], cwd: project, standing: { type: "running" } });
  expect(processes(one)[0]).toMatchObject({ own: true, handle: seen.handle });

  const type = (text: string) => processActs.write(one.session, seen, Buffer.from(text, "latin1"));
  valueOf(await processActs.resize(one.session, seen, { rows: 30, cols: 101 }));
  valueOf(await type("stty size; printf '\\377\\376'; echo se\"\"cret-$((6*7))\n"));
  await one.until("its output", () => heard().includes("30 101\r\n\xff\xfesecret-42"));
  await other.until("the same elsewhere", () => elsewhere().includes("\xff\xfesecret-42"));

  expect(valueOf(await processActs.end(other.session, seen))).toBe(true);
  await one.until("its end", () => processes(one)[0]?.standing.type === "ended");
  await other.until("its end elsewhere", () => processes(other)[0]?.standing.type === "ended");
  expect(valueOf(await processActs.end(other.session, seen))).toBe(false);

  await one.until("everything stored", () => one.session.facts().stored);
  const rows: Row[] = [];
  await journal.readAll("host", 0, (some) => void rows.push(...some));
  const kept = rows.map((row) => (row.kind === "local" ? "" : JSON.stringify(row.line))).join("\n");
  expect(kept).toContain(seen.handle.split(" ")[0]);
  expect(kept).not.toMatch(/deltaBase64\\*":\\*"[A-Za-z0-9+/]/);
});

test("[PRJ-403] [ACT-190] nothing is started in a folder that is not there, and nothing that runs outlives its App Server", async () => {
  const { project, device } = await stage();
  const one = device();
  await live(one);
  const how = { command: ["/bin/sh"], size: { rows: 24, cols: 80 } };
  const nowhere = await processActs.start(one.session, { ...how, cwd: join(project, "nowhere") }, () => undefined);
  expect(nowhere).toMatchObject({ ok: false, reason: { type: "rpc" } });
  expect(processes(one)).toEqual([]);
  valueOf(await processActs.start(one.session, { ...how, cwd: project }, () => undefined));
  await one.until("it runs", () => processes(one)[0]?.standing.type === "running");
  await one.session.stopByForce(null);
  await one.until("none is left", () => processes(one).length === 0);
});

test("[ACT-194] [ACT-195] [VIW-631] the App Server's own ways with files: what is taken, what is not empty, what it does not list", async () => {
  const { project, device } = await stage();
  const one = device();
  await live(one);
  const at = (name: string) => join(project, name);
  mkdirSync(at("full"));
  writeFileSync(at("full/inside"), "x");
  symlinkSync("full", at("link"));
  symlinkSync("nowhere", at("broken"));
  const { session } = one;
  const names = valueOf(await listDirectory(session, project)).map(({ name }) => name);
  expect(names.sort()).toEqual(["full", "link"]);

  expect(valueOf(await fileActs.create(session, at("full"), new Uint8Array()))).toMatchObject({ type: "in-the-way" });
  expect(await fileActs.createFolder(session, at("full"))).toMatchObject({ ok: false });
  expect(await fileActs.createFolder(session, at("a/b"))).toMatchObject({ ok: false });
  expect(await fileActs.remove(session, at("full"), false)).toMatchObject({
    reason: { message: expect.stringContaining("not empty") as string },
  });
  expect(await fileActs.remove(session, at("gone"), true)).toMatchObject({ ok: false });
  // A link goes by itself.
  valueOf(await fileActs.remove(session, at("link"), false));
  expect(valueOf(await fileActs.copy(session, at("full"), at("twin"), true))).toEqual({ type: "written" });
  expect(valueOf(await listDirectory(session, at("twin"))).map(({ name }) => name)).toEqual(["inside"]);
  valueOf(await fileActs.remove(session, at("full"), true));
  expect(valueOf(await fileActs.exists(session, at("full")))).toBe(false);
});
