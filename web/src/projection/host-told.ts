// What notifications and replies tell of the App Server itself: the account, its rate limits, MCP servers, remote control.
// Each becomes state of the host; what does not parse is shown raw.
import type { RpcNotification } from "@longwire/shared-protocol/json-rpc";
import type { Row } from "../journal/rows.ts";
import { type LimitWindow, type RateLimit, UNNAMED_LIMIT } from "./facts.ts";
import { jsonOf, numberOf, objectOf, secondsToMs, textOf } from "./read.ts";
import type { HostState, JsonObject, Touch } from "./state.ts";

/** Whether a notification was taken into the state; `malformed`: it is one of these and could not be read. */
export type HostTold = "state" | "malformed" | null;

/** Folds what a notification tells of the App Server. Null: it is about something else. */
export function foldHostTold(state: HostState, row: Row, message: RpcNotification, touch: Touch): HostTold {
  const tell = TOLD.get(message.method);
  if (tell === undefined) return null;
  const params = objectOf(message.params);
  if (params === null || !tell(state, params, row)) return "malformed";
  touch(state);
  // The end of a sign-in is news too, and has its card.
  if (message.method === LOGIN_ENDED) return null;
  return "state";
}

const LOGIN = "account/login/start";
const LOGIN_ENDED = "account/login/completed";

const TOLD: ReadonlyMap<string, (state: HostState, params: JsonObject, row: Row) => boolean> = new Map<
  string,
  (state: HostState, params: JsonObject, row: Row) => boolean
>([
  [
    "account/updated",
    (state, params, row) => {
      tellAccount(state, textOf(params["authMode"]), textOf(params["planType"]), null, null, row.at);
      return true;
    },
  ],
  [
    LOGIN_ENDED,
    (state, params) => {
      const login = state.accountTold.get(LOGIN);
      // Of no other sign-in than the one that it names.
      if (login !== undefined && login.result["loginId"] === params["loginId"]) login.end ??= params;
      return true;
    },
  ],
  [
    "account/rateLimits/updated",
    (state, params, row) => {
      const wire = objectOf(params["rateLimits"]);
      if (wire === null) return false;
      mergeLimit(state, wire, row.at);
      return true;
    },
  ],
  [
    "mcpServer/startupStatus/updated",
    (state, params, row) => {
      const name = textOf(params["name"]);
      if (name === null) return false;
      state.mcpServers.set(name, {
        name,
        status: textOf(params["status"]) ?? "",
        error: textOf(params["error"]),
        reason: textOf(params["failureReason"]),
        thread: textOf(params["threadId"]),
        generation: row.generation,
        at: row.at,
      });
      return true;
    },
  ],
  [
    "remoteControl/status/changed",
    (state, params, row) => {
      state.remoteControl = {
        status: textOf(params["status"]) ?? "",
        serverName: textOf(params["serverName"]),
        environment: textOf(params["environmentId"]),
        generation: row.generation,
        at: row.at,
      };
      return true;
    },
  ],
]);

/** The reply to one of the `account/…` requests. */
export function foldAccountReply(state: HostState, method: string | null, result: JsonObject, row: Row): boolean {
  const { at, generation } = row;
  // What another device asked for is known by its shape.
  const asked = method ?? SHAPES.find(([member]) => (result[member] ?? null) !== null)?.[1];
  if (asked?.startsWith("account/") !== true) return false;
  state.accountTold.set(asked, { result, generation, at, end: null });
  if (asked === READ) {
    const account = objectOf(result["account"]);
    const required = result["requiresOpenaiAuth"];
    tellAccount(
      state,
      textOf(account?.["type"]),
      textOf(account?.["planType"]),
      textOf(account?.["email"]),
      typeof required === "boolean" ? required : null,
      at,
    );
  } else if (asked === READ_LIMITS) {
    const single = objectOf(result["rateLimits"]);
    const byId = objectOf(result["rateLimitsByLimitId"]);
    state.rateLimits.clear();
    for (const [id, value] of Object.entries(byId ?? {})) setLimit(state, id, objectOf(value) ?? {}, at);
    state.firstLimit = single === null ? null : firstOf(state, single);
    if (single !== null && state.firstLimit !== null && !state.rateLimits.has(state.firstLimit))
      setLimit(state, state.firstLimit, single, at);
  }
  return true;
}

