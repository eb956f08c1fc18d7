// One terminal: what it is, its screen, the keys that a touch screen lacks, and its end. It goes on when it is left.
import { createEffect, createMemo, createSignal, For, type JSX, on, onCleanup, onMount, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Dot } from "../../design/chip.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { Notice } from "../../design/notice.tsx";
import { homePath } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import type { HostProcess } from "../../projection/processes.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { WebLink } from "../items/parts/web-link.tsx";
import { connection, live } from "../live.ts";
import { createMedia } from "../media.ts";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { createAttempt } from "../thread-menu/attempt.ts";
import { isAloud, setAloud } from "./aloud.ts";
import { feedOf } from "./feed.ts";
import { createKeys, pasteOf, withControl } from "./keys.ts";
import { PasteQuestion } from "./paste-question.tsx";
import type { Screen } from "./screen.ts";
import { commandWords, isOver, OUTSIDE, standingWords } from "./words.ts";

const HELPERS: readonly { name: string; label?: string; text: string }[] = [
  { name: "Esc", text: "\x1b" },
  { name: "Tab", text: "\t" },
  { name: "^C", label: "Control C", text: "\x03" },
  { name: "←", label: "Left", text: "\x1b[D" },
  { name: "↑", label: "Up", text: "\x1b[A" },
  { name: "↓", label: "Down", text: "\x1b[B" },
  { name: "→", label: "Right", text: "\x1b[C" },
];

