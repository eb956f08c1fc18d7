import { expect, test } from "vitest";
import { createHostState } from "../../projection/host-fold.ts";
import { summaryOf } from "../../projection/summaries.ts";
import { newTerminalPath, terminalPath } from "../terminal/terminal-path.ts";
import { threadItems } from "../thread-menu/thread-items.ts";
import { filesPath } from "./file-path.ts";

test("[VIW-639] a thread's menu leads to the files of its folder and to a terminal there, where the folder is known", () => {
  const state = createHostState("h");
  const thread = summaryOf(state, "T", () => undefined);
  const acts = () =>
    threadItems({ thread, connected: true, loaded: false, unread: false, onScreen: false, command: null })
      .flat()
      .map(({ act }) => act);
  expect(acts()).not.toContain("files");
  thread.cwd = "/home/me/a b&c";
  expect(acts()).toEqual(expect.arrayContaining(["files", "shell"]));
  for (const address of [filesPath("h 1", thread.cwd), newTerminalPath("h 1", thread.cwd)]) {
    const url = new URL(address, "http://x");
    expect(url.searchParams.get("cwd")).toBe("/home/me/a b&c");
    expect(url.pathname).toMatch(/^\/settings\/machine\/h%201\/(?:files|terminals)$/);
  }
  expect(terminalPath("h", { handle: 'lw-ab12 [1,"/home"]' })).toBe("/settings/machine/h/terminals?open=lw-ab12");
  expect(terminalPath("h", { handle: "own name?" })).toBe("/settings/machine/h/terminals?open=own%20name%3F");
});