const READ = "account/read";
const READ_LIMITS = "account/rateLimits/read";
const SHAPES: readonly (readonly [member: string, method: string])[] = [
  ["requiresOpenaiAuth", READ],
  ["rateLimits", READ_LIMITS],
  ["loginId", LOGIN],
];

/** Replies that are of one account. */
const OF_ONE = /limits|usage|messages/i;

/** Another account has other limits: those of the one before say nothing of it. */
function tellAccount(
  state: HostState,
  mode: string | null,
  plan: string | null,
  email: string | null,
  required: boolean | null,
  at: number,
): void {
  const before = state.account;
  // A reading may be the first word of whom it works for; an event says that it changed.
  const same =
    before === null
      ? required !== null
      : before.mode === mode && before.plan === plan && (email ?? before.email) === (before.email ?? email);
  if (!same) {
    state.rateLimits.clear();
    state.firstLimit = null;
    for (const method of state.accountTold.keys()) if (OF_ONE.test(method)) state.accountTold.delete(method);
  }
  state.account = {
    mode,
    plan,
    email: email ?? (same ? (before?.email ?? null) : null),
    required: required ?? before?.required ?? null,
    at,
  };
}

/** Of which limit the view of a single one is: the one that it names, or else the only one with the very same windows. */
function firstOf(state: HostState, single: JsonObject): string {
  const windows = JSON.stringify(windowsOf(single));
  const same = [...state.rateLimits.values()].filter((limit) => JSON.stringify(limit.windows) === windows);
  return textOf(single["limitId"]) ?? (same.length === 1 ? same[0]?.id : null) ?? UNNAMED_LIMIT;
}

/** A whole reading of one limit: what it leaves out is not there. */
function setLimit(state: HostState, id: string, wire: JsonObject, at: number): void {
  const name = textOf(wire["limitId"]) ?? id;
  state.rateLimits.set(name, {
    id: name,
    name: textOf(wire["limitName"]),
    windows: windowsOf(wire),
    credits: jsonOf(wire["credits"]),
    individual: jsonOf(wire["individualLimit"]),
    plan: textOf(wire["planType"]),
    reached: textOf(wire["rateLimitReachedType"]),
    at,
  });
}

/** Windows of one limit that are kept; the ones told of first go first. */
const MOST_WINDOWS = 16;

/** A sparse update: what it leaves out stays as it was, and a window replaces the one of the same length. */
function mergeLimit(state: HostState, wire: JsonObject, at: number): void {
  const id = textOf(wire["limitId"]) ?? state.firstLimit ?? UNNAMED_LIMIT;
  const before = state.rateLimits.get(id);
  if (before === undefined) {
    setLimit(state, id, wire, at);
    return;
  }
  const limit: RateLimit = {
    ...before,
    name: textOf(wire["limitName"]) ?? before.name,
    windows: [...before.windows],
    credits: jsonOf(wire["credits"]) ?? before.credits,
    individual: jsonOf(wire["individualLimit"]) ?? before.individual,
    plan: textOf(wire["planType"]) ?? before.plan,
    // Told with each update: nothing that stands in the way is news too.
    reached: textOf(wire["rateLimitReachedType"]),
    at,
  };
  for (const told of windowsOf(wire)) {
    const at = limit.windows.findIndex((held) =>
      told.minutes === null ? held.slot === told.slot : held.minutes === told.minutes,
    );
    if (at >= 0) limit.windows[at] = told;
    else limit.windows.push(told);
    // No limit has as many windows; a server that names ever new lengths must not make it grow.
    if (limit.windows.length > MOST_WINDOWS) limit.windows.shift();
  }
  state.rateLimits.set(id, limit);
}

function windowsOf(wire: JsonObject): LimitWindow[] {
  const windows: LimitWindow[] = [];
  for (const slot of ["primary", "secondary"] as const) {
    const told = objectOf(wire[slot]);
    const usedPercent = numberOf(told?.["usedPercent"]);
    if (told === null || usedPercent === null) continue;
    windows.push({
      slot,
      usedPercent,
      minutes: numberOf(told["windowDurationMins"]),
      resetsAt: secondsToMs(numberOf(told["resetsAt"])),
    });
  }
  return windows;
}
