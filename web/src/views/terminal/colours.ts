// The colours of a terminal, from the page's own tokens as they are now: light and dark alike.
import type { ITheme } from "@xterm/xterm";

/** Reads the tokens at `place`, whose scheme they follow. */
export function terminalColours(place: HTMLElement): ITheme {
  const probe = place.ownerDocument.createElement("span");
  probe.hidden = true;
  place.append(probe);
  const token = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours: ITheme = {
    foreground: token("ink"),
    background: token("sunken"),
    cursor: token("copper"),
    cursorAccent: token("sunken"),
    selectionBackground: token("copper-line"),
    scrollbarSliderBackground: token("line-strong"),
    scrollbarSliderHoverBackground: token("ink-3"),
    scrollbarSliderActiveBackground: token("ink-3"),
    black: token("ansi-0"),
    red: token("ansi-1"),
    green: token("ansi-2"),
    yellow: token("ansi-3"),
    blue: token("ansi-4"),
    magenta: token("ansi-5"),
    cyan: token("ansi-6"),
    white: token("ansi-7"),
    brightBlack: token("ansi-8"),
    brightRed: token("ansi-1"),
    brightGreen: token("ansi-2"),
    brightYellow: token("ansi-3"),
    brightBlue: token("ansi-4"),
    brightMagenta: token("ansi-5"),
    brightCyan: token("ansi-6"),
    brightWhite: token("ink"),
  };
  probe.remove();
  return colours;
}

/** Calls when the scheme may have changed. */
export function onColours(change: () => void): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  const watcher = new MutationObserver(change);
  media.addEventListener("change", change);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    media.removeEventListener("change", change);
    watcher.disconnect();
  };
}
