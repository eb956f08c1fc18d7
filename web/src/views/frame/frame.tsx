// The frame around every page: sidebar and main. On a phone the list is a screen of its own.
import { createEffect, createMemo, type JSX, onCleanup, onMount, Show } from "solid-js";
import { pendingDecisions, threadTitle } from "../thread-facts.ts";
import { hostOfThread, useHosts } from "../services.tsx";
import { live } from "../live.ts";
import { navigate, place, threadInPath } from "../route.tsx";
import { Sidebar } from "./sidebar.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";
import "./frame.css";

/** The layout; also keeps the document's title and the app badge true. */
export function Frame(props: { children: JSX.Element }): JSX.Element {
  const { hosts, ready } = useHosts();
  const thread = createMemo(() => threadInPath(place().pathname));
  const waiting = createMemo(() =>
    hosts().reduce((sum, { session }) => sum + pendingDecisions(live(session.state)).length, 0),
  );

  createEffect(() => {
    const id = thread();
    const summary = id === null ? null : (hostOfThread(hosts(), id)?.session.state.threads.get(id) ?? null);
    const title = id === null ? "Longwire" : `${threadTitle(summary === null ? null : live(summary), id)} · Longwire`;
    document.title = waiting() > 0 ? `(${waiting()}) ${title}` : title;
    // The badge is a nicety of installed apps; elsewhere the method is missing or refuses.
    if ("setAppBadge" in navigator) navigator.setAppBadge(waiting()).catch(() => undefined);
  });

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
      <Show when={hosts().length > 0 || !ready()}>
        <Sidebar thread={thread()} />
      </Show>
      <main class="app__main" id="main">
        {props.children}
      </main>
      <div class="sr-only" aria-live="polite">
        {waiting() === 0 ? "" : waiting() === 1 ? "A decision waits for you." : `${waiting()} decisions wait for you.`}
      </div>
      <UpdatePrompt />
    </div>
  );
}
