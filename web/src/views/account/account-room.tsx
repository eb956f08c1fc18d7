// The account of one machine's App Server: who is signed in, signing in and out, limits, usage, messages of the workspace.
// Entering the page reads them; what another device or the server itself changes is told and shown at once.
import { createEffect, createMemo, createSignal, type JSX, on, Show } from "solid-js";
import type { AccountActs } from "../../actions/account.ts";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import type { Outcome } from "../../host/model.ts";
import { loginOf } from "../../projection/account-told.ts";
import { isUnknownMethod } from "../lacking/kinds.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { connection, live } from "../live.ts";
import { objectOf, textOf } from "../../projection/read.ts";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { LoginCard } from "./login-card.tsx";
import { Limits } from "./limits.tsx";
import { WorkspaceMessages } from "./messages.tsx";
import { AskOwner, Resets } from "./resets.tsx";
import { SignIn } from "./sign-in.tsx";
import { UsageOver } from "./usage.tsx";
import { Who } from "./who.tsx";
import { isChatgpt } from "./words.ts";
import "../../design/text-field.css";
import "./account.css";

export default function AccountRoom(props: { entry: HostEntry }): JSX.Element {
  const services = useServices();
  const session = () => props.entry.session;
  const state = () => live(session().state);
  const connected = createMemo(() => connection(session()) === "live");
  const chatgpt = createMemo(() => isChatgpt(state().account));
  const [reading, setReading] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const [changing, setChanging] = createSignal(false);
  const mode = createMemo(() => state().account?.mode ?? null);
  const done = createMemo(() => {
    const login = loginOf(state());
    return login?.state.type === "done" ? login.id : null;
  });
  /** Changes when somebody else is signed in: an account of the same kind and plan is told by its sign-in alone. */
  const who = createMemo(() => JSON.stringify([mode(), done()]));
  const signedIn = () => mode() !== null;
  /** The model provider has its own access: signing in is there, and asks for nothing. */
  const needless = () => !signedIn() && state().account?.required === false;

  /** Of whom this page has read last. */
  let seen: string | null = null;
  /** For whom it last read by itself: a server that tells the same again after each reading makes it read no more. */
  let readFor: string | null = null;
  let again = false;

  async function read(): Promise<void> {
    if (reading()) {
      again = true;
      return;
    }
    again = false;
    setReading(true);
    setProblem(null);
    try {
      const acts = await services.actions.account();
      const signIn = done();
      const before = session().state.accountTold.get("account/read");
      const outcome = await acts.read(session());
      // A server without accounts is said where they would stand: nothing has gone wrong.
      if (!outcome.ok && isUnknownMethod(outcome.reason)) return;
      const failed = firstFailure(outcome);
      const told = session().state.accountTold.get("account/read");
      // One that fails, or tells nothing, is not tried again by itself.
      const unread = failed === null && told === before;
      seen =
        failed === null && !unread
          ? JSON.stringify([textOf(objectOf(told?.result["account"])?.["type"]), signIn])
          : who();
      if (failed !== null) setProblem(failed);
      else if (unread) setProblem("The server’s answer could not be read: it is of another shape than expected.");
      // Only accounts of ChatGPT have them: asking for others is refused.
      else if (isChatgpt(session().state.account)) setProblem(await readMore(acts));
    } catch {
      seen = who();
      setProblem("A part of the app could not be loaded. Reload the page.");
    } finally {
      setReading(false);
      if (again) void read();
    }
  }

  async function readMore(acts: AccountActs): Promise<string | null> {
    const all = await Promise.all([
      acts.readLimits(session()),
      acts.readUsage(session()),
      acts.readMessages(session()),
    ]);
    // What this server does not know is said where it would stand.
    return firstFailure(...all.filter((one) => one.ok || !isUnknownMethod(one.reason)));
  }

  // On entering, when the connection is back, and when somebody else is signed in.
  createEffect(
    on([connected, who, reading], ([is, now, busy], before) => {
      const back = before === undefined || !before[0];
      // What a reading itself tells is no news.
      if (!is || (!back && (busy || now === seen || now === readFor))) return;
      readFor = back ? null : now;
      void read();
    }),
  );
  createEffect(on(signedIn, () => setChanging(false), { defer: true }));

  return (
    <div class="account">
      <Who entry={props.entry} reading={reading()} onRead={() => void read()} />
      <Show when={problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <LoginCard session={session()} />
      <Lacking session={session()} method="account/read" what="Signing in and out">
        <Show
          when={(!signedIn() && !needless()) || changing()}
          fallback={
            <div class="account__row">
              <Button size="small" onClick={() => setChanging(true)}>
                {signedIn() ? "Sign in with another account" : "Sign in anyway"}
              </Button>
            </div>
          }
        >
          <SignIn entry={props.entry} quiet={needless()} />
        </Show>
      </Lacking>
      <Show when={chatgpt() || state().rateLimits.size > 0}>
        <section aria-labelledby="account-limits">
          <h2 id="account-limits">Limits</h2>
          <Lacking session={session()} method="account/rateLimits/read" what="Reading the limits">
            <Limits session={session()} />
            <Show when={chatgpt()}>
              <Resets session={session()} />
              <AskOwner session={session()} />
            </Show>
          </Lacking>
        </section>
      </Show>
      <Show when={chatgpt()}>
        <section aria-labelledby="account-usage">
          <h2 id="account-usage">Usage</h2>
          <Lacking session={session()} method="account/usage/read" what="Reading the usage">
            <UsageOver session={session()} />
          </Lacking>
        </section>
        <Lacking session={session()} method="account/workspaceMessages/read" what="Reading messages of the workspace">
          <WorkspaceMessages session={session()} />
        </Lacking>
      </Show>
    </div>
  );
}

function firstFailure(...outcomes: Outcome<null>[]): string | null {
  const failed = outcomes.find((outcome) => !outcome.ok);
  return failed === undefined || failed.ok ? null : failureSentence(failed.reason);
}
