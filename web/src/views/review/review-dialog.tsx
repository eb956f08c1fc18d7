// Asking for a review of code: of what, and where it runs. Branches and commits can be written by hand, or chosen from what
// git on the machine lists, once the person asks for that.
import { createSignal, createUniqueId, For, type JSX, onCleanup, Show } from "solid-js";
import type { Commit, ReviewTarget } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/text-field.tsx";
import type { HostSession, Outcome } from "../../host/model.ts";
import { visibleText } from "../../decisions/visible.ts";
import { TextInput } from "../decisions/forms/text-input.tsx";
import { connection, live } from "../live.ts";
import { navigate, place, threadInPath, threadPath } from "../route.tsx";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { named, setQuestion, setSaid, type Subject } from "../thread-menu/doing.ts";
import "./review-dialog.css";

type Kind = ReviewTarget["type"];

const KINDS: readonly { kind: Kind; words: string; hint: string }[] = [
  { kind: "uncommittedChanges", words: "Uncommitted changes", hint: "Staged, unstaged and untracked files." },
  { kind: "baseBranch", words: "Against a branch", hint: "What this branch would bring into another one." },
  { kind: "commit", words: "One commit", hint: "What a single commit changes." },
  { kind: "custom", words: "Something else", hint: "In your own words." },
];

