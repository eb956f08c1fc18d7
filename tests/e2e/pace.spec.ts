// How the page keeps up with the pinned App Server at full speed: twenty thousand deltas of one answer, as fast as it sends
// them. Beside the app a plain reader listens on the same relay and parses every line; both tell when they had the last word.
import type { Page } from "@playwright/test";
import { say } from "@longwire/fixtures/provider/steps";
import { startNodeSession } from "../support/node-session.ts";
import { expect, test, type Rig } from "../support/rig.ts";
import { watch } from "../support/hostile-stage.ts";

const DELTAS = 20_000;
const ROUNDS = 5;

/** An answer in paragraphs; its last word is its own. */
function answer(round: number): string {
  const words = Array.from({ length: DELTAS - 1 }, (_, n) => (n % 60 === 59 ? `word${n}\n\n` : `word${n} `));
  return `${words.join("")}lastword${round}`;
}

/** A page that does nothing but read the socket and parse each line. */
async function plainReader(page: Page, it: Rig): Promise<(word: string) => Promise<number>> {
  await page.goto(new URL("/icon.svg", it.relay().url).href);
  await page.evaluate(
    ({ url, token }) =>
      new Promise<void>((attached) => {
        const seen: { text: string; at: number }[] = [];
        Reflect.set(globalThis, "__seen", seen);
        const socket = new WebSocket(url, ["longwire.v1", `longwire.token.${token}`]);
        socket.binaryType = "arraybuffer";
        const decoder = new TextDecoder();
        let rest = "";
        let tail = "";
        socket.addEventListener("open", () =>
          socket.send(JSON.stringify({ type: "attach", client: "plain", n: 1, generation: null, offset: "end" })),
        );
        socket.addEventListener("message", ({ data }) => {
          if (typeof data === "string") {
            if (data.includes('"attached"')) attached();
            return;
          }
          const lines = (rest + decoder.decode(data, { stream: true })).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) {
            const delta: unknown = JSON.parse(line).params?.delta;
            if (typeof delta !== "string") continue;
            tail = (tail + delta).slice(-40);
            if (/lastword\d+$/.test(tail)) seen.push({ text: tail, at: performance.timeOrigin + performance.now() });
          }
        });
      }),
    { url: it.relay().wsUrl, token: it.relay().token },
  );
  return async (word) => {
    const found = await page.waitForFunction(
      (text) =>
        (Reflect.get(globalThis, "__seen") as { text: string; at: number }[]).find((one) => one.text.includes(text))
          ?.at,
      word,
      { timeout: 60_000 },
    );
    return Number(await found.jsonValue());
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Begin and length on the clock, µs. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time, µs: unlike the time on the clock, it holds nothing of other programs. */
  readonly tdur?: number;
}

/**
 * The longest task of the page's main thread in a trace, ms of processor time, without what the engine's garbage collector
 * took of it: when and how long that runs is the browser's choice.
 */
function longestTask(trace: Buffer): number {
  // The browser's own format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const mains = new Set(traceEvents.filter(({ name }) => name === "FunctionCall").map(threadOf));
  const own = traceEvents.filter((event) => mains.has(threadOf(event)) && event.dur !== undefined);
  const collections = own.filter(({ name }) => name === "MajorGC" || name === "MinorGC");
  const within = (task: TraceEvent, event: TraceEvent) =>
    threadOf(task) === threadOf(event) && event.ts >= task.ts && event.ts < task.ts + (task.dur ?? 0);
  let longest = 0;
  for (const task of own) {
    if (!task.name.endsWith("RunTask") || (task.tdur ?? 0) / 1000 <= longest) continue;
    let took = task.tdur ?? 0;
    for (const collection of collections) if (within(task, collection)) took -= collection.tdur ?? 0;
    longest = Math.max(longest, took / 1000);
  }
  return longest;
}

/** When a word was painted in the app's page. */
async function painted(page: Page, word: string): Promise<number> {
  const found = await page.waitForFunction(
    (text) => (Reflect.get(globalThis, "__painted") as Map<string, number>).get(text),
    word,
    { timeout: 60_000, polling: 200 },
  );
  return Number(await found.jsonValue());
}

test("[VIW-360] twenty thousand deltas at full speed: the last word is there about when a plain reader has it, and no task is long", async ({
  page,
  context,
  rig,
}) => {
  const it = await rig({ script: ({ userTexts }) => [say(answer(Number(userTexts.at(-1))), { chunk: 9 })] });
  const wrongs: string[] = [];
  await watch(page, wrongs);
  await page.addInitScript(() => {
    const times = new Map<string, number>();
    Reflect.set(globalThis, "__painted", times);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes]) {
          const word = /lastword\d+/.exec(node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? "") : "");
          const inside =
            word ??
            (node instanceof Element && addedNodes.length > 0 ? /lastword\d+/.exec(node.textContent ?? "") : null);
          if (inside !== null && !times.has(inside[0]))
            requestAnimationFrame(() => times.set(inside[0], performance.timeOrigin + performance.now()));
        }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  const plain = await plainReader(await context.newPage(), it);
  await page.bringToFront();
  const node = startNodeSession(it.relay());
  await node.until("live", () => node.session.facts().connection === "live");

  const ratios: number[] = [];
  const tasks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const browser = page.context().browser();
    if (browser === null) throw new Error("no browser");
    await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
    const from = Date.now();
    const asked = await node.session.request("turn/start", {
      threadId: thread,
      input: [{ type: "text", text: String(round), text_elements: [] }],
    });
    expect(asked.ok).toBe(true);
    const [there, shown] = await Promise.all([plain(`lastword${round}`), painted(page, `lastword${round}`)]);
    await expect(app.turn("completed").last()).toBeVisible({ timeout: 30_000 });
    const task = longestTask(await browser.stopTracing());
    console.log(
      `round ${round}: plain reader ${(there - from).toFixed(0)} ms, app ${(shown - from).toFixed(0)} ms, longest task ${task.toFixed(0)} ms`,
    );
    ratios.push((shown - from) / (there - from));
    tasks.push(task);
  }
  const at = (values: number[], place: number): number => values.toSorted((a, b) => a - b)[place] ?? Infinity;
  const [ratio, task] = [at(ratios, ROUNDS >> 1), at(tasks, 1)];
  console.log(
    `the last word came ${ratio.toFixed(2)} times as late as to a plain reader; longest task ${task.toFixed(0)} ms`,
  );
  expect(ratio).toBeLessThan(1.3);
  // Beside other suites even processor time grows: two rounds without a long task are the page's own measure.
  expect(task).toBeLessThan(50);
  expect(wrongs).toEqual([]);
  node.session.close();
});
