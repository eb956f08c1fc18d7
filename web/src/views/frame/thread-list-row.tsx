// One thread in the list: dot, title, age, the line that says why, its sub-agents, and the way to its menu.
import { createMemo, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { IconButton } from "../../design/button.tsx";
import { Dot } from "../../design/chip.tsx";
import { ago, counted, fullTime } from "../../design/words.ts";
import type { HostState, ThreadSummary } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { createNow } from "../now.ts";
import { A } from "../route.tsx";
import { pathOnHost, useHosts } from "../services.tsx";
import { rowFacts, type RowFacts } from "../status/row-facts.ts";
import { homeOf, pendingDecisions, threadTitle } from "../thread-facts.ts";
import { expanded, toggleAgents } from "./thread-list-choices.ts";
import { isUnread } from "./thread-list-marks.ts";
import { openMenu } from "./thread-list-menu.ts";

export interface ThreadRowProps {
  id: string;
  entry: HostEntry;
  current: boolean;
  /** It stands under the thread that made it. */
  nested: boolean;
  /** How many sub-agents it has. */
  agents: number;
}

export function ThreadRow(props: ThreadRowProps): JSX.Element {
  const now = createNow();
  const { hosts } = useHosts();
  const state = () => props.entry.session.state;
  const thread = createMemo(
    () => {
      const found = live(state()).threads.get(props.id);
      return found === undefined ? undefined : live(found);
    },
    undefined,
    { equals: false },
  );
  const row = createMemo(() => {
    const found = thread();
    if (found === undefined) return null;
    const word = connection(props.entry.session);
    const facts = rowFacts(
      found,
      pendingDecisions(live(state())),
      homeOf(state()),
      word !== "live" && word !== "catching-up",
    );
    return placed(found, facts, isReleased(state(), found.id));
  });
  const unread = () => {
    const found = thread();
    return !props.current && found !== undefined && isUnread(props.entry.record.id, found);
  };
  const title = () => threadTitle(thread() ?? null, props.id);
  const dot = () => (unread() && row()?.dot === "idle" ? "unread" : (row()?.dot ?? "idle"));
  let link: HTMLElement | undefined;
  return (
    <div class="thread-item" data-nested={props.nested ? "" : undefined}>
      <A
        ref={(element: HTMLElement) => (link = element)}
        class="thread-row"
        href={pathOnHost(hosts(), props.entry.record.id, props.id)}
        data-thread-id={props.id}
        data-needs={row()?.needs ?? undefined}
        data-unread={unread() ? "" : undefined}
        aria-current={props.current ? "page" : undefined}
      >
        <Dot kind={dot()} />
        <span class="thread-row__title" dir="auto">
          {title()}
        </span>
        <Show when={thread()}>
          {(found) => (
            <time class="num" title={fullTime(found().updatedAt)}>
              {ago(found().updatedAt, now())}
            </time>
          )}
        </Show>
        <span class="thread-row__line">
          <Show when={row()?.needs}>
            <b>Needs you</b>{" "}
          </Show>
          {row()?.line}
        </span>
        <Show when={unread()}>
          <span class="sr-only">Not read yet</span>
        </Show>
      </A>
      <IconButton
        icon="more"
        iconSize={16}
        label="Thread menu"
        class="thread-item__menu"
        aria-haspopup="menu"
        onClick={(event) =>
          openMenu({ entry: props.entry, thread: props.id, anchor: link ?? event.currentTarget, at: cornerOf(event) })
        }
      />
      <Show when={props.agents > 0}>
        <button
          type="button"
          class="thread-item__agents"
          aria-expanded={expanded().has(props.id)}
          onClick={() => toggleAgents(props.id)}
        >
          {counted(props.agents, "sub-agent")}
        </button>
      </Show>
    </div>
  );
}

/** The lower left corner of the button, for a menu that belongs to it. */
function cornerOf(event: MouseEvent & { currentTarget: HTMLElement }): { x: number; y: number } {
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** The App Server has it loaded still, and tells nobody of it: it goes by itself. */
function isReleased(state: HostState, thread: string): boolean {
  const generation = state.current === null ? undefined : state.generations.get(state.current);
  return generation !== undefined && live(generation).silenced.has(thread) && generation.loaded.has(thread);
}

/** Where the thread is kept, in front of what is said of any. */
function placed(thread: ThreadSummary, facts: RowFacts, released: boolean): RowFacts {
  if (facts.needs !== null || facts.dot === "run" || thread.status.type === "active") return facts;
  if (thread.deleted) return { ...facts, dot: "off", line: "deleted on the machine · stored here" };
  if (thread.archived) return { ...facts, dot: "off", line: `archived · ${facts.line}` };
  if (released) return { ...facts, line: `released · ${facts.line}` };
  if (thread.agent !== null && thread.parent !== null) return { ...facts, line: `${thread.agent} · ${facts.line}` };
  return facts;
}
