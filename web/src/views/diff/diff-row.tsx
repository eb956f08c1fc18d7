// One line of a diff, in one column or beside its counterpart.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { Colours } from "./colours.ts";
import type { PairRow } from "./pairs.ts";
import { drawnText, LINE_LIMIT, partsOf, type Range } from "./parts.ts";
import type { DiffRow } from "./patch.ts";

/** What all lines of a file are drawn with. */
export interface RowTools {
  colours: Colours;
  /** The changed words of a line; nothing until that is loaded. Tracked. */
  words: (row: DiffRow) => readonly Range[];
}

const SIGNS: Record<DiffRow["kind"], { sign: string; said: string }> = {
  same: { sign: " ", said: "" },
  add: { sign: "+", said: "added" },
  del: { sign: "−", said: "removed" },
  hunk: { sign: " ", said: "" },
  note: { sign: " ", said: "" },
};

/** A line with its number: in the new file, of a removed one in the old. */
export function UnifiedRow(props: { row: DiffRow; index: number; tools: RowTools }): JSX.Element {
  return (
    <div class="diff__line" role="row" aria-rowindex={props.index + 1} data-kind={props.row.kind}>
      <span class="diff__number num" role="cell">
        {props.row.new ?? props.row.old ?? ""}
      </span>
      <Sign row={props.row} role="cell" />
      <Text row={props.row} tools={props.tools} role="cell" />
    </div>
  );
}

/** Two sides of a line, each with its number. */
export function SplitRow(props: { pair: PairRow; index: number; tools: RowTools }): JSX.Element {
  const across = () => (props.pair.type === "across" ? props.pair.row : null);
  const sides = () => (props.pair.type === "pair" ? props.pair : null);
  return (
    <>
      <Show when={across()}>
        {(row) => (
          <div class="diff__across" role="row" aria-rowindex={props.index + 1} data-kind={row().kind}>
            <span role="cell" aria-colspan="2">
              {row().text}
            </span>
          </div>
        )}
      </Show>
      <Show when={sides()}>
        {(pair) => (
          <div class="diff__pair" role="row" aria-rowindex={props.index + 1}>
            <Side row={pair().left} number={pair().left?.old ?? null} tools={props.tools} />
            <Side row={pair().right} number={pair().right?.new ?? null} tools={props.tools} />
          </div>
        )}
      </Show>
    </>
  );
}

function Side(props: { row: DiffRow | null; number: number | null; tools: RowTools }): JSX.Element {
  return (
    <div class="diff__side" role="cell" data-kind={props.row?.kind ?? "none"}>
      <Show when={props.row}>
        {(row) => (
          <>
            <span class="diff__number num">{props.number ?? ""}</span>
            <Sign row={row()} />
            <Text row={row()} tools={props.tools} />
          </>
        )}
      </Show>
    </div>
  );
}

function Sign(props: { row: DiffRow; role?: "cell" }): JSX.Element {
  return (
    <span class="diff__sign" role={props.role}>
      <span aria-hidden="true">{SIGNS[props.row.kind].sign}</span>
      <Show when={SIGNS[props.row.kind].said}>{(said) => <span class="sr-only">{said()}</span>}</Show>
    </span>
  );
}

function Text(props: { row: DiffRow; tools: RowTools; role?: "cell" }): JSX.Element {
  const text = () => drawnText(props.row);
  const parts = createMemo(() => partsOf(text(), props.tools.words(props.row), props.tools.colours(props.row)));
  return (
    <span class="diff__text" role={props.role}>
      <For each={parts()}>
        {({ text: piece, mark, scope, escape }) => {
          const classes = [scope === null ? "" : `hl-${scope}`, escape ? "visible-text__mark" : ""].join(" ").trim();
          if (mark) return <mark class={classes === "" ? undefined : classes}>{piece}</mark>;
          return classes === "" ? piece : <span class={classes}>{piece}</span>;
        }}
      </For>
      <Show when={text().length > LINE_LIMIT}>
        <span class="diff__cut"> … {(text().length - LINE_LIMIT).toLocaleString()} more characters</span>
      </Show>
    </span>
  );
}
