// Words for warnings: of a thread, of its guardian, of the configuration, of what is going away, of Windows.
import * as wire from "@longwire/shared-protocol/wire/notifications/warnings";
import { counted } from "../../design/words.ts";
import { jsonOf } from "../../projection/read.ts";
import { errorKind } from "../errors/kinds.ts";
import { type CardText, type Say, saying, textsIn, told } from "./words.ts";

const details = (text: string | null | undefined): CardText[] =>
  text == null || text === "" ? [] : [{ title: null, text }];

/** A message's first line as the sentence; what follows is a text of its own. */
function firstLine(message: string): { rest: string; texts: CardText[] } {
  const [first = "", ...more] = message.trim().split("\n");
  const short = first.length <= 300 ? first : `${first.slice(0, 300)}…`;
  return { rest: short, texts: more.length > 0 || short !== first ? [{ title: null, text: message }] : [] };
}

type Place = { line?: number | null | undefined; column?: number | null | undefined } | null | undefined;

/** `line 3, column 7` and its like; null without a line. */
function placeWords(start: Place, end: Place): string | null {
  if (start?.line == null) return null;
  const at = (place: NonNullable<Place>) =>
    place.column == null ? `line ${place.line}` : `line ${place.line}, column ${place.column}`;
  const same = end?.line == null || (end.line === start.line && end.column === start.column);
  return same ? at(start) : `${at(start)} to ${at(end)}`;
}

export const WARNINGS: readonly [string, Say][] = [
  ["warning", saying(wire.warning, ({ message }) => ({ lead: "Warning", tone: "warn", ...firstLine(message) }))],
  [
    "error",
    saying(wire.looseError, ({ error, willRetry }) => {
      const { rest, texts } = firstLine(error.message);
      return {
        lead: willRetry === true ? "Error, tried again" : "Error",
        tone: willRetry === true ? "warn" : "bad",
        rest,
        facts: told([["Kind", errorKind(jsonOf(error.codexErrorInfo))]]),
        texts: [...texts, ...details(error.additionalDetails)],
      };
    }),
  ],
  [
    "guardianWarning",
    saying(wire.warning, ({ message }) => ({ lead: "From the automatic review", tone: "warn", ...firstLine(message) })),
  ],
  [
    "deprecationNotice",
    saying(wire.deprecationNotice, (notice) => ({
      lead: "Going away",
      rest: notice.summary,
      tone: "note",
      texts: details(notice.details),
    })),
  ],
  [
    "configWarning",
    saying(wire.configWarning, (warning) => {
      const place = placeWords(warning.range?.start, warning.range?.end);
      return {
        lead: "Configuration",
        rest: warning.summary,
        tone: "warn",
        facts: told([
          ["File", warning.path],
          ["Place", place],
        ]),
        texts: details(warning.details),
      };
    }),
  ],
  [
    "windows/worldWritableWarning",
    saying(wire.worldWritableWarning, ({ samplePaths, extraCount, failedScan }) => {
      const count = samplePaths.length + (extraCount ?? 0);
      return {
        lead: "Folders that everybody may write to",
        rest:
          failedScan === true
            ? "could not all be looked for; the sandbox may not hold there"
            : `${counted(count, "folder")}: the sandbox does not hold there`,
        tone: "warn",
        facts: told([["More", extraCount == null || extraCount === 0 ? null : counted(extraCount, "folder")]]),
        texts:
          samplePaths.length === 0 ? [] : [{ title: "Folders", text: textsIn(samplePaths).join("\n"), code: true }],
      };
    }),
  ],
  [
    "windowsSandbox/setupCompleted",
    saying(wire.windowsSandboxSetup, ({ mode, success, error }) => ({
      lead: success === true ? "The Windows sandbox is set up" : "The Windows sandbox could not be set up",
      rest: success === true ? (mode ?? "") : (error ?? "no reason was given"),
      tone: success === true ? "quiet" : "bad",
      facts: told([["Mode", mode]]),
    })),
  ],
];
