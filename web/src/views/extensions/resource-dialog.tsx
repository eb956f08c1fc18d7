// A resource of an MCP server, read by a press and shown by the viewers of its kind; what none of them can show is saved.
import { createMemo, createSignal, For, type JSX, onMount, Show } from "solid-js";
import type { McpContent, McpResource } from "../../actions/mcp.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { TextField } from "../../design/text-field.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { saveBytes } from "../files/save-bytes.ts";
import { ContentParts } from "../items/parts/content-parts.tsx";
import { connection } from "../live.ts";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { shortName } from "./about.tsx";
import { fillTemplate, placesIn } from "./uri-template.ts";

export default function ResourceDialog(props: {
  session: HostSession;
  server: string;
  resource: McpResource;
  onClose: () => void;
}): JSX.Element {
  const services = useServices();
  // A dialog is of one resource for its life.
  // oxlint-disable-next-line solid/reactivity
  const { session, server, resource } = props;
  const attempt = createAttempt();
  const places = resource.template ? placesIn(resource.uri) : [];
  const [values, setValues] = createSignal<Record<string, string>>({});
  const [whole, setWhole] = createSignal(resource.uri);
  const [contents, setContents] = createSignal<McpContent[] | null>(null);
  const uri = () => (places === null ? whole() : fillTemplate(resource.uri, values()));
  const ready = () => places === null || places.every((place) => (values()[place] ?? "") !== "");
  const parts = createMemo(() =>
    (contents() ?? []).map(({ uri, mimeType, text, blob }) => ({
      type: "resource",
      resource: { uri, mimeType, text, blob },
    })),
  );
  const read = async () => {
    setContents(null);
    const wanted = uri();
    const done = await attempt.go(async () => (await services.actions.mcp()).readResource(session, server, wanted));
    if (done !== undefined) setContents(done.value);
  };
  // Opening it is the press; a template is filled in first.
  onMount(() => {
    if (!resource.template) void read();
  });
  const save = (content: McpContent) => {
    const name = /[^/\\:?#]+$/.exec(content.uri.slice(-120))?.[0] ?? "resource";
    if (content.blob === null) return saveBytes(name, [new TextEncoder().encode(content.text ?? "")]);
    try {
      const text = atob(content.blob);
      saveBytes(name, [Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
    } catch {
      saveBytes(name, [new TextEncoder().encode(content.blob)]);
    }
  };
  return (
    <Dialog
      open
      title={visibleText(shortName(resource.title ?? resource.name ?? resource.uri))}
      onClose={() => props.onClose()}
    >
      <div class="ext__ask" data-testid="resource">
        <Show when={resource.template}>
          <Show
            when={places !== null && places.length > 0 ? places : null}
            fallback={
              <TextField
                label="Address"
                mono
                value={whole()}
                hint="Put values in the places in braces."
                onInput={(event) => setWhole(event.currentTarget.value)}
              />
            }
          >
            {(named) => (
              <For each={named()}>
                {(place) => (
                  <TextField
                    label={place}
                    value={values()[place] ?? ""}
                    onInput={(event) => setValues({ ...values(), [place]: event.currentTarget.value })}
                  />
                )}
              </For>
            )}
          </Show>
          <Address uri={uri()} />
          <div class="ext__ask-acts">
            <Button
              look="act"
              disabled={!ready() || attempt.busy() || connection(session) !== "live"}
              onClick={() => void read()}
            >
              {attempt.busy() ? "Reading" : "Read it"}
            </Button>
          </div>
        </Show>
        <Show when={attempt.busy() && !resource.template}>
          <p role="status">Reading</p>
        </Show>
        <Show when={attempt.problem()}>
          {(text) => (
            <p class="bad" role="alert">
              {text()}
            </p>
          )}
        </Show>
        <Show when={contents()} keyed>
          {(found) => (
            <Show when={found.length > 0} fallback={<p class="dim">It has no content.</p>}>
              <ContentParts of={found} parts={parts()} from={server} />
              <div class="ext__ask-acts">
                <For each={found.slice(0, 20)}>
                  {(content) => (
                    <Button size="small" onClick={() => save(content)}>
                      {found.length === 1 ? "Save" : `Save ${visibleText(content.uri).slice(-40)}`}
                    </Button>
                  )}
                </For>
              </div>
            </Show>
          )}
        </Show>
      </div>
    </Dialog>
  );
}

function Address(props: { uri: string }): JSX.Element {
  return (
    <p class="ext__address">
      <code>
        <VisibleText text={props.uri} />
      </code>
    </p>
  );
}
