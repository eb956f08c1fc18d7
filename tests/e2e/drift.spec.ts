// A server whose lines contradict the pinned schema, or say more than it, played by a puppet: the transcript shows what can be
// read, the wire view marks the lines, the machine's page counts them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startPuppet } from "../support/puppet.ts";
import { expect, test } from "../support/rig.ts";
import { expectTidy } from "../support/tidy.ts";

test("[VIW-768] lines that contradict the schema are read as far as they go, marked in the wire view, and counted on the machine's page, on a phone too", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const app = await it.open(page);
  await app.startThread(it.project);
  await expect.poll(() => puppet.heard.some(({ method }) => method === "thread/start")).toBe(true);
  await puppet.begin("t1");
  const item = { type: "agentMessage", id: "m1", text: "Read all the same.", phase: null, memoryCitation: 7 };
  const at = { threadId: "T1", turnId: "t1" };
  await puppet.say({ method: "item/started", params: { ...at, startedAtMs: 1, item: { ...item, text: "" } } });
  await puppet.say({
    method: "item/agentMessage/delta",
    params: { ...at, itemId: "m1", delta: "Read all the same.", pace: "later" },
  });
  await puppet.say({ method: "item/completed", params: { ...at, completedAtMs: 2, item } });
  await puppet.say({ method: "brand/new", params: { threadId: "T1", told: 1 } });
  await puppet.end("t1");
  await expect(app.item("agentMessage")).toContainText("Read all the same.");

  await page.getByRole("tab", { name: "Wire" }).click();
  const wire = page.getByRole("tabpanel").getByTestId("wire-view");
  const line = wire.locator('[data-wire-name="item/completed"]');
  await expect(line).toContainText("does not fit");
  await expect(wire.locator('[data-wire-name="item/agentMessage/delta"]')).toContainText("says more");
  await wire.getByRole("checkbox", { name: "Does not fit" }).check();
  await expect(wire.locator('[data-wire-name="item/agentMessage/delta"]')).toHaveCount(0);
  await line.getByRole("button").first().click();
  await expect(line.locator("[data-misfits]")).toContainText("params.item.memoryCitation is a whole number");
  await expectTidy(page, "the wire");

  const host = readFileSync(join(it.relay().stateDir, "relay-id"), "utf8").trim();
  await page.goto(new URL(`/settings/machine/${host}/models`, it.link()).href);
  const server = page.getByRole("region", { name: "The server" });
  await expect(server.locator("[data-unfit] [data-method='item/completed']")).toContainText(
    "params.item.memoryCitation",
  );
  await server.getByText("What it says beyond").click();
  await expect(server.locator("[data-adding]")).toContainText("params.pace");
  await expect(server.locator("[data-adding] [data-method='brand/new']")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectTidy(page, "the server, on a phone");
  await puppet.close();
});
