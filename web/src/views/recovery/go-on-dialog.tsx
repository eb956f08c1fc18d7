// Going on in a new thread: the person sees and edits all that the new thread is told of the old one before it is sent.
import { createMemo, createSignal, createUniqueId, type JSX, onCleanup, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import type { ThreadState } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { navigate, threadPath } from "../route.tsx";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { threadTitle } from "../thread-facts.ts";
import { EXCERPT_LIMIT, excerptOf, firstMessage } from "./excerpt.ts";
import { recoveredHead } from "./head.ts";
import "../../design/text-field.css";
import "../thread-menu/thread-menus.css";
import "./go-on.css";

export interface GoOnProps {
  entry: HostEntry;
  state: ThreadState;
  /** Where the old thread worked. */
  cwd: string;
  onClose: () => void;
}

export default function GoOnDialog(props: GoOnProps): JSX.Element {
  return (
    <Dialog open title="Continue in a new thread" onClose={() => props.onClose()}>
      <GoOn {...props} />
    </Dialog>
  );
}

function GoOn(props: GoOnProps): JSX.Element {
  const services = useServices();
  const attempt = createAttempt();
  const ids = { excerpt: createUniqueId(), wish: createUniqueId() };
  const session = () => props.entry.session;
  const folder = () => props.cwd;
  // The excerpt is made once, and is the person's from then on.
  // oxlint-disable-next-line solid/reactivity
  const [excerpt, setExcerpt] = createSignal(excerptOf(props.state));
  const [wish, setWish] = createSignal("");
  const head = createMemo(() => {
    const { id } = props.state;
    return recoveredHead(id, maskText(threadTitle(live(session().state).threads.get(id) ?? null, id)));
  });
  const offline = () => connection(session()) !== "live";
  const tooLong = () => excerpt().length > EXCERPT_LIMIT;
  const empty = () => excerpt().trim() === "" && wish().trim() === "";

  let gone = false;
  onCleanup(() => (gone = true));
  const send = async (event: Event) => {
    event.preventDefault();
    if (empty() || tooLong() || offline()) return;
    const text = firstMessage(head(), excerpt(), wish());
    const cwd = folder();
    const at = session();
    const done = await attempt.go(async () => (await services.actions.branch()).goOn(at, { cwd, text }));
    // Whoever has closed it meanwhile is elsewhere, perhaps in another dialog.
    if (done === undefined || gone) return;
    props.onClose();
    navigate(threadPath(done.value.thread));
  };

  return (
    <form class="ask go-on" onSubmit={(event) => void send(event)}>
      <p>
        A new thread starts in <code dir="ltr">{props.cwd}</code>, with the settings of that folder. It knows nothing
        but what stands here; the old one stays readable on this device.
      </p>
      <label class="field__label" for={ids.wish}>
        What should the agent do now?
      </label>
      <textarea
        id={ids.wish}
        class="go-on__box"
        rows="2"
        autofocus
        value={wish()}
        onInput={(event) => setWish(event.currentTarget.value)}
      />
      <p class="go-on__head">
        The message begins with this line, by which the new thread is known as the continuation:
        <q dir="auto">{head()}</q>
      </p>
      <label class="field__label" for={ids.excerpt}>
        Excerpt of the old thread, newest last: change it, or take out what is not to be sent
      </label>
      <textarea
        id={ids.excerpt}
        class="go-on__box go-on__excerpt mono"
        rows="10"
        spellcheck={false}
        aria-invalid={tooLong() ? true : undefined}
        value={excerpt()}
        onInput={(event) => setExcerpt(event.currentTarget.value)}
      />
      <p class="go-on__count num" classList={{ bad: tooLong() }} role="status">
        {excerpt().length.toLocaleString()} of {EXCERPT_LIMIT.toLocaleString()} characters
        {tooLong() ? ": shorten it to send" : ""}
      </p>
      <Show when={attempt.problem()}>{(text) => <Notice kind="bad">{text()}</Notice>}</Show>
      <div class="ask__acts">
        <Button onClick={() => props.onClose()}>Cancel</Button>
        <Button type="submit" look="act" disabled={empty() || tooLong() || offline() || attempt.busy()}>
          {offline() ? "Needs the connection" : attempt.busy() ? "Starting" : "Start and send"}
        </Button>
      </div>
    </form>
  );
}
