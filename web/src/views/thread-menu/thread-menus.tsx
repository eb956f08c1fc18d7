// The menu of a thread and that of the list, the questions that their items ask, and one line that says what was done.
import { createEffect, For, type JSX, onCleanup, Show } from "solid-js";
import { Portal } from "solid-js/web";
import type { AppServices, HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import type { HostSession } from "../../host/model.ts";
import { groupBy, setGroupBy } from "../frame/thread-list-choices.ts";
import type { GroupBy } from "../frame/thread-list-groups.ts";
import { isUnread } from "../frame/thread-list-marks.ts";
import { menu, openMenu, type MenuTarget } from "../frame/thread-list-menu.ts";
import { lackingWhy } from "../lacking/words.ts";
import { connection, live } from "../live.ts";
import { place, threadInPath } from "../route.tsx";
import { useServices } from "../services.tsx";
import { programCommand, threadTitle } from "../thread-facts.ts";
import { perform, question, run, said, setSaid } from "./doing.ts";
import { MenuItem, MenuPanel } from "./menu-panel.tsx";
import { Questions } from "./questions.tsx";
import { threadItems } from "./thread-items.ts";
import "./thread-menus.css";

/** How long it is said what was done, and the way back is offered. */
export const SAID_MS = 8000;

export default function ThreadMenus(): JSX.Element {
  const services = useServices();
  const close = () => {
    const target = menu();
    openMenu(null);
    // A question that was opened has the focus now.
    if (question() === null) target?.anchor.focus({ preventScroll: true });
  };
  createEffect(() => {
    const target = menu();
    if (target?.act === undefined || target.thread === null) return;
    openMenu(null);
    void perform(services, { entry: target.entry, thread: target.thread }, target.act);
  });
  createEffect(() => {
    if (said() === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <Portal>
      <Show when={menu()} keyed>
        {(target) => (
          <Show when={target.act === undefined}>
            <Show when={target.thread} fallback={<ListMenu target={target} close={close} />}>
              {(thread) => <ThreadMenu target={target} thread={thread()} close={close} />}
            </Show>
          </Show>
        )}
      </Show>
      <Questions />
      <div class="said" role="status" data-shown={said() === null ? undefined : ""}>
        <Show when={said()}>
          {(what) => (
            <>
              <span dir="auto">{what().text}</span>
              <Show when={what().undo}>
                {(undo) => (
                  <Button
                    size="small"
                    onClick={() => {
                      setSaid(null);
                      undo()();
                    }}
                  >
                    Undo
                  </Button>
                )}
              </Show>
            </>
          )}
        </Show>
      </div>
    </Portal>
  );
}

/** Below the anchor, or where the person pressed. */
function placeOf({ at, anchor }: MenuTarget): { x: number; y: number } {
  if (at !== null) return at;
  const { left, bottom } = anchor.getBoundingClientRect();
  return { x: left, y: bottom + 2 };
}

/** The thread is loaded by the App Server, as far as this device knows. */
export function isLoaded({ session }: HostEntry, thread: string): boolean {
  const { current, generations } = live(session.state);
  const generation = current === null ? undefined : generations.get(current);
  return generation !== undefined && live(generation).loaded.has(thread);
}

function ThreadMenu(props: { target: MenuTarget; thread: string; close: () => void }): JSX.Element {
  const services = useServices();
  const entry = () => props.target.entry;
  const thread = () => {
    const found = live(entry().session.state).threads.get(props.thread);
    return found === undefined ? null : live(found);
  };
  const groups = () => {
    const found = thread();
    if (found === null) return [];
    return threadItems({
      thread: found,
      connected: connection(entry().session) === "live",
      loaded: isLoaded(entry(), props.thread),
      unread: isUnread(entry().record.id, found),
      onScreen: threadInPath(place().pathname) === props.thread,
      command: programCommand(live(entry().session.state)),
      lacking: (method) => lackingWhy(entry().session, method),
    });
  };
  return (
    <MenuPanel label={`Thread: ${threadTitle(thread(), props.thread)}`} at={placeOf(props.target)} close={props.close}>
      <p class="menu__title" role="presentation" dir="auto">
        {threadTitle(thread(), props.thread)}
      </p>
      <For each={groups()}>
        {(items, at) => (
          <>
            <Show when={at() > 0}>
              <hr />
            </Show>
            <For each={items}>
              {(item) => (
                <MenuItem
                  words={item.words}
                  why={item.why}
                  danger={item.danger === true}
                  choose={() => {
                    const subject = { entry: entry(), thread: props.thread };
                    props.close();
                    void perform(services, subject, item.act);
                  }}
                />
              )}
            </For>
          </>
        )}
      </For>
    </MenuPanel>
  );
}

function ListMenu(props: { target: MenuTarget; close: () => void }): JSX.Element {
  const services = useServices();
  const session = () => props.target.entry.session;
  const connected = () => connection(session()) === "live";
  const group = (by: GroupBy) => {
    props.close();
    setGroupBy(by);
  };
  return (
    <MenuPanel label="List options" at={placeOf(props.target)} close={props.close}>
      <MenuItem words="Group by day" checked={groupBy() === "day"} choose={() => group("day")} />
      <MenuItem words="Group by folder" checked={groupBy() === "folder"} choose={() => group("folder")} />
      <hr />
      <MenuItem
        words="Read the list again"
        why={connected() ? null : "needs the connection"}
        choose={() => {
          props.close();
          readAgain(services, session());
        }}
      />
    </MenuPanel>
  );
}

function readAgain(services: AppServices, session: HostSession): void {
  void run(services, "The list was not read", (acts) => acts.refresh(session));
}
