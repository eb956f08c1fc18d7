// MCP servers, skills and plugins on the real App Server, in a browser: how each stands, and every act on them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startOAuthMcpServer } from "@longwire/fixtures/mcp-oauth";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import type { Page } from "@playwright/test";
import { configure, LIBRARY, writeMarketplace, writeSkill } from "../support/extensions-stage.ts";
import { expect, type Rig, test } from "../support/rig.ts";
import { everythingOf } from "../support/sweep.ts";
import { expectTidy } from "../support/tidy.ts";

const script: Script = () => [say("Done.")];

/** Goes to a part of the machine's page as a person does. */
async function openPart(page: Page, part?: string): Promise<void> {
  if (!/\/extensions/.test(page.url())) {
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByRole("link", { name: "All configured servers" }).click();
  }
  if (part !== undefined)
    await page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link", { name: part }).click();
}

const server = (page: Page, name: string) => page.locator(`[data-mcp-server="${name}"]`);
const configOf = (it: Rig) => readFileSync(join(it.codexHome, "config.toml"), "utf8");
/** Waits until the list has been read again since `act` began. */
async function readAgain(page: Page, act: () => Promise<unknown>): Promise<void> {
  const at = page.locator("[data-read-at]");
  const before = await at.getAttribute("data-read-at");
  await act();
  await expect(at).not.toHaveAttribute("data-read-at", before ?? "");
}

test("[VIW-610] MCP servers: a failing start with its words, tools, resources, a call by hand, off, on and reload, offline", async ({
  page,
  rig,
}) => {
  const it = await rig({
    script,
    codex: {
      mcpServers: {
        library: { command: process.execPath, args: [LIBRARY], env: { LIBRARY_KEY: "sesame-open-sesame" } },
        broken: { command: "/nowhere/no-such-server" },
      },
    },
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Hello");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });
  await openPart(page);
  const library = server(page, "library");
  await expect(library).toContainText("answers");
  await expect(library).toContainText("Town library 2.1.0");
  await expect(library).toContainText("LIBRARY_KEY");
  await expect(server(page, "broken")).toContainText("could not start");
  await expect(server(page, "broken")).toContainText("No such file or directory");

  await test.step("a tool is called by hand", async () => {
    await library.getByText("2 tools").click();
    await library.getByRole("button", { name: "Try lend" }).click();
    const dialog = page.getByTestId("try-tool");
    await expect(dialog).toContainText("The server does not say that it only reads.");
    await dialog.getByLabel("book").fill("Moby-Dick");
    await dialog.getByRole("button", { name: "Call it now" }).click();
    await expect(dialog.getByRole("status", { name: "Answer" })).toContainText("lent Moby-Dick for 14 days");
    await page.keyboard.press("Escape");
  });

  await test.step("resources are read by a press, a template is filled in", async () => {
    await readAgain(page, () => library.getByRole("button", { name: "Read resources too" }).click());
    await library.getByText("4 resources").click();
    const dialog = page.getByTestId("resource");
    await library.getByRole("button", { name: "Read House rules" }).click();
    await expect(dialog).toContainText("<b>Bring</b> books back.");
    await page.keyboard.press("Escape");
    await library.getByRole("button", { name: "Read catalogue" }).click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Save", exact: true }).click(),
    ]);
    expect([...readFileSync(await saved.path())]).toEqual([0, 1, 2, 254]);
    await page.keyboard.press("Escape");
    await library.getByRole("button", { name: "Read A book" }).click();
    await dialog.getByLabel("title").fill("The tides");
    await dialog.getByRole("button", { name: "Read it" }).click();
    await expect(dialog).toContainText("The book called The tides.");
    await page.keyboard.press("Escape");
  });

  await test.step("it is switched off and on again, and the servers are reloaded", async () => {
    await readAgain(page, () => library.getByRole("button", { name: "Switch library off" }).click());
    await expect(library).toContainText("is switched off");
    await expect(library.getByRole("status")).toContainText("config.toml");
    expect(configOf(it)).toMatch(/enabled = false/);
    await readAgain(page, () => library.getByRole("button", { name: "Switch library on" }).click());
    await readAgain(page, () => page.getByRole("button", { name: "Reload servers" }).click());
    await expect(page.getByText("The servers are reloaded: threads")).toBeVisible();
    await expect(library).toContainText("answers");
  });

  await test.step("what was read last is there without the machine, and says why nothing can be done", async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    it.proxy.accept(false);
    it.proxy.cutAll();
    await page.reload();
    await expect(app.connection).toHaveAttribute("data-connection", "offline", { timeout: 30_000 });
    await expect(library).toContainText("Town library 2.1.0");
    await expect(page.getByTestId("offline-note")).toContainText("Nothing can be changed");
    await expect(library.getByRole("button", { name: "Switch library off" })).toBeDisabled();
  });
});

