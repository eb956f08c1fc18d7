// The frame around every page: sidebar and main. On a phone the list is a screen of its own.
import { createEffect, createMemo, createSignal, type JSX, lazy, onCleanup, onMount, Show, Suspense } from "solid-js";
import type { Decision } from "../../decisions/state.ts";
import { threadTitle } from "../thread-facts.ts";
import { hostOfThread, useHosts } from "../services.tsx";
import { live } from "../live.ts";
import { navigate, place, threadInPath } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { Sidebar } from "./sidebar.tsx";
import { shortcutOf } from "./shortcuts.ts";
import { UpdatePrompt } from "./update-prompt.tsx";
import { arrivalSentence, waitingDecisions } from "./waiting.ts";
import "./frame.css";

const ShortcutsDialog = lazy(() => import("../inbox/shortcuts-dialog.tsx"));

/** The layout; also keeps the document's title and the app badge true, tells of new decisions, and hears the keys. */
export function Frame(props: { children: JSX.Element }): JSX.Element {
  const { hosts, ready } = useHosts();
  const thread = createMemo(() => threadInPath(place().pathname));
  const waiting = createMemo(() => waitingDecisions(hosts()), [], { equals: sameMembers });
  const count = createMemo(() => waiting().length);
  const [said, setSaid] = createSignal("");
  const [keys, setKeys] = createSignal<"never" | "open" | "closed">("never");

  createEffect(() => {
    const id = thread();
    const summary = id === null ? null : (hostOfThread(hosts(), id)?.session.state.threads.get(id) ?? null);
    const title = id === null ? "Longwire" : `${threadTitle(summary === null ? null : live(summary), id)} · Longwire`;
    document.title = count() > 0 ? `(${count()}) ${title}` : title;
  });
  createEffect(() => {
    // The badge is a nicety of installed apps; elsewhere the method is missing or refuses.
    if ("setAppBadge" in navigator) navigator.setAppBadge(count()).catch(() => undefined);
  });

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

  // A device without hosts starts at the page that explains pairing.
  createEffect(() => {
    if (ready() && hosts().length === 0 && !/^\/(pair|settings)/.test(place().pathname))
      navigate("/pair", { replace: true });
  });

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
      else if (count() === 0) setSaid("Nothing waits for you.");
      else {
        const step = act === "next" ? 1 : -1;
        const list = waiting().map((decision) => decision.key);
        void import("../inbox/jump.ts").then(({ jump }) => jump(list, step));
      }
    };
    document.addEventListener("keydown", onKey);
    onCleanup(() => document.removeEventListener("keydown", onKey));
  });

  return (
    <div
      class="app"
      data-screen={place().pathname === "/" ? "list" : "page"}
      data-bare={ready() && hosts().length === 0 ? "" : undefined}
    >
      <nav class="skip" aria-label="Skip">
        <button type="button" onClick={() => document.getElementById("main")?.focus()}>
          Skip to the page
        </button>
        <Show when={count() > 0}>
          <button type="button" onClick={() => navigate("/inbox")}>
            What waits for you
          </button>
        </Show>
      </nav>
      <Show when={hosts().length > 0 || !ready()}>
        <Sidebar thread={thread()} />
      </Show>
      <main class="app__main" id="main" tabindex="-1">
        {props.children}
      </main>
      <div class="sr-only" aria-live="polite" data-testid="announcements">
        {said()}
      </div>
      <Show when={keys() !== "never"}>
        <Suspense>
          <ShortcutsDialog open={keys() === "open"} onClose={() => setKeys("closed")} />
        </Suspense>
      </Show>
      <UpdatePrompt />
    </div>
  );
}
