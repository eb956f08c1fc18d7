// The frame around every page: sidebar and main. On a phone the list is a screen of its own.
import { createEffect, createMemo, type JSX, Show, Suspense } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { gravest, listStanding, titleWords } from "../status/standing.ts";
import { pendingDecisions, threadTitle } from "../thread-facts.ts";
import { hostOfThread, useHosts } from "../services.tsx";
import { connection, live } from "../live.ts";
import { navigate, place, threadInPath } from "../route.tsx";
import { Sidebar } from "./sidebar.tsx";
import { unseenCount, waitingDecisions } from "./waiting.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./frame.css";

// Where it cannot be loaded the page works: it has no keys, tells of nothing aloud, and a plain reload brings new versions.
const Later = lazyPart(() => import("./later.tsx"), null);

/** The layout; also keeps the document's title and the app badge true. */
export function Frame(props: { children: JSX.Element }): JSX.Element {
  const { hosts, ready } = useHosts();
  const thread = createMemo(() => threadInPath(place().pathname));
  const count = createMemo(() => waitingDecisions(hosts()).length + unseenCount());

  const standing = (session: HostSession, summary: ThreadSummary) => {
    const waiting = pendingDecisions(session.state).filter((decision) => decision.thread === summary.id);
    return titleWords(listStanding(summary, gravest(waiting)), connection(session) !== "live");
  };
  createEffect(() => {
    const id = thread();
    const session = id === null ? undefined : hostOfThread(hosts(), id)?.session;
    const summary = id === null ? undefined : session?.state.threads.get(id);
    const name = id === null ? "" : `${threadTitle(summary === undefined ? null : live(summary), id)} · `;
    const how = session === undefined || summary === undefined ? "" : standing(session, summary);
    const title = `${name}${how}Longwire`;
    document.title = count() > 0 ? `(${count()}) ${title}` : title;
  });
  createEffect(() => {
    // The badge is a nicety of installed apps; elsewhere the method is missing or refuses.
    if ("setAppBadge" in navigator) navigator.setAppBadge(count()).catch(() => undefined);
  });

  // A device without hosts starts at the page that explains pairing.
  createEffect(() => {
    if (ready() && hosts().length === 0 && !/^\/(pair|settings)/.test(place().pathname))
      navigate("/pair", { replace: true });
  });

  return (
    <div
      class="app"
      data-screen={place().pathname === "/" ? "list" : "page"}
      data-bare={ready() && hosts().length === 0 ? "" : undefined}
    >
      <Suspense>
        <Later waiting={count()} />
      </Suspense>
      <Show when={hosts().length > 0 || !ready()}>
        <Sidebar thread={thread()} />
      </Show>
      <main class="app__main" id="main" tabindex="-1">
        {props.children}
      </main>
    </div>
  );
}
