// The account that the App Server works for: who is signed in, signing in and out, limits, usage, credits, and what the
// configuration of a folder asks of the account. What is read lands in the host's state, where every page of it sees it.
import type { SentParams } from "@longwire/shared-protocol/app-server";
import type { HostSession, Outcome } from "../host/model.ts";
import { objectOf, textOf } from "../projection/read.ts";
import { NOW } from "./loaded.ts";

/** What the configuration of a folder asks of the account. Null: nothing. */
export interface AccountPolicy {
  /** `chatgpt`, `api`, or the server's own word. */
  forcedMethod: string | null;
  /** Workspaces of ChatGPT, one of which it has to be. */
  forcedWorkspaces: string[];
  /** The model provider that a thread there begins with. */
  provider: string | null;
  /** Whether that provider wants an account, where the configuration says it itself. */
  providerRequires: boolean | null;
}

/** What `account/login/start` may be asked for here. */
export type LoginKind = "chatgptDeviceCode" | "chatgpt";

export interface AccountActs {
  /** `account/read`. */
  read(session: HostSession): Promise<Outcome<null>>;
  /** `account/rateLimits/read`, `account/usage/read`, `account/workspaceMessages/read`. */
  readLimits(session: HostSession): Promise<Outcome<null>>;
  readUsage(session: HostSession): Promise<Outcome<null>>;
  readMessages(session: HostSession): Promise<Outcome<null>>;
  /** Begins a sign-in that a person finishes in a browser; `loginOf` tells how far it is. */
  startLogin(session: HostSession, kind: LoginKind): Promise<Outcome<null>>;
  /** Signs in with a key. It is on this one line and nowhere else. */
  useKey(session: HostSession, apiKey: string): Promise<Outcome<null>>;
  /** The server's word: `canceled`, or `notFound` when it waits for no such sign-in. */
  cancelLogin(session: HostSession, loginId: string): Promise<Outcome<string>>;
  logout(session: HostSession): Promise<Outcome<null>>;
  /**
   * `account/rateLimitResetCredit/consume`; gives the server's word for what came of it.
   * @param attempt names the attempt: the same again uses up no second one
   * @param credit null: the one that the server would take next
   */
  useReset(session: HostSession, attempt: string, credit: string | null): Promise<Outcome<string>>;
  /** Has the owner of the workspace sent a mail; gives the server's word: `sent`, or `cooldown_active`. */
  askOwner(session: HostSession, creditType: "credits" | "usage_limit"): Promise<Outcome<string>>;
  /** `config/read` for a folder. */
  policy(session: HostSession, cwd: string): Promise<Outcome<AccountPolicy>>;
}

const DONE: Outcome<null> = { ok: true, value: null };

const UNNAMED: Outcome<never> = {
  ok: false,
  reason: {
    type: "not-sent",
    message:
      "The server began something, but its answer could not be read: it names no sign-in. Nothing can be shown of it.",
  },
};

async function ask<M extends string>(
  session: HostSession,
  method: M,
  params: SentParams<M>,
  how = {},
): Promise<Outcome<null>> {
  const outcome = await session.request(method, params, how);
  return outcome.ok ? DONE : outcome;
}

/** Asks for something, and gives one word of the answer. */
async function word<M extends string>(
  session: HostSession,
  method: M,
  params: SentParams<M>,
  member: string,
): Promise<Outcome<string>> {
  const outcome = await session.request(method, params, NOW);
  return outcome.ok ? { ok: true, value: textOf(objectOf(outcome.value)?.[member]) ?? "" } : outcome;
}

/** The acts on the account. */
export const accountActs: AccountActs = {
  read: (session) => ask(session, "account/read", {}),
  readLimits: (session) => ask(session, "account/rateLimits/read", undefined),
  readUsage: (session) => ask(session, "account/usage/read", {}),
  readMessages: (session) => ask(session, "account/workspaceMessages/read", undefined),
  async startLogin(session, type) {
    const began = await word(session, "account/login/start", { type }, "loginId");
    // Without its id it can be neither shown nor cancelled, and its end is told of nobody.
    return began.ok && began.value === "" ? UNNAMED : began.ok ? DONE : began;
  },
  useKey: (session, apiKey) =>
    ask(session, "account/login/start", { type: "apiKey", apiKey }, { ...NOW, secret: [["apiKey"]] }),
  cancelLogin: (session, loginId) => word(session, "account/login/cancel", { loginId }, "status"),
  logout: (session) => ask(session, "account/logout", undefined, NOW),
  useReset: (session, idempotencyKey, creditId) =>
    word(
      session,
      "account/rateLimitResetCredit/consume",
      { idempotencyKey, ...(creditId === null ? {} : { creditId }) },
      "outcome",
    ),
  askOwner: (session, creditType) => word(session, "account/sendAddCreditsNudgeEmail", { creditType }, "status"),
  async policy(session, cwd) {
    const outcome = await session.request("config/read", { cwd, includeLayers: false });
    if (!outcome.ok) return outcome;
    const config = objectOf(objectOf(outcome.value)?.["config"]) ?? {};
    const workspaces = config["forced_chatgpt_workspace_id"];
    const provider = textOf(config["model_provider"]);
    const requires = objectOf(objectOf(config["model_providers"])?.[provider ?? ""])?.["requires_openai_auth"];
    return {
      ok: true,
      value: {
        forcedMethod: textOf(config["forced_login_method"]),
        forcedWorkspaces: (Array.isArray(workspaces) ? workspaces : [workspaces]).filter(
          (id) => typeof id === "string",
        ),
        provider,
        providerRequires: typeof requires === "boolean" ? requires : null,
      },
    };
  },
};
