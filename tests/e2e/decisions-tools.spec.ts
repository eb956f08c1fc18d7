// Tools on the pinned App Server that wait for the person: those of an MCP server with how long an approval holds, those of
// the client, and a command inside a sub-agent's thread.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { go, press } from "../support/asking.ts";
import { call, COMMAND, decide, device, ELICITATION, noted, TOOL_CALL, WITH_MCP } from "../support/deciding.ts";
import { expect, test } from "../support/rig.ts";

test("[DEC-167] the approval of an MCP tool: declined, cancelled, once, for the session of one thread, and always, in every thread", async ({
  page,
  rig,
}) => {
  const script: Script = (request) =>
    request.outputsSinceUser > 0
      ? [say(`Got ${[...request.outputs.values()].at(-1) ?? ""}`)]
      : [call("write", { what: request.userTexts.at(-1) ?? "" }, "mcp__fixture")];
  const { options, answers } = noted(script, WITH_MCP);
  const it = await rig(options);
  const app = await it.open(page);
  let turns = 0;
  // Not by the number of turns: of a long transcript the earlier ones are not drawn.
  const ended = async (said: string) => {
    await expect(app.item("userMessage").last()).toContainText(`a line ${turns}`);
    await expect(app.item("agentMessage").last()).toContainText(said);
    await expect(app.turn("inProgress")).toHaveCount(0);
  };
  const one = async (button: string, result: unknown, said: string) => {
    turns += 1;
    await app.send(`a line ${turns}`);
    await decide(
      app,
      answers,
      ELICITATION,
      async (card) => {
        await expect(card).toContainText("Let fixture run");
        await expect(card).toContainText(`"what": "a line ${turns}"`);
        await press(card, button);
      },
      { result },
    );
    await ended(said);
  };
  const unasked = async () => {
    const before = answers().length;
    turns += 1;
    await app.send(`a line ${turns}`);
    await ended(`wrote a line ${turns}`);
    expect(answers(), "not asked").toHaveLength(before);
  };
  await app.startThread(it.project);
  await one("Decline", { action: "decline", content: null, _meta: null }, "user rejected MCP tool call");
  await one("Cancel", { action: "cancel", content: null, _meta: null }, "user cancelled MCP tool call");
  await one("Approve", { action: "accept", content: {}, _meta: null }, "wrote a line 3");
  await one(
    "Approve for this session",
    { action: "accept", content: {}, _meta: { persist: "session" } },
    "wrote a line 4",
  );
  await unasked();

  // Another thread is another session.
  turns = 0;
  await app.startThread(it.project);
  await one("Approve always", { action: "accept", content: {}, _meta: { persist: "always" } }, "wrote a line 1");
  await unasked();
  turns = 0;
  await app.startThread(it.project);
  await unasked();
  expect(readFileSync(join(it.codexHome, "config.toml"), "utf8"), "as the button says").toMatch(
    /\[mcp_servers\."?fixture"?\.tools\.write\]\s+approval_mode = "approve"/,
  );
});

test("[DEC-151] a tool of the client: what the person writes is its result, and without one the agent is told", async ({
  page,
  rig,
}) => {
  const script: Script = (request) =>
    request.outputsSinceUser > 0
      ? [say(`Got ${[...request.outputs.values()].at(-1) ?? ""}`)]
      : [call("lookup", { q: request.userTexts.at(-1) ?? "" })];
  const { options, answers } = noted(script);
  const it = await rig(options);
  const app = await it.open(page);
  const node = await device(it);
  const started = await node.session.request("thread/start", {
    cwd: it.project,
    historyMode: "paginated",
    dynamicTools: [
      { type: "function", name: "lookup", description: "Looks up.", inputSchema: { type: "object", properties: {} } },
    ],
  });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
  // The reply of the pinned App Server.
  await go(page, `/t/${(started.value as { thread: { id: string } }).thread.id}`);

  await app.send("first");
  await decide(
    app,
    answers,
    TOOL_CALL,
    async (card) => {
      await expect(card).toContainText('"q": "first"');
      await card.getByRole("textbox", { name: "Text" }).fill("found it");
      await press(card, "Submit");
    },
    { result: { contentItems: [{ type: "inputText", text: "found it" }], success: true } },
  );
  await expect(app.item("agentMessage").last()).toContainText("Got found it");
  await expect(app.turn("completed")).toHaveCount(1);

  await app.send("second");
  await decide(
    app,
    answers,
    TOOL_CALL,
    async (card) => await press(card, "Refuse"),
    { error: { code: -32601, message: "item/tool/call is not supported by this client" } },
    { outcome: "refused" },
  );
  await expect(app.turn("completed")).toHaveCount(2);
  node.session.close();
});

test("[DEC-152] an approval inside a sub-agent's thread is answered there", async ({ page, rig }) => {
  const script: Script = (request) => {
    if (request.userTexts.at(-1) === "Count the tests.")
      return request.outputsSinceUser === 0
        ? [exec("echo 12 tests", { escalated: "Count outside?" })]
        : [say("Child: 12 tests.")];
    const outputs = [...request.outputs.values()];
    if (request.outputsSinceUser === 0) return [call("spawn_agent", { message: "Count the tests." }, "multi_agent_v1")];
    if (request.outputsSinceUser === 1) {
      const agent = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(outputs.at(-1) ?? "")?.[0] ?? "";
      return [call("wait_agent", { targets: [agent], timeout_ms: 30_000 }, "multi_agent_v1")];
    }
    return [say("Parent: the child counted.")];
  };
  const { options, answers } = noted(script);
  const it = await rig(options);
  const app = await it.open(page);
  const node = await device(it);
  const parent = await app.startThread(it.project);
  await app.send("Let someone count.");
  const asked = await node.until("the child's request", () =>
    [...node.session.state.decisions.values()].find(({ state }) => state.type === "pending"),
  );
  if (asked.thread === null) throw new Error("no thread");
  expect(asked.thread).not.toBe(parent);
  await go(page, `/t/${encodeURIComponent(asked.thread)}`);
  await decide(app, answers, COMMAND, async (card) => await press(card, "Approve"), { result: { decision: "accept" } });
  await expect(app.item("agentMessage").last()).toContainText("Child: 12 tests.");
  await go(page, `/t/${encodeURIComponent(parent)}`);
  await expect(app.item("agentMessage").last()).toContainText("Parent: the child counted.", { timeout: 40_000 });
  node.session.close();
});
