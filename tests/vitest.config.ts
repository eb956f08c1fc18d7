import { defineProject } from "vitest/config";

// Cross-package suites that need no browser: chaos on the link and relay, process clean-up, the SPEC check.
export default defineProject({
  test: {
    name: "tests",
    environment: "node",
    include: ["{chaos,contract,spec}/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
