// A tool of an MCP server called by hand, outside of any turn: its arguments, the thread that it runs for, and its answer.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import { read } from "@longwire/shared-protocol/wire/field";
import { mcpResult } from "@longwire/shared-protocol/wire/items/content";
import { isEnter } from "../composer/enter.ts";
import type { McpTool } from "../../actions/mcp.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import type { Json } from "../../projection/state.ts";
import { ContentParts } from "../items/parts/content-parts.tsx";
import { JsonView } from "../items/parts/json-view.tsx";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { createFormModel } from "../requests/form/model.ts";
import { SchemaForm } from "../requests/form/schema-form.tsx";
import { threadTitle } from "../thread-facts.ts";
import { createAttempt } from "../thread-menu/attempt.ts";

/** Threads that are offered. */
const MOST = 30;

export default function TryTool(props: {
  session: HostSession;
  server: string;
  tool: McpTool;
  onClose: () => void;
}): JSX.Element {
  const services = useServices();
  // A dialog is of one tool for its life.
  // oxlint-disable-next-line solid/reactivity
  const { session, server, tool } = props;
  const id = createUniqueId();
  const attempt = createAttempt();
  const form = createFormModel({ schema: tool.inputSchema ?? true });
  const [chosen, setChosen] = createSignal<string | null>(null);
  const [answer, setAnswer] = createSignal<{ value: Json } | null>(null);

  /** Those that the App Server has loaded come first: the others are loaded for it. */
  const threads = createMemo(() => {
    const { current, generations, threads } = live(session.state);
    const generation = current === null ? undefined : generations.get(current);
    const loaded = generation === undefined ? new Set<string>() : live(generation).loaded;
    return [...threads.values()]
      .filter((thread) => !thread.deleted && !thread.archived && thread.parent === null && !thread.notResumable)
      .sort((a, b) => Number(loaded.has(b.id)) - Number(loaded.has(a.id)) || b.updatedAt - a.updatedAt)
      .slice(0, MOST)
      .map((thread) => ({ id: thread.id, title: threadTitle(thread, thread.id), loaded: loaded.has(thread.id) }));
  });
  // What is chosen stays chosen while threads move about in the list.
  const thread = createMemo((before: string | null): string | null => {
    const wanted = chosen() ?? before;
    return threads().some(({ id }) => id === wanted) ? wanted : (threads()[0]?.id ?? null);
  }, null);
  const call = async () => {
    const where = thread();
    const taken = where === null ? null : form.take();
    if (where === null || taken === null) return;
    setAnswer(null);
    const wanted = { thread: where, server, tool: tool.name, input: taken.value, secret: form.secrets() };
    const done = await attempt.go(async () => (await services.actions.mcp()).call(session, wanted));
    if (done === undefined) return;
    // They have gone where they were to go.
    if (form.secrets().length > 0) form.forgetSecrets();
    setAnswer({ value: done.value });
  };
  return (
    <Dialog open title={`Try ${visibleText(tool.title ?? tool.name)}`} onClose={() => props.onClose()}>
      <div class="ext__ask" data-testid="try-tool">
        <Notice kind={tool.readOnly === true ? "info" : "warn"} title="This runs now, and nobody asks again">
          <p>
            The call goes to {visibleText(server)} outside of any turn, with its access and not the agent’s sandbox.{" "}
            {tool.readOnly === true
              ? "The server says that it only reads."
              : tool.destructive === true
                ? "The server says that it may destroy things."
                : "The server does not say that it only reads."}
          </p>
        </Notice>
        <Show
          when={threads().length > 0}
          fallback={<p class="dim">A tool is called for a thread, and this machine has none yet. Start one first.</p>}
        >
          <label class="field" for={`${id}-thread`}>
            <span class="field__label">For the thread</span>
            <select id={`${id}-thread`} class="ext__select" onChange={(event) => setChosen(event.currentTarget.value)}>
              <For each={threads()}>
                {(one) => (
                  <option value={one.id} selected={thread() === one.id}>
                    {one.title}
                    {one.loaded ? "" : " (will be loaded)"}
                  </option>
                )}
              </For>
            </select>
          </label>
        </Show>
        <SchemaForm model={form} label="Arguments" nothing="It takes no arguments." />
        <div class="ext__ask-acts">
          <Button onClick={() => props.onClose()}>Close</Button>
          <Button
            look={tool.readOnly === true ? "act" : "danger"}
            disabled={thread() === null || attempt.busy() || connection(session) !== "live"}
            onClick={(event) => {
              // The second half of a double press is no second call.
              if (event.detail <= 1) void call();
            }}
            onKeyDown={(event) => {
              if (event.repeat && (isEnter(event) || event.key === " ")) event.preventDefault();
            }}
          >
            {attempt.busy() ? "Calling" : "Call it now"}
          </Button>
        </div>
        <Show when={attempt.problem()}>
          {(words) => (
            <p class="bad" role="alert">
              {words()}
            </p>
          )}
        </Show>
        <Show when={answer()} keyed>
          {(found) => <Answer value={found.value} from={`${server}, ${tool.name}`} />}
        </Show>
      </div>
    </Dialog>
  );
}

function Answer(props: { value: Json; from: string }): JSX.Element {
  // An answer never changes.
  // oxlint-disable-next-line solid/reactivity
  const { value } = props;
  const result = read(mcpResult, value);
  const of = {};
  const parts = result.ok ? (result.value.content ?? []) : [];
  const structured = result.ok ? (result.value.structuredContent ?? null) : null;
  const failed = result.ok && result.value.isError === true;
  return (
    <div class="ext__answer" role="status" aria-label="Answer" data-failed={failed ? "" : undefined}>
      <p classList={{ bad: failed }}>
        <b>{failed ? "It failed, by its own word" : "Its answer"}</b>
      </p>
      <Show when={result.ok} fallback={<JsonView of={of} name="raw" value={value} label="Answer" />}>
        <Show when={parts.length > 0 || structured !== null} fallback={<p class="dim">It is empty.</p>}>
          <ContentParts of={of} parts={parts} from={props.from} />
          <Show when={structured !== null}>
            <JsonView of={of} name="structured" value={structured} label="Structured content" />
          </Show>
        </Show>
      </Show>
    </div>
  );
}
