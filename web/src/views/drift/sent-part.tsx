// What the server sends against the schema that this app is made for: how many of the stored lines contradict it, by method
// with the first place, and what it says beyond it. A part of "The server" on the machine's page.
import type { Misfit } from "@longwire/shared-protocol/fit";
import { SHAPES_VERSION } from "@longwire/shared-protocol/pinned-fit";
import { createMemo, For, type JSX, onCleanup, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { counted, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { live } from "../live.ts";
import { createLoader } from "../load.ts";
import { maskText } from "../masking/text.ts";
import { useServices } from "../services.tsx";
import { countDrift, type DriftCount, type MethodCount } from "./count.ts";
import { lineWords, misfitWords, placeOf } from "./words.ts";
import "./drift.css";

/** Threads that are asked where the newest lines are. */
const NEWEST_THREADS = 8;

/** Waits until the page has nothing better to do. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof globalThis.requestIdleCallback === "function")
      globalThis.requestIdleCallback(() => resolve(), { timeout: 200 });
    else setTimeout(resolve);
  });

export function SentPart(props: { session: HostSession }): JSX.Element {
  const { journal } = useServices();
  const generation = createMemo(() => live(props.session.state).current);
  const wanted = createMemo(() => {
    const current = generation();
    return current === null ? null : { session: props.session, generation: current };
  });
  let gone = false;
  onCleanup(() => (gone = true));
  const loaded = createLoader(
    () => wanted(),
    ({ session, generation }) => {
      // As they are now: it is looked through once.
      const threads = [...session.state.threads.values()].toSorted((a, b) => b.updatedAt - a.updatedAt);
      return countDrift({
        journal,
        host: session.id,
        generation,
        // "" is no thread: of it stand only the notes of this device.
        threads: ["", ...threads.slice(0, NEWEST_THREADS).map(({ id }) => id)],
        breathe,
        stopped: () => gone || session.state.current !== generation,
      });
    },
  );
  const count = () => loaded.value() ?? null;
  return (
    <div class="sent-part" data-drift={count() === null ? undefined : ""}>
      <div class="sent-part__head">
        <h3>What it sends</h3>
        <Show when={generation() !== null}>
          <Button size="small" look="quiet" disabled={loaded.loading()} onClick={() => loaded.again()}>
            Look again
          </Button>
        </Show>
      </div>
      <p role="status" class="sent-part__sum">
        <Show
          when={count()}
          fallback={
            loaded.failed()
              ? "What is stored could not be read. Look again."
              : loaded.loading()
                ? "Looking through what is stored of it."
                : "Nothing is stored of it yet."
          }
        >
          {(found) => sumWords(found())}
        </Show>
      </p>
      <Show when={count()?.unread}>
        {(unread) => (
          <p class="sent-part__sum">
            {counted(unread(), "line")} {unread() === 1 ? "was" : "were"} not looked at: too long, or not kept whole.
          </p>
        )}
      </Show>
      <Show when={count()}>{(found) => <Found count={found()} session={props.session} />}</Show>
    </div>
  );
}

function Found(props: { count: DriftCount; session: HostSession }): JSX.Element {
  const unfit = () => props.count.methods.filter((method) => method.unfit > 0);
  const adding = () => props.count.methods.filter((method) => method.adding > 0);
  return (
    <>
      <Show when={unfit().length > 0}>
        <ul class="sent-part__methods" data-unfit>
          <FirstOf of={props.session} name="unfit" each={unfit()} what="methods" first={20} row>
            {(method) => (
              <li data-method={method.method}>
                <Name method={method} lines={method.unfit} />
                <Show when={method.first}>
                  {(first) => (
                    <span class="sent-part__place">
                      First at <time title={fullTime(first().at)}>{fullTime(first().at)}</time>:{" "}
                      {lineWords(first().misfit) ?? (
                        <>
                          <code>
                            <VisibleText text={placeOf(method.kind, first().misfit.path)} />
                          </code>{" "}
                          <VisibleText text={`${misfitWords(first().misfit)}.`} />
                        </>
                      )}
                    </span>
                  )}
                </Show>
              </li>
            )}
          </FirstOf>
        </ul>
      </Show>
      <Show when={adding().length > 0}>
        <details class="offers__fold">
          <summary>
            What it says beyond App Server {SHAPES_VERSION}{" "}
            <span class="dim num">{counted(adding().length, "method")}</span>
          </summary>
          <ul class="sent-part__methods" data-adding>
            <FirstOf of={props.session} name="adding" each={adding()} what="methods" first={40} row>
              {(method) => (
                <li data-method={method.method}>
                  <Name method={method} lines={method.adding} />
                  <ul class="sent-part__places">
                    <For each={[...method.places.values()]}>
                      {({ place, misfit }) => (
                        <li>
                          <Show when={misfit.what !== "method"} fallback="A method that this app does not know.">
                            <code>
                              <VisibleText text={place} />
                            </code>{" "}
                            <span class="dim">
                              <VisibleText text={maskText(shortWords(misfit))} />
                            </span>
                          </Show>
                        </li>
                      )}
                    </For>
                  </ul>
                </li>
              )}
            </FirstOf>
          </ul>
        </details>
      </Show>
    </>
  );
}

const KINDS: Readonly<Record<MethodCount["kind"], string>> = {
  notified: "notification",
  asked: "request",
  reply: "reply",
  refusal: "refusal",
  unreadable: "not readable",
};

function Name(props: { method: MethodCount; lines: number }): JSX.Element {
  return (
    <span class="sent-part__name">
      <code>
        <VisibleText text={props.method.method} />
      </code>{" "}
      <span class="dim">
        {KINDS[props.method.kind]}, <span class="num">{counted(props.lines, "line")}</span>
      </span>
    </span>
  );
}

/** What is new at a place: a word by itself, of all else its kind. */
function shortWords({ what, found }: Misfit): string {
  return what === "word" ? `says ${found}` : what === "member" ? found : "";
}

function sumWords({ lines, whole, unfit, adding }: DriftCount): string {
  if (lines === 0) return "Nothing is stored of it yet.";
  const looked = `${whole ? "the" : "the newest"} ${counted(lines, "stored line")} of this process`;
  const more =
    adding === 0
      ? ""
      : ` ${counted(adding, "line")} ${adding === 1 ? "says" : "say"} more than it, which stays in the raw lines.`;
  if (unfit === 0)
    return `Of ${looked} none contradicts the schema of App Server ${SHAPES_VERSION}, for which this app is made.${more}`;
  return `Of ${looked} ${unfit.toLocaleString()} ${unfit === 1 ? "contradicts" : "contradict"} the schema of App Server ${SHAPES_VERSION}, for which this app is made. ${unfit === 1 ? "It is" : "They are"} stored as ${unfit === 1 ? "it" : "they"} came and shown as far as ${unfit === 1 ? "it" : "they"} can be read; the wire view of the thread marks ${unfit === 1 ? "it" : "them"}.${more}`;
}
