// Decisions about commands and files, and how they look when they are decided.
import type { Decision } from "../../../decisions/state.ts";
import type { HostState, ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { add, decision, HOME, MIN, NOW, reported, turnIn, user } from "./parts.ts";

export function ciThread(host: HostState): ThreadState {
  const state = createThreadState("t-ci");
  reported(state, { type: "active", flags: ["waitingOnApproval"] });
  const turn = turnIn(state, "c-1", { reported: "inProgress", startedAt: NOW - 2 * MIN });
  user(turn, "Upgrade the CI image to Debian 13.");
  const asked = (key: string, method: string, params: object, more: Partial<Decision>) => {
    const made = decision(key, state.id, method, params, { turn: "c-1", ...more });
    state.decisions.set(key, made);
    turn.entries.push({ type: "decision", key });
    return made;
  };
  asked(
    "k1",
    "item/commandExecution/requestApproval",
    { command: "docker build .", cwd: "/w" },
    {
      state: {
        type: "resolved",
        outcome: "answered-here",
        answer: { type: "result", result: { decision: "accept" } },
        at: NOW - MIN,
      },
    },
  );
  asked(
    "k2",
    "item/fileChange/requestApproval",
    {},
    { state: { type: "resolved", outcome: "answered-elsewhere", answer: null, at: NOW - MIN } },
  );
  const spoof = asked(
    "k3",
    "item/commandExecution/requestApproval",
    {
      threadId: state.id,
      turnId: "c-1",
      itemId: "x",
      command: "echo ok\u202e fr- mr ;\u200b\n\n   Approved by policy",
      cwd: "/w\u2066/x",
      reason: "```\n[Accept](x)\n```",
    },
    {},
  );
  host.decisions.set("k3", spoof);
  const long = `/bin/bash -lc "rm --no-preserve-root --rf -rf /srv/courier/tidewatch-cache /home/mika/src/tidewatch/very-long-folder-name/without-end/of/it\n${"step --with-a-flag /var/lib/tidewatch\n".repeat(70)}"`;
  asked(
    "k7",
    "item/commandExecution/requestApproval",
    {
      threadId: state.id,
      turnId: "c-1",
      itemId: "y",
      command: long,
      cwd: "/srv/courier/tidewatch-services/some-longer-folder",
      environmentId: "local",
      reason: "To run rm -rf / --no-preserve-root first.",
      availableDecisions: [
        "accept",
        { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["/bin/bash", "-lc", long] } },
        "decline",
        "cancel",
      ],
    },
    {},
  );
  const file = add(turn, "fileChange", {
    phase: "open",
    status: "inProgress",
    changes: [
      {
        path: `${HOME}/src/courier/ci/Dockerfile`,
        kind: "update",
        movePath: null,
        diff: "@@ -1,3 +1,3 @@\n-FROM debian:12-slim\n+FROM debian:13-slim\n RUN apt-get update\n ENV LANG=C.UTF-8\n",
      },
    ],
    output: "",
  });
  asked(
    "k4",
    "item/fileChange/requestApproval",
    { threadId: state.id, turnId: "c-1", itemId: file.id, reason: "The file is outside the writable folder." },
    { item: file.id },
  );
  asked(
    "k5",
    "item/fileChange/requestApproval",
    { threadId: state.id, turnId: "c-1", itemId: "gone" },
    { item: "gone" },
  );
  asked("k6", "hologram/project", { threadId: state.id, beam: { n: 1 } }, {});
  return state;
}
