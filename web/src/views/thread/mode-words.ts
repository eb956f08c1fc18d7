// The collaboration mode of a thread in words: the server's own, with a capital.
import { visibleText } from "../../decisions/visible.ts";

/** Characters of a mode's name that are shown. */
const LONGEST = 24;

/** The name of a mode as the server reports it; null: it has told none. */
export function modeName(mode: string | null): string | null {
  if (mode === null || mode.trim() === "") return null;
  const [first = "", ...rest] = mode.trim();
  const name = first.toUpperCase() + rest.join("");
  return visibleText(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
}

/** `Plan mode`, where it is another one than that which every thread begins with; null: nothing to say. */
export function modeWords(mode: string | null): string | null {
  const name = mode === "default" ? null : modeName(mode);
  return name === null ? null : `${name} mode`;
}
