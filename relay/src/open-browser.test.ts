import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { hasScreen, openBrowser } from "./open-browser.ts";
import { eventually, Harness } from "./testing/harness.ts";

const harness = new Harness();
const path = process.env["PATH"];
afterEach(async () => {
  process.env["PATH"] = path;
  await harness.cleanUp();
});

describe("opening a browser", () => {
  test("[SEC-10] only on a terminal with a display", () => {
    expect(hasScreen({ DISPLAY: ":0" }, true)).toBe(true);
    expect(hasScreen({ WAYLAND_DISPLAY: "wayland-0" }, true)).toBe(true);
    expect(hasScreen({ DISPLAY: ":0" }, false)).toBe(false);
    expect(hasScreen({ DISPLAY: ":0", CI: "1" }, true)).toBe(false);
    expect(hasScreen({ DISPLAY: "" }, true)).toBe(false);
    expect(hasScreen({}, true)).toBe(false);
  });

  test.skipIf(process.platform !== "linux")(
    "[SEC-04] the browser's arguments name a page of mode 0600, not the token; the page goes away",
    async () => {
      const folder = harness.folder();
      writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$@" > ${folder}/arguments\n`);
      chmodSync(join(folder, "xdg-open"), 0o755);
      process.env["PATH"] = `${folder}:${path}`;
      const remove = openBrowser("http://127.0.0.1:4177/pair#token=SECRET", folder);
      const page = join(folder, "open.html");
      expect(readFileSync(page, "utf8")).toContain("url=http://127.0.0.1:4177/pair#token=SECRET");
      expect(statSync(page).mode & 0o777).toBe(0o600);
      await eventually(
        () => existsSync(join(folder, "arguments")) && readFileSync(join(folder, "arguments"), "utf8") !== "",
      );
      expect(readFileSync(join(folder, "arguments"), "utf8")).toBe(`${page}\n`);
      remove();
      expect(existsSync(page)).toBe(false);
    },
  );
});
