// A text file in an editor. Saving reads the file again first: what somebody else has written meanwhile is not overwritten
// unless the person says so, and what was typed here is never lost by a refusal.
import { createSignal, type JSX, Match, onMount, Show, Switch } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import { bytes, counted } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { connection } from "../live.ts";
import { useServices } from "../services.tsx";
import { EDIT_LIMIT, type Editable, editable, encoded } from "./editing.ts";
import type { Entry } from "./entries.ts";
import { diskTrouble } from "./trouble.ts";

type Step =
  | { type: "reading" }
  | { type: "trouble"; message: string }
  /** How large it is could not be found out. */
  | { type: "unsized" }
  | { type: "editing"; was: Uint8Array; ends: Editable["ends"] };

type Conflict = { now: Uint8Array | null };

export interface EditDialogProps {
  session: HostSession;
  entry: Entry;
  /** It was written. */
  saved: () => void;
  close: () => void;
}

export default function EditDialog(props: EditDialogProps): JSX.Element {
  const services = useServices();
  const [step, setStep] = createSignal<Step>({ type: "reading" });
  const [text, setText] = createSignal("");
  const [first, setFirst] = createSignal("");
  const [busy, setBusy] = createSignal(false);
  const [told, setTold] = createSignal<{ words: string; bad: boolean } | null>(null);
  const [conflict, setConflict] = createSignal<Conflict | null>(null);
  const [leaving, setLeaving] = createSignal(false);
  const connected = () => connection(props.session) === "live";
  const dirty = () => step().type === "editing" && text() !== first();

  const take = (was: Uint8Array): boolean => {
    const found = editable(was);
    if ("problem" in found) {
      setStep({ type: "trouble", message: found.problem });
      return false;
    }
    setText(found.text);
    setFirst(found.text);
    setStep({ type: "editing", was, ends: found.ends });
    return true;
  };
  const read = async () => {
    const session = props.session;
    const entry = props.entry;
    setStep({ type: "reading" });
    const facts = await services.actions.inspectFile(session, entry.path);
    if (!facts.ok) return void setStep({ type: "trouble", message: diskTrouble(facts.reason) });
    if (facts.value.kind !== "file") return void setStep({ type: "trouble", message: "This is not a file." });
    const size = facts.value.bytes;
    if (size !== null && size > EDIT_LIMIT)
      return void setStep({
        type: "trouble",
        message: `It has ${bytes(size)}. Files over 1 MB are not edited here: open it to read it, or use a terminal.`,
      });
    if (size === null) return void setStep({ type: "unsized" });
    await readOn();
  };
  const readOn = async () => {
    setStep({ type: "reading" });
    const content = await services.actions.readFile(props.session, props.entry.path);
    if (!content.ok) return void setStep({ type: "trouble", message: diskTrouble(content.reason) });
    take(content.value);
  };
  onMount(() => void read());

  const save = async (over: boolean) => {
    const now = step();
    if (now.type !== "editing" || busy()) return;
    if (!connected())
      return void setTold({ words: "It was not saved: the machine is not connected. Your text is here.", bad: true });
    const session = props.session;
    const entry = props.entry;
    const words = text();
    const content = encoded(words, now.ends);
    setBusy(true);
    setTold(null);
    const outcome = await services.actions
      .files()
      .then((acts) => acts.save(session, entry.path, content, over ? null : now.was))
      .catch(() => null);
    setBusy(false);
    if (outcome === null)
      return void setTold({ words: "Nothing was sent: a part of the app could not be loaded. Try again.", bad: true });
    if (!outcome.ok) return void setTold({ words: `It was not saved. ${diskTrouble(outcome.reason)}`, bad: true });
    if (outcome.value.type === "in-the-way") return void setConflict({ now: outcome.value.now });
    setConflict(null);
    setFirst(words);
    setStep({ ...now, was: content });
    setTold({ words: `Saved: ${bytes(content.length)}.`, bad: false });
    props.saved();
  };
  const close = () => {
    if (dirty() && !leaving()) setLeaving(true);
    else props.close();
  };
  return (
    <Show when={!leaving()} fallback={<Leaving back={() => setLeaving(false)} leave={() => props.close()} />}>
      <Dialog open title={`Edit ${visibleText(props.entry.name)}`} onClose={close}>
        <div class="edit-file" data-testid="edit-file">
          <p class="edit-file__path">
            <code>
              <VisibleText text={props.entry.path} />
            </code>
          </p>
          <Switch>
            <Match when={step().type === "reading"}>
              <p role="status">Reading it</p>
            </Match>
            <Match when={step().type === "trouble" ? step() : null}>
              {(now) => (
                <p class="bad" role="alert">
                  {trouble(now())}
                </p>
              )}
            </Match>
            <Match when={step().type === "unsized"}>
              <p>
                How large it is could not be found out. It is read as one message that goes to every device that is
                connected.
              </p>
              <div class="ask__acts">
                <Button onClick={close}>Close</Button>
                <Button look="act" disabled={!connected()} onClick={() => void readOn()}>
                  Read it
                </Button>
              </div>
            </Match>
            <Match when={step().type === "editing"}>
              <textarea
                class="edit-file__text"
                aria-label={`Text of ${visibleText(props.entry.name)}`}
                spellcheck={false}
                autocapitalize="off"
                autocomplete="off"
                wrap="off"
                value={text()}
                onInput={(event) => {
                  setText(event.currentTarget.value);
                  setTold(null);
                }}
                onKeyDown={(event) => {
                  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
                  event.preventDefault();
                  void save(false);
                }}
              />
              <Show when={conflict()}>
                {(found) => (
                  <Notice
                    kind="bad"
                    title={found().now === null ? "The file is gone" : "The file has changed"}
                    acts={
                      <>
                        <Show when={editableNow(found())}>
                          {(now) => (
                            <Button
                              size="small"
                              onClick={() => {
                                setConflict(null);
                                take(now());
                              }}
                            >
                              Drop mine, take what is there
                            </Button>
                          )}
                        </Show>
                        <Button
                          size="small"
                          look="danger"
                          disabled={busy() || !connected()}
                          onClick={() => void save(true)}
                        >
                          {found().now === null ? "Write it again" : "Overwrite it"}
                        </Button>
                        <Button size="small" look="quiet" onClick={() => setConflict(null)}>
                          Go on editing
                        </Button>
                      </>
                    }
                  >
                    {found().now === null
                      ? "Somebody removed or moved it since it was read. Nothing was written; your text is here."
                      : `Somebody wrote it since it was read: it holds ${bytes(found().now?.length ?? 0)} now. Nothing was written; your text is here.`}
                  </Notice>
                )}
              </Show>
              <div class="ask__acts">
                <Show
                  when={told()}
                  fallback={<span class="dim num">{counted(text().split("\n").length, "line")}</span>}
                >
                  {(said) => (
                    <span classList={{ bad: said().bad }} role={said().bad ? "alert" : "status"}>
                      {said().words}
                    </span>
                  )}
                </Show>
                <Button onClick={close}>Close</Button>
                <Button look="act" disabled={!dirty() || busy() || !connected()} onClick={() => void save(false)}>
                  Save
                </Button>
              </div>
            </Match>
          </Switch>
        </div>
      </Dialog>
    </Show>
  );
}

/** What is there now, where it could be edited in place of what was typed. */
function editableNow({ now }: Conflict): Uint8Array | null {
  return now !== null && !("problem" in editable(now)) ? now : null;
}

function trouble(step: Step): string {
  return step.type === "trouble" ? step.message : "";
}

function Leaving(props: { back: () => void; leave: () => void }): JSX.Element {
  return (
    <Dialog open title="Leave without saving?" onClose={() => props.back()}>
      <div class="ask">
        <p>What you have typed is not on the machine yet.</p>
        <div class="ask__acts">
          <Button onClick={() => props.back()}>Go on editing</Button>
          <Button look="danger" onClick={() => props.leave()}>
            Leave
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
