// The list of a machine's pages, the same on each of them.
import { For, type JSX, onMount } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { activityPath } from "../activity/path.ts";
import { facts } from "../live.ts";
import { A } from "../route.tsx";
import { machinePath } from "./path.ts";
import { ROOMS } from "./rooms.ts";
import "./machine-page.css";

export function MachineNav(props: { entry: HostEntry; current: string }): JSX.Element {
  const link = (name: string) => (props.current === name ? "page" : undefined);
  return (
    <nav
      ref={(nav) =>
        // On a phone the list is wider than the screen: the page that one is on is in sight.
        onMount(() => nav.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "center" }))
      }
      class="machine__nav"
      aria-label={`Pages of ${facts(props.entry.session).label || props.entry.record.label}`}
    >
      <For each={ROOMS}>
        {(room) => (
          <A href={machinePath(props.entry.record.id, room.name)} aria-current={link(room.name)}>
            {room.title}
          </A>
        )}
      </For>
      <A href={activityPath(props.entry.record.id)} aria-current={link("activity")}>
        Activity
      </A>
    </nav>
  );
}
