import { delimiter } from "node:path";
import { homedir } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { childEnvironment } from "./child-env.ts";
import { TestClient } from "./testing/client.ts";
import { Harness, script } from "./testing/harness.ts";

const harness = new Harness();
afterEach(() => harness.cleanUp());

describe("the child's environment", () => {
  test("[RLY-35] what the package manager added is taken out, what the person set stays", () => {
    const path = [
      "/p/node_modules/.bin",
      "/home/me/.local/bin",
      "/x/node-gyp-bin",
      "/usr/bin",
      "/a/b/node_modules/.bin",
    ];
    const environment = childEnvironment(
      {
        HOME: "/home/me",
        LANG: "C.UTF-8",
        NODE_OPTIONS: "--trace-warnings",
        npm_config_user_agent: "pnpm",
        npm_lifecycle_event: "start",
        pnpm_config_x: "1",
        PNPM_SCRIPT_SRC_DIR: "/p",
        INIT_CWD: "/p",
        NODE: "/usr/bin/node",
        PATH: path.join(delimiter),
      },
      "abc",
    );
    expect(environment).toEqual({
      HOME: "/home/me",
      LANG: "C.UTF-8",
      NODE_OPTIONS: "--trace-warnings",
      PATH: ["/home/me/.local/bin", "/usr/bin"].join(delimiter),
      LONGWIRE_GENERATION: "abc",
    });
  });

  test("[RLY-35] [SEC-04] the command runs in the home folder, without the token in its environment or arguments", async () => {
    const relay = await harness.relay({
      command: script(
        `process.stdout.write(JSON.stringify({ cwd: process.cwd(), env: process.env, argv: process.argv, exec: process.execArgv }) + "\\n"); process.stdin.resume(); process.stdin.on("end", () => process.exit(0));`,
      ),
    });
    const client = await TestClient.attach(relay);
    await client.until(() => client.lines.length === 1);
    const told = JSON.parse(client.lines[0] ?? "") as { cwd: string; env: Record<string, string> };
    expect(told.cwd).toBe(homedir());
    expect(told.env["LONGWIRE_GENERATION"]).toBe(client.attached.generation);
    expect(client.lines[0]).not.toContain(relay.token);
  });
});
