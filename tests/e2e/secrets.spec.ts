// A secret typed into the page, and every place in which a page can keep something searched for it afterwards. The program
// behind the relay says the secret back whole, escaped and in pieces.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { newFolder } from "@longwire/fixtures/codex-home";
import { expect, test } from "../support/rig.ts";

const ASKING = fileURLToPath(new URL("../support/asking-app-server.mjs", import.meta.url));

/** Everything that the page's origin has stored, and its DOM, as text. */
async function everythingOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    parts.push(document.documentElement.outerHTML);
    for (const field of document.querySelectorAll("input, textarea"))
      if ("value" in field) parts.push(String(field.value));
    const seen = (_key: string, value: unknown): unknown => {
      if (value instanceof Map) return [...value];
      if (value instanceof Set) return [...value];
      if (value instanceof Uint8Array) return new TextDecoder().decode(value);
      return value;
    };
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("cannot open"));
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error("cannot read"));
        });
        parts.push(JSON.stringify(all, seen));
      }
      db.close();
    }
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return parts.join("\n");
  });
}

test("[SEC-103] a secret typed into a question is in no store, no page, no console and no log, and reached stdin once", async ({
  page,
  rig,
}) => {
  const secret = "S3CRET-8f1c-marker";
  const log = join(newFolder("asking"), "stdin");
  const it = await rig({ script: () => [], relay: { command: [process.execPath, ASKING], env: { ASKING_LOG: log } } });
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  const app = await it.open(page);
  await app.startThread("/tmp");
  await app.send("Ask me.");
  const card = app.decision("pending");
  await expect(card).toBeVisible();
  await card.getByRole("textbox", { name: /Name\?/ }).fill("alice");
  const field = card.getByLabel(/Key\?/);
  await expect(field).toHaveAttribute("type", "password");
  await field.fill(secret);
  // Half typed and reloaded: it was in no draft.
  await page.reload();
  await app.live();
  expect(await everythingOf(page)).not.toContain(secret);
  await expect(card).toBeVisible();
  await card.getByRole("textbox", { name: /Name\?/ }).fill("alice");
  await card.getByLabel(/Key\?/).fill(secret);
  await expect(async () => {
    if ((await card.count()) > 0) await card.getByRole("button", { name: "Submit" }).click({ timeout: 1000 });
    await expect(app.turn("completed")).toHaveCount(1, { timeout: 1500 });
  }).toPass({ timeout: 15_000 });
  await expect(app.item("agentMessage").first()).toContainText("You said [secret not stored].");
  const live = await everythingOf(page);
  expect(live).not.toContain(secret);
  expect(live).toContain("alice");
  await page.reload();
  await app.live();
  await expect(app.turn("completed")).toHaveCount(1);
  expect(await everythingOf(page)).not.toContain(secret);
  expect(said.join("\n")).not.toContain(secret);
  expect(it.relay().stderr()).not.toContain(secret);
  const answers = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes(secret));
  expect(answers).toHaveLength(1);
});
