// Everything of one end-to-end test: scripted model, CODEX_HOME, project folder, relay, cutting proxy, and the page's words.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test as base } from "@playwright/test";
import { createCodexHome, newFolder, type CodexHomeOptions } from "@longwire/fixtures/codex-home";
import { startProvider, type Provider } from "@longwire/fixtures/provider";
import type { Script } from "@longwire/fixtures/provider/steps";
import { startCuttingProxy, type CuttingProxy } from "./cutting-proxy.ts";
import { removeState, startRelayProcess, type RelayProcess, type RelayProcessOptions } from "./relay-process.ts";

export interface Rig {
  readonly provider: Provider;
  /** The folder in which threads are started. */
  readonly project: string;
  /** The CODEX_HOME of the App Servers. */
  readonly codexHome: string;
  readonly proxy: CuttingProxy;
  relay(): RelayProcess;
  /** Stops the relay and starts it again on the same port and state folder; `command` is another App Server from then on. */
  restartRelay(command?: readonly string[]): Promise<void>;
  /** The pairing link through the proxy. */
  link(): string;
  /** Opens the app and waits until it is live. */
  open(page: Page): Promise<App>;
  close(): Promise<void>;
}

export interface RigOptions {
  readonly script: Script;
  readonly codex?: Omit<CodexHomeOptions, "providerUrl">;
  readonly relay?: RelayProcessOptions;
}

/** Starts a rig; the test closes it. */
export async function startRig(options: RigOptions): Promise<Rig> {
  const provider = await startProvider({ script: options.script });
  const codexHome = createCodexHome({ providerUrl: provider.url, ...options.codex });
  const home = newFolder("home");
  const project = join(home, "project");
  mkdirSync(project);
  writeFileSync(join(project, "README.md"), "# A project\n");
  let relayOptions: RelayProcessOptions = {
    ...options.relay,
    env: { ...codexHome.env, HOME: home, ...options.relay?.env },
  };
  let relay = await startRelayProcess(relayOptions);
  const proxy = await startCuttingProxy(relay.port);

  const link = (): string => relay.url.replace(`:${relay.port}`, `:${proxy.port}`);

  return {
    provider,
    project,
    codexHome: codexHome.path,
    proxy,
    relay: () => relay,
    async restartRelay(command) {
      const { port, stateDir } = relay;
      if (command !== undefined) relayOptions = { ...relayOptions, command };
      await relay.stop();
      relay = await startRelayProcess({ ...relayOptions, port, stateDir });
    },
    link,
    async open(page): Promise<App> {
      await page.goto(link());
      const app = new App(page);
      await app.live();
      return app;
    },
    async close() {
      await proxy.close();
      await relay.stop();
      await provider.close();
      codexHome.remove();
      removeState(relay.stateDir);
      removeState(home);
    },
  };
}

/** The page in a person's words; all names are those of interfaces.md. */
export class App {
  readonly page: Page;
  readonly transcript: Locator;
  readonly message: Locator;
  readonly connection: Locator;

  constructor(page: Page) {
    this.page = page;
    this.transcript = page.getByTestId("transcript");
    this.message = page.getByRole("textbox", { name: "Message" });
    this.connection = page.locator("[data-connection]").first();
  }

  async live(): Promise<void> {
    await expect(this.connection).toHaveAttribute("data-connection", "live", { timeout: 30_000 });
  }

  async startThread(cwd: string): Promise<string> {
    await this.page
      .getByRole("button", { name: "New thread" })
      .or(this.page.getByRole("link", { name: "New thread" }))
      .first()
      .click();
    await expect(this.page).toHaveURL(/\/new/);
    await this.page.evaluate((path) => {
      history.pushState(null, "", `/new?cwd=${encodeURIComponent(path)}`);
      dispatchEvent(new PopStateEvent("popstate"));
    }, cwd);
    const start = this.page.getByRole("button", { name: "Start thread" });
    await expect(start).toBeEnabled();
    // By its key: what the folder brings may still move the button between the two halves of a click.
    await start.press("Enter");
    await expect(this.page).toHaveURL(/\/t\/.+/);
    return decodeURIComponent(new URL(this.page.url()).pathname.slice(3));
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.page.getByRole("button", { name: /^(Send|Steer)$/ }).click();
  }

  turn(status?: string): Locator {
    return this.transcript.locator(status === undefined ? "[data-turn-id]" : `[data-turn-status="${status}"]`);
  }

  item(type: string): Locator {
    return this.transcript.locator(`[data-item-type="${type}"]`);
  }

  decision(state?: string): Locator {
    return this.page.locator(`[data-decision]${state === undefined ? "" : `[data-state="${state}"]`}`);
  }

  async approve(): Promise<void> {
    const pending = this.decision("pending");
    await expect(pending.first()).toBeVisible({ timeout: 30_000 });
    // Buttons answer nothing in the first moments after the card appeared or moved.
    await expect(async () => {
      if ((await pending.count()) === 0) return;
      await pending.first().getByRole("button", { name: "Approve", exact: true }).click({ timeout: 3000 });
      await expect(pending).toHaveCount(0, { timeout: 1000 });
    }).toPass({ timeout: 40_000 });
  }

  /** The text of the transcript without what changes from run to run (times, durations, ids). */
  async content(): Promise<string> {
    const items = this.transcript.locator("[data-item-type]");
    // Parts with their own elements are kept apart, so that a duration does not melt into its neighbour.
    const texts = await items.evaluateAll((elements) =>
      elements.map((element) => {
        const parts: string[] = [];
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode() !== null) parts.push(walker.currentNode.nodeValue ?? "");
        return `${element.getAttribute("data-item-type")}: ${parts.join("\u0001")}`;
      }),
    );
    return texts
      .map((text) =>
        text
          .split("\u0001")
          .filter((part) => !/^\s*[·]?\s*(\d+:)?\d+(\.\d+)? ?(ms|s|m|min)?\s*$/.test(part))
          .join(""),
      )
      .join("\n")
      .replaceAll(/\d{1,2}:\d{2}(\s?[AP]M)?/g, "<clock>");
  }
}

/** Playwright's test with rigs that are closed whatever happens. */
export const test = base.extend<{ rig: (options: RigOptions) => Promise<Rig> }>({
  // Playwright wants the first parameter destructured, used or not.
  // oxlint-disable-next-line no-empty-pattern
  rig: async ({}, use) => {
    const rigs: Rig[] = [];
    await use(async (options) => {
      const rig = await startRig(options);
      rigs.push(rig);
      return rig;
    });
    for (const rig of rigs) await rig.close();
  },
});

export { expect };
