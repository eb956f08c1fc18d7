// What the frame has a moment after the first screen: the ways to skip, the keys of the whole app, the one polite message
// for decisions that arrive, and the offer of a new version. In a file of its own: the first screen does not wait for it.
import { createEffect, createMemo, createSignal, type JSX, onCleanup, onMount, Show, Suspense } from "solid-js";
import type { Decision } from "../../decisions/state.ts";
import { jump } from "../inbox/jump.ts";
import { createUnseen } from "../inbox/unseen.ts";
import { navigate } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { useHosts } from "../services.tsx";
import { shortcutOf } from "./shortcuts.ts";
import { arrivalSentence } from "./arrival.ts";
import { UpdatePrompt } from "./update-prompt.tsx";
import { noteUnseen, waitingDecisions } from "./waiting.ts";
import { lazyPart } from "../lazy-part.tsx";

const ShortcutsDialog = lazyPart(() => import("../inbox/shortcuts-dialog.tsx"));

/** Stands first in the frame, and takes no room. `waiting`: how many decisions do. */
export default function Later(props: { waiting: number }): JSX.Element {
  const { hosts } = useHosts();
  const waiting = createMemo(() => waitingDecisions(hosts()), [], { equals: sameMembers });
  const [said, setSaid] = createSignal("");
  const [keys, setKeys] = createSignal<"never" | "open" | "closed">("never");

  // One polite message when something arrives; nothing when it goes.
  createEffect((before: ReadonlySet<Decision>) => {
    const arrived = waiting().filter((decision) => !before.has(decision));
    // The same words twice are told once, unless they differ.
    if (arrived.length > 0) {
      const words = arrivalSentence(hosts(), arrived);
      setSaid((last) => (last === words ? `${words}\u00a0` : words));
    }
    return new Set(waiting());
  }, new Set<Decision>());

  const unseen = createUnseen(hosts);
  createEffect((before: number) => {
    const count = unseen().length;
    noteUnseen(count);
    if (count > before) setSaid("The agent waits for something that this device cannot see.");
    return count;
  }, 0);
  onCleanup(() => noteUnseen(0));

  onMount(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        const find = document.getElementById("find-thread");
        if (find === null) return;
        event.preventDefault();
        if (find.offsetParent === null) navigate("/");
        queueMicrotask(() => find.focus());
        return;
      }
      const act = shortcutOf(event);
      if (act === null) return;
      event.preventDefault();
      if (act === "help") setKeys("open");
      else if (act === "inbox") navigate("/inbox");
      else if (waiting().length === 0 && unseen().length > 0) navigate("/inbox");
      else if (waiting().length === 0) setSaid("Nothing waits for you.");
      else
        jump(
          waiting().map((decision) => decision.key),
          act === "next" ? 1 : -1,
        );
    };
    document.addEventListener("keydown", onKey);
    onCleanup(() => document.removeEventListener("keydown", onKey));
  });

  return (
    <>
      <nav class="skip" aria-label="Skip">
        <button type="button" onClick={() => document.getElementById("main")?.focus()}>
          Skip to the page
        </button>
        <Show when={props.waiting > 0}>
          <button type="button" onClick={() => navigate("/inbox")}>
            What waits for you
          </button>
        </Show>
      </nav>
      <div class="sr-only" aria-live="polite" data-testid="announcements">
        {said()}
      </div>
      <Show when={keys() !== "never"}>
        <Suspense>
          <ShortcutsDialog open={keys() === "open"} onClose={() => setKeys("closed")} />
        </Suspense>
      </Show>
      <UpdatePrompt />
    </>
  );
}
