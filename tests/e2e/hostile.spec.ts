// What a hostile or broken App Server, network or browser can do to the app: nothing is thrown, nothing is lost, nothing is
// fetched from elsewhere, and the page goes on answering the person. The rules are in docs/spec/hostile.md.
import { closeStages, longest, stage, typing } from "../support/hostile-stage.ts";
import { expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

const text = (id: string, value: string) => ({
  type: "agentMessage",
  id,
  text: value,
  phase: null,
  memoryCitation: null,
});

test("[VIW-90] garbage bytes, half lines, CRLF, BOM, blank lines and invalid UTF-8 in mid-turn: what is readable is shown, nothing is thrown", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.raw("{not json}\n\n\r\n   \n");
  await puppet.raw("\ufeff");
  await puppet.raw(
    `${JSON.stringify({ method: "item/completed", params: { threadId: "T1", turnId: "t1", item: text("bom", "behind a mark") } })}\r\n`,
  );
  await puppet.raw(new Uint8Array([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28, 0x0a]));
  await puppet.raw(
    Buffer.concat([
      Buffer.from(
        '{"method":"item/completed","params":{"threadId":"T1","turnId":"t1","item":{"type":"agentMessage","id":"bad8","text":"half ',
      ),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from(' broken"}}}\n'),
    ]),
  );
  for (const value of [
    "null",
    "[]",
    "1",
    '"x"',
    "true",
    '{"id":null,"result":1}',
    '{"id":{},"method":"x"}',
    '{"method":5}',
    '{"method":null,"id":3}',
    '{"result":1}',
    '{"error":{}}',
    '{"id":1e400,"method":"x/y","params":{}}',
    "{}",
    '{"__proto__":{"method":"x"}}',
  ])
    await puppet.raw(`${value}\n`);
  const late = JSON.stringify({
    method: "item/completed",
    params: { threadId: "T1", turnId: "t1", item: text("late", "in two halves") },
  });
  await puppet.raw(late.slice(0, 40));
  await typing(app);
  await puppet.raw(`${late.slice(40)}\n`);
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.transcript).toContainText("behind a mark");
  await expect(app.transcript).toContainText("in two halves");
  expect(wrongs).toEqual([]);
  await page.reload();
  await app.live();
  await expect(app.transcript).toContainText("in two halves");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(wrongs).toEqual([]);
});

test('[VIW-91] ids named like members of every object, and 7 beside "7", are ids like others: each answered once, exactly', async ({
  page,
  rig,
}) => {
  test.setTimeout(180_000);
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("__proto__");
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
  for (const name of names) await puppet.item("__proto__", text(name, `item \`${name}\``));
  for (const name of names)
    await puppet.say({
      method: "item/agentMessage/delta",
      params: { threadId: "T1", turnId: "constructor", itemId: name, delta: `delta ${name}` },
    });
  const ask = (id: unknown, command: string) =>
    puppet.say({
      id,
      method: "item/commandExecution/requestApproval",
      params: { threadId: "T1", turnId: "__proto__", itemId: "__proto__", command, cwd: "/tmp" },
    });
  const ids: unknown[] = [7, "7", "007", " 7 ", 0, "0", -1, 1.5, "__proto__", "constructor", ""];
  for (const id of ids) await ask(id, `echo ${JSON.stringify(id)}`);
  await expect(app.decision("pending").first()).toBeVisible();
  for (const name of names) await expect(app.transcript).toContainText(`item ${name}`);
  for (let left = ids.length; left > 0; left -= 1) {
    await expect(async () => {
      const count = puppet.heard.filter((line) => line.result !== undefined && line.method === undefined).length;
      if (count > ids.length - left) return;
      await app
        .decision("pending")
        .first()
        .getByRole("button", { name: "Approve", exact: true })
        .click({ timeout: 1500 });
      expect(
        puppet.heard.filter((line) => line.result !== undefined && line.method === undefined).length,
      ).toBeGreaterThan(ids.length - left);
    }).toPass({ timeout: 40_000 });
  }
  const answered = puppet.heard
    .filter((line) => line.method === undefined && line.result !== undefined)
    .map(({ id }) => id);
  expect([...answered].map((id) => JSON.stringify(id)).sort()).toEqual(ids.map((id) => JSON.stringify(id)).sort());
  expect(await page.evaluate(() => Object.getOwnPropertyNames(Object.prototype).length)).toBe(12);
  expect(wrongs).toEqual([]);
});

