// All unit and component suites. Browser end-to-end suites live in tests/e2e and run under Playwright.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["shared-protocol", "relay", "web", "fixtures", "tests"],
    reporters:
      process.env["CI"] === undefined ? ["default"] : ["default", ["json", { outputFile: ".cache/vitest.json" }]],
  },
});
