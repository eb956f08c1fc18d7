// Benchmark of the journal in Chromium, as ratios: 20,000 delta lines (one second of the App Server at full speed) written
// in flushes and read back, beside a plain JSON.parse of the same lines in the same run. One JSON object per line.
// Run by `pnpm bench journal`. LONGWIRE_BENCH_RUNS makes it shorter.
import { chromium } from "playwright-core";
import { bundleForPage, PAGE_URL, serveScript } from "../support/page-bundle.ts";
import type { BenchFigures, JournalBench } from "../support/journal-bench-page.ts";

declare const longwireBench: JournalBench;

const RUNS = Number(process.env["LONGWIRE_BENCH_RUNS"] ?? 9);
const LINES = 20_000;
const LINE_BYTES = 215;
/** Lines per write: a frame's worth at that rate, and what a page takes at once when it is behind. */
const FLUSHES = [333, 4096];

function median(values: readonly number[]): number {
  return [...values].toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const round = (value: number): number => Number(value.toFixed(2));

const script = await bundleForPage("tests/support/journal-bench-page.ts");
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
});
try {
  const context = await browser.newContext();
  await serveScript(context, script);
  const page = await context.newPage();
  await page.goto(PAGE_URL);
  const runs = new Map<number, BenchFigures[]>(FLUSHES.map((flush) => [flush, []]));
  for (let turn = 0; turn <= RUNS; turn += 1) {
    for (const [flush, figures] of runs) {
      const one = await page.evaluate(([count, size]) => longwireBench.run(count, size), [LINES, flush] as const);
      // The first turn warms up.
      if (turn > 0) figures.push(one);
    }
  }
  for (const [flush, figures] of runs) {
    const ratio = (of: (one: BenchFigures) => number): number =>
      round(median(figures.map((one) => of(one) / one.parseMs)));
    const ms = (of: (one: BenchFigures) => number): number => round(median(figures.map(of)));
    const facts = {
      bench: "journal",
      lines: LINES,
      lineBytes: LINE_BYTES,
      linesPerWrite: flush,
      runs: RUNS,
      writePerParse: ratio((one) => one.writeMs),
      readPerParse: ratio((one) => one.readMs),
      readThreadPerParse: ratio((one) => one.threadMs),
      ms: { parse: ms((one) => one.parseMs), write: ms((one) => one.writeMs), read: ms((one) => one.readMs) },
    };
    process.stdout.write(`${JSON.stringify(facts)}\n`);
  }
} finally {
  await browser.close();
}
