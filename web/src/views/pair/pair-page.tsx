// Pairing: takes the token out of the address at once, or lets the person paste the link. The token is never drawn.
import { createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Mark } from "../../design/icon.tsx";
import { Notice } from "../../design/notice.tsx";
import { TextField } from "../../design/text-field.tsx";
import { BackLink } from "../frame/back-link.tsx";
import { navigate } from "../route.tsx";
import { LINK_COMMAND } from "../sentences.ts";
import { useHosts, useServices } from "../services.tsx";
import { readPairingLink, relayAddress, tokenIn } from "./link.ts";
import { takePairingFragment } from "./fragment.ts";
import "./pair-page.css";

type Step = { type: "ask" } | { type: "pairing" } | { type: "failed"; message: string };

export default function PairPage(): JSX.Element {
  const services = useServices();
  const { hosts } = useHosts();
  const [step, setStep] = createSignal<Step>({ type: "ask" });
  const [text, setText] = createSignal("");
  const [error, setError] = createSignal<string | null>(null);
  /** Kept in memory only, for "Try again" after a relay that did not answer. */
  let last: { wsUrl: string; token: string } | null = null;

  const pair = async (link: { wsUrl: string; token: string }) => {
    last = link;
    setStep({ type: "pairing" });
    const result = await services.pair(link).catch((problem: unknown) => ({
      ok: false as const,
      message: problem instanceof Error ? problem.message : "The relay did not answer.",
    }));
    if (result.ok) {
      last = null;
      navigate("/", { replace: true });
    } else setStep({ type: "failed", message: result.message });
  };
  const arrive = (fragment: string) => {
    if (location.hash !== "") history.replaceState(history.state, "", "/pair");
    const token = tokenIn(fragment);
    if (token !== null) void pair({ wsUrl: relayAddress(location), token });
    else if (fragment !== "" && fragment !== "#")
      setStep({
        type: "failed",
        message: "The link has no readable token. Print it again on the machine, as said above, and open the new link.",
      });
  };
  onMount(() => {
    // main.tsx has cleared the address before the first render; a link opened on this very page only changes the hash.
    arrive(takePairingFragment() ?? location.hash);
    const onHash = () => arrive(location.hash);
    addEventListener("hashchange", onHash);
    onCleanup(() => removeEventListener("hashchange", onHash));
  });
  const submit = () => {
    const read = readPairingLink(text());
    if (!read.ok) {
      setError(read.message);
      return;
    }
    setError(null);
    setText("");
    void pair({ wsUrl: read.wsUrl, token: read.token });
  };
  return (
    <div class="page pair">
      <div class="page__column">
        <div class="page__head">
          <Show when={hosts().length > 0} fallback={<Mark size={30} />}>
            <BackLink />
          </Show>
          <h1>{hosts().length > 0 ? "Add a machine" : "Connect to your machine"}</h1>
        </div>
        <Show
          when={step().type !== "pairing"}
          fallback={
            <p class="page__lead" role="status">
              Asking the relay who it is.
            </p>
          }
        >
          <p class="page__lead">
            Longwire drives a coding agent on another machine, through a small relay that runs there and pipes bytes.
            Nothing in between.
          </p>
          <ol class="pair__steps">
            <li>
              <span>
                On that machine, start the relay in Longwire’s folder: <code>npx --yes pnpm@10 start</code>. If it runs
                already: <code>{LINK_COMMAND}</code>.
              </span>
            </li>
            <li>
              <span>It prints a link and a QR code. Open the link on this device, or paste it here.</span>
            </li>
          </ol>
          <Show when={failure(step())}>
            {(message) => (
              <Notice
                kind="bad"
                title="Not connected"
                acts={
                  <Show when={last}>
                    {(link) => (
                      <Button size="small" onClick={() => void pair(link())}>
                        Try again
                      </Button>
                    )}
                  </Show>
                }
              >
                {message()}
              </Notice>
            )}
          </Show>
          <form
            class="pair__form"
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <TextField
              label="Pairing link"
              mono
              masked
              inputmode="url"
              placeholder="http://127.0.0.1:4177/pair#token=…"
              value={text()}
              error={error()}
              hint="The link is a key to that machine: do not share it. On a home-screen app paste it here, since it has a storage of its own."
              onInput={(event) => {
                setText(event.currentTarget.value);
                setError(null);
              }}
            />
            <Button type="submit" look="act">
              Connect
            </Button>
          </form>
        </Show>
      </div>
    </div>
  );
}

function failure(step: Step): string | null {
  return step.type === "failed" ? step.message : null;
}
