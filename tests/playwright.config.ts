// Browser end-to-end suites: the built app on the real relay and the real App Server, with a scripted model provider.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  outputDir: "../.cache/test-results",
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // Each worker runs its own relay, App Server and browser; two cores carry two of them.
  workers: 2,
  fullyParallel: true,
  // A browser on a busy machine: two more tries, and the sum says how many needed one.
  retries: 2,
  forbidOnly: process.env["CI"] !== undefined,
  ...(process.env["LONGWIRE_SOAK"] === undefined ? { grepInvert: /@soak/ } : {}),
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    // A trace costs a third of the time of every test: only a test that has failed is traced, at its second try.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Without a GPU every frame of a moving sign costs a quarter of a core, and two browsers share two.
        "--force-prefers-reduced-motion",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
