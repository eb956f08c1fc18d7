// The collaboration modes, each with what the server's preset brings along; nothing of it is made here.
import { type JSX, Show } from "solid-js";
import type { ModeRecord } from "../../actions/capability-records.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { RawCard } from "../items/generic-card.tsx";
import { createKnown } from "./known.ts";
import { Told } from "./model-card.tsx";
import { Section } from "./section.tsx";
import { Unread } from "./unread.tsx";

export function ModesSection(props: { session: HostSession }): JSX.Element {
  const source = createKnown(
    () => props.session,
    () => ({ name: "modes" as const }),
  );
  return (
    <Section
      session={props.session}
      id="offers-modes"
      title="Collaboration modes"
      method="collaborationMode/list"
      what="The list of modes"
      source={source}
      without="Threads run in the server’s own mode."
    >
      {(records, known) => (
        <>
          <Show when={records().length > 0} fallback={<p class="dim">The server has no modes.</p>}>
            <ul class="offers__list" data-modes>
              <FirstOf of={props.session} name="modes" each={records()} what="modes" first={25} row>
                {(record) => (
                  <li>
                    <Mode record={record} />
                  </li>
                )}
              </FirstOf>
            </ul>
          </Show>
          <Unread records={known().unread} what="modes" />
        </>
      )}
    </Section>
  );
}

function Mode(props: { record: ModeRecord }): JSX.Element {
  return (
    <article class="model" data-mode={props.record.mode ?? ""} aria-label={props.record.name}>
      <header class="model__head">
        <h3>
          <VisibleText text={props.record.name} prose />
        </h3>
        <Show
          when={props.record.mode}
          fallback={<span class="dim">cannot be chosen: the server gives it no word</span>}
        >
          {(word) => (
            <code class="model__id">
              <VisibleText text={word()} />
            </code>
          )}
        </Show>
      </header>
      <div class="model__body">
        <dl class="offers__facts">
          <dt>Model</dt>
          <dd>{props.record.model === null ? "stays as it is" : <VisibleText text={props.record.model} />}</dd>
          <dt>Effort</dt>
          <dd>{props.record.effort === null ? "stays as it is" : <VisibleText text={props.record.effort} />}</dd>
          <dt>Instructions</dt>
          <dd>
            <Show when={props.record.instructions} fallback="the server’s own, which it does not tell">
              {(text) => <Told text={text()} />}
            </Show>
          </dd>
        </dl>
        <RawCard name="Record" note="as the server sent it" raw={() => JSON.stringify(props.record.raw)} />
      </div>
    </article>
  );
}
