// Starting a review of code, and what there is to choose from: branches and commits, read with git in a read-only sandbox
// when the person asks for them.
import * as z from "zod/mini";
import type { HostSession, Outcome } from "../host/model.ts";
import type { Commit, ReviewActs, ReviewTarget } from "./contract.ts";
import { askLoaded } from "./loaded.ts";

const GIT_TIMEOUT_MS = 10_000;
const GIT_OUTPUT = 65_536;
/** How many of each are offered: the rest can be written by hand. */
const CHOICES = 60;

const started = z.looseObject({ reviewThreadId: z.nullish(z.string()) });
const printed = z.looseObject({ exitCode: z.number(), stdout: z.string(), stderr: z.nullish(z.string()) });

async function start(
  session: HostSession,
  thread: string,
  target: ReviewTarget,
  detached: boolean,
): Promise<Outcome<{ thread: string }>> {
  const outcome = await askLoaded(session, thread, "review/start", {
    target,
    ...(detached ? { delivery: "detached" } : {}),
  });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(started, outcome.value);
  return { ok: true, value: { thread: (reply.success ? reply.data.reviewThreadId : null) ?? thread } };
}

/** What git prints for a folder. No shell sees the arguments, and git takes no lock for them. */
async function git(session: HostSession, cwd: string, args: readonly string[]): Promise<Outcome<string[]>> {
  const outcome = await session.request("command/exec", {
    command: ["git", "--no-optional-locks", "--no-pager", ...args],
    cwd,
    sandboxPolicy: { type: "readOnly" },
    timeoutMs: GIT_TIMEOUT_MS,
    outputBytesCap: GIT_OUTPUT,
  });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(printed, outcome.value);
  if (!reply.success) return failed("What git printed could not be read.");
  const { exitCode, stdout, stderr } = reply.data;
  if (exitCode !== 0) return failed(`git could not tell: ${(stderr ?? "").trim().split("\n")[0] ?? ""}`);
  return { ok: true, value: stdout.split("\n").filter((line) => line !== "") };
}

function failed(message: string): Outcome<never> {
  return { ok: false, reason: { type: "not-sent", message: `${message} Write it by hand.` } };
}

async function branches(session: HostSession, cwd: string): Promise<Outcome<string[]>> {
  const found = await git(session, cwd, [
    "for-each-ref",
    "--sort=-committerdate",
    `--count=${CHOICES}`,
    "--format=%(refname:short)",
    "refs/heads",
    "refs/remotes",
  ]);
  if (!found.ok) return found;
  // The App Server hands the name to git in its turn, where one that begins with a dash would be an option.
  return { ok: true, value: found.value.map((name) => (name.startsWith("-") ? `heads/${name}` : name)) };
}

/** A whole commit id: a line that is cut, or that a signature check has printed, is none. */
const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64}) (.*)$/;

async function commits(session: HostSession, cwd: string): Promise<Outcome<Commit[]>> {
  const lines = await git(session, cwd, ["log", "--no-show-signature", `--max-count=${CHOICES}`, "--format=%H %s"]);
  if (!lines.ok) return lines;
  return {
    ok: true,
    value: lines.value.flatMap((line) => {
      const [, sha, title] = COMMIT.exec(line) ?? [];
      return sha === undefined || title === undefined ? [] : [{ sha, title }];
    }),
  };
}

/** The acts around a review. */
export const reviewActs: ReviewActs = { start, branches, commits };
