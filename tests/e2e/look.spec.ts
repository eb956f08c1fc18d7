// What every screen owes everybody: no accessibility violation that axe can find, nothing that the content policy refuses,
// no request to anywhere but the relay, no sideways scrolling; in light and dark, from phone to desktop.
import { exec, patch, plan, say, type Script } from "@longwire/fixtures/provider/steps";
import { expect, test } from "../support/rig.ts";
import { expectTidy } from "../support/tidy.ts";

const script: Script = (request) => {
  if (request.outputsSinceUser === 0) {
    return [
      { type: "reasoning", summary: ["**Looking around**\n\nWhere is it?"] },
      say(
        "A list:\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst x: number = 1;\n```\n\n![no](https://x.example/a.png) [ok](https://ok.example/) [bad](javascript:alert(1))",
      ),
      plan([
        ["Look", "completed"],
        ["Change", "in_progress"],
      ]),
      patch("*** Add File: hello.txt\n+hello"),
    ];
  }
  if (request.outputsSinceUser === 2)
    return [
      exec("sleep 0.4; printf 'plain \\033[32mgreen\\033[0m\\n'", {
        callId: `a${request.n}`,
        escalated: "It asks, to be seen.",
      }),
    ];
  return [say("Done.")];
};

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of SIZES) {
    test(`[VIW-82] [SEC-81] every screen is accessible and keeps to itself (${colorScheme}, ${viewport.width} px)`, async ({
      browser,
      rig,
    }) => {
      const it = await rig({ script });
      const context = await browser.newContext({
        colorScheme,
        viewport,
        hasTouch: viewport.width < 500,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      const refused: string[] = [];
      const abroad: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") refused.push(message.text());
      });
      page.on("pageerror", (error) => refused.push(error.message));
      page.on("request", (request) => {
        if (!["127.0.0.1"].includes(new URL(request.url()).hostname) && !/^(data|blob):/.test(request.url()))
          abroad.push(request.url());
      });

      const check = (where: string): Promise<void> => expectTidy(page, where);

      await page.goto("about:blank");
      await page.goto(new URL("/pair", it.link()).href);
      await expect(page.getByRole("textbox", { name: "Pairing link" })).toBeVisible();
      await check("pair");
      const app = await it.open(page);
      await check("home");
      await app.startThread(it.project);
      await app.send("Show me everything.");
      await expect(app.decision("pending")).toBeVisible();
      await check("thread with a decision");
      await app.approve();
      await expect(app.turn("completed")).toHaveCount(1);
      await check("thread");
      await page.goto(new URL("/new", it.link()).href);
      await expect(page.getByRole("button", { name: "Start thread" })).toBeVisible();
      await check("new thread");
      await page.goto(new URL("/settings", it.link()).href);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await check("settings");
      expect(refused).toEqual([]);
      expect(abroad).toEqual([]);
      await context.close();
    });
  }
}
