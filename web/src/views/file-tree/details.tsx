// What the person has chosen in the tree: its path, what the server tells of it, and what can be done with it.
import { createSignal, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { visibleText } from "../../decisions/visible.ts";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { bytes, fullTime } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { ASK_ABOVE, REFUSE_ABOVE } from "../files/reading.ts";
import { saveBytes } from "../files/save-bytes.ts";
import { connection } from "../live.ts";
import { createLoader } from "../load.ts";
import { A } from "../route.tsx";
import { useServices } from "../services.tsx";
import { newTerminalPath } from "../terminal/terminal-path.ts";
import type { Asking } from "./asking.ts";
import type { Entry } from "./entries.ts";
import { filesPath } from "./file-path.ts";
import { diskTrouble } from "./trouble.ts";

export interface DetailsProps {
  host: HostEntry;
  entry: Entry;
  ask: (asking: Asking) => void;
  upload: (folder: string) => void;
}

export function Details(props: DetailsProps): JSX.Element {
  const services = useServices();
  const session = () => props.host.session;
  const connected = () => connection(session()) === "live";
  const facts = createLoader(
    () => (connected() ? props.entry.path : null),
    async (path) => ({ path, outcome: await (await services.actions.files()).metadata(session(), path) }),
  );
  /** Never those of what was chosen before. */
  const told = () => {
    const value = facts.value();
    return value?.path === props.entry.path ? value.outcome : undefined;
  };
  const known = () => {
    const outcome = told();
    return outcome?.ok === true ? outcome.value : null;
  };
  const trouble = () => {
    const outcome = told();
    if (facts.failed()) return "A part of the app could not be loaded. Reload the page.";
    return outcome?.ok === false ? diskTrouble(outcome.reason) : null;
  };
  const folder = () => props.entry.kind === "folder";
  const can = () => connected() && !props.entry.unreachable;
  return (
    <section class="file-details" aria-label="What is chosen" data-testid="file-details">
      <h2>
        <VisibleText text={props.entry.name} />
      </h2>
      <p class="file-details__path">
        <code>
          <VisibleText text={props.entry.path} />
        </code>
        <CopyButton text={() => props.entry.path} label="Copy the path" />
      </p>
      <Show when={props.entry.unreachable}>
        <p class="file-details__note">
          Its name contains bytes that are not text. The App Server reports such a name changed and cannot find it: it
          can only be reached in a terminal.
        </p>
      </Show>
      <Show when={known()} fallback={<Show when={trouble()}>{(text) => <p class="bad">{text()}</p>}</Show>}>
        {(told) => (
          <dl class="file-details__facts">
            <dt>Kind</dt>
            <dd>
              {told().link ? "link to a " : ""}
              {told().kind === "other" ? "device or pipe" : told().kind}
            </dd>
            <Show when={told().modifiedAt}>
              {(at) => (
                <>
                  <dt>Changed</dt>
                  <dd class="num">{fullTime(at())}</dd>
                </>
              )}
            </Show>
            <Show when={told().createdAt}>
              {(at) => (
                <>
                  <dt>Made</dt>
                  <dd class="num">{fullTime(at())}</dd>
                </>
              )}
            </Show>
          </dl>
        )}
      </Show>
      <div class="file-details__acts" role="group" aria-label={`Acts on ${visibleText(props.entry.name)}`}>
        <Show
          when={folder()}
          fallback={
            <Show when={props.entry.kind === "file"}>
              <Button look="act" disabled={!can()} onClick={() => props.ask({ type: "view", entry: props.entry })}>
                Open
              </Button>
              <Button disabled={!can()} onClick={() => props.ask({ type: "edit", entry: props.entry })}>
                Edit
              </Button>
              <Download host={props.host} path={props.entry.path} name={props.entry.name} disabled={!can()} />
            </Show>
          }
        >
          <A
            class="button"
            data-look="plain"
            data-size="normal"
            href={filesPath(props.host.record.id, props.entry.path)}
          >
            Go into it
          </A>
          <Button disabled={!can()} onClick={() => props.upload(props.entry.path)}>
            Upload into it
          </Button>
          <A
            class="button"
            data-look="plain"
            data-size="normal"
            href={newTerminalPath(props.host.record.id, props.entry.path)}
          >
            Terminal here
          </A>
          <A
            class="button"
            data-look="plain"
            data-size="normal"
            href={`/new?cwd=${encodeURIComponent(props.entry.path)}`}
          >
            Thread here
          </A>
        </Show>
        <Show when={props.entry.kind !== "other"}>
          <Button disabled={!can()} onClick={() => props.ask({ type: "copy", entry: props.entry })}>
            Copy …
          </Button>
        </Show>
        <Button look="danger" disabled={!can()} onClick={() => props.ask({ type: "remove", entry: props.entry })}>
          Remove …
        </Button>
      </div>
      <Show when={!connected()}>
        <p class="file-details__note">It can be opened and changed once the machine is connected.</p>
      </Show>
    </section>
  );
}

/** The file as it is, byte for byte. A large one goes to every device that is connected: that is said first. */
function Download(props: { host: HostEntry; path: string; name: string; disabled: boolean }): JSX.Element {
  const services = useServices();
  const [step, setStep] = createSignal<{ path: string; words: string; bad: boolean; agreed: boolean } | null>(null);
  const [busy, setBusy] = createSignal(false);
  const now = () => (step()?.path === props.path ? step() : null);
  const load = async () => {
    const path = props.path;
    const name = props.name;
    const { session } = props.host;
    const asked = now();
    setBusy(true);
    const tell = (words: string, bad: boolean, agreed = false) => setStep({ path, words, bad, agreed });
    try {
      // Once asked, the next press agrees, and that one alone.
      if (asked?.agreed !== true) {
        const facts = await services.actions.inspectFile(session, path);
        if (!facts.ok) return void tell(diskTrouble(facts.reason), true);
        const size = facts.value.bytes;
        if (size !== null && size > REFUSE_ABOVE)
          return void tell(
            `It has ${bytes(size)}; more than 64 MB is not sent as one message. Copy it from the machine.`,
            true,
          );
        if (size === null || size > ASK_ABOVE)
          return void tell(
            `${size === null ? "How large it is could not be found out. It goes" : `It has ${bytes(size)}, and goes`} as one message to every device that is connected. Press again to download it.`,
            false,
            true,
          );
      }
      const read = await services.actions.readFile(session, path);
      if (!read.ok) return void tell(diskTrouble(read.reason), true);
      saveBytes(name, [read.value]);
      tell(`Downloaded ${bytes(read.value.length)}.`, false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button disabled={props.disabled || busy()} onClick={() => void load()}>
        Download
      </Button>
      <Show when={now()}>
        {(told) => (
          <p class="file-details__said" classList={{ bad: told().bad }} role={told().bad ? "alert" : "status"}>
            {told().words}
          </p>
        )}
      </Show>
    </>
  );
}