const EVIL = [
  "[a](javascript:alert(1)) [b](JAVASCRIPT&colon;alert(1)) [c]( java\tscript:alert(1)) [d](data:text/html,<script>alert(1)</script>)",
  '[e](https://ok.example "x\\" onmouseover=alert(1) y=\\"")',
  "<img src=x onerror=alert(1)> <svg/onload=alert(1)> <iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
  "```html\n<script>alert(1)</script>\n```",
  "![p](https://x.example/a.png?q=1) ![q](//x.example/b) ![r][z] ![s](http:\\\\x.example/d) [![t](https://x.example/e)](https://ok.example) ![v](data:image/svg+xml,<svg onload=alert(1)>)",
  "\n[z]: http://x.example/c\n",
  "<style>@import 'https://x.example/s.css'</style><link rel=stylesheet href=https://x.example/l.css><video src=https://x.example/v poster=https://x.example/p>",
].join("\n\n");

test("[SEC-90] script and remote images in every text from the server stay text: no alert, no foreign request, one kind of link", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await page.evaluate(() => {
    window.alert = (what) => console.error(`alert ${what}`);
  });
  const p = { threadId: "T1", turnId: "t1" };
  await puppet.say({ method: "thread/name/updated", params: { threadId: "T1", threadName: EVIL, name: EVIL } });
  await puppet.begin("t1");
  await puppet.item("t1", text("m1", EVIL));
  await puppet.say({
    method: "turn/plan/updated",
    params: {
      ...p,
      explanation: EVIL,
      plan: [
        { step: EVIL, status: "inProgress" },
        { step: EVIL, status: EVIL },
      ],
    },
  });
  await puppet.item("t1", { type: "plan", id: "pl", text: EVIL });
  await puppet.item("t1", { type: "reasoning", id: "r", summary: [EVIL], content: [EVIL] });
  await puppet.item("t1", {
    type: "commandExecution",
    id: "c",
    command: EVIL,
    cwd: EVIL,
    status: EVIL,
    source: "agent",
    processId: null,
    commandActions: [{ type: EVIL, command: EVIL }],
    aggregatedOutput: EVIL,
    exitCode: 0,
    durationMs: 1,
  });
  await puppet.item("t1", {
    type: "fileChange",
    id: "f",
    status: EVIL,
    changes: [
      { path: EVIL, kind: { type: "add" }, diff: EVIL },
      { path: EVIL, kind: { type: EVIL, move_path: EVIL }, diff: EVIL },
    ],
  });
  await puppet.item("t1", {
    type: "mcpToolCall",
    id: "mcp",
    server: EVIL,
    tool: EVIL,
    status: "completed",
    arguments: { [EVIL]: EVIL },
    result: {
      content: [
        { type: "text", text: EVIL },
        { type: "image", data: "x", mimeType: EVIL },
      ],
    },
  });
  await puppet.item("t1", { type: EVIL, id: "weird", text: EVIL });
  await puppet.item("t1", {
    type: "userMessage",
    id: "um",
    clientId: null,
    content: [
      { type: "text", text: EVIL },
      { type: "image", url: "https://x.example/u.png" },
      { type: "localImage", path: EVIL },
    ],
  });
  await puppet.item("t1", { type: "imageView", id: "iv", path: "https://x.example/iv.png" });
  await puppet.item("t1", {
    type: "imageGeneration",
    id: "ig",
    status: "completed",
    result: EVIL,
    revisedPrompt: EVIL,
  });
  await puppet.say({ method: EVIL, params: { ...p, text: EVIL } });
  await puppet.say({ method: "warning", params: { ...p, message: EVIL } });
  await puppet.say({
    method: "error",
    params: { ...p, willRetry: true, error: { message: EVIL, codexErrorInfo: EVIL, additionalDetails: EVIL } },
  });
  await puppet.say({
    id: 1,
    method: "item/commandExecution/requestApproval",
    params: { ...p, itemId: "c", command: EVIL, cwd: EVIL, reason: EVIL },
  });
  await puppet.say({
    id: 2,
    method: "item/fileChange/requestApproval",
    params: { ...p, itemId: "f", reason: EVIL, grantRoot: EVIL },
  });
  await puppet.say({
    id: 3,
    method: "item/tool/requestUserInput",
    params: {
      ...p,
      itemId: "q",
      questions: [
        {
          id: EVIL,
          header: EVIL,
          question: EVIL,
          isOther: true,
          isSecret: false,
          options: [{ label: EVIL, description: EVIL }],
        },
      ],
    },
  });
  await puppet.say({ id: 4, method: EVIL, params: { ...p, [EVIL]: EVIL } });
  await puppet.say({
    id: 5,
    method: "mcpServer/elicitation/request",
    params: {
      ...p,
      serverName: EVIL,
      mode: "form",
      message: EVIL,
      requestedSchema: { type: "object", properties: { [EVIL]: { type: "string", title: EVIL } } },
    },
  });
  await expect(app.decision("pending").first()).toBeVisible();
  const check = async (where: string): Promise<void> => {
    const bad = await page.evaluate(() => ({
      elements: [
        ...document.querySelectorAll(
          "script[src*='x.example'],iframe,object,embed,video,audio,img[src^='http'],img[src^='//'],[onerror],[onload],[onmouseover],base",
        ),
      ]
        .filter((e) => !(e instanceof HTMLImageElement && new URL(e.src).origin === location.origin))
        .map((e) => e.outerHTML.slice(0, 200)),
      // In an output an address that stands there is a link of http or https; all else is none there either.
      links: [...document.querySelectorAll("a[href]")]
        .filter((a) => a.closest(".output") === null || !/^https?:\/\//.test(a.textContent ?? ""))
        .map((a) => (a as HTMLAnchorElement).href)
        .filter((href) => !href.startsWith(location.origin) && !/^https:\/\/ok\.example\/?/.test(href)),
    }));
    expect(bad, where).toEqual({ elements: [], links: [] });
    expect(wrongs, where).toEqual([]);
  };
  // Everything is opened, so that nothing hides behind a fold.
  for (let round = 0; round < 3; round += 1)
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      for (const button of document.querySelectorAll<HTMLElement>('[data-testid="transcript"] [aria-expanded="false"]'))
        button.click();
    });
  await check("live, with decisions");
  await puppet.say({ method: "error", params: { ...p, willRetry: false, error: { message: EVIL } } });
  await puppet.say({
    method: "turn/completed",
    params: {
      threadId: "T1",
      turn: {
        id: "t1",
        items: [],
        status: "failed",
        error: { message: EVIL, codexErrorInfo: { [EVIL]: EVIL }, additionalDetails: EVIL },
      },
    },
  });
  await expect(app.turn("failed")).toHaveCount(1);
  await check("failed");
  for (const tab of ["Plan", "Changes", "Wire", "Details"]) {
    const button = page.getByRole("tab", { name: tab });
    if ((await button.count()) > 0) await button.first().click();
    await check(tab);
  }
  await page.reload();
  await app.live();
  await expect(app.turn("failed")).toHaveCount(1);
  await check("reloaded");
  await page.goto(new URL("/", page.url()).href);
  await app.live();
  await check("home");
});

