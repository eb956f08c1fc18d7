// How the person wants the list on this device: by day or by folder, which groups are open. In localStorage, since it is
// known before the first paint.
import { createSignal } from "solid-js";
import type { GroupBy } from "./thread-list-groups.ts";

const KEY = "longwire.list";

interface Stored {
  groupBy: GroupBy;
  toggled: string[];
}

function stored(): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof value === "object" && value !== null) {
      const toggled: unknown = Reflect.get(value, "toggled");
      return {
        groupBy: Reflect.get(value, "groupBy") === "folder" ? "folder" : "day",
        toggled: Array.isArray(toggled) ? toggled.filter((key) => typeof key === "string") : [],
      };
    }
  } catch {
    // No storage, or something else in its place: as it is by default.
  }
  return { groupBy: "day", toggled: [] };
}

const first = stored();
const [groupBy, setBy] = createSignal<GroupBy>(first.groupBy);
const [toggled, setToggled] = createSignal<ReadonlySet<string>>(new Set(first.toggled));
/** Parents whose sub-agents are shown; for the life of the page. */
const [expanded, setExpanded] = createSignal<ReadonlySet<string>>(new Set());
export { expanded, groupBy, toggled };

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ groupBy: groupBy(), toggled: [...toggled()] } satisfies Stored));
  } catch {
    // Without storage the choice holds for this page.
  }
}

export function setGroupBy(next: GroupBy): void {
  setBy(next);
  keep();
}

function flip(set: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Opens or closes a group. */
export function toggleGroup(key: string): void {
  setToggled((set) => flip(set, key));
  keep();
}

/** Shows or hides a thread's sub-agents. */
export function toggleAgents(thread: string): void {
  setExpanded((set) => flip(set, thread));
}
