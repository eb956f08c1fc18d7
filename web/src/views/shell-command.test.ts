import { expect, test } from "vitest";
import { innerCommand } from "./shell-command.ts";

test("[VIW-60] a shell around a command is left out only where that is certain to change nothing", () => {
  expect(innerCommand("/bin/bash -lc 'sleep 0.3; ls docs'")).toBe("sleep 0.3; ls docs");
  expect(innerCommand(`/bin/bash -lc "git commit -qm 'a b'"`)).toBe("git commit -qm 'a b'");
  for (const kept of [
    "ls",
    "/bin/bash -lc 'a' && 'b'",
    '/bin/bash -lc "echo $HOME"',
    "/bin/bash script.sh",
    "/bin/bash -lc 'it'\\''s'",
  ])
    expect(innerCommand(kept)).toBe(kept);
});
