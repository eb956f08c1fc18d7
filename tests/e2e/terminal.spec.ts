// Terminals on the real App Server: a shell beside the agent's turns, watched and ended by any device, under the relay's own policy.
import type { Locator, Page } from "@playwright/test";
import { say } from "@longwire/fixtures/provider/steps";
import { type App, expect, type Rig, test } from "../support/rig.ts";
import { secondDevice } from "../support/second-device.ts";
import { everythingOf } from "../support/sweep.ts";
import { expectTidy } from "../support/tidy.ts";

const terminal = (page: Page): Locator => page.getByTestId("terminal");
const rows = (page: Page): Locator => terminal(page).locator(".xterm-rows");

/** The terminals of the one machine that is known. */
async function goToTerminals(page: Page): Promise<void> {
  await page.goto(new URL("/settings", page.url()).href);
  await page.getByRole("link", { name: "Activity" }).click();
  await page
    .getByRole("navigation", { name: /^Pages of/ })
    .getByRole("link", { name: "Terminals" })
    .click();
  await expect(page.getByTestId("terminals-room")).toBeVisible();
}

/** Types a line into the terminal on screen. */
async function typeLine(page: Page, text: string): Promise<void> {
  await terminal(page).locator("textarea").focus();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** What the policy has refused on this page, from now on and over reloads. */
async function violationsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", (event) =>
      refused.push(`${event.violatedDirective} ${event.sourceFile}:${event.lineNumber} ${event.sample}`),
    );
  });
  return () => page.evaluate(() => Reflect.get(window, "refused") as string[]);
}

async function start(it: Rig, page: Page): Promise<App> {
  const app = await it.open(page);
  await goToTerminals(page);
  await app.live();
  await page.getByLabel("Folder").fill(it.project);
  await page.getByLabel("Program").selectOption("sh");
  await page.getByRole("button", { name: "Start a terminal" }).click();
  await expect(terminal(page)).toHaveAttribute("data-standing", "running");
  return app;
}

test("[VIW-650] [VIW-651] [VIW-652] [VIW-787] [SEC-141] a shell runs in its folder and follows the size of its box; bytes that are no text do not break it, and the policy refuses nothing", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Nothing.")] });
  const refused = await violationsOf(page);
  await start(it, page);
  await expect(terminal(page)).toContainText("There is no sandbox");
  await typeLine(page, "pwd; echo first-$(stty size)");
  await expect(rows(page)).toContainText(it.project);
  const drawn = async (): Promise<string> =>
    page.evaluate(() => {
      const screen = document.querySelector(".xterm-rows");
      return String(screen?.childElementCount ?? 0);
    });
  const before = await drawn();
  await expect(rows(page)).toContainText(new RegExp(`first-${before} \\d+`));
  await page.setViewportSize({ width: 700, height: 500 });
  await expect.poll(drawn).not.toBe(before);
  await typeLine(page, "clear; echo second-$(stty size)");
  await expect(rows(page)).toContainText(new RegExp(`second-${await drawn()} \\d+`));

  // Bytes of no encoding, a character in two pieces, colours that xterm writes as attributes, and what asks the screen back.
  await typeLine(
    page,
    "clear; printf '\\377\\376 odd\\n'; printf '\\303'; sleep 0.1; printf '\\244\\n'; printf '\\033[38;2;200;30;30mtrue colour\\033[0m \\033[1;32mgreen\\033[0m\\n'; printf '\\033[6n'; echo done-$((40+2))",
  );
  await expect(rows(page)).toContainText("done-42");
  await expect(rows(page)).toContainText("\uFFFD\uFFFD odd");
  await expect(rows(page)).toContainText("ä");
  const coloured = rows(page).locator("span", { hasText: "true colour" });
  expect(await coloured.evaluate((element) => element.style.color)).not.toBe("");
  await expectTidy(page, "a terminal");
  // On a phone the rows are most of what is shown.
  await page.setViewportSize({ width: 390, height: 844 });
  const box = async () => terminal(page).locator(".xterm").boundingBox();
  await expect.poll(async () => (await box())?.y ?? 999).toBeLessThan(300);
  await expect.poll(async () => (await box())?.height ?? 0).toBeGreaterThan(400);
  await expectTidy(page, "a terminal on a phone");
  expect(await refused()).toEqual([]);
});

