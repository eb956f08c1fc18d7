// Said before the first turn in a folder: what does not fit between the account and what is asked of it there.
import { createEffect, createMemo, For, type JSX, on, Show } from "solid-js";
import { Notice } from "../../design/notice.tsx";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { machinePath } from "../machine/path.ts";
import { createNow } from "../now.ts";
import { A } from "../route.tsx";
import { useServices } from "../services.tsx";
import { mismatches } from "./policy.ts";
import { isChatgpt } from "./words.ts";
import "./account.css";

/** @param props.cwd the folder in which a thread is about to begin; null: none is chosen yet */
export function BeforeStart(props: { session: HostSession; cwd: string | null }): JSX.Element {
  const services = useServices();
  const now = createNow();
  const state = () => live(props.session.state);
  const connected = createMemo(() => connection(props.session) === "live");
  const policy = createLoader(
    () => (connected() ? props.cwd : null),
    async (cwd) => {
      const outcome = await (await services.actions.account()).policy(props.session, cwd);
      return outcome.ok ? { cwd, policy: outcome.value } : null;
    },
  );
  // Whoever signs in or out meanwhile is told; what was there before this page has to be asked for once.
  createEffect(
    on(connected, async (is) => {
      if (!is) return;
      const acts = await services.actions.account().catch(() => null);
      if (acts === null) return;
      if (props.session.state.account?.required == null) await acts.read(props.session);
      const { account, rateLimits } = props.session.state;
      if (isChatgpt(account) && rateLimits.size === 0) await acts.readLimits(props.session);
    }),
  );
  const found = createMemo(() => {
    const known = policy.value();
    if (known == null || known.cwd !== props.cwd) return [];
    return mismatches(state().account, known.policy, state().rateLimits.values(), now());
  });
  const kinds = createMemo(() => found().map(({ kind }) => kind), [], { equals: (a, b) => a.join() === b.join() });
  return (
    <For each={kinds()}>
      {(kind) => (
        <Show when={found().find((one) => one.kind === kind)}>
          {(mismatch) => (
            <div data-mismatch={kind}>
              <Notice
                kind={mismatch().tone}
                title={mismatch().title}
                acts={
                  <A class="account__link" href={machinePath(props.session.id, "account")}>
                    Open the account
                  </A>
                }
              >
                <VisibleText text={mismatch().text} prose />
              </Notice>
            </div>
          )}
        </Show>
      )}
    </For>
  );
}

export default BeforeStart;
