// The notes that a message of the agent rests on: places in files, and the threads that they come from.
import { createMemo, type JSX, Show } from "solid-js";
import { read } from "@longwire/shared-protocol/wire/field";
import { memoryCitation, memoryCitationEntry } from "@longwire/shared-protocol/wire/items/memory";
import { counted } from "../../../design/words.ts";
import type { Item } from "../../../projection/state.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { LocalPath } from "../../files/local-path.tsx";
import { createRemembered } from "../../fold-memory.ts";
import { FirstOf } from "../../first-of.tsx";
import { live } from "../../live.ts";
import { AgentLink } from "../agents/agent-link.tsx";
import { RawCard } from "../generic-card.tsx";
import "./memory-citation.css";

export default function MemoryCitation(props: { item: Extract<Item, { type: "agentMessage" }> }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "citation", false);
  const citation = createMemo(() => {
    const reading = read(memoryCitation, live(props.item).memoryCitation);
    return reading.ok ? reading.value : null;
  });
  const entries = () => citation()?.entries ?? [];
  const threads = createMemo(() => (citation()?.threadIds ?? []).filter((id) => typeof id === "string"));
  return (
    <Show
      when={citation()}
      fallback={
        <RawCard
          name="memoryCitation"
          note="could not be read"
          raw={() => JSON.stringify(live(props.item).memoryCitation)}
        />
      }
    >
      <details class="fold citation" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="quiet">From memory: {counted(entries().length, "note")}</summary>
        <Show when={open()}>
          <ul class="citation__notes">
            <FirstOf of={props.item} name="notes" each={entries()} what="notes" row>
              {(entry) => <Entry value={entry} />}
            </FirstOf>
          </ul>
          <Show when={threads().length > 0}>
            <p class="citation__threads">
              Written in{" "}
              <FirstOf of={props.item} name="threads" each={threads()} what="threads">
                {(thread, at) => (
                  <>
                    {at() > 0 ? ", " : ""}
                    <AgentLink thread={thread} />
                  </>
                )}
              </FirstOf>
            </p>
          </Show>
        </Show>
      </details>
    </Show>
  );
}

function Entry(props: { value: unknown }): JSX.Element {
  const entry = createMemo(() => {
    const reading = read(memoryCitationEntry, props.value);
    return reading.ok ? reading.value : null;
  });
  const lines = () => {
    const { lineStart, lineEnd } = entry() ?? {};
    if (typeof lineStart !== "number") return null;
    return typeof lineEnd === "number" && lineEnd !== lineStart ? `lines ${lineStart}–${lineEnd}` : `line ${lineStart}`;
  };
  return (
    <li>
      <Show
        when={entry()}
        fallback={<RawCard name="note" note="could not be read" raw={() => JSON.stringify(props.value) ?? "null"} />}
      >
        {(found) => (
          <>
            <LocalPath
              path={found().path}
              icon="none"
              {...(typeof found().lineStart === "number" ? { line: found().lineStart ?? 1 } : {})}
            />
            <Show when={lines()}>{(words) => <span class="dim num"> {words()}</span>}</Show>
            <Show when={found().note}>
              {(note) => (
                <p>
                  <VisibleText text={note()} prose plainBreaks />
                </p>
              )}
            </Show>
          </>
        )}
      </Show>
    </li>
  );
}
