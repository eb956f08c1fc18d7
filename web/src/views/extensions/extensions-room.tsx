// What lends the agent more than it can do by itself: MCP servers, skills, plugins, apps, hooks. One part at a time, each read
// when it is entered.
import { createMemo, For, type JSX, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { HostEntry } from "../../actions/contract.ts";
import { A, place } from "../route.tsx";
import { type PartName, partIn, partPath, PARTS } from "./parts.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./extensions.css";

const SHOWN = {
  servers: lazyPart(() => import("./servers-part.tsx")),
  skills: lazyPart(() => import("./skills-part.tsx")),
  plugins: lazyPart(() => import("./plugins-part.tsx")),
  apps: lazyPart(() => import("./apps-part.tsx")),
  hooks: lazyPart(() => import("./hooks-part.tsx")),
} satisfies Record<PartName, unknown>;

export default function ExtensionsRoom(props: { entry: HostEntry }): JSX.Element {
  const part = createMemo(() => partIn(place().search));
  return (
    <div class="ext">
      <nav class="ext__parts" aria-label="Parts of this page">
        <For each={PARTS}>
          {({ name, title }) => (
            <A href={partPath(props.entry.record.id, name)} aria-current={part() === name ? "page" : undefined}>
              {title}
            </A>
          )}
        </For>
      </nav>
      <Suspense fallback={<p class="dim">Loading</p>}>
        <Dynamic component={SHOWN[part()]} session={props.entry.session} />
      </Suspense>
    </div>
  );
}