export function TerminalView(props: { session: HostSession; process: HostProcess }): JSX.Element {
  const services = useServices();
  // Keyed by the process.
  // oxlint-disable-next-line solid/reactivity
  const { session, process } = props;
  const { kind, handle } = process;
  const feed = feedOf(session, kind, handle);
  const before = feed.kept.length;
  const now = () => live(process);
  const connected = () => connection(session) === "live";
  // The state forgets what an App Server took with it; what was printed is still worth reading.
  const gone = createMemo(() => !live(session.state).processes.has(process.key));
  const over = () => isOver(now()) || gone();
  const coarse = createMedia("(pointer: coarse)");
  const [screen, setScreen] = createSignal<Screen | null>(null);
  const [failed, setFailed] = createSignal<string | null>(null);
  const [control, setControl] = createSignal(false);
  const [link, setLink] = createSignal<string | null>(null);
  const [missed, setMissed] = createSignal(false);
  const [asked, setAsked] = createSignal<string | null>(null);
  const ending = createAttempt();
  let place: HTMLDivElement | undefined;
  let endButton: HTMLButtonElement | undefined;
  let heading: HTMLHeadingElement | undefined;

  const keys = createKeys(
    async (bytes) => (await services.actions.processes()).write(session, { kind, handle }, bytes),
    (reason) => setFailed(`What you typed last was not sent. ${failureSentence(reason)}`),
  );
  const type = (text: string) => {
    setFailed(null);
    keys.push(new TextEncoder().encode(text));
  };
  // Size and answers are this device's when the person is at it here: another one that only looks must not bend it, nor say
  // anything into it.
  let mine = feed.whole;
  const tellSize = async () => {
    const drawn = screen();
    if (drawn === null || !mine || over() || !connected()) return;
    const outcome = await (await services.actions.processes()).resize(session, { kind, handle }, drawn.size());
    if (!outcome.ok && outcome.reason.type === "rpc" && !isOver(process)) setFailed(failureSentence(outcome.reason));
  };

  const paste = (text: string) => {
    const drawn = screen();
    if (drawn === null || over() || !connected()) return;
    const { text: clean, left } = pasteOf(text);
    setFailed(left === 0 ? null : "What you pasted held control characters. They were left out.");
    setAsked(null);
    // Where the program is not told that it is a paste, each line end is a press of Enter.
    if (/[\r\n]/.test(clean) && !drawn.takesPastes()) setAsked(clean);
    else sendPaste(clean);
  };
  const sendPaste = (text: string) => {
    setAsked(null);
    mine = true;
    screen()?.paste(text);
    screen()?.focus();
  };

  onMount(() => {
    let gone = false;
    onCleanup(() => {
      gone = true;
      screen()?.dispose();
    });
    const box = place;
    if (box === undefined) return;
    void import("./screen.ts")
      .then(({ createScreen }) =>
        createScreen(box, {
          feed,
          aloud: isAloud(),
          typed(bytes) {
            // What a program asks is answered once, by the screen that the person is at, and not after a sleep: it would be
            // typed into whatever runs by then.
            if (!mine || document.visibilityState === "hidden") return;
            setFailed(null);
            keys.push(bytes);
          },
          key(text) {
            if (!control()) return text;
            setControl(false);
            return withControl(text);
          },
          sized: () => void tellSize(),
          focused() {
            if (mine) return;
            mine = true;
            void tellSize();
          },
          pasted: paste,
          link: setLink,
          leave: () => (endButton?.disabled === false ? endButton : heading)?.focus(),
        }),
      )
      .then(
        // It comes once: what has changed since is told by the effects below.
        // oxlint-disable-next-line solid/reactivity
        (drawn) => {
          if (gone) return drawn.dispose();
          setScreen(drawn);
          void tellSize();
          // Elsewhere started, it is looked at first: to be at it takes a press.
          if (!coarse() && feed.whole) drawn.focus();
        },
        () => setFailed("The terminal could not be loaded. Reload the page; what runs goes on."),
      );
  });
  createEffect(
    on([screen, connected, over], ([drawn, isConnected, isEnded]) => drawn?.setOpen(isConnected && !isEnded)),
  );
  createEffect(
    on(
      () => now().doubtful,
      (doubtful) => {
        if (doubtful) setMissed(true);
      },
    ),
  );

  const end = () => ending.go(async () => (await services.actions.processes()).end(session, { kind, handle }));
  const pasteHere = async () => {
    try {
      paste(await navigator.clipboard.readText());
    } catch {
      setFailed("The browser did not allow reading the clipboard. Paste with its own menu or keys.");
    }
  };
  return (
    <section
      class="terminal"
      aria-label="Terminal"
      data-testid="terminal"
      data-standing={over() && !isOver(now()) ? "ended" : now().standing.type}
    >
      <header class="terminal__head">
        <div class="terminal__what">
          <h2 tabindex="-1" ref={(element) => (heading = element)}>
            <VisibleText text={commandWords(now())} />
          </h2>
          <small>
            <Dot kind={over() ? "off" : now().standing.type === "running" ? "run" : "idle"} />
            <span role="status">{gone() && !isOver(now()) ? "ended with its App Server" : standingWords(now())}</span>
            <Show when={now().cwd}>
              {(cwd) => <VisibleText text={`in ${homePath(cwd(), homeOf(session.state))}`} />}
            </Show>
          </small>
        </div>
        <div class="terminal__tools">
          <Button
            size="small"
            look="quiet"
            aria-pressed={isAloud()}
            onClick={() => {
              setAloud(!isAloud());
              screen()?.setAloud(isAloud());
            }}
          >
            Screen reader
          </Button>
          <CopyButton text={() => screen()?.text() ?? ""} label="Copy what is selected, or everything" />
          <Button size="small" look="quiet" disabled={over() || !connected()} onClick={() => void pasteHere()}>
            Paste
          </Button>
          <Button
            ref={(element) => (endButton = element)}
            size="small"
            look="danger"
            disabled={over() || !connected() || ending.busy()}
            onClick={() => void end()}
          >
            End
          </Button>
        </div>
      </header>
      <p class="terminal__outside">
        <b>No sandbox.</b> {OUTSIDE}
      </p>
      <Show when={!feed.whole && before === 0}>
        <p class="terminal__note">
          Output is kept by no device: what it said before this page opened it is not here. From here on it is live.
        </p>
      </Show>
      <Show when={missed()}>
        <Notice kind="warn">
          Some of its output did not reach this device and is gone. From here on it is live again.
        </Notice>
      </Show>
      <Show when={!connected()}>
        <Notice kind="warn">
          Not connected: keys do nothing. The terminal itself goes on while its App Server runs.
        </Notice>
      </Show>
      <Show when={now().standing.type === "refused" ? now().standing : null}>
        {(standing) => (
          <Notice kind="bad" title="It was not started">
            <VisibleText prose text={refusal(standing())} />
          </Notice>
        )}
      </Show>
      <Show when={failed() ?? ending.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <Show when={over() || !connected() ? null : asked()}>
        {(text) => (
          <PasteQuestion
            text={text()}
            paste={() => sendPaste(text())}
            leave={() => {
              setAsked(null);
              screen()?.focus();
            }}
          />
        )}
      </Show>
      <div class="terminal__box" data-over={over() ? "" : undefined}>
        <div class="terminal__place" ref={(element) => (place = element)} />
      </div>
      <Show when={coarse()}>
        <div class="terminal__keys" role="group" aria-label="Keys">
          <Key
            label="Control"
            pressed={control()}
            disabled={over() || !connected()}
            press={() => setControl(!control())}
          >
            Ctrl
          </Key>
          <For each={HELPERS}>
            {({ name, label, text }) => (
              <Key label={label ?? name} disabled={over() || !connected()} press={() => type(text)}>
                {name}
              </Key>
            )}
          </For>
        </div>
      </Show>
      <Show when={link()}>
        {(address) => (
          <p class="terminal__note">
            The program names this address: <WebLink address={address()} />
          </p>
        )}
      </Show>
      <Show when={!over()}>
        <p class="terminal__note">
          It goes on when you leave this page, until it is ended here or on any device, or its App Server ends. Shift+F6
          leaves it by the keyboard.
        </p>
      </Show>
    </section>
  );
}

function refusal(standing: HostProcess["standing"]): string {
  return standing.type === "refused" ? standing.message : "";
}

/** A helper key. It leaves the focus, and so the keyboard of the screen, where it is. */
function Key(props: {
  label: string;
  pressed?: boolean;
  disabled: boolean;
  press: () => void;
  children: JSX.Element;
}): JSX.Element {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => props.press()}
    >
      {props.children}
    </button>
  );
}
