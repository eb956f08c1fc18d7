// What is drawn of an output line: its spans cut where links and found places begin and end.
import { leadsTo, safeHref } from "../markdown/links.ts";
import type { Hit } from "./find.ts";
import { lineText, type OutputLine } from "./terminal-text.ts";

export interface Piece {
  text: string;
  style: string;
  /** A place that was found, or the one that was gone to. */
  found: "no" | "yes" | "now";
}

/** Pieces that belong together: to one link, or to none. */
export interface Stretch {
  /** http or https, normalised. */
  href: string | null;
  /** The host, where the text does not show it. */
  host: string | null;
  pieces: Piece[];
}

/** An address as it stands in text; what ends a sentence or closes a bracket is not part of it. */
const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^]+/giu;
/** Longer ones are no addresses that somebody follows. */
const ADDRESS_LIMIT = 2000;

interface Link {
  from: number;
  to: number;
  href: string;
}

/** The stretches of a line; joined their pieces are its text. */
export function lineParts(line: OutputLine, hits: readonly Hit[], now: Hit | null): Stretch[] {
  const text = lineText(line);
  const links = linksIn(line, text);
  const out: Stretch[] = [];
  let at = 0;
  let hitAt = 0;
  let linkAt = 0;
  for (const span of line) {
    const spanEnd = at + span.text.length;
    while (at < spanEnd) {
      while ((hits[hitAt]?.to ?? Infinity) <= at) hitAt += 1;
      while ((links[linkAt]?.to ?? Infinity) <= at) linkAt += 1;
      const hit = hits[hitAt];
      const link = links[linkAt];
      const inHit = hit !== undefined && hit.from <= at;
      const inLink = link !== undefined && link.from <= at;
      const end = Math.min(
        spanEnd,
        hit === undefined ? spanEnd : inHit ? hit.to : hit.from,
        link === undefined ? spanEnd : inLink ? link.to : link.from,
      );
      const piece: Piece = {
        text: text.slice(at, end),
        style: span.style,
        found: inHit ? (hit === now ? "now" : "yes") : "no",
      };
      const last = out.at(-1);
      const begins = inLink && link.from === at;
      if (last !== undefined && !begins && last.href === (inLink ? link.href : null)) last.pieces.push(piece);
      else {
        const host = inLink ? leadsTo(text.slice(link.from, link.to), link.href) : null;
        out.push({ href: inLink ? link.href : null, host, pieces: [piece] });
      }
      at = end;
    }
  }
  return out;
}

/** Links that the program made, and addresses that stand in the text, in order. */
function linksIn(line: OutputLine, text: string): Link[] {
  const links: Link[] = [];
  let at = 0;
  for (const { text: piece, href } of line) {
    const last = links.at(-1);
    if (href !== undefined) {
      if (last !== undefined && last.to === at && last.href === href) last.to = at + piece.length;
      else links.push({ from: at, to: at + piece.length, href });
    }
    at += piece.length;
  }
  if (!text.includes("://")) return links;
  for (const { index, 0: found } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found);
    const href = address.length > ADDRESS_LIMIT ? null : safeHref(address);
    const to = index + address.length;
    if (href === null || links.some((link) => link.from < to && link.to > index)) continue;
    links.push({ from: index, to, href });
  }
  return links.sort((a, b) => a.from - b.from);
}

function withoutEnd(address: string): string {
  let end = address.length;
  for (;;) {
    const last = address[end - 1] ?? "";
    if (".,;:!?*_~".includes(last)) end -= 1;
    else if (last === ")" && count(address, end, "(") < count(address, end, ")")) end -= 1;
    else if (last === "]" && count(address, end, "[") < count(address, end, "]")) end -= 1;
    else return address.slice(0, end);
    if (end === 0) return "";
  }
}

function count(text: string, end: number, char: string): number {
  let found = 0;
  for (let at = 0; at < end; at += 1) if (text[at] === char) found += 1;
  return found;
}
