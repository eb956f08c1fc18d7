// The questions before something on the machine's disk is made, copied or removed. What was typed stays when the server refuses.
import { createSignal, type JSX, Match, Show, Switch, untrack } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { TextField } from "../../design/text-field.tsx";
import type { HostSession, Outcome } from "../../host/model.ts";
import type { Written } from "../../actions/files.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { joined, parentOf, pathProblem } from "../new-thread/paths.ts";
import { createLoader } from "../load.ts";
import { useServices } from "../services.tsx";
import type { Asking } from "./asking.ts";
import { copyPath, type Entry, folderOf, isNamed, nameProblem } from "./entries.ts";
import { diskTrouble } from "./trouble.ts";
import "../thread-menu/thread-menus.css";

export interface DialogProps {
  session: HostSession;
  asking: Asking;
  /** It was done: this folder holds something else now, and this in it is new. */
  done: (folder: string, made: string | null) => void;
  close: () => void;
}

export function FileQuestions(props: DialogProps): JSX.Element {
  const of = <T extends Asking["type"]>(...types: T[]) => {
    const asking = props.asking;
    return types.some((type) => type === asking.type) ? (asking as Extract<Asking, { type: T }>) : null;
  };
  return (
    <Switch>
      <Match when={of("new-file", "new-folder")} keyed>
        {(asking) => <NewOne {...props} asking={asking} />}
      </Match>
      <Match when={of("copy")} keyed>
        {(asking) => <CopyOne {...props} entry={asking.entry} />}
      </Match>
      <Match when={of("remove")} keyed>
        {(asking) => <RemoveOne {...props} entry={asking.entry} />}
      </Match>
    </Switch>
  );
}

/** One act at a time, with what the server said of it. */
function createDoing() {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  return {
    busy,
    problem,
    setProblem,
    async go<T>(act: () => Promise<Outcome<T>>): Promise<{ value: T } | null> {
      if (busy()) return null;
      setBusy(true);
      setProblem(null);
      const outcome = await act().catch(() => null);
      setBusy(false);
      if (outcome?.ok === true) return { value: outcome.value };
      setProblem(
        outcome === null
          ? "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page."
          : diskTrouble(outcome.reason),
      );
      return null;
    },
  };
}

const TAKEN = "Something with this name is there already. Nothing was written.";

function Problem(props: { text: string | null }): JSX.Element {
  return (
    <Show when={props.text}>
      {(text) => (
        <p class="bad" role="alert">
          {text()}
        </p>
      )}
    </Show>
  );
}

function NewOne(props: DialogProps & { asking: Extract<Asking, { type: "new-file" | "new-folder" }> }): JSX.Element {
  const services = useServices();
  const doing = createDoing();
  const [name, setName] = createSignal("");
  const folder = () => props.asking.folder;
  const isFolder = () => props.asking.type === "new-folder";
  const problem = () => (name() === "" ? null : nameProblem(name(), folder()));
  const make = async () => {
    if (nameProblem(name(), folder()) !== null) return;
    const session = props.session;
    const where = folder();
    const path = joined(where, name());
    const made = isFolder();
    const done = await doing.go(async (): Promise<Outcome<Written>> => {
      const acts = await services.actions.files();
      if (!made) return await acts.create(session, path, new Uint8Array());
      const outcome = await acts.createFolder(session, path);
      return outcome.ok ? { ok: true, value: { type: "written" } } : outcome;
    });
    if (done?.value.type === "in-the-way") doing.setProblem(TAKEN);
    else if (done !== null) props.done(where, path);
  };
  return (
    <Dialog open title={isFolder() ? "New folder" : "New file"} onClose={() => props.close()}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <p>
          In{" "}
          <code>
            <VisibleText text={folder()} />
          </code>
        </p>
        <TextField
          label="Name"
          mono
          autofocus
          value={name()}
          error={problem()}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Problem text={doing.problem()} />
        <div class="ask__acts">
          <Button onClick={() => props.close()}>Cancel</Button>
          <Button look="act" type="submit" disabled={name() === "" || problem() !== null || doing.busy()}>
            {isFolder() ? "Make the folder" : "Make the file"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function CopyOne(props: DialogProps & { entry: Entry }): JSX.Element {
  const services = useServices();
  const doing = createDoing();
  const [to, setTo] = createSignal(untrack(() => copyPath(props.entry)));
  const problem = () => pathProblem(to(), null);
  const copy = async () => {
    const session = props.session;
    const entry = props.entry;
    const target = to();
    const done = await doing.go(async () =>
      (await services.actions.files()).copy(session, entry.path, target, entry.kind === "folder"),
    );
    if (done?.value.type === "in-the-way") doing.setProblem(TAKEN);
    else if (done !== null) props.done(parentOf(target) ?? target, target);
  };
  return (
    <Dialog open title={`Copy ${visibleText(props.entry.name)}`} onClose={() => props.close()}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void copy();
        }}
      >
        <Show when={props.entry.kind === "folder"}>
          <p>The folder is copied with everything in it.</p>
        </Show>
        <TextField
          label="To"
          mono
          value={to()}
          error={problem()}
          hint="The whole path, name included. Nothing that is there is replaced."
          onInput={(event) => setTo(event.currentTarget.value)}
        />
        <p class="dim">The App Server cannot move or rename: a copy and then a removal do, or a terminal.</p>
        <Problem text={doing.problem()} />
        <div class="ask__acts">
          <Button onClick={() => props.close()}>Cancel</Button>
          <Button look="act" type="submit" disabled={problem() !== null || doing.busy()}>
            Copy
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemoveOne(props: DialogProps & { entry: Entry }): JSX.Element {
  const services = useServices();
  const doing = createDoing();
  const [typed, setTyped] = createSignal("");
  // The listing follows links: what lies there itself is looked at first.
  const facts = createLoader(
    () => props.entry.path,
    async (path) => (await services.actions.files()).metadata(props.session, path),
  );
  const known = () => {
    const outcome = facts.value();
    return outcome?.ok === true ? outcome.value : null;
  };
  /** A link goes by itself, whatever it leads to. */
  const link = () => known()?.link === true;
  const asFolder = () => (known()?.kind ?? props.entry.kind) === "folder" && !link();
  const named = () => asFolder() && isNamed(typed(), props.entry.name);
  const remove = async () => {
    if (facts.loading()) return;
    const session = props.session;
    const entry = props.entry;
    const whole = named();
    const done = await doing.go(async () => (await services.actions.files()).remove(session, entry.path, whole));
    if (done !== null) props.done(folderOf(entry), null);
  };
  return (
    <Dialog open title={`Remove ${visibleText(props.entry.name)}`} onClose={() => props.close()}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <p>
          <code>
            <VisibleText text={props.entry.path} />
          </code>
        </p>
        <Show
          when={asFolder()}
          fallback={
            <p>
              {link()
                ? "This is a link: the link is removed, and what it leads to stays."
                : "It is gone for good: there is no bin on that machine."}
            </p>
          }
        >
          <p>The folder is removed if it is empty. To remove it with everything in it, for good, type its name.</p>
          <TextField
            label="Name of the folder"
            mono
            hint={props.entry.name === props.entry.name.trim() ? "" : "It begins or ends with a blank."}
            value={typed()}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </Show>
        <Problem text={doing.problem()} />
        <div class="ask__acts">
          <Button onClick={() => props.close()}>Cancel</Button>
          <Button look="danger" type="submit" disabled={doing.busy() || facts.loading()}>
            {named() ? "Remove it and everything in it" : asFolder() ? "Remove the empty folder" : "Remove"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
