// The models that the server offers, each with all that the server tells of it; hidden ones on request.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import type { ModelRecord } from "../../actions/capability-records.ts";
import type { HostSession } from "../../host/model.ts";
import { FirstOf } from "../first-of.tsx";
import { createKnown } from "./known.ts";
import { ModelCard } from "./model-card.tsx";
import { Section } from "./section.tsx";
import { Unread } from "./unread.tsx";

/** So many are drawn at first; a server may list hundreds. */
const FIRST_MODELS = 25;
/** From so many on there is a field to find one. */
const MANY = 8;

export function ModelsSection(props: { session: HostSession }): JSX.Element {
  const [hidden, setHidden] = createSignal(false);
  const [wanted, setWanted] = createSignal("");
  const source = createKnown(
    () => props.session,
    () => ({ name: hidden() ? ("allModels" as const) : ("models" as const) }),
  );
  const all = () => source.known()?.records ?? [];
  const shown = createMemo(() => {
    const words = wanted().trim().toLowerCase();
    return words === "" ? all() : all().filter((record) => told(record).includes(words));
  });
  return (
    <Section
      session={props.session}
      id="offers-models"
      title="Models"
      count={all().length === 0 ? null : all().length.toLocaleString()}
      method="model/list"
      what="The list of models"
      source={source}
      without="New threads and turns run with the server’s own default: nothing is asked for."
    >
      {(_, known) => (
        <>
          <div class="offers__tools">
            <Show when={all().length > MANY}>
              <input
                type="search"
                class="offers__search"
                aria-label="Find a model"
                placeholder="Find a model"
                value={wanted()}
                onInput={(event) => setWanted(event.currentTarget.value)}
              />
            </Show>
            <label class="offers__check">
              <input type="checkbox" checked={hidden()} onChange={(event) => setHidden(event.currentTarget.checked)} />
              Include hidden models
            </label>
          </div>
          <Show
            when={shown().length > 0}
            fallback={<p class="dim">{all().length === 0 ? "The server lists no model." : "No model of that name."}</p>}
          >
            <ul class="offers__list" data-models>
              <FirstOf of={props.session} name="models" each={shown()} what="models" first={FIRST_MODELS} row>
                {(record) => (
                  <li>
                    <ModelCard record={record} open={all().length <= MANY || record.isDefault} />
                  </li>
                )}
              </FirstOf>
            </ul>
          </Show>
          <Unread records={known().unread} what="models" />
        </>
      )}
    </Section>
  );
}

function told({ model, id, name, description }: ModelRecord): string {
  return `${model} ${id} ${name} ${description}`.toLowerCase();
}