test("[VIW-613] an MCP server is added with a secret and taken out again; another is signed in to over OAuth", async ({
  page,
  context,
  rig,
}) => {
  const oauth = await startOAuthMcpServer();
  try {
    const it = await rig({ script });
    configure(it.codexHome, ["[mcp_servers.harbour]", `url = ${JSON.stringify(oauth.url)}`]);
    await it.open(page);
    await openPart(page);

    await test.step("the sign-in page is offered, and how it ended is told", async () => {
      const harbour = server(page, "harbour");
      await expect(harbour).toContainText("wants a sign-in");
      await harbour.getByRole("button", { name: "Sign in" }).click();
      await expect(harbour).toContainText("ssh -N -L");
      const link = harbour.getByRole("link", { name: /Open the sign-in page/ });
      const there = await context.newPage();
      await there.goto((await link.getAttribute("href")) ?? "");
      await expect(there.locator("body")).toContainText("complete");
      await there.close();
      await expect(harbour).toContainText("Signed in.");
      await expect(harbour).toContainText("answers");
      expect(oauth.asked).toContain("POST /token");
    });

    await test.step("[SEC-135] a value of a variable is on the machine and nowhere in this page", async () => {
      const secret = "open-sesame-4711";
      await page.getByRole("button", { name: "Add a server" }).click();
      const form = page.getByTestId("server-form");
      await form.getByLabel("Name", { exact: true }).fill("lending");
      await form.getByLabel("Program", { exact: true }).fill(process.execPath);
      await form.getByLabel("Arguments, one per line").fill(LIBRARY);
      await form.getByRole("button", { name: "Add a variable" }).click();
      await form.getByLabel("Name of variable 1").fill("LIBRARY_CARD");
      await form.getByLabel("Value of LIBRARY_CARD").fill(secret);
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form).toHaveCount(0);
      const lending = server(page, "lending");
      await expect(lending).toContainText("LIBRARY_CARD");
      await expect(lending).toContainText("answers");
      expect(configOf(it)).toContain(secret);
      expect(await everythingOf(page)).not.toContain(secret);
    });

    await test.step("it is taken out again", async () => {
      const lending = server(page, "lending");
      await lending.getByRole("button", { name: "Remove lending" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
      await expect(lending).toHaveCount(0);
      expect(configOf(it)).not.toContain("lending");
    });
  } finally {
    await oauth.close();
  }
});

test("[VIW-615] a skill is switched off and on, and a plugin of a local marketplace installed and removed", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const path = writeSkill(join(it.codexHome, "skills"), "greet", "Greets whoever comes in");
  const market = writeMarketplace(it.project);
  await it.open(page);
  await openPart(page, "Skills");
  const greet = page.locator('[data-skill="greet"]');
  await expect(greet).toContainText("Greets whoever comes in");

  await test.step("its file is read, and it is switched off and on", async () => {
    await greet.locator(`[data-local-path="${path}"]`).click();
    await expect(page.getByTestId("file-view")).toContainText("Do it with care.");
    await page.keyboard.press("Escape");
    await greet.getByRole("button", { name: "Switch greet off" }).click();
    await expect(greet).toContainText("is switched off");
    await greet.getByRole("button", { name: "Switch greet on" }).click();
    await expect(greet).toHaveAttribute("data-enabled", "");
  });

  await test.step("a further folder is looked into", async () => {
    writeSkill(join(it.project, "more"), "wave", "Waves at whoever goes out");
    await page.getByText("More folders with skills").click();
    await page.getByLabel("Folders, one per line").fill(join(it.project, "more"));
    await page.getByRole("button", { name: "Use these folders" }).click();
    await expect(page.getByText("1 further folder is looked into until the App Server ends.")).toBeVisible();
    await expect(page.locator('[data-skill="wave"]')).toContainText("Waves at whoever goes out");
  });

  await test.step("a marketplace is added, and its plugin installed and removed", async () => {
    await openPart(page, "Plugins");
    await page.getByRole("button", { name: "Add a marketplace" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Where it is").fill(market);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const tides = page.locator('[data-plugin="tides@harbour"]');
    await expect(tides).toContainText("Tide tables of every harbour");
    await tides.getByRole("button", { name: "More of tides" }).click();
    await expect(page.getByTestId("plugin-details")).toContainText("tidetable");
    await page.keyboard.press("Escape");
    await tides.getByRole("button", { name: "Install tides" }).click();
    await expect(tides).toHaveAttribute("data-installed", "");
    await openPart(page, "MCP servers");
    await expect(server(page, "tidetable")).toContainText("from plugin");
    await openPart(page, "Plugins");
    await tides.getByRole("button", { name: "Remove tides" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await expect(tides).not.toHaveAttribute("data-installed", "");
    await expect(tides.getByRole("button", { name: "Install tides" })).toBeEnabled();
  });

  await test.step("every part is tidy: wide or narrow, light or dark", async () => {
    for (const [part, width, colorScheme] of [
      ["MCP servers", 390, "dark"],
      ["Skills", 1440, "light"],
      ["Plugins", 390, "light"],
      ["Apps", 1024, "dark"],
      ["Hooks", 390, "dark"],
    ] as const) {
      await openPart(page, part);
      await expect(page.getByRole("heading", { name: part, exact: true, level: 2 })).toBeVisible();
      await expect(page.getByRole("button", { name: "Read again" })).toBeEnabled();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await expectTidy(page, `${part} at ${width}, ${colorScheme}`);
    }
  });
});
