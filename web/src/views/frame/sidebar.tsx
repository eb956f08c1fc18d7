// The sidebar: brand, what waits for the person, the threads of every host, the state of the connection.
import { createMemo, createSignal, For, type JSX, Show, Suspense } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { IconButton } from "../../design/button.tsx";
import { Mark } from "../../design/icon.tsx";
import { createMedia } from "../media.ts";
import { A, navigate, place } from "../route.tsx";
import { hostOfThread, useHosts } from "../services.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { menusNeeded } from "./thread-list-menu.ts";
import { ThreadList } from "./thread-list.tsx";
import { unseenCount, waitingDecisions } from "./waiting.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./sidebar.css";

// Where they cannot be loaded the list works: nothing is unread, and there are no menus.
const Keeper = lazyPart(() => import("./thread-list-keeper.tsx"), null);
const Menus = lazyPart(() => import("../thread-menu/thread-menus.tsx"), null);

/** `thread` is the one on screen, or null. */
export function Sidebar(props: { thread: string | null }): JSX.Element {
  const { hosts } = useHosts();
  const [filter, setFilter] = createSignal("");
  // On a phone the list is a screen of its own, and then the page's main part.
  const narrow = createMedia("(max-width: 700px)");
  const alone = () => narrow() && place().pathname === "/";
  const focus = createMemo(() => hostOfThread(hosts(), props.thread));
  return (
    <div class="sidebar" role={alone() ? "main" : "complementary"} aria-label="Threads and machines">
      <div class="sidebar__brand">
        <A href="/" class="sidebar__name" aria-label="Longwire, home">
          <Mark />
          <b>Longwire</b>
        </A>
        <Show when={alone()}>
          <h1 class="sr-only">Threads</h1>
        </Show>
        <IconButton icon="plus" label="New thread" class="sidebar__new" onClick={() => navigate("/new")} />
      </div>
      <div class="find">
        <input
          id="find-thread"
          type="search"
          placeholder="Find a thread"
          aria-label="Find a thread"
          autocomplete="off"
          value={filter()}
          onInput={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setFilter("");
          }}
        />
        <kbd aria-hidden="true">{/mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}</kbd>
      </div>
      <Inbox hosts={hosts()} />
      {/* Beside a page the page says it; alone on a phone's screen nothing else does. */}
      <Show when={alone()}>
        <For each={hosts()}>{(entry) => <ConnectionBanner session={entry.session} named={hosts().length > 1} />}</For>
      </Show>
      <nav class="sidebar__threads" aria-label="Threads">
        <For each={hosts()}>
          {(entry) => <ThreadList entry={entry} open={entry === focus() ? props.thread : null} filter={filter()} />}
        </For>
      </nav>
      <Suspense>
        <Keeper hosts={hosts()} on={focus()} open={props.thread} />
      </Suspense>
      <Show when={menusNeeded()}>
        <Suspense>
          <Menus />
        </Suspense>
      </Show>
      <Show when={focus()}>{(entry) => <ConnectionStatus session={entry().session} />}</Show>
    </div>
  );
}

/** The strip that leads to what waits; not there when nothing does. */
function Inbox(props: { hosts: readonly HostEntry[] }): JSX.Element {
  const waiting = createMemo(() => waitingDecisions(props.hosts).length + unseenCount());
  return (
    <Show when={waiting() > 0}>
      <A class="inbox" href="/inbox" aria-current={place().pathname === "/inbox" ? "page" : undefined}>
        <span>
          Waiting for you
          <Show when={unseenCount() > 0}>
            <small class="inbox__unseen">{unseenCount()} cannot be seen on this device</small>
          </Show>
        </span>
        <span class="inbox__count num">{waiting()}</span>
      </A>
    </Show>
  );
}
