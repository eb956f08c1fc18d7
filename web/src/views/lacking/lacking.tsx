// What the present server lacks, said where the thing would stand: never hidden, never a dead button.
//
//   <Lacking session={session} method="thread/rollback" what="Going back">…the controls…</Lacking>
//
// draws its children, or, where the server said that it does not know the method, one line with the server's name and its
// own words. `what` begins the sentence: "Going back needs thread/rollback, which App Server 0.171.0 does not have."
import { createMemo, type JSX, Show } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import { lacks } from "../../projection/lacking.ts";
import { live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { serverName } from "./words.ts";
import "./lacking.css";

export function Lacking(props: {
  session: HostSession;
  method: string;
  what: string;
  children?: JSX.Element;
}): JSX.Element {
  const words = createMemo(() => lacks(live(props.session.state), props.method));
  return (
    <Show when={words()} fallback={props.children}>
      {(said) => (
        <p class="lacking" data-lacking={props.method}>
          {props.what} needs <code>{props.method}</code>, which {serverName(props.session)} does not have.{" "}
          <span class="lacking__words">It said: {maskText(said())}</span>
        </p>
      )}
    </Show>
  );
}
