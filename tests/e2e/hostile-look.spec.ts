// Long words, long paths, long names and text from right to left, from phone to tablet: nothing is cut without a way to see it.
import { closeStages, stage } from "../support/hostile-stage.ts";
import { expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

/**
 * One line by design: a row of the list, which leads to the thread; the title, which tells all of it. And the raw text that
 * only the browser's own search looks through, beside the window that shows it.
 */
const ONE_LINE =
  ".thread-row__title, .thread-row__line, h1[title], .skip, .command__asked code, .files__path[title], .generic__whole";

const LONGW = "x".repeat(300);
const PATH = "/home/somebody/" + "a-very-long-folder-name-".repeat(12) + "/file-with-a-long-name.tsx";
const RTL = "שלום עולם זה טקסט מימין לשמאל ארוך מאוד שחוזר על עצמו שוב ושוב";
for (const [w, h] of [
  [390, 844],
  [1024, 768],
] as const)
  test(`[VIW-191] long and right-to-left text is never cut without a way to see it (${w} px)`, async ({
    browser,
    rig,
  }) => {
    const context = await browser.newContext({
      viewport: { width: w, height: h },
      hasTouch: w < 500,
      isMobile: w < 500,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const { puppet, it } = await stage(page, rig);
    const p = { threadId: "T1", turnId: "t1" };
    const check = async (where: string): Promise<void> => {
      await expect(page.getByText("Catching up")).toHaveCount(0);
      const clipped = await page.evaluate((oneLine) => {
        const found: string[] = [];
        for (const element of document.querySelectorAll<HTMLElement>("body *")) {
          if (element.closest(`.sr-only, ${oneLine}`) !== null || element.clientWidth === 0) continue;
          const style = getComputedStyle(element);
          const wide = element.scrollWidth > element.clientWidth + 1 && ["hidden", "clip"].includes(style.overflowX);
          const high = element.scrollHeight > element.clientHeight + 1 && ["hidden", "clip"].includes(style.overflowY);
          if (wide || high) found.push(`${element.tagName}.${element.className}: ${element.innerText.slice(0, 40)}`);
        }
        const { scrollWidth, clientWidth } = document.documentElement;
        if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`);
        return found;
      }, ONE_LINE);
      expect(clipped, where).toEqual([]);
    };
    await puppet.say({ method: "thread/name/updated", params: { threadId: "T1", threadName: `${LONGW} ${RTL}` } });
    await puppet.begin("t1");
    await puppet.item("t1", {
      type: "userMessage",
      id: "u",
      clientId: null,
      content: [{ type: "text", text: `${RTL}\n${LONGW}\n${PATH}` }],
    });
    await puppet.item("t1", {
      type: "agentMessage",
      id: "m",
      phase: null,
      memoryCitation: null,
      text: `# ${LONGW}\n\n${RTL} \`${PATH}\`\n\n| a | ${LONGW} |\n|--|--|\n| ${RTL} | b |\n\n\`\`\`js\n${LONGW}\n\`\`\`\n\n[${LONGW}](https://ok.example/${LONGW})\n\n![${LONGW}](https://x.example/${LONGW})\n\n- ${LONGW}\n\n> ${RTL}`,
    });
    await puppet.say({
      method: "item/started",
      params: {
        ...p,
        item: {
          type: "commandExecution",
          id: "c",
          command: `/bin/bash -lc 'cd ${PATH} && for i in 1 2 3 4 5 6 7 8 9; do echo "line $i"; sleep 1; done && pnpm run build --filter @longwire/web -- --mode production && git diff --stat origin/main...HEAD -- web/src/views web/src/design && rm -rf /tmp/this-is-the-end-of-the-command'`,
          cwd: PATH,
          status: "inProgress",
          source: "agent",
          processId: "1",
          commandActions: [],
          aggregatedOutput: null,
          exitCode: null,
          durationMs: null,
        },
      },
    });
    // A running command's long text: its beginning, and all of it on one press.
    const command = page.locator('[data-item-id="c"]');
    await expect(command).toContainText("Show the whole command");
    await check("agent");
    await command.getByRole("button", { name: /Show the whole command/ }).click();
    await expect(command).toContainText("this-is-the-end-of-the-command");
    await check("whole command");
    await page.getByTestId("transcript").evaluate((e) => e.scrollTo(0, 0));
    await check("top");
    await page.getByTestId("transcript").evaluate((e) => e.scrollTo(0, 1e6));
    await puppet.say({
      method: "item/commandExecution/outputDelta",
      params: { ...p, itemId: "c", delta: `${LONGW}\n${RTL}\n` },
    });
    await puppet.item("t1", {
      type: "fileChange",
      id: "f",
      status: "completed",
      changes: [
        {
          path: PATH,
          kind: { type: "update", move_path: `${PATH}.moved` },
          diff: `@@ -1 +1 @@\n-${LONGW}\n+${RTL} ${LONGW}\n`,
        },
      ],
    });
    await puppet.item("t1", {
      type: "commandExecution",
      id: "q",
      command: "cat x",
      cwd: "/tmp",
      status: "completed",
      source: "agent",
      processId: null,
      commandActions: [{ type: "read", command: "cat", name: LONGW, path: PATH }],
      aggregatedOutput: "a",
      exitCode: 0,
      durationMs: 1,
    });
    await puppet.item("t1", { type: "hologram", id: "g", text: LONGW });
    await puppet.say({
      method: "error",
      params: { ...p, willRetry: true, error: { message: `Reconnecting ${LONGW}`, additionalDetails: PATH } },
    });
    await check("items");
    await puppet.say({
      id: 0,
      method: "item/commandExecution/requestApproval",
      params: { ...p, itemId: "c2", command: `${PATH} ${LONGW} \u202e rm -rf x`, cwd: PATH, reason: `${RTL} ${LONGW}` },
    });
    await check("decision");
    await puppet.say({
      id: 1,
      method: "item/fileChange/requestApproval",
      params: { ...p, itemId: "f", reason: LONGW, grantRoot: PATH },
    });
    await check("decision2");
    await puppet.say({ id: 2, method: "some/" + LONGW, params: { ...p, a: LONGW } });
    await check("decision3");
    await page.goto(new URL("/", it.link()).href);
    await check("home");
    await page.goto(new URL("/new", it.link()).href);
    await check("new");
    await context.close();
  });