test("[VIW-92] ten thousand items of a turn: all are there, and typing goes on", async ({ page, rig }) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  let lines = "";
  for (let n = 0; n < 10_000; n += 1) {
    const item =
      n % 3 === 0
        ? text(`m${n}`, `Message **${n}**`)
        : {
            type: "commandExecution",
            id: `c${n}`,
            command: `echo ${n}`,
            cwd: "/tmp",
            status: "completed",
            source: "agent",
            processId: null,
            commandActions: [],
            aggregatedOutput: `${n}\n`,
            exitCode: 0,
            durationMs: 1,
          };
    lines += `${JSON.stringify({ method: "item/started", params: { threadId: "T1", turnId: "t1", item } })}\n${JSON.stringify({ method: "item/completed", params: { threadId: "T1", turnId: "t1", item } })}\n`;
  }
  await longest(page);
  await puppet.raw(lines);
  await puppet.item("t1", text("last", "the very last"));
  const took = await typing(app);
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });
  await expect(app.transcript).toContainText("the very last");
  console.log(`10,000 items: longest task ${await longest(page)} ms, typing ${took} ms`);
  await page.reload();
  await app.live();
  await expect(app.transcript).toContainText("the very last");
  console.log(`10,000 items, reload: longest task ${await longest(page)} ms`);
  expect(wrongs).toEqual([]);
});

