// The line icons, drawn here so that no icon set is shipped. All are 24 units wide and take the text colour.
import { For, type JSX } from "solid-js";

const PATHS = {
  plus: ["M12 5v14M5 12h14"],
  back: ["M15 5l-7 7 7 7"],
  chevron: ["M9 6l6 6-6 6"],
  down: ["M12 5v14M6 13l6 6 6-6"],
  up: ["M12 19V5M6 11l6-6 6 6"],
  close: ["M6 6l12 12M18 6L6 18"],
  check: ["M5 13l5 5L20 7"],
  copy: ["M9 9h11v11H9z", "M5 15H4V4h11v1"],
  folder: ["M3 6.5h6l2 2.5h10v10H3z"],
  home: ["M4 11l8-7 8 7v9h-5v-6H9v6H4z"],
  wrap: ["M4 6h16M4 12h13a3 3 0 0 1 0 6h-4M15 15l-3 3 3 3M4 18h4"],
  search: ["M11 5a6 6 0 1 0 0 12a6 6 0 0 0 0-12", "M15.5 15.5L20 20"],
  raw: ["M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 6l-3 12"],
  download: ["M12 4v11M7 11l5 5 5-5M5 20h14"],
  panel: ["M4 5h16v14H4zM14.5 5v14"],
  settings: [
    "M4 7h9M17 7h3M4 17h3M11 17h9",
    "M15 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4",
    "M9 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4",
  ],
  alert: ["M12 4l9 16H3z", "M12 10v4.5M12 17v.2"],
  link: ["M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1", "M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1"],
  ring: ["M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15"],
  more: [
    "M5 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6M12 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6M19 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6",
  ],
  edit: ["M4 20l1-4L16 5l3 3L8 19z"],
  play: ["M8 5l11 7-11 7z"],
  trash: ["M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13"],
  image: ["M4 5h16v14H4z", "M4 16l5-5 4 4 3-3 4 4"],
} as const;

export type IconName = keyof typeof PATHS;

/** One icon; decorative: the control around it carries the name. */
export function Icon(props: { name: IconName; size?: number; weight?: number }): JSX.Element {
  return (
    <svg
      width={props.size ?? 18}
      height={props.size ?? 18}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={props.weight ?? 2}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <For each={PATHS[props.name]}>{(d) => <path d={d} />}</For>
    </svg>
  );
}

/** The mark: a wire between two ends. */
export function Mark(props: { size?: number }): JSX.Element {
  return (
    <svg
      width={props.size ?? 22}
      height={props.size ?? 22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.2"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d="M2.6 17c5 0 4.4-10 9.4-10s4.4 10 9.4 10" />
      <circle cx="2.6" cy="17" r="1.6" fill="currentColor" stroke="none" />
      <circle cx="21.4" cy="17" r="1.6" fill="currentColor" stroke="none" />
    </svg>
  );
}
