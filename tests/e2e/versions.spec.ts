// The same build with three versions of the App Server, and with a program of another name, in the browser: it connects, does
// the main job, names what is missing, and what it offers works. What the acts do with each version in detail is in
// contract/versions.test.ts; the whole of the suites with each is `pnpm matrix`. A version that is not here and cannot be
// fetched is skipped aloud.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codexOfVersion, type CodexCommand } from "@longwire/fixtures/paths";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { renamed } from "../support/codex-binary.ts";
import { startNodeSession } from "../support/node-session.ts";
import { expect, test } from "../support/rig.ts";
import { told } from "../support/told.ts";

interface Server {
  /** The version that runs. */
  readonly codex: string;
  /** What it tells of itself. */
  readonly version: string;
  /** What the app knows and it has not. */
  readonly lacking: readonly string[];
  /** Behind a program that says all in another way: its name, string ids, other models, more members and notifications. */
  readonly renamed?: true;
}

const SERVERS: readonly Server[] = [
  { codex: "0.149.1", version: "0.149.1", lacking: [] },
  { codex: "0.152.0", version: "0.152.0", lacking: [] },
  { codex: "0.171.0", version: "0.171.0", lacking: ["thread/rollback"] },
  { codex: "0.149.1", version: "0.149.1-egret", lacking: [], renamed: true },
];

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

for (const server of SERVERS)
  test(`[VIW-556] ${server.version}: it connects, does the main job, names what is missing, and what it offers works`, async ({
    page,
    rig,
  }) => {
    // Where it is not in the cache it is fetched first.
    test.setTimeout(240_000);
    const command = codex(server.codex);
    test.skip(command === null, `@openai/codex ${server.codex} is not here and could not be fetched`);
    if (command === null) return;
    const line = [command.file, ...command.args, "app-server"];
    const it = await rig({ script, relay: { command: server.renamed === true ? renamed(line) : line } });
    const { server: words, lacking, model } = await told(it);
    expect(words).toBe(`${server.renamed === true ? "egret" : "App Server"} ${server.version}`);
    expect(lacking).toEqual(server.lacking);
    const app = await it.open(page);
    await app.startThread(it.project);
    await app.send("Say hello.");
    const key = await app.decision("pending").getAttribute("data-request-key");
    expect(key?.split("/").at(-1), "ids of this server's requests").toMatch(server.renamed === true ? /^s:/ : /^n:/);
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
    if (!lacking.includes("thread/rollback")) {
      await back.click();
      await page.getByRole("dialog").getByRole("button", { name: "Go back", exact: true }).click();
      await expect(page.locator("[data-turn-id]:not([data-reverted])")).toHaveCount(0);
    } else await expect(back).toContainText(`${words} does not have it`);
    node.session.close();

    const host = readFileSync(join(it.relay().stateDir, "relay-id"), "utf8").trim();
    await page.goto(new URL(`/settings/machine/${host}/models`, it.link()).href);
    const section = page.getByRole("region", { name: "The server" });
    await expect(section).toContainText(words);
    const lacks = section.locator("[data-lacks] [data-method]");
    if (lacking.length === 0) await expect(section).toContainText("lacks none");
    await expect(lacks).toHaveText(lacking.map((method) => new RegExp(`^${method}`)));
    await expect(page.locator(`[data-model="${model("Scripted model")}"]`)).toContainText("server’s default");
    await expect(page.locator('[data-mode="plan"]')).toBeVisible();
    await expect(page.getByRole("button", { name: /^Read again: / })).toHaveCount(6);
    await page.getByRole("button", { name: "Read again: Models" }).click();
    await expect(page.getByText("The newest reading failed")).toHaveCount(0);
  });
