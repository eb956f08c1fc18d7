// What a Playwright report tells of each suite: how many tests passed, failed, passed at a further try, were skipped and why, and
// the time that they took.
import { basename } from "node:path";

/**
 * @typedef {{ passed: number, flaky: number, failed: number, skipped: number, ms: number, failures: string[], reasons: string[] }} Suite
 */

/** @returns {Suite} */
export const noSuite = () => ({ passed: 0, flaky: 0, failed: 0, skipped: 0, ms: 0, failures: [], reasons: [] });

/** The name of a suite by its file. */
export const suiteName = (file) => basename(file).replace(/\.spec\.ts$/, "");

/**
 * By suite; one that was cut short has failed for what did not run.
 * @returns {Map<string, Suite>}
 */
export function suitesOf(report) {
  const found = new Map();
  const add = (entry, title, test) => {
    entry.ms += test.results.reduce((sum, result) => sum + result.duration, 0);
    const skip = test.annotations.find(({ type }) => type === "skip" || type === "fixme");
    if (test.status === "skipped" && skip !== undefined) {
      entry.skipped += 1;
      entry.reasons.push(`${title}: ${skip.description ?? "no reason given"}`);
    } else if (test.status === "skipped" || test.status === "unexpected") {
      entry.failed += 1;
      entry.failures.push(test.status === "skipped" ? `${title} (did not run)` : title);
    } else {
      entry.passed += 1;
      if (test.status === "flaky") entry.flaky += 1;
    }
  };
  const walk = (suite, name) => {
    if (!found.has(name)) found.set(name, noSuite());
    for (const spec of suite.specs ?? []) for (const test of spec.tests) add(found.get(name), spec.title, test);
    for (const inner of suite.suites ?? []) walk(inner, name);
  };
  for (const suite of report.suites) walk(suite, suiteName(suite.file));
  return found;
}

/** In words: the numbers that are not 0, and the time. */
export function suiteInWords({ passed, flaky, failed, skipped, ms }) {
  const parts = [
    failed > 0 ? `**${failed} failed**` : "",
    passed > 0 ? `${passed} passed` : "",
    flaky > 0 ? `${flaky} of them at a further try` : "",
    skipped > 0 ? `${skipped} skipped` : "",
    `${(ms / 1000).toFixed(0)} s`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
