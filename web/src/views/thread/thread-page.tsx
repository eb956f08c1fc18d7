// A thread's page: header, what is wrong if something is, transcript, composer, and the side panel where there is room.
import { createMemo, createSignal, type JSX, onCleanup, Show, Suspense } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import type { HostEntry } from "../../actions/contract.ts";
import { Composer } from "../composer/composer.tsx";
import { ConnectionBanner } from "../frame/connection-banner.tsx";
import { openMenu } from "../frame/thread-list-menu.ts";
import { ThreadWaiting } from "../inbox/thread-waiting.tsx";
import { connection, facts, live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { createWide } from "../media.ts";
import { place, threadInPath } from "../route.tsx";
import { setSideSheet, sideSheet } from "../side/asked.ts";
import { hostOfThread, useHosts, useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { ThreadMenuButton } from "../thread-menu/menu-button.tsx";
import { ThreadNotices } from "../thread-menu/thread-notices.tsx";
import { turnMenuNeeded } from "../turn-menu/asked.ts";
import { ThreadHeader } from "./thread-header.tsx";
import { ThreadScope } from "./scope.tsx";
import { Transcript } from "./transcript.tsx";
import { UnknownThread } from "./unknown-thread.tsx";
import { lazyPart } from "../lazy-part.tsx";
import "./thread-page.css";

const SettingsNotices = lazyPart(() => import("../thread-settings/settings-notices.tsx"));
const TurnMenus = lazyPart(() => import("../turn-menu/turn-menus.tsx"));
const OriginNotices = lazyPart(() => import("../recovery/origin-notices.tsx"));
const SidePanel = lazyPart(() => import("../side/side-panel.tsx"));

/** The text with a full stop, so that another sentence can follow it. */
function sentence(text: string): string {
  return /[.!?…]\s*$/.test(text) ? text : `${text}.`;
}

/** The page at `/t/<threadId>`; everything below it is made anew for another thread. */
export default function ThreadPage(): JSX.Element {
  const { hosts } = useHosts();
  const target = createMemo(
    () => {
      const thread = threadInPath(place().pathname);
      const entry = thread === null ? null : hostOfThread(hosts(), thread);
      return entry === null || thread === null ? null : { entry, thread };
    },
    null,
    { equals: (a, b) => a?.thread === b?.thread && a?.entry.session === b?.entry.session },
  );
  return (
    <Show when={target()} keyed fallback={<div class="page" />}>
      {(found) => <Thread entry={found.entry} id={found.thread} />}
    </Show>
  );
}

function Thread(props: { entry: HostEntry; id: string }): JSX.Element {
  const services = useServices();
  // Keyed by host and thread: neither changes during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { entry, id } = props;
  const { session } = entry;
  const thread = session.openThread(id);
  onCleanup(() => thread.close());
  const home = homeOf(session.state);
  const wide = createWide();
  onCleanup(() => setSideSheet(false));
  const [sent, setSent] = createSignal(0);
  const [asking, setAsking] = createSignal(false);
  // What is read from the device may come as another object than the empty state that stood here before.
  const state = createMemo(() => {
    live(thread.source);
    return thread.state;
  });
  const fetching = createMemo(() => {
    live(thread.source);
    return thread.fetching;
  });
  const failed = () => {
    const now = fetching();
    return now.type === "failed" ? now : null;
  };
  // An address that somebody mistyped, or of another machine: writing there would make a thread that never was.
  const unknown = createMemo(() => {
    const { turns, outgoing, decisions } = live(state());
    if (live(session.state).threads.has(id) || turns.size + outgoing.size + decisions.size > 0) return false;
    live(thread.source);
    if (!thread.ready) return false;
    const word = connection(session);
    if (word === "connecting" || word === "catching-up" || (word === "live" && thread.fetching.type !== "failed"))
      return false;
    return !facts(session).outbox.some((entry) => entry.intent.type === "message" && entry.intent.thread === id);
  });
  const refetch = async () => {
    setAsking(true);
    await services.actions.refetch(session, thread);
    setAsking(false);
  };
  const panel = () => (
    <Suspense>
      <Show when={state()} keyed>
        {(current) => (
          // What stands there may name files and turns too; nothing in it moves the transcript.
          <ThreadScope session={session} state={current} home={home} hold={() => undefined}>
            <SidePanel entry={entry} state={current} home={home} />
          </ThreadScope>
        )}
      </Show>
    </Suspense>
  );
  return (
    <div class="thread">
      <div class="thread__main">
        <ThreadHeader
          session={session}
          state={state()}
          home={home}
          onPanel={wide() ? null : () => setSideSheet(true)}
          onGoal={(anchor) => openMenu({ entry, thread: id, anchor, at: null, act: "goal" })}
          menu={<ThreadMenuButton entry={entry} thread={id} />}
        />
        <div class="thread__notices">
          <ConnectionBanner session={session} />
          <ThreadWaiting entry={entry} thread={id} />
          <Suspense>
            <SettingsNotices entry={entry} state={state()} />
          </Suspense>
          <ThreadNotices entry={entry} thread={id} held={live(state()).heldElsewhere} />
          <Suspense>
            <OriginNotices entry={entry} state={state()} asking={asking()} onAgain={() => void refetch()} />
          </Suspense>
          <Show when={unknown() || live(state()).notResumable ? null : failed()}>
            {(found) => (
              <Notice
                kind="warn"
                title="The server's copy could not be read"
                acts={
                  <Button size="small" disabled={asking()} onClick={() => void refetch()}>
                    Try again
                  </Button>
                }
              >
                {sentence(maskText(found().message))} What is stored on this device is shown.
              </Notice>
            )}
          </Show>
        </div>
        <Show
          when={!unknown()}
          fallback={
            <UnknownThread
              failed={connection(session) === "live" ? failed() : null}
              asking={asking()}
              onAgain={() => void refetch()}
            />
          }
        >
          <Show when={state()} keyed>
            {(current) => <Transcript session={session} thread={thread} state={current} home={home} sent={sent()} />}
          </Show>
          <Composer session={session} state={state()} onSent={() => setSent((count) => count + 1)} />
        </Show>
      </div>
      <Show when={turnMenuNeeded()}>
        <Suspense>
          <TurnMenus entry={entry} state={state()} />
        </Suspense>
      </Show>
      <Show
        when={wide()}
        fallback={
          <Dialog shape="sheet" open={sideSheet()} title="Plan, changes, wire" onClose={() => setSideSheet(false)}>
            {panel()}
          </Dialog>
        }
      >
        <aside class="thread__side" aria-label="Plan, changes, wire">
          {panel()}
        </aside>
      </Show>
    </div>
  );
}
