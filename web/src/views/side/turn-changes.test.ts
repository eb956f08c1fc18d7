// @vitest-environment jsdom
import { createRoot } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aThread, anItem, aTurn, clearPage, preparePage } from "../testing.tsx";
import { changed } from "../live.ts";
import type { FileChange, Turn } from "../../projection/state.ts";
import { createChangedFiles, hasChanges, newestTurn } from "./turn-changes.ts";

beforeEach(preparePage);
afterEach(clearPage);

const diffOf = (...paths: string[]) =>
  paths.map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`).join("");
const change = (path: string): FileChange => ({ path, kind: "add", movePath: null, diff: "x\n" });

/** The paths that are listed for the turn; read anew with each call. */
function listed(turn: Turn): { paths: () => string[]; stop: () => void } {
  return createRoot((stop) => {
    const files = createChangedFiles(() => turn);
    return { paths: () => files().map(({ path }) => path), stop };
  });
}

test("[VIW-261] the turn's own diff is what it changed, and follows; without one its items say it", () => {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  anItem(turn, "fileChange", { status: "completed", changes: [change("/w/item.ts")] });
  anItem(turn, "fileChange", { status: "declined", changes: [change("/w/declined.ts")] });
  const { paths, stop } = listed(turn);
  expect(paths()).toEqual(["/w/item.ts"]);
  turn.diff = diffOf("a.ts", "made-by-a-command.ts");
  changed(new Set([turn]));
  expect(paths()).toEqual(["a.ts", "made-by-a-command.ts"]);
  turn.diff = diffOf("a.ts");
  changed(new Set([turn]));
  expect(paths()).toEqual(["a.ts"]);
  stop();
});

test("[VIW-261] H02: a large diff that comes again and again is read when it has rested, and the last one counts", () => {
  vi.useFakeTimers();
  const turn = aTurn(aThread(), "t1", { diff: diffOf("first.ts") });
  const { paths, stop } = listed(turn);
  const filler = `diff --git a/big.ts b/big.ts\n@@ -0,0 +1 @@\n+${"x".repeat(1_100_000)}\n`;
  for (let n = 0; n < 30; n++) {
    turn.diff = filler + diffOf(`n${n}.ts`);
    changed(new Set([turn]));
  }
  expect(paths()).toEqual(["first.ts"]);
  vi.runAllTimers();
  expect(paths()).toEqual(["big.ts", "n29.ts"]);
  stop();
});

test("[VIW-261] the newest turn with changes is found without reading a diff", () => {
  const thread = aThread();
  aTurn(thread, "t1", { diff: diffOf("a.ts") });
  const items = aTurn(thread, "t2");
  anItem(items, "fileChange", { status: "completed", changes: [change("/w/b.ts")] });
  const none = aTurn(thread, "t3", { diff: "" });
  anItem(none, "fileChange", { status: "failed", changes: [change("/w/c.ts")] });
  expect(newestTurn(thread, hasChanges)?.id).toBe("t2");
});
