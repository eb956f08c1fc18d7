// Unit and component tests of the app. Pure core tests run in node; component tests name jsdom in their first line.
import { defineProject } from "vitest/config";
import solid from "vite-plugin-solid";

export default defineProject({
  plugins: [solid({ hot: false })],
  define: { __APP_VERSION__: '"0.0.0-test"', __BUILD_ID__: '"test"' },
  test: {
    name: "web",
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
