// What of one line does not fit the pinned schema, place by place: in an opened row of the wire view.
import { SHAPES_VERSION } from "@longwire/shared-protocol/pinned-fit";
import { contradicts } from "@longwire/shared-protocol/fit";
import { For, type JSX } from "solid-js";
import { VisibleText } from "../decisions/visible-text.tsx";
import type { Fit } from "./fitting.ts";
import { lineWords, misfitWords, placeOf } from "./words.ts";
import "./drift.css";

export function Misfits(props: { fit: Fit }): JSX.Element {
  const odd = () => contradicts(props.fit.misfits);
  return (
    <div class="misfits" data-misfits={odd() ? "contradicts" : "adds"}>
      <p>
        {odd()
          ? `This line does not fit the schema of App Server ${SHAPES_VERSION}, for which this app is made. It is stored as it came, and shown as far as it can be read.`
          : `This line says more than the schema of App Server ${SHAPES_VERSION}, for which this app is made. What the app knows is shown; the rest is in the raw line.`}
      </p>
      <ul>
        <For each={props.fit.misfits}>
          {(misfit) => (
            <li data-misfit={misfit.kind}>
              {lineWords(misfit) ?? (
                <>
                  <code>
                    <VisibleText text={placeOf(props.fit.kind, misfit.path)} />
                  </code>{" "}
                  <VisibleText text={`${misfitWords(misfit)}.`} />
                </>
              )}
            </li>
          )}
        </For>
      </ul>
    </div>
  );
}
