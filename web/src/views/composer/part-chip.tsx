// One part of a message as a chip: its picture or sign, its name and its size.
import { createMemo, type JSX, onCleanup, Show } from "solid-js";
import { bytes } from "../../design/words.ts";
import { partFacts, type PartKind } from "./part-facts.ts";
import type { HeldFile } from "./parts.ts";
import "./part-chip.css";

/** Signs of the kinds, drawn like the app's other icons. */
const SIGNS: Readonly<Record<PartKind, string>> = {
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4",
  audio: "M9 17V6l10-2v11M9 17a2.5 2 0 1 1-5 0a2.5 2 0 0 1 5 0M19 15a2.5 2 0 1 1-5 0a2.5 2 0 0 1 5 0",
  text: "M5 6h14M5 10h14M5 14h14M5 18h8",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  skill: "M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2z",
  mention: "M15.5 12a3.5 3.5 0 1 1-7 0a3.5 3.5 0 0 1 7 0v1.5a2.5 2.5 0 0 0 5 0V12a8.5 8.5 0 1 0-3.5 6.9",
  other: "M5 5h14v14H5z",
};

/** Pictures that the browser takes for a thumbnail without much ado. */
const RASTER = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp)[;,]/i;

export interface PartChipProps {
  input: unknown;
  label?: string;
  file?: HeldFile;
  /** Words behind its size: what is being done with it, or what is wrong. */
  note?: string | null;
  bad?: boolean;
  children?: JSX.Element;
}

export function PartChip(props: PartChipProps): JSX.Element {
  const facts = createMemo(() => partFacts(props.input, props.label, props.file));
  const picture = createMemo(() => {
    const { picture: own } = facts();
    if (own !== null) return RASTER.test(own) ? own : null;
    const file = props.file;
    if (file === undefined || !/^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(file.mediaType)) return null;
    const url = URL.createObjectURL(new Blob([file.bytes], { type: file.mediaType }));
    onCleanup(() => URL.revokeObjectURL(url));
    return url;
  });
  return (
    <span class="part-chip" data-part-kind={facts().kind} data-bad={props.bad === true ? "" : undefined}>
      <span class="part-chip__sign" aria-hidden="true">
        <Show
          when={picture()}
          fallback={
            <svg width="17" height="17" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8">
              <path d={SIGNS[facts().kind]} stroke-linecap="round" stroke-linejoin="round" />
            </svg>
          }
        >
          {(url) => <img src={url()} alt="" decoding="async" />}
        </Show>
      </span>
      <span class="part-chip__words">
        <span class="part-chip__name" title={facts().path ?? facts().name}>
          <span class="sr-only">{facts().word}: </span>
          {facts().name}
        </span>
        <Show when={props.note ?? facts().bytes !== null}>
          <span class="part-chip__facts">
            {[facts().bytes === null ? null : bytes(facts().bytes ?? 0), props.note ?? null]
              .filter((fact) => fact !== null)
              .join(" · ")}
          </span>
        </Show>
      </span>
      {props.children}
    </span>
  );
}
