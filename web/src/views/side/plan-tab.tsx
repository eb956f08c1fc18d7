// The newest plan of the thread, what changed in its last turn, and what the server reports of the thread.
import { createMemo, For, type JSX, Show } from "solid-js";
import { clockTime, duration, homePath } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState, Turn } from "../../projection/state.ts";
import { planCounts, PlanSteps } from "../cards/plan-steps.tsx";
import { goalUse, goalWords } from "../cards/say-threads.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { countChange } from "../diff/counts.ts";
import { relativePath } from "../diff/file-card.tsx";
import { FirstOf } from "../first-of.tsx";
import { live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { approvalWords, sandboxWords } from "../permission-words.ts";
import { modeName } from "../thread/mode-words.ts";
import { createChangedFiles, hasChanges, newestTurn } from "./turn-changes.ts";

export function PlanTab(props: { session: HostSession; state: ThreadState; home: string | null }): JSX.Element {
  const turn = createMemo(() => newestTurn(props.state, (candidate) => (live(candidate).plan?.length ?? 0) > 0));
  return (
    <>
      <Show
        when={turn()}
        fallback={
          <section>
            <h2>Plan</h2>
            <p class="side__empty">
              When the agent makes a plan for a turn, its steps and their progress are shown here.
            </p>
          </section>
        }
      >
        {(found) => <Plan turn={found()} />}
      </Show>
      <GoalSection state={props.state} />
      <Changed state={props.state} />
      <Facts state={props.state} home={props.home} />
    </>
  );
}

function Plan(props: { turn: Turn }): JSX.Element {
  const counts = () => planCounts(props.turn);
  return (
    <section>
      <h2>
        Plan · {counts().done} of {counts().all}
      </h2>
      <Show when={live(props.turn).planExplanation}>{(text) => <p class="side__empty">{maskText(text())}</p>}</Show>
      <PlanSteps turn={props.turn} />
    </section>
  );
}

/** What the thread works towards by itself, and what that has used. */
function GoalSection(props: { state: ThreadState }): JSX.Element {
  return (
    <Show when={live(props.state).goal}>
      {(goal) => (
        <section data-goal={goal().status}>
          <h2>{goalWords(goal().status)}</h2>
          <p class="side__goal">
            <VisibleText text={maskText(goal().objective)} plainBreaks prose />
          </p>
          <p class="side__empty num">
            {[
              goalUse(goal().tokensUsed, goal().tokenBudget),
              goal().timeUsedSeconds === null ? null : duration((goal().timeUsedSeconds ?? 0) * 1000),
            ]
              .filter((part) => part !== null)
              .join(" · ")}
          </p>
        </section>
      )}
    </Show>
  );
}

function Changed(props: { state: ThreadState }): JSX.Element {
  const turn = createMemo(() => newestTurn(props.state, hasChanges));
  const files = createChangedFiles(() => turn());
  return (
    <Show when={files().length > 0}>
      <section>
        <h2>Changed in the last turn with changes</h2>
        <ul class="files">
          <FirstOf of={props.state} name="changed files" each={files()} what="files" row>
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
          </FirstOf>
        </ul>
      </section>
    </Show>
  );
}

/** So many environments are named; of the others, how many there are. */
const ENVIRONMENTS = 20;

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
  const allTokens = () => {
    const total = live(props.state).tokenUsage?.total;
    return total == null ? null : `${total.toLocaleString()} tokens`;
  };
  const environments = () => {
    const all = [...live(props.state).environments.values()];
    const words = all
      .slice(0, ENVIRONMENTS)
      .map(({ id, connected }) => `${id}: ${connected ? "connected" : "not connected"}`);
    if (all.length > ENVIRONMENTS) words.push(`${(all.length - ENVIRONMENTS).toLocaleString()} more`);
    return words.join(", ") || null;
  };
  const queue = () => {
    const at = live(props.state).queueChangedAt;
    return at === null ? null : `changed ${clockTime(at)}`;
  };
  const rows = (): [string, string | null][] => [
    ["Folder", settings().cwd === null ? null : homePath(settings().cwd ?? "", props.home)],
    ["Model", settings().model],
    ["Effort", settings().effort],
    ["Mode", modeName(settings().mode)],
    ["Sandbox", sandboxWords(settings().sandbox)],
    ["Approvals", approvalWords(settings().approvalPolicy)],
    ["Decided by", settings().reviewer === null || settings().reviewer === "user" ? null : settings().reviewer],
    ["Tier", settings().serviceTier],
    ["Context", usage()],
    ["All turns", allTokens()],
    ["Project", live(props.state).project],
    ["Environments", environments()],
    ["Queue", queue()],
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
