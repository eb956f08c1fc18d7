// The newest plan of the thread, what changed in its last turn, and what the server reports of the thread.
import { createMemo, For, type JSX, Show } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import { homePath } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState, Turn } from "../../projection/state.ts";
import { countChange } from "../diff/counts.ts";
import { relativePath } from "../diff/file-card.tsx";
import { live } from "../live.ts";
import { approvalWords, sandboxWords } from "../sentences.ts";
import { changedFiles, newestTurn } from "./turn-changes.ts";

export function PlanTab(props: { session: HostSession; state: ThreadState; home: string | null }): JSX.Element {
  const turn = createMemo(() => newestTurn(props.state, (candidate) => (live(candidate).plan?.length ?? 0) > 0));
  return (
    <>
      <Show
        when={turn()}
        fallback={
          <section>
            <h2>Plan</h2>
            <p class="side__empty">When Codex makes a plan for a turn, its steps and their progress are shown here.</p>
          </section>
        }
      >
        {(found) => <Plan turn={found()} />}
      </Show>
      <Changed state={props.state} />
      <Facts state={props.state} home={props.home} />
    </>
  );
}

function Plan(props: { turn: Turn }): JSX.Element {
  const steps = () => live(props.turn).plan ?? [];
  const done = () => steps().filter((step) => step.status === "completed").length;
  // A turn that is over spins no step.
  const running = () => live(props.turn).reported === "inProgress" && !live(props.turn).lost;
  return (
    <section>
      <h2>
        Plan · {done()} of {steps().length}
      </h2>
      <Show when={live(props.turn).planExplanation}>{(text) => <p class="side__empty">{text()}</p>}</Show>
      <ol class="plan">
        <For each={steps()}>
          {(step) => {
            const now = () => step.status === "inProgress" && running();
            return (
              <li data-step={step.status} data-now={now() ? "" : undefined}>
                <Icon name={step.status === "completed" ? "check" : "ring"} size={15} weight={3} />
                <span>
                  {step.step}
                  <span class="sr-only"> ({step.status})</span>
                </span>
              </li>
            );
          }}
        </For>
      </ol>
    </section>
  );
}

function Changed(props: { state: ThreadState }): JSX.Element {
  const files = createMemo(() => {
    const turn = newestTurn(props.state, (candidate) => changedFiles(candidate).length > 0);
    return turn === null ? [] : changedFiles(turn);
  });
  return (
    <Show when={files().length > 0}>
      <section>
        <h2>Changed in the last turn with changes</h2>
        <ul class="files">
          <For each={files()}>
            {(change) => {
              const counts = countChange(change);
              return (
                <li>
                  <span class="files__path mono" title={change.path}>
                    {relativePath(change.path, live(props.state).settings.cwd)}
                  </span>
                  <span class="files__counts num">
                    <span class="ok">+{counts.added}</span> <span class="bad">−{counts.removed}</span>
                  </span>
                </li>
              );
            }}
          </For>
        </ul>
      </section>
    </Show>
  );
}

/** What the server reports; a line that it has not reported is not there. */
function Facts(props: { state: ThreadState; home: string | null }): JSX.Element {
  const settings = () => live(props.state).settings;
  const usage = () => {
    const tokens = live(props.state).tokenUsage;
    if (tokens?.last == null) return null;
    return tokens.window === null
      ? `${tokens.last.toLocaleString()} tokens`
      : `${tokens.last.toLocaleString()} of ${tokens.window.toLocaleString()} tokens`;
  };
  const rows = (): [string, string | null][] => [
    ["Folder", settings().cwd === null ? null : homePath(settings().cwd ?? "", props.home)],
    ["Model", [settings().model, settings().effort].filter((part) => part !== null).join(" · ") || null],
    ["Sandbox", sandboxWords(settings().sandbox)],
    ["Approvals", approvalWords(settings().approvalPolicy)],
    ["Context", usage()],
  ];
  const known = () => rows().filter((row): row is [string, string] => row[1] !== null);
  return (
    <Show when={known().length > 0}>
      <section>
        <h2>As the server reports it</h2>
        <dl class="side__facts">
          <For each={known()}>
            {([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd class="num">{value}</dd>
              </>
            )}
          </For>
        </dl>
      </section>
    </Show>
  );
}
