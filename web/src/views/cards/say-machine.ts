// Words for what the App Server tells of its machine and itself: sign-in, MCP servers, apps, processes, files, imports.
import * as wire from "@longwire/shared-protocol/wire/notifications/machine";
import { bytes, counted } from "../../design/words.ts";
import { readHandle } from "../../projection/process-handle.ts";
import type { GenericCard } from "../../projection/state.ts";
import { type CardText, eachOf, plainWords, type Say, saying, textsIn, told } from "./words.ts";

/** How an MCP server stands, as the end of a sentence about it. */
export function mcpWords(status: string, reason: string | null | undefined): string {
  switch (status) {
    case "starting":
      return "is starting";
    case "ready":
      return "is ready";
    case "failed":
      return reason === "reauthenticationRequired" ? "needs a new sign-in" : "could not start";
    case "cancelled":
      return "was not started";
    default:
      return status;
  }
}

/** A list of lines as one text, or nothing. */
function linesText(title: string, lines: readonly string[]): CardText[] {
  return lines.length === 0 ? [] : [{ title, text: lines.join("\n"), code: true }];
}

const imported = saying(wire.configImport, ({ importId, itemTypeResults }, card) => {
  const kinds = eachOf(wire.importResult, itemTypeResults).map((kind) => ({
    name: plainWords(kind.itemType ?? "things"),
    done: eachOf(wire.importSuccess, kind.successes),
    failed: eachOf(wire.importFailure, kind.failures),
  }));
  const done = kinds.reduce((sum, kind) => sum + kind.done.length, 0);
  const failed = kinds.reduce((sum, kind) => sum + kind.failed.length, 0);
  const running = card.name.endsWith("progress");
  return {
    lead: running ? "Importing settings of another agent" : "Settings of another agent imported",
    rest: `${done} done${failed === 0 ? "" : `, ${failed} failed`}`,
    tone: failed > 0 ? "warn" : running ? "quiet" : "note",
    running,
    facts: told([["Import", importId], ...kinds.map((kind) => [kind.name, counts(kind)] as const)]),
    texts: [
      ...linesText(
        "Failed",
        kinds.flatMap((kind) => kind.failed.map((one) => [one.source, one.message].filter(Boolean).join(": "))),
      ),
      ...linesText(
        "Imported",
        kinds.flatMap((kind) => kind.done.map((one) => one.title ?? one.target ?? one.source ?? kind.name)),
      ),
    ],
  };
});

function counts(kind: { done: readonly unknown[]; failed: readonly unknown[] }): string {
  return kind.failed.length === 0 ? `${kind.done.length}` : `${kind.done.length}, ${kind.failed.length} failed`;
}

/** Output that is not kept: how much there was. */
function output(what: string): Say {
  return (_params, card) => ({
    lead: `Output of ${what}`,
    rest: `${counted(card.lines, "piece")}, ${bytes(card.bytes)}; it is not kept on this device`,
    tone: "quiet",
    facts: [],
    texts: [],
  });
}

/** What ran, where the handle says it. */
function processName(handle: string): string {
  return readHandle(handle).command?.join(" ") ?? handle;
}

const search = (lead: string, card: GenericCard) => ({
  lead,
  rest: card.lines > 1 ? `told ${card.lines} times` : "",
});

export const MACHINE: readonly [string, Say][] = [
  [
    "account/login/completed",
    saying(wire.loginCompleted, ({ loginId, success, error }) => ({
      lead: success === true ? "Signed in" : "Sign-in failed",
      rest: success === true ? "" : (error ?? "no reason was given"),
      tone: success === true ? "note" : "bad",
      facts: told([["Sign-in", loginId]]),
    })),
  ],
  [
    "mcpServer/startupStatus/updated",
    saying(wire.mcpStartup, ({ name, status, error, failureReason }) => ({
      lead: `MCP server ${name} ${mcpWords(status ?? "", failureReason)}`,
      tone: status === "failed" ? "bad" : "quiet",
      facts: told([["Reason", failureReason == null ? null : plainWords(failureReason)]]),
      texts: error == null ? [] : [{ title: null, text: error }],
    })),
  ],
  [
    "mcpServer/oauthLogin/completed",
    saying(wire.mcpLogin, ({ name, success, error }) => ({
      lead: success === true ? `Signed in to MCP server ${name}` : `Sign-in to MCP server ${name} failed`,
      rest: success === true ? "" : (error ?? "no reason was given"),
      tone: success === true ? "note" : "bad",
    })),
  ],
  [
    "skills/changed",
    (_params, card) => ({
      lead: "Skills changed",
      rest: card.lines > 1 ? `${card.lines} times` : "on the machine",
      tone: "quiet",
      facts: [],
      texts: [],
    }),
  ],
  [
    "app/list/updated",
    saying(wire.appList, ({ data }) => {
      const apps = eachOf(wire.app, data);
      return {
        lead: "The list of apps changed",
        rest: counted(data.length, "app"),
        texts: linesText(
          "Apps",
          apps.map((one) =>
            [
              one.name ?? one.id,
              one.isEnabled === false ? "off" : null,
              one.isAccessible === false ? "no access" : null,
            ]
              .filter((part) => part !== null)
              .join(" · "),
          ),
        ),
      };
    }),
  ],
  [
    "project/changed",
    saying(wire.projectChanged, ({ projectId, changeType }) => ({
      lead: `Project ${changeType ?? "changed"}`,
      rest: projectId ?? "",
    })),
  ],
  ["command/exec/outputDelta", output("commands run beside the agent")],
  ["process/outputDelta", output("processes run beside the agent")],
  [
    "process/exited",
    saying(wire.processExited, ({ processHandle, exitCode, stdoutCapReached, stderrCapReached }) => ({
      lead: "Process ended",
      rest: exitCode == null ? processName(processHandle) : `${processName(processHandle)} with code ${exitCode}`,
      tone: exitCode === 0 || exitCode == null ? "quiet" : "warn",
      facts: told([
        ["Process", processHandle],
        ["Exit code", exitCode],
        ["Output cut", stdoutCapReached === true || stderrCapReached === true ? "yes" : null],
      ]),
    })),
  ],
  [
    "fs/changed",
    saying(wire.filesChanged, ({ watchId, changedPaths }, card) => ({
      lead: "Files changed",
      rest: `${counted(changedPaths.length, "path")}${card.lines > 1 ? `, told ${card.lines} times` : ""}`,
      facts: told([["Watch", watchId]]),
      texts: linesText("Newest", textsIn(changedPaths)),
    })),
  ],
  [
    "fuzzyFileSearch/sessionUpdated",
    saying(wire.searchUpdated, ({ query, files, sessionId }, card) => ({
      ...search("File search", card),
      // Whether it goes on is not told: its card keeps what it found last.
      rest: `“${query ?? ""}”, ${counted(files.length, "file")}`,
      facts: told([["Search", sessionId]]),
      texts: linesText(
        "Found",
        eachOf(wire.foundFile, files).map(({ path }) => path),
      ),
    })),
  ],
  [
    "fuzzyFileSearch/sessionCompleted",
    saying(wire.searchCompleted, ({ sessionId }, card) => ({
      ...search("File search ended", card),
      facts: told([["Search", sessionId]]),
    })),
  ],
  ["externalAgentConfig/import/progress", imported],
  ["externalAgentConfig/import/completed", imported],
];
