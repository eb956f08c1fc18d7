// The commands in this program's own words, as a person would paste them.
import { expect, test } from "vitest";
import { callAgain } from "./call-again.ts";

const environment = { XDG_STATE_HOME: "/s" };

test("[RLY-43] a hint names the file in the project's folder and, where it is not the usual one, the state folder", () => {
  const usual = { stateDir: "/s/longwire", tokenFile: null };
  expect(callAgain("link", usual, environment, "/p/scripts/start.mjs")).toBe("node relay/bin/longwire.js link");
  expect(callAgain("", usual, environment, "/usr/bin/longwire")).toBe("longwire");
  const other = { stateDir: "/a b/it's", tokenFile: "/t" };
  expect(callAgain("link", other, environment, "/p/relay/bin/longwire.js")).toBe(
    String.raw`node relay/bin/longwire.js link --state-dir '/a b/it'\''s' --token-file /t`,
  );
  expect(callAgain("stop", other, environment, "/usr/bin/longwire")).toBe(
    String.raw`longwire stop --state-dir '/a b/it'\''s'`,
  );
});