test("[VIW-93] a message of 1.6 MB in 2 kB deltas and an unclosed fence of 200 kB: the page stays responsive and nothing is lost", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const send = async (id: string, whole: string): Promise<void> => {
    await puppet.say({ method: "item/started", params: { threadId: "T1", turnId: "t1", item: text(id, "") } });
    for (let at = 0; at < whole.length; at += 2048)
      await puppet.say({
        method: "item/agentMessage/delta",
        params: { threadId: "T1", turnId: "t1", itemId: id, delta: whole.slice(at, at + 2048) },
      });
  };
  await longest(page);
  const fence = "```js\n" + Array.from({ length: 5000 }, (_, n) => `const value${n} = "some text ${n}";`).join("\n");
  await send("fence", fence);
  let took = await typing(app);
  await puppet.item("t1", text("after", "after the fence"));
  await expect(app.transcript).toContainText("after the fence");
  console.log(`fence: longest task ${await longest(page)} ms, typing ${took} ms`);
  const prose = "A line of words that goes on and on and on. ".repeat(20);
  for (const [id, whole] of [
    ["paras", `${prose}\n\n`.repeat(1800)],
    ["one", prose.repeat(1800)],
    ["list", `- ${prose}\n`.repeat(400)],
  ] as const) {
    await send(id, whole);
    took = await typing(app);
    await puppet.say({ method: "item/completed", params: { threadId: "T1", turnId: "t1", item: text(id, whole) } });
    await puppet.item("t1", text(`after-${id}`, `after the ${id}`));
    await expect(app.transcript).toContainText(`after the ${id}`, { timeout: 60_000 });
    console.log(`${id} (${whole.length}): longest task ${await longest(page)} ms, typing ${took} ms`);
  }
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(wrongs).toEqual([]);
});

test("[VIW-89] words and lines of thousands of characters cost what prose does", async ({ page, rig }) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const took = async (id: string, word: string): Promise<number> => {
    await longest(page);
    for (let n = 0; n < 5; n += 1) await puppet.item("t1", text(`${id}${n}`, word));
    await puppet.item("t1", text(`after-${id}`, `after the ${id}`));
    await expect(app.transcript).toContainText(`after the ${id}`, { timeout: 60_000 });
    // What is drawn behind the text that was waited for counts too.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    return await longest(page);
  };
  await took("warm", "A first one. ".repeat(1400));
  const prose = await took("prose", `${"Some words of prose. ".repeat(20)}\n\n`.repeat(44));
  const line = await took("line", "AVA VAV ".repeat(2300));
  const word = await took("word", "AVAVAVAV".repeat(2300));
  console.log(
    `five texts of 18,000 characters: longest task ${prose} ms as prose, ${line} ms as a line, ${word} ms as a word`,
  );
  // With kerning they cost thirty times as much.
  expect(line).toBeLessThan(Math.max(250, prose * 4));
  expect(word).toBeLessThan(Math.max(250, prose * 4));
  expect(wrongs).toEqual([]);
});

