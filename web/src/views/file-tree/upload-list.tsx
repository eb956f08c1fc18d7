// What was uploaded or waits for it, and why something was not.
import { For, type JSX, Match, Show, Switch } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { bytes } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import type { Upload, Uploads } from "./uploads.ts";

/** So many are drawn: a pick may have thousands. */
const SHOWN = 100;

export function UploadList(props: { uploads: Uploads; connected: boolean }): JSX.Element {
  // What needs the person, or will, before what is done.
  const shown = () => {
    const all = props.uploads.all();
    if (all.length <= SHOWN) return all;
    const rank = ({ state }: Upload) => RANKS.indexOf(state.type);
    return [...all].sort((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
  };
  const count = (type: Upload["state"]["type"]) =>
    props.uploads.all().filter(({ state }) => state.type === type).length;
  return (
    <Show when={props.uploads.all().length > 0}>
      <section class="uploads" aria-labelledby="uploads-title">
        <h2 id="uploads-title">Uploads</h2>
        <ul>
          <For each={shown()}>
            {(upload) => <One upload={upload} uploads={props.uploads} connected={props.connected} />}
          </For>
        </ul>
        <Show when={props.uploads.all().length > SHOWN}>
          <p class="dim num">
            {props.uploads.all().length} in all: {count("done")} on the machine, {count("waiting")} waiting. {SHOWN} are
            listed.
          </p>
        </Show>
      </section>
    </Show>
  );
}

const RANKS: readonly Upload["state"]["type"][] = ["sending", "failed", "in-the-way", "waiting", "done"];

function One(props: { upload: Upload; uploads: Uploads; connected: boolean }): JSX.Element {
  const state = () => props.upload.state;
  const failed = () => {
    const now = state();
    return now.type === "failed" ? now : null;
  };
  return (
    <li data-upload={props.upload.state.type}>
      <div class="uploads__what">
        <span>
          <VisibleText text={props.upload.path} /> <small class="num">{bytes(props.upload.size)}</small>
        </span>
        <small role={failed() === null ? "status" : "alert"} classList={{ bad: failed() !== null }}>
          <Switch>
            <Match when={state().type === "waiting"}>waits</Match>
            <Match when={state().type === "sending"}>being sent</Match>
            <Match when={state().type === "done"}>on the machine</Match>
            <Match when={state().type === "in-the-way"}>
              Something with this name is there already. Nothing was sent.
            </Match>
            <Match when={failed()}>{(now) => now().message}</Match>
          </Switch>
        </small>
      </div>
      <Show when={state().type === "in-the-way"}>
        <Button
          size="small"
          look="danger"
          disabled={!props.connected}
          onClick={() => props.uploads.again(props.upload.id, true)}
        >
          Replace it
        </Button>
      </Show>
      <Show when={failed()?.again}>
        <Button size="small" disabled={!props.connected} onClick={() => props.uploads.again(props.upload.id, false)}>
          Try again
        </Button>
      </Show>
      <Show when={state().type !== "sending" && state().type !== "waiting"}>
        <IconButton
          icon="close"
          iconSize={15}
          label={`Take ${visibleText(props.upload.name)} off the list`}
          onClick={() => props.uploads.forget(props.upload.id)}
        />
      </Show>
    </li>
  );
}
