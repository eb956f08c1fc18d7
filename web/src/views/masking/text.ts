// Keys, tokens and passwords in a text that may be shown, copied, exported or put on a locked screen: the part that is
// secret is replaced, visibly. Told by shape or by the name before it; ordinary text stays as it is.
import { replaceKeys } from "../../journal/secrets/key-shapes.ts";

/** What stands in place of the secret part. */
export const MASK = "[masked]";

/** `-----BEGIN … PRIVATE KEY-----`, its lines real or escaped. */
const PRIVATE_KEY = /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?!\[masked\])[\s\S]{16,}?(?=-----END|$)/g;

/** The password of an address. */
const IN_ADDRESS = /\b([a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'\\]{0,200}:)([^\s/@"'\\]{1,400})(?=@)/gi;

const COOKIE = /\b((?:set-)?cookie\s*:\s*)([^\r\n"'\\]{1,80}=[^\r\n"'\\]+)/gi;

/** `Bearer …` anywhere. */
const BEARER = /\b(bearer\s+|basic\s+)([\w.~+/=*-]{8,})/gi;

/** `api_key=…`, `"password": "…"`, `Authorization: Basic …`: the name up to its sign, an opening quote, a scheme, the value. */
const NAMED =
  /(?<!unexpected )((?:(?:api|access|account|shared|subscription|secret|private|signing|encryption)[ _-]?key|secret|passw(?:or)?d|pass(?:phrase|code)|token|credentials?|authorization)(?:[_-]?\d{1,3})?(?: provided| is)?\\*["']?\s{0,4}(?:=>|[:=])\s{0,4})(?:(\\*["'])(.*?)(?<!\\)\2|((?:bearer|basic|token)\s+)?([^\s"'\\,;&|<>(){}[\]]+(?:\[masked\])?))/gi;

/** `--token …` on a command line. */
const FLAG = /(--[\w-]{0,40}(?:key|secret|passw(?:or)?d|passphrase|token)\s+)(["']?)([^\s"'\\[\]-][^\s"'\\[\]]{3,})/gi;

/** `?key=…`: a plain name, so only what looks made by chance. */
const PLAIN_KEY = /(?<![\w-])((?:key|sig|signature)=)([\w+/=-]{16,})/gi;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const A_WORD = /^(?:true|false|null|none|nil|undefined|required|optional|yes|no|bearer|basic|\*+|\.+|…)$/i;
const A_PLACE = /^(?:[a-z][a-z+.-]*:\/\/|\.{0,2}\/|~\/|[a-z]:\\)/i;

/** Letters and digits mixed, or capitals in the middle, or very long: no word of a language. */
function looksRandom(value: string): boolean {
  return value.length >= 8 && ((/\d/.test(value) && /[a-z]/i.test(value)) || /[a-z][A-Z].*[a-z][A-Z]/.test(value));
}

function isSecretValue(name: string, value: string, quoted: boolean, scheme: boolean): boolean {
  if (value.endsWith(MASK) || A_WORD.test(value) || /^[$%<{]/.test(value)) return false;
  // `max_token=4096` counts; it is no secret.
  if (/token/i.test(name) && /^[\d.,_]{1,9}$/.test(value)) return false;
  if (quoted) return value.length >= 4 && (!/\s/.test(value) || /passw|passphrase|authorization/i.test(name));
  if (scheme) return value.length >= 8;
  if (/=\s*$/.test(name)) return value.length >= 4;
  // After a colon prose goes on too.
  return (
    !A_PLACE.test(value) &&
    value.length >= 6 &&
    /[\d_!@#$%^*+~-]/.test(value) &&
    /[a-z]/i.test(value) &&
    /\d/.test(value)
  );
}

/**
 * The text with keys, tokens and passwords replaced by `[masked]`, as far as their shape or the name before them tells.
 * The very same text when there is nothing to mask; masking twice changes nothing more.
 */
export function maskText(text: string): string {
  if (text.length < 8) return text;
  return replaceKeys(
    text
      .replace(PRIVATE_KEY, (_, begin: string) => `${begin}${MASK}`)
      .replace(IN_ADDRESS, (_, before: string) => `${before}${MASK}`),
    (beginning) => `${beginning}…${MASK}`,
  )
    .replace(COOKIE, (_, before: string) => `${before}${MASK}`)
    .replace(
      NAMED,
      (
        whole: string,
        name: string,
        quote: string | undefined,
        quoted: string | undefined,
        scheme: string | undefined,
        bare: string | undefined,
      ) => {
        const value = quoted ?? bare ?? "";
        if (!isSecretValue(name, value, quote !== undefined, scheme !== undefined)) return whole;
        return quote === undefined ? `${name}${scheme ?? ""}${MASK}` : `${name}${quote}${MASK}${quote}`;
      },
    )
    .replace(BEARER, (whole: string, before: string, value: string) =>
      looksRandom(value) || value.length >= 32 ? `${before}${MASK}` : whole,
    )
    .replace(FLAG, (whole: string, before: string, quote: string, value: string) =>
      quote !== "" || (/\d/.test(value) && !A_PLACE.test(value)) ? `${before}${quote}${MASK}` : whole,
    )
    .replace(PLAIN_KEY, (whole: string, before: string, value: string) =>
      /\d/.test(value) && /[a-z]/i.test(value) && !UUID.test(value) ? `${before}${MASK}` : whole,
    );
}