test("[VIW-94] 200,000 coloured lines with carriage returns, a diff of 30,000 lines, a file of one 5 MB line and a 30 MB line in mid-turn", async ({
  page,
  rig,
}) => {
  test.setTimeout(180_000);
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const command = (id: string, status: string, aggregatedOutput: string | null) => ({
    type: "commandExecution",
    id,
    command: "make",
    cwd: "/tmp",
    status,
    source: "agent",
    processId: null,
    commandActions: [],
    aggregatedOutput,
    exitCode: 0,
    durationMs: 1,
  });
  await puppet.say({
    method: "item/started",
    params: { threadId: "T1", turnId: "t1", item: command("c1", "inProgress", null) },
  });
  await longest(page);
  let whole = "";
  for (let n = 0; n < 200_000; n += 2000) {
    let chunk = "";
    for (let m = n; m < n + 2000; m += 1) chunk += `\u001b[3${m % 8}m10%\r50%\rline ${m}\u001b[0m done\n`;
    whole += chunk;
    await puppet.say({
      method: "item/commandExecution/outputDelta",
      params: { threadId: "T1", turnId: "t1", itemId: "c1", delta: chunk },
    });
  }
  let took = await typing(app);
  await expect(app.item("commandExecution")).toContainText("line 199999 done", { timeout: 60_000 });
  console.log(`200,000 lines: longest task ${await longest(page)} ms, typing ${took} ms`);
  await puppet.say({
    method: "item/completed",
    params: { threadId: "T1", turnId: "t1", item: command("c1", "completed", whole) },
  });
  await page.getByRole("button", { name: /Show all 200,00\d lines/ }).click();
  console.log(`200,000 lines, opened: longest task ${await longest(page)} ms`);

  let diff = "--- a/big.ts\n+++ b/big.ts\n@@ -1,15000 +1,15000 @@\n";
  for (let n = 0; n < 15_000; n += 1) diff += `-const old${n} = ${n};\n+const new${n} = ${n};\n`;
  for (let n = 0; n < 30; n += 1)
    await puppet.say({ method: "turn/diff/updated", params: { threadId: "T1", turnId: "t1", diff } });
  await puppet.item("t1", {
    type: "fileChange",
    id: "f1",
    status: "completed",
    changes: [{ path: "/tmp/big.ts", kind: { type: "update", move_path: null }, diff }],
  });
  await puppet.item("t1", {
    type: "fileChange",
    id: "f2",
    status: "completed",
    changes: [{ path: "/tmp/one-line.js", kind: { type: "add" }, diff: "x".repeat(5_000_000) }],
  });
  took = await typing(app);
  await expect(app.item("fileChange")).toHaveCount(2, { timeout: 60_000 });
  console.log(`diffs: longest task ${await longest(page)} ms, typing ${took} ms`);
  await app.item("fileChange").first().getByRole("button", { expanded: false }).first().click();
  await app
    .item("fileChange")
    .first()
    .getByRole("button", { name: /Show all/ })
    .click();
  await expect(app.item("fileChange").first()).toContainText("new0");
  console.log(`30,000 lines opened: longest task ${await longest(page)} ms`);

  await puppet.item("t1", text("huge", "h".repeat(30_000_000)));
  await puppet.item("t1", text("after", "after the 30 MB"));
  took = await typing(app);
  await expect(app.transcript).toContainText("after the 30 MB", { timeout: 60_000 });
  console.log(`30 MB: longest task ${await longest(page)} ms, typing ${took} ms`);
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });
  expect(wrongs).toEqual([]);
  await page.reload();
  await app.live();
  await expect(app.transcript).toContainText("after the 30 MB", { timeout: 60_000 });
  console.log(`reload: longest task ${await longest(page)} ms`);
  expect(wrongs).toEqual([]);
});