export default function ReviewDialog(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  const session = () => props.subject.entry.session;
  const summary = () => {
    const found = live(session().state).threads.get(props.subject.thread);
    return found === undefined ? null : live(found);
  };
  // What the question begins with, if it was written already.
  // oxlint-disable-next-line solid/reactivity
  const begun = props.subject.words ?? "";
  const [kind, setKind] = createSignal<Kind>(begun === "" ? "uncommittedChanges" : "custom");
  const [branch, setBranch] = createSignal("");
  const [sha, setSha] = createSignal("");
  const [instructions, setInstructions] = createSignal(begun);
  const [detached, setDetached] = createSignal(false);
  const starting = createAttempt();
  const connected = () => connection(session()) === "live";
  const works = () => summary()?.status.type === "active";
  const cwd = () => summary()?.cwd ?? "";
  const [commits, setCommits] = createSignal<readonly Commit[]>([]);
  const group = createUniqueId();
  let gone = false;
  onCleanup(() => (gone = true));

  const target = (): ReviewTarget | null => {
    switch (kind()) {
      case "uncommittedChanges":
        return { type: "uncommittedChanges" };
      case "baseBranch":
        return branch().trim() === "" ? null : { type: "baseBranch", branch: branch().trim() };
      case "commit": {
        const wanted = sha().trim();
        if (wanted === "") return null;
        return { type: "commit", sha: wanted, title: commits().find((one) => one.sha === wanted)?.title ?? null };
      }
      case "custom":
        return instructions().trim() === "" ? null : { type: "custom", instructions: instructions() };
    }
  };
  const listBranches = async (session: HostSession, folder: string): Promise<Outcome<Choice[]>> => {
    const found = await (await services.actions.review()).branches(session, folder);
    return found.ok ? { ok: true, value: found.value.map((name) => ({ value: name, words: name })) } : found;
  };
  const listCommits = async (session: HostSession, folder: string): Promise<Outcome<Choice[]>> => {
    const found = await (await services.actions.review()).commits(session, folder);
    if (!found.ok) return found;
    setCommits(found.value);
    return {
      ok: true,
      value: found.value.map((one) => ({ value: one.sha, words: `${one.sha.slice(0, 9)} ${one.title}` })),
    };
  };
  const start = async (event: Event) => {
    event.preventDefault();
    const wanted = target();
    if (wanted === null || !connected()) return;
    const { entry, thread } = props.subject;
    const name = named(props.subject);
    const apart = detached();
    const done = await starting.go(async () =>
      (await services.actions.review()).start(entry.session, thread, wanted, apart),
    );
    if (done === undefined) return;
    const where = done.value.thread;
    // Whoever has closed the dialog meanwhile is doing something else: nothing is taken from under their hands.
    if (gone) {
      setSaid({ text: `The review of ${name} runs${where === thread ? "" : " in a thread of its own"}.`, undo: null });
      return;
    }
    setQuestion(null);
    if (threadInPath(place().pathname) !== where) navigate(threadPath(where));
    if (where === thread) return;
    setSaid({
      text: `The review of ${name} runs in this thread of its own.`,
      undo: null,
    });
  };
  return (
    <form class="ask review-ask" onSubmit={(event) => void start(event)}>
      <fieldset class="review-ask__choice">
        <legend>What to review</legend>
        <For each={KINDS}>
          {(one) => (
            <>
              <label class="ask__check">
                <input
                  type="radio"
                  name={`${group}-kind`}
                  checked={kind() === one.kind}
                  autofocus={one.kind === "uncommittedChanges"}
                  onChange={() => setKind(one.kind)}
                />
                <span>
                  {one.words}
                  <small>{one.hint}</small>
                </span>
              </label>
              <Show when={kind() === one.kind && one.kind !== "uncommittedChanges"}>
                <div class="review-ask__more">
                  <Show when={one.kind === "baseBranch"}>
                    <Chosen
                      subject={props.subject}
                      label="Branch"
                      placeholder="main"
                      list="List the branches"
                      cwd={cwd()}
                      value={branch()}
                      onValue={setBranch}
                      onList={listBranches}
                    />
                  </Show>
                  <Show when={one.kind === "commit"}>
                    <Chosen
                      subject={props.subject}
                      label="Commit"
                      placeholder="4f0c1d2, HEAD~1, a tag"
                      list="List the newest commits"
                      cwd={cwd()}
                      value={sha()}
                      onValue={setSha}
                      onList={listCommits}
                    />
                  </Show>
                  <Show when={one.kind === "custom"}>
                    <TextInput
                      id={`${group}-words`}
                      label="What the reviewer is to look at"
                      placeholder="What the reviewer is to look at"
                      lines
                      value={instructions()}
                      onValue={setInstructions}
                    />
                  </Show>
                </div>
              </Show>
            </>
          )}
        </For>
      </fieldset>
      <fieldset class="review-ask__choice">
        <legend>Where it runs</legend>
        <label class="ask__check">
          <input type="radio" name={`${group}-where`} checked={!detached()} onChange={() => setDetached(false)} />
          <span>
            In this thread
            <small>The findings become a part of the conversation.</small>
          </span>
        </label>
        <label class="ask__check">
          <input type="radio" name={`${group}-where`} checked={detached()} onChange={() => setDetached(true)} />
          <span>
            In a thread of its own
            <small>
              {summary()?.historyMode === "paginated"
                ? "Some App Servers refuse this for threads that keep their history in pages, as this one does."
                : "This conversation stays as it is. There the reviewer may work in the folder that the App Server was started in, not in this thread’s: name the folder in your own words."}
            </small>
          </span>
        </label>
      </fieldset>
      <Show when={works() && !detached()}>
        <p>A turn is running in this thread: the review interrupts it.</p>
      </Show>
      <Show when={starting.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <div class="ask__acts">
        <Button onClick={() => setQuestion(null)}>Cancel</Button>
        <Button type="submit" look="act" disabled={starting.busy() || target() === null || !connected()}>
          {works() && !detached() ? "Stop the turn and review" : "Start the review"}
        </Button>
      </div>
    </form>
  );
}

interface Choice {
  value: string;
  words: string;
}

/** A field to write into, and what git lists to choose from. */
function Chosen(props: {
  subject: Subject;
  label: string;
  placeholder: string;
  /** What the button says. */
  list: string;
  cwd: string;
  value: string;
  onValue: (value: string) => void;
  onList: (session: HostSession, cwd: string) => Promise<Outcome<Choice[]>>;
}): JSX.Element {
  const [choices, setChoices] = createSignal<readonly Choice[] | null>(null);
  const reading = createAttempt();
  const id = createUniqueId();
  const read = async () => {
    const list = props.onList(props.subject.entry.session, props.cwd);
    const done = await reading.go(() => list);
    if (done !== undefined) setChoices(done.value);
  };
  return (
    <>
      <TextField
        label={props.label}
        mono
        value={props.value}
        placeholder={props.placeholder}
        maxLength={400}
        onInput={(event) => props.onValue(event.currentTarget.value)}
      />
      <Show
        when={choices()}
        fallback={
          <Show when={props.cwd !== ""}>
            <div class="review-ask__list">
              <Button
                size="small"
                disabled={reading.busy() || connection(props.subject.entry.session) !== "live"}
                onClick={() => void read()}
              >
                {props.list}
              </Button>
              <small>runs git in {visibleText(props.cwd)}</small>
            </div>
          </Show>
        }
      >
        {(all) => (
          <Show when={all().length > 0} fallback={<small>git lists none there.</small>}>
            <label class="sr-only" for={id}>
              {props.label}, as git lists them
            </label>
            <select
              id={id}
              class="field__input"
              onChange={(event) => {
                if (event.currentTarget.value !== "") props.onValue(event.currentTarget.value);
              }}
            >
              <option value="">Choose …</option>
              <For each={all()}>
                {(one) => (
                  <option value={one.value} selected={one.value === props.value}>
                    {visibleText(one.words).slice(0, 120)}
                  </option>
                )}
              </For>
            </select>
          </Show>
        )}
      </Show>
      <Show when={reading.problem()}>
        {(text) => (
          <small class="bad" role="alert">
            {text()}
          </small>
        )}
      </Show>
    </>
  );
}
