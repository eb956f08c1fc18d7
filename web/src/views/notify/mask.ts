// Keys and tokens in a line that may show on a locked screen: left out as far as they can be told by their shape.

const SHAPES: readonly RegExp[] = [
  // Authorization headers.
  /\b(Bearer|Basic|Token)\s+[\w.~+/=-]{8,}/gi,
  // Keys that name their kind: OpenAI, Anthropic, GitHub, Slack, AWS, Google.
  /\b(?:sk|pk|rk)-[\w-]{8,}|\bgh[pousr]_\w{8,}|\bgithub_pat_\w{8,}|\bxox[a-z]-[\w-]{8,}|\bAKIA[A-Z0-9]{12,}|\bAIza[\w-]{20,}/g,
  // JSON web tokens.
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  // `API_KEY=…`, `token: …`.
  /((?:api[_-]?key|secret|passw(?:or)?d|token|credential)[\w-]*\s*[=:]\s*)["']?[^\s"']{4,}["']?/gi,
  // `--password …`.
  /(--?[\w-]*(?:api-?key|secret|passw(?:or)?d|token)\s+)["']?[^\s"'-][^\s"']{3,}["']?/gi,
];

/** The text with what looks like a key or a token replaced by dots. */
export function maskKeys(text: string): string {
  let masked = text;
  for (const shape of SHAPES)
    masked = masked.replace(shape, (_whole, ...groups: unknown[]) => {
      const kept = groups[0];
      if (typeof kept !== "string") return "…";
      return /\s$|[=:]$/.test(kept) ? `${kept}…` : `${kept} …`;
    });
  return masked;
}
