import { defineProject } from "vitest/config";

// Most of these start processes: on a busy machine that takes its time.
export default defineProject({
  test: { name: "relay", environment: "node", include: ["src/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
