// What items hold besides text, in a real browser under the relay's own policy: pictures, sounds, drawings, addresses of
// other hosts; and views that do not come.
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { closeStages, stage } from "../support/hostile-stage.ts";
import { png } from "../support/files-stage.ts";
import { expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

const PICTURE = png(48, 32, [180, 90, 20]).toString("base64");
const SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'><script>alert(1)</script><image href='https://x.example/in-svg.png'/><rect width='60' height='40' fill='red'/></svg>";

/** A tenth of a second of silence. */
function wav(): string {
  const bytes = Buffer.alloc(44 + 800, 128);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(836, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(800, 40);
  return bytes.toString("base64");
}

const call = (id: string, content: unknown[], more: object = {}) => ({
  type: "mcpToolCall",
  id,
  server: "studio",
  tool: "render",
  status: "completed",
  arguments: { width: 48 },
  appContext: null,
  pluginId: null,
  readOnlyHint: false,
  result: { content, structuredContent: null, _meta: null },
  error: null,
  durationMs: 7,
  ...more,
});

test("[VIW-240] [VIW-241] pictures and sounds come out of the message, drawings inside an image, and no other host is asked: live, reloaded, offline", async ({
  page,
  rig,
}) => {
  const { puppet, app, it, wrongs } = await stage(page, rig);
  await puppet.begin("turn-1");
  await puppet.item("turn-1", {
    type: "userMessage",
    id: "u",
    clientId: null,
    content: [
      { type: "image", url: `data:image/webp;base64,${PICTURE}` },
      { type: "image", url: "https://x.example/a.png?q=secret" },
      { type: "audio", url: "//x.example/a.mp3" },
    ],
  });
  await puppet.item(
    "turn-1",
    call("c", [
      { type: "image", data: PICTURE, mimeType: "image/jpeg" },
      { type: "image", data: Buffer.from(SVG).toString("base64"), mimeType: "image/svg+xml" },
      { type: "audio", data: wav(), mimeType: "audio/wav" },
      { type: "image", data: Buffer.from("<html>").toString("base64"), mimeType: "image/png" },
      { type: "resource_link", uri: "https://x.example/page", name: "a page" },
    ]),
  );
  await puppet.end("turn-1");
  const look = async () => {
    const images = page.locator('[data-testid="transcript"] img');
    await expect(images).toHaveCount(3);
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBeGreaterThan(0);
    }
    const sound = page.locator("audio");
    await expect(sound).toHaveCount(1);
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.1, 2);
    expect(await sound.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
    await expect(page.locator("[data-elsewhere='x.example']")).toHaveCount(2);
    await expect(app.item("mcpToolCall")).toContainText("Not an image that can be shown");
    await expect(app.item("userMessage")).toContainText("https://x.example/a.png?q=secret");
  };
  await look();
  await page.reload();
  await app.live();
  await look();
  await page
    .getByRole("button", { name: /^Enlarge: Image from studio/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await app.live();
  await it.relay().stop();
  await page.context().setOffline(true);
  await page.reload();
  await look();
  expect(wrongs.filter((wrong) => !wrong.includes("ERR_"))).toEqual([]);
});

const delegating: Script = (request) => {
  if (request.userTexts.at(-1) === "Count the tests.") return [say("There are **12** tests.")];
  const spawn = { message: "Count the tests." };
  if (request.outputsSinceUser === 0)
    return [{ type: "call", namespace: "multi_agent_v1", name: "spawn_agent", arguments: spawn }];
  if (request.outputsSinceUser > 1) return [say("The child counted 12.")];
  const agent = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec([...request.outputs.values()].at(-1) ?? "")?.[0] ?? "";
  const wait = { targets: [agent], timeout_ms: 10_000 };
  return [{ type: "call", namespace: "multi_agent_v1", name: "wait_agent", arguments: wait }];
};

test("[VIW-234] on the pinned App Server a sub-agent's report stands with its call, and its thread opens from there", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: delegating });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Let someone count the tests.");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });
  const calls = app.item("collabAgentToolCall");
  await expect(calls).toHaveCount(2);
  await expect(calls.first()).toContainText("Started an agent");
  await expect(calls.first()).toContainText("Count the tests.");
  await expect(calls.last()).toContainText("Waited for an agent");
  const agent = calls.last().locator("[data-agent-status='completed']");
  await expect(agent).toContainText("There are 12 tests.");
  await expect(agent.locator("strong")).toHaveText("12");
  const child = await agent.getAttribute("data-agent");
  await agent.getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/t/${child}$`));
  await expect(app.item("agentMessage")).toContainText("There are 12 tests.");
  await expect(app.item("userMessage")).toContainText("Count the tests.");
});

test("[VIW-221] a view whose file cannot be loaded leaves the item raw, and comes on another try", async ({
  page,
  rig,
}) => {
  let broken = true;
  await page.route(/mcp-tool-call.*\.js/, (route) => (broken ? route.abort() : route.continue()));
  const { puppet, app } = await stage(page, rig);
  await puppet.begin("turn-1");
  await puppet.item("turn-1", call("c", [{ type: "text", text: "rendered" }]));
  await puppet.end("turn-1");
  const item = app.item("mcpToolCall");
  await expect(item).toContainText("its view could not be loaded");
  await expect(item.locator("[data-generic='mcpToolCall']")).toHaveCount(1);
  broken = false;
  await item.getByRole("button", { name: "Load its view again" }).click();
  await expect(item).toContainText("studio › render");
  await expect(item).toContainText("rendered");
  await expect(item.locator("[data-generic]")).toHaveCount(0);
});
