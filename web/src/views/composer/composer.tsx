// The composer: one box. It works in every state of the connection: what cannot be sent yet waits in the outbox. While a
// turn runs it offers two ways, one key for each; a text that begins with "!" is a command and looks like one.
import { createEffect, createMemo, createSignal, For, type JSX, on, onMount, Show, Suspense } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { HostSession } from "../../host/model.ts";
import type { MessageWay } from "../../journal/journal.ts";
import type { ThreadState } from "../../projection/state.ts";
import { connection, facts, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { defaultWay, type RunningWay } from "./default-way.ts";
import { ModeButton } from "../thread/mode-button.tsx";
import { createDraft } from "./draft.ts";
import { hasNoQueue } from "../queue/offered.ts";
import { commandRefusal } from "../queue/refusals.ts";
import { sendKeyNames, sendPress } from "./enter.ts";
import { putBack, putIntoBox } from "./put-back.ts";
import { partsKey, type CompletionKeys, type PartsRoom } from "./parts.ts";
import { asMessage, commandOf, joinWords } from "./shell.ts";
import { runningTurn, wayNow } from "./way-now.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./composer.css";

// What is seldom there: the queue, what came back, and the words for it.
const Above = lazyPart(() => import("../queue/above.tsx"), null);
// What stands in the box beside its words, and what completes them.
const Attachments = lazyPart(() => import("./attach/attachments.tsx"), null);
const Completions = lazyPart(() => import("./completions/completions.tsx"), nothingToComplete);

export interface ComposerProps {
  session: HostSession;
  state: ThreadState;
  /** The person has sent something. */
  onSent?: () => void;
}

/** Characters of a text that may be too long for the relay. */
const LONG = 100_000;
/** What the buttons of the two ways are called. */
const WORDS: Readonly<Record<RunningWay, string>> = { steer: "Steer", queue: "Queue" };

/** In the place of completions that could not be loaded: what is written is sent as it stands. */
function nothingToComplete(props: { keys: (keys: CompletionKeys) => void }): JSX.Element {
  // Once, when it is made.
  // oxlint-disable-next-line solid/reactivity
  props.keys({ onKeyDown: () => false, beforeSend: () => false });
  return null;
}

export function Composer(props: ComposerProps): JSX.Element {
  const services = useServices();
  // Keyed by thread: session and id do not change during this component's life, the state object may.
  // oxlint-disable-next-line solid/reactivity
  const session = props.session;
  // oxlint-disable-next-line solid/reactivity
  const thread = props.state.id;
  const draft = createDraft(services.journal, session.id, thread);
  let box: HTMLTextAreaElement | undefined;
  const [room, setRoom] = createSignal<PartsRoom | null>(null);
  /** Whether what is attached has been read, or cannot be: words sent before that would go without it. */
  let known = false;
  let arrived: (room: PartsRoom | null) => void = setRoom;
  const arrival = new Promise<PartsRoom | null>((resolve) => {
    arrived = (now) => {
      known = true;
      setRoom(() => now);
      resolve(now);
    };
  });
  /** Never, where something is: only its room can say what. The words alone wait for no code that has yet to be loaded. */
  const nothingAttached = new Promise<void>((resolve) => {
    const none = () => {
      known = true;
      resolve();
    };
    services.journal.get(partsKey(session.id, thread)).then((names) => {
      if (!Array.isArray(names) || names.length === 0) none();
    }, none);
  });
  const parts = () => room()?.count() ?? 0;
  const [completing, setCompleting] = createSignal(false);
  let keys: CompletionKeys | null = null;
  /** What waits for the completions to be loaded. */
  let pending: (() => void) | null = null;
  const complete = (then: () => void) => {
    pending = then;
    setCompleting(true);
  };
  const setKeys = (given: CompletionKeys | null) => {
    keys = given;
    if (given === null) return;
    pending?.();
    pending = null;
  };
  /** Messages that this box has sent: what becomes of them comes back here. */
  const sent = new Set<string>();
  const [asking, setAsking] = createSignal(false);
  const [refusal, setRefusal] = createSignal<string | null>(null);

  const running = createMemo(() => runningTurn(props.state), null, {
    equals: (a, b) => a?.turn === b?.turn && a?.status === b?.status,
  });
  const connected = () => connection(session) === "live";
  /** A Stop that has not left: it goes when the connection is back, if the turn still runs. */
  const stopWaits = () =>
    !connected() && facts(session).outbox.some(({ intent }) => intent.type === "interrupt" && intent.thread === thread);
  /** Why nothing can be written, or null. */
  const shut = () => {
    const { notResumable, heldElsewhere } = live(props.state);
    if (notResumable) return "This thread cannot be continued on the server";
    if (heldElsewhere) return "Open in another program: take it over or fork it to write";
    const found = live(session.state).threads.get(thread);
    const summary = found === undefined ? null : live(found);
    if (summary?.deleted === true) return "Deleted on the machine: it cannot be continued";
    return summary?.archived === true ? "Archived: bring it back to write" : null;
  };
  const blocked = () => shut() !== null;
  const command = createMemo(() => commandOf(draft.text()));
  const canQueue = () => !hasNoQueue(live(session.state), live(props.state).queue?.refused);
  /** The ways that the buttons offer, what Enter does first; none: a message of its own. */
  const ways = createMemo<readonly RunningWay[]>(() => {
    if (running() === null || command() !== null) return [];
    if (!canQueue()) return ["steer"];
    return defaultWay() === "queue" ? ["queue", "steer"] : ["steer", "queue"];
  });
  const empty = () => (command() ?? draft.text()).trim() === "" && (parts() === 0 || command() !== null);
  const focus = () => box?.focus();

  const take = (text: string) => {
    draft.set(joinWords(draft.text(), text));
    focus();
  };

  const put = (text: string) => {
    draft.set(asMessage(text));
    focus();
  };
  /** A message into the box, with what stands beside its words if there is anything. Resolves once both are stored. */
  const bring = async (words: (text: string) => void, text: string, input?: readonly unknown[]): Promise<void> => {
    if (input === undefined) words(text);
    else {
      const rest = await arrival;
      // Nothing took it: who gives it keeps it.
      if (rest === null) throw new Error("not loaded");
      await rest.take(input, words);
    }
    await draft.keep();
  };

  const send = (word: RunningWay | undefined) => {
    if (empty() || blocked() || room()?.busy() === true) return;
    if (!known) return void Promise.race([arrival, nothingAttached]).then(() => send(word));
    if (draft.text().startsWith("/")) {
      // An act of the app is no message, also where nobody can tell yet.
      if (keys === null) return complete(() => send(word));
      if (keys.beforeSend(() => send(word))) return;
    }
    const text = draft.text();
    if (command() !== null && parts() > 0)
      return void setRefusal("A command takes nothing along: take out what is attached, or put a space before the !.");
    if (command() !== null) return void run(text, command() ?? "");
    const turn = word === "steer" ? (running()?.turn.id ?? null) : null;
    const wayOf = (): MessageWay | undefined => (word === "queue" ? { type: "queue" } : wayNow(session, turn));
    setRefusal(null);
    // What may be too much for one line is looked at before it leaves the box.
    const rest = room();
    if (rest !== null && (parts() > 0 || text.length > LONG)) return rest.send(wayOf);
    props.onSent?.();
    const way = wayOf();
    const kept = way === undefined ? session.sendMessage(thread, text) : session.sendMessage(thread, text, way);
    // What not even the outbox took goes back to where it came from.
    draft.leave(kept);
    kept.then(
      (id) => sent.add(id),
      () => undefined,
    );
    focus();
  };

  /** A command is run now or not at all; its words stay until it was taken. */
  const run = async (text: string, what: string) => {
    if (asking()) return;
    if (!connected()) {
      setRefusal("Not connected. A command is not kept waiting: it was not run, and stays in the box.");
      return;
    }
    setRefusal(null);
    setAsking(true);
    const outcome = await services.actions
      .queue()
      .then(async (acts) => {
        const done = await acts.shell(session, thread, what);
        return done.ok ? null : commandRefusal(done.reason);
      })
      .catch(() => "It was not run: a part of the app could not be loaded. Try again, or reload the page.");
    setAsking(false);
    if (outcome !== null) setRefusal(outcome);
    else {
      if (draft.text() === text) draft.set("");
      props.onSent?.();
    }
    focus();
  };

  createEffect(
    on(draft.text, () => {
      if (box === undefined) return;
      // Where the browser cannot size the box by its content.
      if (!CSS.supports("field-sizing", "content")) {
        box.style.height = "auto";
        box.style.height = `${box.scrollHeight}px`;
      }
    }),
  );
  createEffect(() => {
    const back = putBack();
    // A box that cannot be written into now keeps them, and stores them, all the same.
    if (back?.thread !== thread) return;
    putIntoBox(null);
    // Who put them back gives up their own copy.
    bring(take, back.text, back.input).then(back.kept, () => undefined);
  });
  onMount(() => {
    // Ready to write where there is a keyboard, and only when nothing else has the focus.
    if (document.activeElement === document.body && matchMedia("(hover: hover)").matches)
      box?.focus({ preventScroll: true });
  });
  const placeholder = () => {
    const why = shut();
    if (why !== null) return why;
    if (!connected()) return "Write; it is sent when the connection is back";
    if (running() === null) return "Write a message";
    return canQueue() ? "Steer this turn, or queue what comes next" : "Steer this turn";
  };
  const hint = () => {
    const [first, second] = ways();
    if (stopWaits()) return "Stop is sent once connected, if the turn still runs";
    if (!connected() && !blocked()) return "Waits here until sent";
    const { first: key, other } = sendKeyNames();
    if (first === undefined) return key === "Enter" ? "" : `${key} sends`;
    const says = (way: RunningWay) => (way === "steer" ? "steers" : "queues");
    return second === undefined ? "Goes to the turn that runs now" : `${key} ${says(first)}, ${other} ${says(second)}`;
  };
  const act = () => {
    const [first] = ways();
    return first === undefined ? "Send" : WORDS[first];
  };
  const machine = () => facts(session).label || "the machine";
  return (
    <div class="composer">
      <Suspense>
        <Above
          session={session}
          state={props.state}
          sent={sent}
          box={{
            empty: () => draft.text() === "" && parts() === 0,
            // With parts it takes a moment, in which another may have come.
            put: (text, input) => bring(input === undefined ? put : take, text, input),
            take: (text, input) => bring(take, text, input),
          }}
          running={running()?.turn.id ?? null}
          canQueue={canQueue()}
          refusal={refusal()}
          setRefusal={setRefusal}
        />
      </Suspense>
      <form
        class="composer__box"
        data-mode={command() === null ? "message" : "command"}
        onSubmit={(event) => {
          event.preventDefault();
          send(ways()[0]);
        }}
      >
        <Suspense>
          <Attachments
            session={session}
            state={props.state}
            draft={draft}
            field={() => box}
            sent={sent}
            refuse={setRefusal}
            ready={arrived}
            shut={blocked()}
            {...(props.onSent === undefined ? {} : { onSent: props.onSent })}
          />
        </Suspense>
        {/* One of its own: what is attached stays in sight while it loads. */}
        <Suspense>
          <Show when={completing() ? room() : null}>
            {(now) => (
              <Completions
                box={now().box}
                session={session}
                state={props.state}
                queue={() => now().send(() => ({ type: "queue" }))}
                keys={setKeys}
              />
            )}
          </Show>
        </Suspense>
        <textarea
          ref={(element) => (box = element)}
          class="composer__text"
          aria-label="Message"
          aria-describedby={command() === null ? undefined : "composer-unsandboxed"}
          rows="1"
          placeholder={placeholder()}
          value={draft.text()}
          disabled={blocked()}
          readonly={room()?.busy() === true}
          enterkeyhint={matchMedia("(pointer: coarse)").matches ? "enter" : "send"}
          onInput={({ currentTarget: { value, selectionEnd } }) => {
            draft.set(value);
            if (/[@$/]\S*$/.test(value.slice(Math.max(0, selectionEnd - 60), selectionEnd))) setCompleting(true);
          }}
          onKeyDown={(event) => {
            if (keys?.onKeyDown(event) === true) return;
            // The way back through earlier messages.
            if (keys === null && event.key === "ArrowUp" && (empty() || event.ctrlKey || event.altKey))
              complete(() => keys?.onKeyDown(event));
            const press = sendPress(event);
            if (press === null) return;
            event.preventDefault();
            // A key that is held is one press.
            if (!event.repeat) send(press === "other" ? (ways()[1] ?? ways()[0]) : ways()[0]);
          }}
        />
        <div aria-live="polite">
          <Show when={command() !== null}>
            <p class="composer__unsandboxed" id="composer-unsandboxed">
              <b>Runs on {machine()} outside the sandbox</b>, with all that you may do there. The agent is not asked and
              asks nothing. Put a space before the ! to send it as a message.
            </p>
          </Show>
        </div>
        <div class="composer__row">
          {room()?.button()}
          <ModeButton state={props.state} class="composer__mode" />
          <span class="composer__hint" data-quiet={ways().length > 1 && connected() ? "" : undefined}>
            {command() === null ? hint() : null}
          </span>
          <Show when={running()}>
            {(now) => (
              <Button
                class="composer__stop"
                disabled={now().status !== "inProgress" || stopWaits()}
                onClick={() => void session.interrupt(thread, now().turn.id)}
              >
                <i aria-hidden="true" />
                {now().status !== "inProgress" ? "Stopping" : stopWaits() ? "Stop waits" : "Stop"}
              </Button>
            )}
          </Show>
          <For each={ways().slice(1)}>
            {(way) => (
              <Button
                title={`${WORDS[way]} (${sendKeyNames().other})`}
                disabled={empty() || blocked()}
                onClick={() => send(way)}
              >
                {WORDS[way]}
              </Button>
            )}
          </For>
          <Button
            type="submit"
            class={command() === null ? "" : "composer__run"}
            look="act"
            title={ways().length > 1 ? `${act()} (${sendKeyNames().first})` : undefined}
            disabled={empty() || blocked() || asking() || room()?.busy() === true}
          >
            {command() === null ? act() : "Run without sandbox"}
          </Button>
        </div>
      </form>
    </div>
  );
}
