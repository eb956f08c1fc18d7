// Where a sign-in page sends the browser afterwards, when that is the machine's own loopback.

/** The address, and a command that forwards its port from another device; null: it leads elsewhere, or says nothing. */
export function backTo(url: string): { host: string; command: string } | null {
  let back: URL;
  try {
    back = new URL(new URL(url).searchParams.get("redirect_uri") ?? "");
  } catch {
    return null;
  }
  if (!/^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(back.hostname)) return null;
  const port = back.port === "" ? (back.protocol === "https:" ? "443" : "80") : back.port;
  return { host: back.host, command: `ssh -N -L ${port}:${back.hostname}:${port} <machine>` };
}
