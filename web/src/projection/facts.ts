// What the App Server tells of itself and of a thread beside the turns: goals, limits, the account, MCP servers. Types only.
// Words are the server's own; times are unix milliseconds; null is not told.
import type { Json } from "./state.ts";

/** What a thread works towards by itself. */
export interface Goal {
  objective: string;
  /** active, paused, blocked, usageLimited, budgetLimited, complete, or another word. */
  status: string;
  tokenBudget: number | null;
  tokensUsed: number | null;
  timeUsedSeconds: number | null;
  createdAt: number | null;
}

/** A connection of a thread to an environment. */
export interface Environment {
  id: string;
  connected: boolean;
  at: number;
}

/** A turn's output is held back for a safety check. */
export interface Buffering {
  model: string | null;
  fasterModel: string | null;
  at: number;
}

/** One window of a rate limit. Known by its length: which slot it comes in changes. */
export interface LimitWindow {
  slot: "primary" | "secondary";
  usedPercent: number;
  minutes: number | null;
  resetsAt: number | null;
}

/** The id of a limit that was told without one. */
export const UNNAMED_LIMIT = "";

/** A rate limit, merged from the newest whole reading and the sparse updates since. */
export interface RateLimit {
  /** The server's, or `UNNAMED_LIMIT`. */
  id: string;
  name: string | null;
  windows: LimitWindow[];
  credits: Json;
  /** A spending limit of this person, as reported. */
  individual: Json;
  plan: string | null;
  /** Why nothing more is taken now. */
  reached: string | null;
  at: number;
}

/** Whom the App Server works for. */
export interface Account {
  mode: string | null;
  plan: string | null;
  email: string | null;
  /** Its model provider wants an account; null: not told. */
  required: boolean | null;
  at: number;
}

/** The newest reply to one of the `account/…` requests, as the server gave it: read with `account-told.ts`. */
export interface AccountReading {
  result: { [key: string]: Json };
  generation: string;
  at: number;
  /** Of a sign-in: how it ended, by the notification that names it. */
  end: { [key: string]: Json } | null;
}

/** How far an MCP server has come, as last told. */
export interface McpServer {
  name: string;
  /** starting, ready, failed, cancelled, or another word. */
  status: string;
  error: string | null;
  reason: string | null;
  /** The thread that it was started for. */
  thread: string | null;
  generation: string;
  at: number;
}

/** How the last sign-in to an MCP server ended. */
export interface McpLogin {
  name: string;
  /** The thread that it was made for. */
  thread: string | null;
  success: boolean;
  error: string | null;
  generation: string;
  at: number;
}

/** What was told of MCP servers, skills and apps beside their lists. A list that was read before such a time is old. */
export interface ExtensionsTold {
  /** By server name, the latest last. */
  logins: Map<string, McpLogin>;
  skillsChangedAt: number | null;
  appsChangedAt: number | null;
}

/** The remote control of the App Server by somebody else than this app. */
export interface RemoteControl {
  /** disabled, connecting, connected, errored, or another word. */
  status: string;
  serverName: string | null;
  environment: string | null;
  generation: string;
  at: number;
}
