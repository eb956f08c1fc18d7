// Select Graphic Rendition: terminal colour codes as a small style. Everything ends in the sixteen toned colours.

/** Colours are 0 to 15; -1 is the default. */
export interface Style {
  fg: number;
  bg: number;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  inverse: boolean;
  strike: boolean;
}

export const PLAIN: Style = Object.freeze({
  fg: -1,
  bg: -1,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  strike: false,
});

/** The style after an SGR sequence with these parameters. */
export function applySgr(style: Style, params: readonly number[]): Style {
  const next = { ...style };
  for (let i = 0; i < params.length; i += 1) {
    const code = params[i] ?? 0;
    if (code === 0) Object.assign(next, PLAIN);
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 3) next.italic = true;
    else if (code === 4) next.underline = true;
    else if (code === 7) next.inverse = true;
    else if (code === 9) next.strike = true;
    else if (code === 22) {
      next.bold = false;
      next.dim = false;
    } else if (code === 23) next.italic = false;
    else if (code === 24) next.underline = false;
    else if (code === 27) next.inverse = false;
    else if (code === 29) next.strike = false;
    else if (code >= 30 && code <= 37) next.fg = code - 30;
    else if (code === 39) next.fg = -1;
    else if (code >= 40 && code <= 47) next.bg = code - 40;
    else if (code === 49) next.bg = -1;
    else if (code >= 90 && code <= 97) next.fg = code - 90 + 8;
    else if (code >= 100 && code <= 107) next.bg = code - 100 + 8;
    else if (code === 38 || code === 48) {
      const [colour, used] = extended(params, i + 1);
      if (colour !== null) next[code === 38 ? "fg" : "bg"] = colour;
      i += used;
    }
  }
  return next;
}

/** `5;n` or `2;r;g;b` behind 38 or 48: the nearest of the sixteen, and how many parameters it took. */
function extended(params: readonly number[], at: number): [number | null, number] {
  if (params[at] === 5) return [from256(params[at + 1] ?? 0), 2];
  if (params[at] === 2) return [nearest(params[at + 1] ?? 0, params[at + 2] ?? 0, params[at + 3] ?? 0), 4];
  return [null, 0];
}

function from256(n: number): number {
  if (n < 16) return n;
  if (n >= 232) return n < 244 ? 8 : 7;
  const level = (v: number) => (v === 0 ? 0 : 55 + v * 40);
  const c = n - 16;
  return nearest(level(Math.floor(c / 36)), level(Math.floor(c / 6) % 6), level(c % 6));
}

/** By hue, since the sixteen are toned to the paper; greys by lightness. */
function nearest(r: number, g: number, b: number): number {
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  if (max - min < 40) return max < 60 ? 0 : max < 150 ? 8 : 7;
  const high = (v: number) => v > (max + min) / 2;
  return (high(r) ? 1 : 0) + (high(g) ? 2 : 0) + (high(b) ? 4 : 0);
}

/** The class names of a style, or an empty text for the plain one. */
export function styleClass(style: Style): string {
  const [fg, bg] = style.inverse ? [style.bg, style.fg] : [style.fg, style.bg];
  const names: string[] = [];
  if (fg >= 0) names.push(`sgr-fg${fg > 8 ? fg - 8 : fg}`);
  if (bg >= 0) names.push(`sgr-bg${bg > 8 ? bg - 8 : bg}`);
  if (style.inverse) names.push("sgr-inverse");
  if (style.bold || fg > 8) names.push("sgr-bold");
  if (style.dim) names.push("sgr-dim");
  if (style.italic) names.push("sgr-italic");
  if (style.underline) names.push("sgr-underline");
  if (style.strike) names.push("sgr-strike");
  return names.join(" ");
}
