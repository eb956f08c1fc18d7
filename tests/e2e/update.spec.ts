// A new version of the app under a page of the old one: told, loaded by one press and one reload, offline as complete as before.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder } from "@longwire/fixtures/codex-home";
import { startPuppet } from "../support/puppet.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";
import { App, expect, test } from "../support/rig.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the built relay and app, for a version of its own. */
function copyOfBuild(): string {
  const folder = newFolder("build");
  mkdirSync(join(folder, "relay"), { recursive: true });
  for (const part of ["relay/bin", "relay/dist", "relay/package.json", "web/dist"])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

/** Makes another version of a copy: main script and page differ, as after a real build. Gives the old script's name. */
function makeNext(folder: string): string {
  const dist = join(folder, "web/dist");
  const old = /assets\/(index-[\w-]+\.js)/.exec(readFileSync(join(dist, "index.html"), "utf8"))?.[1] ?? "";
  expect(old).not.toBe("");
  renameSync(join(dist, "assets", old), join(dist, "assets", `next-${old}`));
  const texts = [
    "index.html",
    "sw.js",
    ...readdirSync(join(dist, "assets"))
      .filter((name) => name.endsWith(".js"))
      .map((name) => `assets/${name}`),
  ];
  for (const name of texts) {
    const path = join(dist, name);
    const text = readFileSync(path, "utf8");
    const next = text
      .replaceAll(old, `next-${old}`)
      .replace(/(longwire\.reloaded\.)(\w+)/, "$1next")
      .replace("<head>", '<head><meta name="version" content="next">');
    if (next !== text) writeFileSync(path, next);
  }
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const sw = readFileSync(join(dist, "sw.js"), "utf8");
  const revision = createHash("md5").update(page).digest("hex");
  const was = /"revision":"(\w+)","url":"index\.html"/.exec(sw)?.[1] ?? "";
  expect(was, "the page stands in the precache list").not.toBe("");
  writeFileSync(join(dist, "sw.js"), sw.replace(was, revision));
  return old;
}

test("[VIW-190] a new version is told, comes by one press and one reload, leaves nothing of the old one, and starts offline at any page", async ({
  page,
  context,
}) => {
  const puppet = await startPuppet();
  const folder = copyOfBuild();
  const first = await startRelayProcess({ program: join(folder, "relay/bin/longwire.js"), command: puppet.command });
  let relay = first;
  try {
    await page.goto(first.url);
    const app = new App(page);
    await app.live();
    await app.startThread("/tmp");
    await app.send("Keep me.");
    await puppet.item("turn-1", { type: "agentMessage", id: "m", text: "Kept.", phase: null, memoryCitation: null });
    await puppet.end("turn-1");
    await expect(app.turn("completed")).toHaveCount(1);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await app.live();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    // The relay's own paths come from the relay, with the worker in charge.
    expect(await page.evaluate(() => fetch("/healthz").then((reply) => reply.json()))).toHaveProperty("version");
    const health = await context.newPage();
    expect((await health.goto(new URL("/healthz", first.url).href))?.headers()["content-type"]).toContain("json");
    await health.close();

    await first.stop();
    const old = makeNext(folder);
    relay = await startRelayProcess({
      program: join(folder, "relay/bin/longwire.js"),
      command: puppet.command,
      port: first.port,
      stateDir: first.stateDir,
    });
    let loads = 0;
    await page.reload();
    page.on("load", () => (loads += 1));
    await expect(page.getByText("New version ready")).toBeVisible({ timeout: 30_000 });
    expect(await page.locator('meta[name="version"]').count(), "the old version runs until the person says so").toBe(0);
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await expect(page.locator('meta[name="version"]')).toHaveCount(1);
    await app.live();
    await expect(page.getByText("New version ready")).toHaveCount(0);
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistration().then((r) => r?.waiting ?? null))).toBe(
      null,
    );
    expect(loads).toBe(1);
    const cached = (): Promise<string[]> =>
      page.evaluate(async () => {
        const urls: string[] = [];
        for (const name of await caches.keys())
          for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
        return urls;
      });
    await expect.poll(async () => (await cached()).filter((url) => url.endsWith(`/${old}`))).toEqual([]);
    const urls = await cached();
    expect(urls.filter((url) => url.includes("/index.html"))).toHaveLength(1);
    expect(urls.filter((url) => url.includes(`next-${old}`))).toHaveLength(1);
    expect(urls.filter((url) => /relay|healthz|#|token/.test(url))).toEqual([]);

    await relay.stop();
    await context.setOffline(true);
    await page.close();
    const cold = new App(await context.newPage());
    await cold.page.goto(new URL("/t/T1", first.url).href);
    await expect(cold.page.locator('meta[name="version"]')).toHaveCount(1);
    await expect(cold.transcript).toContainText("Kept.");
    await expect(cold.connection).toHaveAttribute("data-connection", "offline");
    expect(
      await cold.page.evaluate(() =>
        fetch("/healthz").then(
          () => "answered",
          () => "failed",
        ),
      ),
    ).toBe("failed");
  } finally {
    await relay.stop();
    await puppet.close();
    removeState(first.stateDir);
    removeState(folder);
  }
});
