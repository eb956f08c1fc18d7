// Where in a line values of a configuration stand that are secret by the keys that lead to them, whatever they are called:
// environment values, headers, tokens; in what is read, written and told of both. It walks over the text as it stands, so
// that members of one name are all found and nothing else of the line is touched.
import {
  belowInLine,
  type ConfigPlace,
  isSecretPlace,
  placeOfKey,
} from "@longwire/shared-protocol/surface/secret-config";
import { decodeString } from "../../journal/secrets/string-values.ts";

/** A value between its ends: with its quotes when it is a text. */
export interface SecretValue {
  start: number;
  end: number;
}

/** Lines that may hold one; nearly all do not, and are not walked over. */
const MAY_HOLD =
  /mcp_?servers|model_providers|shell_environment_policy|otel|keyPath|effectiveValue|"env"|\\u00[2-7][\da-f]/i;
const KEY_PATH = "keyPath";
/** What counts instead of a value that was written; its key stands in the request alone. */
const EFFECTIVE = "effectiveValue";
const SECRET: ConfigPlace = [[]];

interface Level {
  start: number;
  object: boolean;
  place: ConfigPlace;
  /** The member whose value comes now; null where a name comes, or in a list. */
  name: string | null;
  index: number;
}

/**
 * The secret values of a JSON text, in order.
 * @param effective what counts instead of a value that was written is shown: its key is known to be none of a secret
 */
export function secretConfigValues(json: string, effective = false): SecretValue[] {
  if (!MAY_HOLD.test(json)) return [];
  // The key of a value may stand behind it.
  const keys = json.includes(KEY_PATH) ? keyPaths(json) : new Map<number, ConfigPlace>();
  const found: SecretValue[] = [];
  walk(json, keys, effective, (value, place) => {
    if (isSecretPlace(place)) found.push(value);
  });
  return found;
}

/** By where an object begins: the place of the configuration that its `value` is for. */
function keyPaths(json: string): Map<number, ConfigPlace> {
  const keys = new Map<number, ConfigPlace>();
  walk(json, keys, true, ({ start, end }, _, level) => {
    if (level?.name === KEY_PATH && json[start] === '"')
      keys.set(level.start, placeOfKey(decodeString(json.slice(start + 1, end - 1))));
  });
  return keys;
}

function placeIn(level: Level | undefined, keys: ReadonlyMap<number, ConfigPlace>, effective: boolean): ConfigPlace {
  if (level === undefined) return [];
  // A secret is secret whatever is in it.
  if (isSecretPlace(level.place)) return level.place;
  const name = level.object ? (level.name ?? "") : String(level.index);
  if (name === EFFECTIVE && !effective) return SECRET;
  const place = belowInLine(level.place, name);
  const told = name === "value" ? keys.get(level.start) : undefined;
  return told === undefined ? place : [...place, ...told];
}

/** Tells every value that is neither a list nor an object. */
function walk(
  json: string,
  keys: ReadonlyMap<number, ConfigPlace>,
  effective: boolean,
  visit: (value: SecretValue, place: ConfigPlace, level: Level | undefined) => void,
): void {
  const levels: Level[] = [];
  let top: Level | undefined;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at] ?? "";
    if (letter === "{" || letter === "[") {
      const place = placeIn(top, keys, effective);
      top = { start: at, object: letter === "{", place, name: null, index: 0 };
      levels.push(top);
    } else if (letter === "}" || letter === "]") {
      levels.pop();
      top = levels.at(-1);
    } else if (letter === ",") {
      if (top !== undefined) {
        top.name = null;
        top.index += 1;
      }
    } else if (letter === '"') {
      const end = endOfString(json, at + 1);
      if (top?.object === true && top.name === null) top.name = decodeString(json.slice(at + 1, end));
      else visit({ start: at, end: end + 1 }, placeIn(top, keys, effective), top);
      at = end;
    } else if (/[-\dtf]/.test(letter)) {
      let end = at + 1;
      while (end < json.length && /[\w.+-]/.test(json[end] ?? "")) end += 1;
      visit({ start: at, end }, placeIn(top, keys, effective), top);
      at = end - 1;
    } else if (letter === "n") at += 3;
  }
}

/** Where the closing quote stands. */
function endOfString(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === "\\" && quote - 1 - escapes >= from) escapes += 1;
    if (escapes % 2 === 0) return quote;
  }
  return json.length;
}
