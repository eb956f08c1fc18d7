// What the suites of decisions on the real App Server have in common: an App Server whose stdin is noted, one decision from
// waiting to answered, and what has to be true of each.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator } from "@playwright/test";
import { newFolder } from "@longwire/fixtures/codex-home";
import type { Script, Step } from "@longwire/fixtures/provider/steps";
import { go } from "./asking.ts";
import { codexCommand } from "./codex-binary.ts";
import { type NodeSession, startNodeSession } from "./node-session.ts";
import { type App, expect, type Rig, type RigOptions } from "./rig.ts";
import { firstModel } from "./told.ts";

const TEE = fileURLToPath(new URL("tee-app-server.mjs", import.meta.url));
const MCP = fileURLToPath(new URL("../../fixtures/src/mcp-server.mjs", import.meta.url));

export const COMMAND = "item/commandExecution/requestApproval";
export const FILES = "item/fileChange/requestApproval";
export const PERMISSIONS = "item/permissions/requestApproval";
export const QUESTIONS = "item/tool/requestUserInput";
export const ELICITATION = "mcpServer/elicitation/request";
export const TOOL_CALL = "item/tool/call";

/** The configuration with the fixtures' MCP server in it. */
export const WITH_MCP = { mcpServers: { fixture: { command: process.execPath, args: [MCP] } } };

/** A line that answers something. */
export interface Line {
  id?: string | number;
  method?: string;
  result?: unknown;
  error?: unknown;
}

/**
 * Options of a rig whose App Server's stdin is noted, and what was noted of answers.
 * @param under a command line that the App Server is run by
 */
export function noted(script: Script, codex: RigOptions["codex"] = {}, under: readonly string[] = []) {
  const log = join(newFolder("stdin"), "lines");
  writeFileSync(log, "");
  const answers = (): Line[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.method === undefined);
  const options: RigOptions = {
    script,
    codex,
    relay: { command: [process.execPath, TEE, log, ...under, ...codexCommand(), "app-server"] },
  };
  return { options, answers };
}

/** A call of a tool by the model. */
export const call = (name: string, args: Readonly<Record<string, unknown>>, namespace?: string): Step => ({
  type: "call",
  name,
  arguments: args,
  ...(namespace === undefined ? {} : { namespace }),
});

/** The typed id in a request key. */
function idOf(key: string | null): string | number {
  const typed = /([ns]):([^/#]*)$/.exec(key ?? "");
  if (typed === null) throw new Error(`no id in ${key}`);
  return typed[1] === "n" ? Number(typed[2]) : (typed[2] ?? "");
}

/** The one decision of this method that waits, whatever becomes of it. */
export async function waiting(app: App, method: string): Promise<{ card: Locator; id: string | number }> {
  const pending = app.page.locator(`[data-decision="${method}"][data-state="pending"]`);
  await expect(pending).toHaveCount(1, { timeout: 30_000 });
  const key = await pending.getAttribute("data-request-key");
  return { card: app.page.locator(`[data-request-key="${key}"]`), id: idOf(key) };
}

/** What is to be true of one decision's end; resolved and answered here when nothing else is said. */
export interface End {
  state?: string;
  outcome?: string;
}

/** One decision: it waits, `act` answers it, and one line with the answer and the very id is all that was sent. */
export async function decide(
  app: App,
  answers: () => Line[],
  method: string,
  act: (card: Locator) => Promise<void>,
  answer: { result: unknown } | { error: unknown },
  end: End = {},
): Promise<void> {
  const { card, id } = await waiting(app, method);
  // The list of turns is windowed: the newest one tells.
  const newest = async () => await app.turn().last().getAttribute("data-turn-id");
  const turn = await newest();
  const before = answers().length;
  await act(card);
  await expect(card).toHaveAttribute("data-state", end.state ?? "resolved", { timeout: 20_000 });
  await expect(card).toHaveAttribute("data-outcome", end.outcome ?? "answered-here");
  expect(answers().slice(before)).toEqual([{ id, ...answer }]);
  expect(await newest(), "no other turn").toBe(turn);
}

/** Presses a button of a card that stays open after it: with the keyboard, once it answers. */
export async function pressOpen(card: Locator, name: string): Promise<void> {
  const button = card.getByRole("button", { name, exact: true });
  await button.focus();
  await expect(button).not.toHaveAttribute("aria-disabled");
  await button.press("Enter");
}

/** Another device of the same host, without a browser. */
export async function device(it: Rig): Promise<NodeSession> {
  const node = startNodeSession(it.relay());
  await node.until("live", () => node.session.facts().connection === "live");
  return node;
}

/** A second browser on the same thread. */
export async function secondBrowser(it: Rig, browser: Browser, thread: string): Promise<App> {
  const second = await it.open(await (await browser.newContext()).newPage());
  await go(second.page, `/t/${encodeURIComponent(thread)}`);
  await expect(second.transcript).toBeVisible();
  return second;
}

/** A turn in a collaboration mode; the composer of the page starts those of the thread's own. */
export async function turnIn(node: NodeSession, thread: string, mode: "plan" | "default", text: string): Promise<void> {
  const started = await node.session.request("turn/start", {
    threadId: thread,
    input: [{ type: "text", text, text_elements: [] }],
    collaborationMode: {
      mode,
      settings: { model: await firstModel(node), reasoning_effort: null, developer_instructions: null },
    },
  });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
}
