// The same build with three versions of the App Server, in the browser: it connects, does the main job, names what is missing,
// and what it offers works. What the acts do with each version in detail is in contract/versions.test.ts. A version that is
// not here and cannot be fetched is skipped aloud.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codexOfVersion, type CodexCommand } from "@longwire/fixtures/paths";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { startNodeSession } from "../support/node-session.ts";
import { expect, test } from "../support/rig.ts";

/** Whether it can take turns of an older kind of thread back. */
const VERSIONS = [
  ["0.149.1", true],
  ["0.152.0", true],
  ["0.171.0", false],
] as const;

function codex(version: string): CodexCommand | null {
  try {
    return codexOfVersion(version, 120_000);
  } catch {
    return null;
  }
}

const script: Script = ({ outputsSinceUser, userTexts }) => {
  if (userTexts.at(-1) === "Look.") return [say("Nothing to find.")];
  if (userTexts.at(-1) === "Hold.") return [say("I hold."), { type: "hold", name: "go" }];
  return outputsSinceUser === 0
    ? [exec("echo hello", { callId: `c${userTexts.length}`, escalated: "It asks." })]
    : [say(`Done: ${userTexts.at(-1)}`)];
};

for (const [version, rollsBack] of VERSIONS)
  test(`[VIW-556] ${version}: it connects, does the main job, names what is missing, and what it offers works`, async ({
    page,
    rig,
  }) => {
    // Where it is not in the cache it is fetched first.
    test.setTimeout(240_000);
    const command = codex(version);
    test.skip(command === null, `@openai/codex ${version} is not here and could not be fetched`);
    if (command === null) return;
    const it = await rig({ script, relay: { command: [command.file, ...command.args, "app-server"] } });
    const app = await it.open(page);
    await app.startThread(it.project);
    await app.send("Say hello.");
    await app.approve();
    await expect(app.turn("completed")).toHaveCount(1);
    await expect(app.item("agentMessage").last()).toContainText("Done: Say hello.");

    // Settings: what the server offers, and what it then reports.
    await page.locator(".thread-header__may").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Effort", { exact: true }).selectOption({ label: "high" });
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await expect(page.locator(".thread-header__model")).toContainText("high");

    // A message for after the turn that runs.
    await app.send("Hold.");
    await expect(app.item("agentMessage").last()).toContainText("I hold.");
    await app.message.fill("Afterwards.");
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await expect(page.getByTestId("queue")).toContainText("Afterwards.");
    it.provider.release("go");
    await app.approve();
    await expect(app.turn("completed")).toHaveCount(3);

    // A thread of the older kind, made by another client: taking its turns back is offered only where there is a way.
    const node = startNodeSession(it.relay());
    await node.until("live", () => node.session.facts().connection === "live");
    const made = await node.session.request("thread/start", { cwd: it.project, historyMode: "legacy" });
    const legacy = made.ok ? (made.value as { thread: { id: string } }).thread.id : "";
    await node.session.request("turn/start", { threadId: legacy, input: [{ type: "text", text: "Look." }] });
    await page.locator(`a[data-thread-id="${legacy}"]`).click();
    await expect(app.turn("completed")).toHaveCount(1);
    await app.turn("completed").hover();
    await page.getByRole("button", { name: "Turn menu" }).click();
    const back = page.getByRole("menuitem", { name: /Go back to before this turn/ });
    if (rollsBack) {
      await back.click();
      await page.getByRole("dialog").getByRole("button", { name: "Go back", exact: true }).click();
      await expect(page.locator("[data-turn-id]:not([data-reverted])")).toHaveCount(0);
    } else await expect(back).toContainText(`App Server ${version} does not have it`);
    node.session.close();

    const host = readFileSync(join(it.relay().stateDir, "relay-id"), "utf8").trim();
    await page.goto(new URL(`/settings/machine/${host}/models`, it.link()).href);
    const server = page.getByRole("region", { name: "The server" });
    await expect(server).toContainText(`App Server ${version}`);
    const lacks = server.locator("[data-lacks] [data-method]");
    if (rollsBack) await expect(server).toContainText("lacks none");
    else await expect(lacks).toHaveText([/^thread\/rollback/]);
    await expect(page.locator('[data-model="mock-model"]')).toContainText("server’s default");
    await expect(page.locator('[data-mode="plan"]')).toBeVisible();
    await expect(page.getByRole("button", { name: /^Read again: / })).toHaveCount(6);
    await page.getByRole("button", { name: "Read again: Models" }).click();
    await expect(page.getByText("The newest reading failed")).toHaveCount(0);
  });
