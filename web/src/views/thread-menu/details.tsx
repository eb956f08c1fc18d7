// What is known of a thread, and the branch that is shown with it.
import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { TextField } from "../../design/text-field.tsx";
import { fullTime } from "../../design/words.ts";
import { visibleText } from "../../decisions/visible.ts";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { A, threadPath } from "../route.tsx";
import { useServices } from "../services.tsx";
import { gravest, listStanding, standingWords } from "../status/standing.ts";
import { pendingDecisions, threadTitle } from "../thread-facts.ts";
import { run, setQuestion, type Subject } from "./doing.ts";
import { refusalSentence } from "./refusals.ts";

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["cli", "a terminal"],
  ["vscode", "an app or editor"],
  ["exec", "a script"],
  ["appServer", "an App Server"],
  ["unknown", "not told"],
]);

export function DetailsBody(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  const session = () => props.subject.entry.session;
  const connected = () => connection(session()) === "live";
  const summary = () => {
    const found = live(session().state).threads.get(props.subject.thread);
    return found === undefined ? null : live(found);
  };
  const status = () => {
    const found = summary();
    const waiting = pendingDecisions(session().state).filter(({ thread }) => thread === props.subject.thread);
    return found === null ? null : standingWords(listStanding(found, gravest(waiting)));
  };
  const told = createLoader(
    () => (connected() && summary()?.deleted !== true ? props.subject : null),
    async ({ entry, thread }) => (await services.actions.threads()).details(entry.session, thread),
  );
  const details = () => {
    const outcome = told.value();
    return outcome?.ok === true ? outcome.value : null;
  };
  const refused = () => {
    const outcome = told.value();
    return outcome?.ok === false ? refusalSentence(outcome.reason) : null;
  };
  const origin = () => {
    const id = summary()?.forkedFrom ?? summary()?.parent ?? null;
    return id === null ? null : { id, title: threadTitle(session().state.threads.get(id) ?? null, id) };
  };
  return (
    <div class="ask">
      <dl class="ask__facts">
        <Fact name="Name">{threadTitle(summary(), props.subject.thread)}</Fact>
        <dt>Id</dt>
        <dd class="ask__copied">
          <code>{props.subject.thread}</code>
          <CopyButton text={() => props.subject.thread} label="Copy the id" />
        </dd>
        <Fact name="Status">{status()}</Fact>
        <Fact name="Folder">{summary()?.cwd || null}</Fact>
        <Fact name="Commit">{details()?.sha?.slice(0, 12)}</Fact>
        <Fact name="Repository">{details()?.origin}</Fact>
        <Show when={origin()}>
          {(from) => (
            <>
              <dt>{summary()?.parent === null ? "Forked from" : "Made by"}</dt>
              <dd>
                <A href={threadPath(from().id)} class="link" onClick={() => setQuestion(null)}>
                  {from().title}
                </A>
              </dd>
            </>
          )}
        </Show>
        <Fact name="Made in">{SOURCES.get(summary()?.source ?? "") ?? summary()?.source}</Fact>
        <Fact name="Began">{time(details()?.createdAt ?? summary()?.createdAt)}</Fact>
        <Fact name="Last change">{time(summary()?.updatedAt)}</Fact>
        <Fact name="Provider">{summary()?.modelProvider}</Fact>
        <Fact name="History">{summary()?.historyMode}</Fact>
        <Fact name="Made with version">{details()?.cliVersion}</Fact>
        <Fact name="File">{details()?.path}</Fact>
      </dl>
      <Show when={refused()}>{(text) => <p>{text()}</p>}</Show>
      <Show when={!connected()}>
        <p>Without a connection this is what the device has stored.</p>
      </Show>
      <Show when={connected() && summary()?.deleted === false}>
        <Branch subject={props.subject} branch={summary()?.branch ?? ""} />
      </Show>
    </div>
  );
}

function time(at: number | null | undefined): string | null {
  return at == null || at === 0 ? null : fullTime(at);
}

/** A line of the list; not there where nothing was told. */
function Fact(props: { name: string; children: string | null | undefined }): JSX.Element {
  return (
    <Show when={props.children}>
      {(text) => (
        <>
          <dt>{props.name}</dt>
          <dd dir="auto">{visibleText(text())}</dd>
        </>
      )}
    </Show>
  );
}

function Branch(props: { subject: Subject; branch: string }): JSX.Element {
  const services = useServices();
  // What stood there when the dialog was opened is edited.
  // oxlint-disable-next-line solid/reactivity
  const [branch, setBranch] = createSignal(props.branch);
  const [busy, setBusy] = createSignal(false);
  const save = async (event: Event) => {
    event.preventDefault();
    const { entry, thread } = props.subject;
    const wanted = branch().trim();
    setBusy(true);
    await run(services, "The branch was not changed", (acts) =>
      acts.setBranch(entry.session, thread, wanted === "" ? null : wanted),
    );
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextField
        label="Branch"
        hint="What is shown with the thread; it changes nothing in the repository."
        value={branch()}
        onInput={(event) => setBranch(event.currentTarget.value)}
      />
      <Show when={branch().trim() !== props.branch}>
        <div class="ask__acts">
          <Button type="submit" size="small" disabled={busy()}>
            Save
          </Button>
        </div>
      </Show>
    </form>
  );
}
