// The menu of one turn and the question before its history is cut.
import { createEffect, createSignal, For, type JSX, Show } from "solid-js";
import { Portal } from "solid-js/web";
import type { HostEntry } from "../../actions/contract.ts";
import { Dialog } from "../../design/dialog.tsx";
import { type ThreadState, type Turn, turnStatus } from "../../projection/state.ts";
import { lackingWhy } from "../lacking/words.ts";
import { connection, live } from "../live.ts";
import { navigate, threadPath } from "../route.tsx";
import { useServices } from "../services.tsx";
import { named, setQuestion, setSaid } from "../thread-menu/doing.ts";
import { MenuItem, MenuPanel } from "../thread-menu/menu-panel.tsx";
import { refusalSentence } from "../thread-menu/refusals.ts";
import { openTurnMenu, turnMenu } from "./asked.ts";
import { GoBack } from "./go-back.tsx";
import { cannotGoBack } from "./refused.ts";
import { turnItems, type TurnAct } from "./turn-items.ts";
import { turnText } from "./turn-text.ts";

const RUNS: readonly string[] = ["inProgress", "stopping", "noAnswerToStop"];

export default function TurnMenus(props: { entry: HostEntry; state: ThreadState }): JSX.Element {
  const services = useServices();
  const [back, setBack] = createSignal<Turn | null>(null);
  const target = () => {
    const asked = turnMenu();
    return asked?.thread === props.state.id ? asked : null;
  };
  const close = () => {
    const asked = turnMenu();
    openTurnMenu(null);
    if (back() === null) asked?.anchor.focus({ preventScroll: true });
  };
  const session = () => props.entry.session;
  createEffect(() => {
    // Only threads of the older kind need a method that later servers do not have.
    const asked = target();
    const of = session();
    if (asked === null || of.state.threads.get(asked.thread)?.historyMode !== "legacy") return;
    services.actions.capabilities().then(
      (acts) => void acts.learnMethods(of),
      // The menu is whole without it.
      () => undefined,
    );
  });
  const items = (turn: Turn) => {
    const found = live(session().state).threads.get(props.state.id);
    const thread = found === undefined ? null : live(found);
    const state = live(props.state);
    return turnItems({
      turn: live(turn),
      thread,
      connected: connection(session()) === "live",
      notResumable: state.notResumable || thread?.notResumable === true,
      heldElsewhere: state.heldElsewhere || thread?.heldElsewhere === true,
      busy: [...state.turns.values()].some((one) => RUNS.includes(turnStatus(live(one)))),
      cannotGoBack: cannotGoBack(session(), thread?.historyMode ?? null),
      lacking: lackingWhy(session(), thread?.historyMode === "legacy" ? "thread/rollback" : "thread/revert"),
    });
  };

  const fork = async (turn: Turn) => {
    const subject = { entry: props.entry, thread: props.state.id };
    const at = session();
    const outcome = await services.actions
      .branch()
      .then((acts) => acts.forkAt(at, turn.thread, turn.id))
      .catch(() => null);
    if (outcome?.ok === true) {
      setSaid({
        text: `This is a fork of ${named(subject)}, up to that turn. What you write here changes only the fork.`,
        undo: null,
      });
      navigate(threadPath(outcome.value.thread));
    } else
      setQuestion({
        type: "problem",
        title: "It was not forked",
        text:
          outcome === null
            ? "A part of the app could not be loaded. Nothing was sent."
            : refusalSentence(outcome.reason),
      });
  };

  const copy = async (turn: Turn) => {
    const text = turnText(turn);
    try {
      await navigator.clipboard.writeText(text);
      setSaid({ text: "Copied the turn as text.", undo: null });
    } catch {
      setQuestion({ type: "problem", title: "The browser did not allow copying", text });
    }
  };

  const perform = (turn: Turn, act: TurnAct) => {
    if (act === "back") setBack(turn);
    close();
    if (act === "fork") void fork(turn);
    if (act === "copy") void copy(turn);
  };

  return (
    <Portal>
      <Show when={target()} keyed>
        {(asked) => (
          <Show when={props.state.turns.get(asked.turn)} keyed>
            {(turn) => {
              const { right, bottom } = asked.anchor.getBoundingClientRect();
              return (
                <MenuPanel label="Turn" at={{ x: right - 220, y: bottom + 2 }} close={close}>
                  <For each={items(turn)}>
                    {(item) => (
                      <MenuItem
                        words={item.words}
                        why={item.why}
                        danger={item.danger === true && item.why === null}
                        choose={() => perform(turn, item.act)}
                      />
                    )}
                  </For>
                </MenuPanel>
              );
            }}
          </Show>
        )}
      </Show>
      <Dialog open={back() !== null} title="Go back to before this turn?" onClose={() => setBack(null)}>
        <Show when={back()} keyed>
          {(turn) => (
            <GoBack
              entry={props.entry}
              state={props.state}
              turn={turn}
              onFork={() => void fork(turn)}
              onClose={() => setBack(null)}
            />
          )}
        </Show>
      </Dialog>
    </Portal>
  );
}
