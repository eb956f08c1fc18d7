// Permission profiles: what a thread may be allowed, by the folder that it works in, since a project can bring its own.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { RawCard } from "../items/generic-card.tsx";
import { visibleText } from "../../decisions/visible.ts";
import { live } from "../live.ts";
import { createKnown } from "./known.ts";
import { Told } from "./model-card.tsx";
import { Section } from "./section.tsx";
import { Unread } from "./unread.tsx";

/** Folders to choose from, newest threads first. */
const FOLDERS = 40;

export function ProfilesSection(props: { session: HostSession }): JSX.Element {
  const id = createUniqueId();
  const [folder, setFolder] = createSignal<string | null>(null);
  const folders = createMemo(() => {
    const threads = [...live(props.session.state).threads.values()].sort((a, b) => b.updatedAt - a.updatedAt);
    return [...new Set(threads.map(({ cwd }) => cwd).filter((cwd) => cwd !== ""))].slice(0, FOLDERS);
  });
  const source = createKnown(
    () => props.session,
    () => {
      const cwd = folder();
      return { name: "profiles" as const, ...(cwd === null ? {} : { cwd }) };
    },
  );
  return (
    <Section
      session={props.session}
      id="offers-profiles"
      title="Permission profiles"
      method="permissionProfile/list"
      what="The list of permission profiles"
      source={source}
      without="Threads run with the sandbox that the configuration names."
    >
      {(records, known) => (
        <>
          <Show when={folders().length > 0}>
            <div class="offers__tools">
              <label for={id}>For threads in</label>
              <select
                id={id}
                class="offers__select"
                onChange={({ currentTarget }) => setFolder(folders()[currentTarget.selectedIndex - 1] ?? null)}
              >
                <option selected={folder() === null}>no folder of its own</option>
                <For each={folders()}>
                  {(path) => <option selected={path === folder()}>{visibleText(path)}</option>}
                </For>
              </select>
            </div>
          </Show>
          <Show when={records().length > 0} fallback={<p class="dim">The server has no profiles for it.</p>}>
            <ul class="offers__rows" data-profiles>
              <FirstOf of={props.session} name="profiles" each={records()} what="profiles" first={40} row>
                {(record) => (
                  <li data-profile={record.id}>
                    <code>
                      <VisibleText text={record.id} />
                    </code>
                    <span class="dim">
                      {record.allowed === false
                        ? "not allowed by this machine’s requirements"
                        : record.description === null
                          ? ""
                          : null}
                      <Show when={record.allowed === false ? null : record.description}>
                        {(text) => <Told text={text()} />}
                      </Show>
                    </span>
                  </li>
                )}
              </FirstOf>
            </ul>
            <RawCard
              name="Records"
              note="as the server told them"
              raw={() => JSON.stringify(records().map(({ raw }) => raw))}
            />
          </Show>
          <Unread records={known().unread} what="profiles" />
        </>
      )}
    </Section>
  );
}
