// Takes a pairing token out of the address bar before anything else runs: history, screenshots and other code on the
// page never see it.

let taken: string | null = null;

/** Call first of all: removes the fragment of a pairing link from the address and keeps it for the pairing page. */
export function hidePairingFragment(): void {
  if (location.pathname !== "/pair" || location.hash === "") return;
  taken = location.hash;
  history.replaceState(history.state, "", "/pair");
}

/** The fragment that was hidden, once. */
export function takePairingFragment(): string | null {
  const fragment = taken;
  taken = null;
  return fragment;
}
