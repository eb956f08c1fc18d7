// The side panel: the plan, what changed, the raw envelopes. Beside the transcript, or as a sheet on smaller screens.
import { For, type JSX, Match, onCleanup, Switch } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import type { ThreadState } from "../../projection/state.ts";
import { setSideTab, sideTab as tab, type SideTab } from "./asked.ts";
import { ChangesTab } from "./changes-tab.tsx";
import { PlanTab } from "./plan-tab.tsx";
import { WireTab } from "./wire-tab.tsx";
import "./side-panel.css";

const TABS: readonly SideTab[] = ["Plan", "Changes", "Wire"];

export default function SidePanel(props: { entry: HostEntry; state: ThreadState; home: string | null }): JSX.Element {
  onCleanup(() => setSideTab("Plan"));
  let list: HTMLDivElement | undefined;
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab()) + step + TABS.length) % TABS.length] ?? "Plan";
    setSideTab(next);
    list?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="side">
      <div class="side__tabs" role="tablist" aria-label="Panel" ref={(element) => (list = element)} onKeyDown={onKey}>
        <For each={TABS}>
          {(name) => (
            <button
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab() === name}
              aria-controls="side-panel"
              tabindex={tab() === name ? 0 : -1}
              onClick={() => setSideTab(name)}
            >
              {name}
            </button>
          )}
        </For>
      </div>
      <div class="side__body" id="side-panel" role="tabpanel" aria-labelledby={`tab-${tab()}`} tabindex="0">
        <Switch>
          <Match when={tab() === "Plan"}>
            <PlanTab session={props.entry.session} state={props.state} home={props.home} />
          </Match>
          <Match when={tab() === "Changes"}>
            <ChangesTab state={props.state} session={props.entry.session} home={props.home} />
          </Match>
          <Match when={tab() === "Wire"}>
            <WireTab entry={props.entry} state={props.state} />
          </Match>
        </Switch>
      </div>
    </div>
  );
}
