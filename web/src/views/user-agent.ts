// Reads the server's version out of its userAgent (`client/0.149.1 (…)`): the first version-like part after a slash.

/** The version, or the whole text when it has another form. */
export function userAgentVersion(userAgent: string): string {
  return /\/(\d+\.\d+\.\d+[^\s(]*)/.exec(userAgent)?.[1] ?? userAgent;
}