test("[VIW-653] [VIW-654] [VIW-655] [SEC-140] a terminal goes on when it is left and over a reload; another device sees it, types into it and ends it, and nothing of it is stored", async ({
  page,
  browser,
  rig,
}) => {
  const it = await rig({ script: () => [say("Nothing.")] });
  const app = await start(it, page);
  await typeLine(page, "stty -echo; read secret; stty echo; echo got-${#secret}");
  await page.keyboard.type("hunter2-hunter2");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toContainText("got-15");
  const kept = await everythingOf(page);
  expect(kept).toContain("process/writeStdin");
  expect(kept, "neither what was typed nor what was printed").not.toMatch(/deltaBase64\\*":\\*"[A-Za-z0-9+/]{4}/);

  // Left and come back to within the page: what it said meanwhile is there.
  await typeLine(page, "clear; sleep 0.3; echo said-while-away");
  await page.getByRole("link", { name: "All terminals" }).click();
  await expect(page.getByRole("list", { name: "What runs beside the agent" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByTestId("terminals-room")).toContainText("started on this device");
  await page.getByRole("link", { name: "Open /bin/sh -l" }).click();
  await expect(rows(page)).toContainText("said-while-away");

  const other = await secondDevice(browser, it);
  await goToTerminals(other.page);
  await other.app.live();
  const there = other.page.getByRole("list", { name: "What runs beside the agent" }).getByRole("listitem");
  await expect(there).toHaveCount(1);
  await expect(there).toContainText("/bin/sh -l");
  await expect(there).toContainText("running");
  await there.getByRole("link").click();
  await expect(terminal(other.page)).toContainText("Output is kept by no device");
  await typeLine(other.page, "echo from-the-other");
  await expect(rows(other.page)).toContainText("from-the-other");
  await expect(rows(page)).toContainText("from-the-other");

  // A reload begins with nothing of the output, says so, and goes on live.
  await page.reload();
  await app.live();
  await expect(terminal(page)).toContainText("Output is kept by no device");
  await expect(rows(page)).not.toContainText("from-the-other");
  await typeLine(page, "echo live-again");
  await expect(rows(page)).toContainText("live-again");

  await other.page.getByRole("link", { name: "All terminals" }).click();
  await there.getByRole("button", { name: "End /bin/sh -l" }).click();
  await expect(there).toHaveCount(0);
  await expect(other.page.getByRole("list", { name: "What has ended" })).toContainText("ended with code");
  await expect(terminal(page)).toHaveAttribute("data-standing", "ended");
  await expectTidy(other.page, "the list of terminals");
  await other.done();
});

test("[VIW-717] [SEC-150] a device that only looks answers nothing that a program asks the screen, and lines are not carried out by a paste alone", async ({
  page,
  browser,
  rig,
}) => {
  const it = await rig({ script: () => [say("Nothing.")] });
  await start(it, page);
  const other = await secondDevice(browser, it);
  await goToTerminals(other.page);
  await other.app.live();
  await other.page.getByRole("link", { name: "Open /bin/sh -l" }).click();
  await expect(terminal(other.page)).toContainText("Output is kept by no device");
  // The shell reads what comes until a second has brought nothing: the four bytes of one answer.
  await typeLine(
    page,
    "clear; stty raw -echo min 0 time 10; printf '\\033[5n'; n=$(cat | wc -c); stty sane; echo answered-$n-",
  );
  await expect(rows(other.page)).toContainText(/answered-\d+-/);
  await expect(rows(page)).toContainText("answered-4-");
  await other.done();

  await terminal(page)
    .locator("textarea")
    .evaluate((field) => {
      const data = new DataTransfer();
      data.setData("text/plain", "echo pasted-$((6*7))\n");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
  await expect(terminal(page)).toContainText("Paste this?");
  await expectTidy(page, "the question before a paste");
  await expect(rows(page)).not.toContainText("pasted");
  await page.getByRole("button", { name: "Paste it" }).click();
  await expect(rows(page)).toContainText("pasted-42");
});
