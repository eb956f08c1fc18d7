// The changes that are gathered: each with what it was and what it will be, written together or not at all.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { ConfigEdit } from "../../actions/config.ts";
import { type ConfigValue, dangersOf, isSecretAt, segmentsOf, withoutSecrets } from "../../actions/config-values.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { VisibleText } from "../decisions/visible-text.tsx";
import { shortWords, valueWords } from "./words.ts";
import type { Wrote } from "./wrote.ts";

/** The newest write; `read`: the values were read again since. */
interface Last {
  of: readonly ConfigEdit[];
  became: Wrote;
  read: boolean;
}

export function PendingChanges(props: {
  edits: readonly ConfigEdit[];
  values: readonly ConfigValue[];
  connected: boolean;
  drop: (key: string) => void;
  change: (key: string) => void;
  readAgain: () => void;
  write: (reload: boolean) => Promise<Wrote>;
}): JSX.Element {
  const [reload, setReload] = createSignal(true);
  const [asked, setAsked] = createSignal<string | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [folded, setFolded] = createSignal(false);
  const [wrote, setWrote] = createSignal<Last | null>(null);
  const dangers = createMemo(() =>
    props.edits.flatMap(({ key, value }) => dangersOf(key, value).map((why) => ({ key, why }))),
  );
  const now = () => JSON.stringify(dangers());
  /** The second yes is asked for, of just what would be written now. */
  const sure = () => asked() !== null && dangers().length > 0 && asked() === now();
  const before = (key: string) => props.values.find((value) => value.key === key) ?? null;
  const secret = (key: string) => isSecretAt(segmentsOf(key) ?? []);
  const many = (count: number) => (count === 1 ? "1 change" : `${count} changes`);

  const write = async () => {
    if (busy()) return;
    if (dangers().length > 0 && !sure()) return void setAsked(now());
    setBusy(true);
    const of = props.edits;
    const became = await props.write(reload());
    setBusy(false);
    setAsked(null);
    const last: Last = { of, became, read: false };
    setWrote(last);
    // Whether the server knows what was written is seen when it is read again, however long that takes.
    if (became.ok && (await became.read)) setWrote((shown) => (shown === last ? { ...last, read: true } : shown));
  };
  /** Keys that were written and are not in what the server then told: it keeps them and may not know them. */
  const unknown = createMemo(() => {
    const last = wrote();
    if (last === null || !last.became.ok || !last.read) return [];
    return last.of.flatMap(({ key, value }) =>
      value !== null && !props.values.some((each) => each.key === key || each.key.startsWith(`${key}.`)) ? [key] : [],
    );
  });
  return (
    <div class="config__pending" aria-live="polite">
      <Show when={props.edits.length > 0}>
        <div class="config__changes" role="group" aria-label="Changes to write">
          <button type="button" class="config__fold" aria-expanded={!folded()} onClick={() => setFolded(!folded())}>
            <b>{props.edits.length === 1 ? "1 change waits" : `${props.edits.length} changes wait`}</b> Nothing is
            written yet.
          </button>
          <Show when={!folded()}>
            <ul>
              <For each={props.edits}>
                {(edit) => (
                  <li data-change={edit.key}>
                    <button type="button" class="config__change" onClick={() => props.change(edit.key)}>
                      <code>
                        <VisibleText text={edit.key} />
                      </code>
                      <span>
                        {before(edit.key)?.secret === true ? (
                          "set"
                        ) : before(edit.key)?.value == null ? (
                          "not set"
                        ) : (
                          <VisibleText text={shortWords(valueWords(before(edit.key)?.value ?? null))} />
                        )}{" "}
                        →{" "}
                        {edit.value === null ? (
                          "removed"
                        ) : secret(edit.key) ? (
                          "a new secret"
                        ) : (
                          <VisibleText
                            text={shortWords(valueWords(withoutSecrets(edit.value, segmentsOf(edit.key) ?? [])))}
                          />
                        )}
                      </span>
                    </button>
                    <IconButton
                      icon="close"
                      label={`Drop the change of ${edit.key}`}
                      onClick={() => props.drop(edit.key)}
                    />
                  </li>
                )}
              </For>
            </ul>
            <label class="config__check">
              <input type="checkbox" checked={reload()} onChange={(event) => setReload(event.currentTarget.checked)} />
              Apply them to loaded threads. Those keep their model, effort, tier and personality.
            </label>
            <Show when={sure()}>
              <Notice kind="warn" title="These changes let the agent do more.">
                <For each={dangers()}>
                  {({ key, why }) => (
                    <p>
                      <code>
                        <VisibleText text={key} />
                      </code>
                      : {why}
                    </p>
                  )}
                </For>
                <p>They hold for everything that is started on this machine with your configuration.</p>
              </Notice>
            </Show>
            <div class="config__write">
              <Show when={sure()}>
                <Button onClick={() => setAsked(null)}>Do not write them</Button>
              </Show>
              <Button
                look={sure() ? "danger" : "act"}
                disabled={!props.connected || busy()}
                onKeyDown={(event) => {
                  // A key that is held down says yes once.
                  if (event.key === "Enter" && event.repeat) event.preventDefault();
                }}
                onClick={(event) => {
                  // The second press of a double one was not meant for what the first has only just asked.
                  if (event.detail <= 1 || !sure()) void write();
                }}
              >
                {busy() ? "Writing" : sure() ? "Write them anyway" : `Write ${many(props.edits.length)}`}
              </Button>
            </div>
          </Show>
        </div>
      </Show>
      <Show when={wrote()} keyed>
        {(last) => (
          <Show
            when={last.became.ok ? last.became.written : null}
            fallback={
              <Notice
                kind="bad"
                title={
                  !last.became.ok && last.became.mayBeDone
                    ? "Whether it was written is not known."
                    : "Nothing was written."
                }
                acts={
                  <Button size="small" disabled={!props.connected} onClick={() => props.readAgain()}>
                    Read again
                  </Button>
                }
              >
                {last.became.ok ? null : last.became.why}
              </Notice>
            }
          >
            {(written) => (
              <Notice
                kind={written().overridden === null ? "info" : "warn"}
                title={`Written: ${many(last.of.length)}.`}
              >
                <Show when={written().file}>
                  {(file) => (
                    <p>
                      In{" "}
                      <code>
                        <VisibleText text={file()} />
                      </code>
                      .
                    </p>
                  )}
                </Show>
                <Show when={written().overridden}>
                  {(over) => (
                    <p>
                      Another layer still wins. The server said: {over().message}{" "}
                      {over().value === null ? (
                        "What counts is not shown: it may be a secret."
                      ) : (
                        <>
                          What counts: <VisibleText text={shortWords(valueWords(over().value))} />
                        </>
                      )}
                    </p>
                  )}
                </Show>
                <For each={unknown()}>
                  {(key) => (
                    <p>
                      <code>
                        <VisibleText text={key} />
                      </code>{" "}
                      stands in the file, but the server does not name it among its values: it may not know it, or show
                      it.
                    </p>
                  )}
                </For>
              </Notice>
            )}
          </Show>
        )}
      </Show>
    </div>
  );
}
