import { expect, test } from "vitest";
import { initializeParams } from "../host/handshake.ts";
import { programName, programWords, userAgentVersion } from "./user-agent.ts";

test.each([
  // What a program says of itself, its own name, how it is named.
  ["longwire/0.149.1 (Debian 13.0.0; x86_64) xterm (longwire; 0.1.0)", null, "App Server 0.149.1"],
  ["longwire/0.171.0-alpha.2 (Mac OS 26)", null, "App Server 0.171.0-alpha.2"],
  ["longwire", null, "App Server"],
  ["longwire (0.1)", null, "App Server"],
  ["heron/2.4.0 (linux)", "heron", "heron 2.4.0"],
  ["heron/2.4 (linux)", "heron", "heron 2.4"],
  ["heron_server/2026-11-30", "heron_server", "heron_server 2026-11-30"],
  ["heron", "heron", "heron"],
  ["longwire-like/1.0.0", "longwire-like", "longwire-like 1.0.0"],
  ["", null, "App Server"],
  ["  ", null, "App Server"],
  ["a server of ours", "a", "a"],
  ["(no name) x/1.2.3", null, "App Server 1.2.3"],
  ["her\u202eon/1.0.0", null, "App Server 1.0.0"],
  ["heron/1.0.0\u202e", null, "App Server"],
  [`${"x".repeat(10_000)}/1.0.0`, null, "App Server 1.0.0"],
  ["<b>heron</b>/1.0.0", null, "App Server 1.0.0"],
])("[VIW-820] %j is named by what it says of itself", (userAgent, name, words) => {
  expect(programName(userAgent)).toBe(name);
  expect(programWords(userAgent)).toBe(words);
});

test("[VIW-820] our own name is the one that the handshake sends, and says nothing of who answers", () => {
  const { name } = initializeParams("9.9.9").clientInfo;
  expect(programName(`${name}/3.2.1 (x)`)).toBeNull();
  expect(programWords(`${name}/3.2.1 (x)`)).toBe(`App Server ${userAgentVersion(`${name}/3.2.1 (x)`)}`);
});
