// The tools of an MCP server: what each does and takes, what the server says of it, and trying it by hand.
import { createMemo, createSignal, type JSX, Show, Suspense } from "solid-js";
import type { McpTool } from "../../actions/mcp.ts";
import { Button } from "../../design/button.tsx";
import { Chip } from "../../design/chip.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { JsonView } from "../items/parts/json-view.tsx";
import { About, shortName } from "./about.tsx";
import { lazyPart } from "../lazy-part.tsx";

const TryTool = lazyPart(() => import("./try-tool.tsx"));

/** More than these are searched, as skills are. */
const SEARCHED = 8;

export function ToolList(props: {
  session: HostSession;
  server: string;
  of: object;
  tools: readonly McpTool[];
}): JSX.Element {
  const [query, setQuery] = createSignal("");
  // The server tells them in no order.
  const sorted = createMemo(() => props.tools.toSorted((a, b) => a.name.localeCompare(b.name)));
  const shown = createMemo(() => {
    const wanted = query().trim().toLowerCase();
    return wanted === ""
      ? sorted()
      : sorted().filter(({ name, title, description }) =>
          `${name} ${title ?? ""} ${description ?? ""}`.toLowerCase().includes(wanted),
        );
  });
  return (
    <>
      <Show when={props.tools.length > SEARCHED}>
        <input
          class="ext__search"
          type="search"
          aria-label={`Search the tools of ${visibleText(shortName(props.server))}`}
          placeholder="Search"
          value={query()}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </Show>
      <Show when={shown().length > 0} fallback={<p class="dim">{query() === "" ? "It has none." : "No match."}</p>}>
        <ul class="ext__list">
          <FirstOf of={props.of} name="tools" each={shown()} what="tools" first={30} row>
            {(tool) => <Tool session={props.session} server={props.server} tool={tool} />}
          </FirstOf>
        </ul>
      </Show>
    </>
  );
}

/** What a tool says that it does to things; a server may say anything. */
function reach(tool: McpTool): string | null {
  if (tool.readOnly === true) return "says it only reads";
  if (tool.destructive === true) return "may destroy things";
  return tool.readOnly === false ? "may change things" : null;
}

function Tool(props: { session: HostSession; server: string; tool: McpTool }): JSX.Element {
  const [trying, setTrying] = createSignal(false);
  const [open, setOpen] = createSignal(false);
  return (
    <li class="ext__tool" data-tool={props.tool.name}>
      <div class="ext__line">
        <code>
          <VisibleText text={shortName(props.tool.name)} />
        </code>
        <Show when={props.tool.title}>{(title) => <span>{visibleText(shortName(title()))}</span>}</Show>
        <Show when={reach(props.tool)}>{(words) => <Chip>{words()}</Chip>}</Show>
        <span class="ext__acts">
          <Button
            size="small"
            look="quiet"
            aria-label={`Try ${visibleText(shortName(props.tool.name))}`}
            onClick={() => setTrying(true)}
          >
            Try
          </Button>
        </span>
      </div>
      <Show when={props.tool.description}>{(text) => <About text={text()} />}</Show>
      <details class="fold" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="quiet chevron">What it takes</summary>
        <Show when={open()}>
          <JsonView of={props.tool} name="schema" value={props.tool.inputSchema} label="Input schema" />
        </Show>
      </details>
      <Show when={trying()}>
        <Suspense>
          <TryTool session={props.session} server={props.server} tool={props.tool} onClose={() => setTrying(false)} />
        </Suspense>
      </Show>
    </li>
  );
}
