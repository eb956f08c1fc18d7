// Whom the App Server works for, and signing out.
import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { fullTime } from "../../design/words.ts";
import type { HostEntry } from "../../actions/contract.ts";
import { accountWords, modeWords } from "../activity/limit-words.ts";
import { plainWords } from "../cards/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { connection, facts, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { createAct } from "./act.ts";
import { Question } from "./question.tsx";

export function Who(props: { entry: HostEntry; reading: boolean; onRead: () => void }): JSX.Element {
  const services = useServices();
  const session = () => props.entry.session;
  const account = () => live(session().state).account;
  const connected = () => connection(session()) === "live";
  const signedIn = () => account() !== null && account()?.mode !== null;
  const [asking, setAsking] = createSignal(false);
  const out = createAct();
  const signOut = async () => {
    const from = session();
    const done = await out.run(async () => (await services.actions.account()).logout(from));
    if (done !== null) setAsking(false);
  };
  return (
    <section aria-labelledby="account-who">
      <div class="account__head">
        <h2 id="account-who">Who is signed in</h2>
        <Button size="small" look="quiet" disabled={!connected() || props.reading} onClick={() => props.onRead()}>
          {props.reading ? "Reading" : "Read again"}
        </Button>
      </div>
      <Show
        when={signedIn()}
        fallback={<p data-account="none">{accountWords(account()) ?? "The server has not said who is signed in."}</p>}
      >
        <dl class="account__facts" data-account={account()?.mode ?? ""}>
          <dt>With</dt>
          <dd>
            <VisibleText text={modeWords(account()?.mode ?? "")} prose />
          </dd>
          <Show when={account()?.email}>
            {(email) => (
              <>
                <dt>As</dt>
                <dd>
                  <VisibleText text={email()} />
                </dd>
              </>
            )}
          </Show>
          <Show when={account()?.plan}>
            {(plan) => (
              <>
                <dt>Plan</dt>
                <dd>
                  <VisibleText text={plan() === "unknown" ? "not told" : plainWords(plan())} prose />
                </dd>
              </>
            )}
          </Show>
          <dt>Told</dt>
          <dd class="num">{fullTime(account()?.at ?? 0)}</dd>
        </dl>
      </Show>
      <Show when={account()?.required === false}>
        <p class="dim">
          The model provider of this machine needs no account: turns work without signing in.
          {signedIn() ? " The account above is not used for them." : ""}
        </p>
      </Show>
      <Show when={signedIn()}>
        <div class="account__row">
          <Button size="small" disabled={!connected()} onClick={() => setAsking(true)}>
            Sign out
          </Button>
        </div>
      </Show>
      <Question
        open={asking()}
        title={`Sign out on ${facts(session()).label || props.entry.record.label}?`}
        yes="Sign out"
        no="Stay signed in"
        look="danger"
        act={out}
        onYes={() => void signOut()}
        onClose={() => {
          out.clear();
          setAsking(false);
        }}
      >
        <p>
          The App Server on that machine forgets the sign-in, for every device and every other program there that shares
          it. A turn that runs fails at its next request. Threads stay.
        </p>
      </Question>
    </section>
  );
}
