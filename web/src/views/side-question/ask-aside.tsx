// A question beside the thread: a fork that the App Server does not keep is asked, and the thread itself knows nothing of it.
import { createSignal, createUniqueId, type JSX, onCleanup, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { sendPress } from "../composer/enter.ts";
import { connection } from "../live.ts";
import { navigate, threadPath } from "../route.tsx";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import type { Subject } from "../thread-menu/doing.ts";
import "../../design/text-field.css";
import "../thread-menu/thread-menus.css";
import "../recovery/go-on.css";

export default function AskAside(props: { subject: Subject; onClose: () => void }): JSX.Element {
  const services = useServices();
  const attempt = createAttempt();
  const id = createUniqueId();
  // What it begins with; the person goes on from there.
  // oxlint-disable-next-line solid/reactivity
  const [text, setText] = createSignal(props.subject.words ?? "");
  const session = () => props.subject.entry.session;
  const offline = () => connection(session()) !== "live";
  let gone = false;
  onCleanup(() => (gone = true));
  const ask = async () => {
    if (text().trim() === "" || offline()) return;
    const { thread } = props.subject;
    const question = text();
    const at = session();
    const done = await attempt.go(async () => (await services.actions.branch()).askAside(at, thread, question));
    // Whoever has closed it meanwhile is elsewhere, perhaps in another dialog.
    if (done === undefined || gone) return;
    props.onClose();
    navigate(threadPath(done.value.thread));
  };
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <p>
        A copy of the thread is asked that the App Server does not keep. The thread itself goes on undisturbed and never
        learns of it; what the copy does to files is as real as ever.
      </p>
      <label class="field__label" for={id}>
        Your question
      </label>
      <textarea
        id={id}
        class="go-on__box"
        rows="3"
        autofocus
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (sendPress(event) === null) return;
          event.preventDefault();
          void ask();
        }}
      />
      <Show when={attempt.problem()}>{(problem) => <Notice kind="bad">{problem()}</Notice>}</Show>
      <div class="ask__acts">
        <Button onClick={() => props.onClose()}>Cancel</Button>
        <Button type="submit" look="act" disabled={text().trim() === "" || offline() || attempt.busy()}>
          {attempt.busy() ? "Asking" : "Ask"}
        </Button>
      </div>
    </form>
  );
}
