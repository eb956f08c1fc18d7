// What was typed into a command, below the line of its output that it stands at.
import { createMemo, For, type JSX } from "solid-js";
import type { Item, TypedInput } from "../../../projection/state.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { live } from "../../live.ts";
import { typedPlaces, typedWords } from "./typed-places.ts";

type Command = Extract<Item, { type: "commandExecution" }>;

/** Typed texts beyond this are told without a place: finding each reads the output up to it. */
const PLACED = 200;

/** The notes by line, tracked; `first` is for what stands above all lines. */
export function createTypedNotes(item: Command): { first: () => JSX.Element; below: (line: number) => JSX.Element } {
  // The places lie in what had come when the last text was told: what comes afterwards moves none.
  const told = createMemo(
    () => {
      const { output, typed } = live(item);
      return { output: output.slice(0, typed.at(-1)?.at ?? 0), typed: typed.slice() };
    },
    undefined,
    { equals: (a, b) => a.typed.length === b.typed.length && a.output === b.output },
  );
  const byLine = createMemo(() => {
    const { output, typed } = told();
    const notes = new Map<number, TypedInput[]>();
    const places = typedPlaces(output, typed.slice(0, PLACED));
    typed.forEach((input, at) => {
      const line = places[at] ?? places.at(-1) ?? -1;
      notes.set(line, [...(notes.get(line) ?? []), input]);
    });
    return notes;
  });
  const below = (line: number): JSX.Element => {
    const notes = byLine().get(line);
    return notes === undefined ? null : <For each={notes}>{(input) => <Note input={input} />}</For>;
  };
  return { first: () => below(-1), below };
}

function Note(props: { input: TypedInput }): JSX.Element {
  return (
    <div class="command__typed">
      <span class="command__typed-word">typed</span>{" "}
      <code>
        <VisibleText text={typedWords(props.input.text)} />
      </code>
    </div>
  );
}
