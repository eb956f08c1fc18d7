// What helps where a limit is reached: resets that the account has, and a mail to the owner of the workspace. Both ask first.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { counted, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { type ResetCredit, resetsOf } from "../../projection/account-told.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { Lacking } from "../lacking/lacking.tsx";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { createAct } from "./act.ts";
import { Question } from "./question.tsx";
import { inWorkspace, mailOutcome, resetOutcome } from "./words.ts";

export function Resets(props: { session: HostSession }): JSX.Element {
  const services = useServices();
  const resets = createMemo(() => resetsOf(live(props.session.state)));
  const connected = () => connection(props.session) === "live";
  const [asking, setAsking] = createSignal<{ credit: ResetCredit | null; attempt: string } | null>(null);
  const [outcome, setOutcome] = createSignal<string | null>(null);
  const use = createAct();
  const id = createUniqueId();
  // Named when the question is asked: pressed again after a fault it is the same attempt, and takes no second reset.
  const ask = (credit: ResetCredit | null) => {
    setOutcome(null);
    setAsking({ credit, attempt: crypto.randomUUID() });
  };
  const close = () => {
    use.clear();
    setAsking(null);
  };
  const consume = async () => {
    const wanted = asking();
    if (wanted === null) return;
    const session = props.session;
    const acts = () => services.actions.account();
    const done = await use.run(async () => (await acts()).useReset(session, wanted.attempt, wanted.credit?.id ?? null));
    if (done === null) return;
    setOutcome(resetOutcome(done.value));
    setAsking(null);
    // How the limits stand now, and what is left; where that cannot be read, the page's own button says why.
    await acts().then((known) => known.readLimits(session));
  };
  return (
    <Show when={resets()}>
      {(told) => (
        <div class="account__resets" data-resets={told().available}>
          <h3>Resets</h3>
          <Lacking session={props.session} method="account/rateLimitResetCredit/consume" what="Using a reset">
            <p>
              {told().available === 0
                ? "None is left."
                : `${counted(told().available, "reset")} of the limits can be used.`}
            </p>
            <ul>
              <FirstOf of={props.session} name="resets" each={told().credits} what="resets" first={10} row>
                {(credit, at) => (
                  <li class="account__reset" data-reset={credit.id}>
                    <div>
                      <b id={`${id}-${at()}`}>
                        <VisibleText text={credit.title ?? "A reset"} prose />
                      </b>
                      <Show when={credit.description}>
                        {(text) => (
                          <p>
                            <VisibleText text={text()} prose />
                          </p>
                        )}
                      </Show>
                      <Show when={credit.expiresAt}>{(at) => <p class="dim num">good until {fullTime(at())}</p>}</Show>
                    </div>
                    <Show
                      when={credit.status === "available"}
                      fallback={
                        <span class="dim">
                          <VisibleText text={credit.status === "redeemed" ? "used" : credit.status} prose />
                        </span>
                      }
                    >
                      <Button
                        size="small"
                        aria-describedby={`${id}-${at()}`}
                        disabled={!connected()}
                        onClick={() => ask(credit)}
                      >
                        Use this reset
                      </Button>
                    </Show>
                  </li>
                )}
              </FirstOf>
            </ul>
            <Show when={told().available > 0 && told().credits.every(({ status }) => status !== "available")}>
              <Button size="small" disabled={!connected()} onClick={() => ask(null)}>
                Use a reset
              </Button>
            </Show>
          </Lacking>
          <Show when={outcome()}>{(words) => <p role="status">{words()}</p>}</Show>
          <Question
            open={asking() !== null}
            title="Use a reset?"
            yes="Use it"
            no="Keep it"
            act={use}
            onYes={() => void consume()}
            onClose={close}
          >
            <p>
              <Show
                when={asking()?.credit?.title}
                fallback="The reset that the server would take next is used up, and cannot be had back."
              >
                {(title) => (
                  <>
                    “<VisibleText text={title()} prose />” is used up, and cannot be had back.
                  </>
                )}
              </Show>{" "}
              The limits begin anew. Where nothing was used of them, the server says so and keeps the reset.
            </p>
          </Question>
        </div>
      )}
    </Show>
  );
}

/** Asks the owner of the workspace for more, by a mail that the provider sends. */
export function AskOwner(props: { session: HostSession }): JSX.Element {
  const services = useServices();
  const [asking, setAsking] = createSignal(false);
  const [kind, setKind] = createSignal<"credits" | "usage_limit">("credits");
  const [outcome, setOutcome] = createSignal<string | null>(null);
  const send = createAct();
  const connected = () => connection(props.session) === "live";
  const ask = () => {
    const reached = [...live(props.session.state).rateLimits.values()].some(
      (limit) => limit.reached?.includes("usage_limit") === true,
    );
    setKind(reached ? "usage_limit" : "credits");
    setOutcome(null);
    setAsking(true);
  };
  const mail = async () => {
    const session = props.session;
    const wanted = kind();
    const done = await send.run(async () => (await services.actions.account()).askOwner(session, wanted));
    if (done === null) return;
    setOutcome(mailOutcome(done.value));
    setAsking(false);
  };
  return (
    <Show when={inWorkspace(live(props.session.state).account)}>
      <div class="account__ask-owner">
        <h3>More for this workspace</h3>
        <Lacking session={props.session} method="account/sendAddCreditsNudgeEmail" what="Asking the owner">
          <p>The owner of the workspace can add credits or raise its limit.</p>
          <Button size="small" disabled={!connected()} onClick={ask}>
            Ask the owner
          </Button>
        </Lacking>
        <Show when={outcome()}>{(words) => <p role="status">{words()}</p>}</Show>
        <Question
          open={asking()}
          title="Send the owner a mail?"
          yes="Send the mail"
          no="Send nothing"
          act={send}
          onYes={() => void mail()}
          onClose={() => {
            send.clear();
            setAsking(false);
          }}
        >
          <p>
            The service that the account is with sends the owner of the workspace a mail, in the name of this account,
            that asks for
          </p>
          <fieldset class="account__choice">
            <legend class="sr-only">What to ask for</legend>
            <For each={ASKS}>
              {(choice) => (
                <label>
                  <input
                    type="radio"
                    name="ask-owner"
                    checked={kind() === choice.kind}
                    onChange={() => setKind(choice.kind)}
                  />
                  {choice.words}
                </label>
              )}
            </For>
          </fieldset>
        </Question>
      </div>
    </Show>
  );
}

const ASKS: readonly { kind: "credits" | "usage_limit"; words: string }[] = [
  { kind: "credits", words: "more credits" },
  { kind: "usage_limit", words: "a higher usage limit" },
];
