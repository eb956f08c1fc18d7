// One sentence on each server request that has no card of its own.

const ABOUT: ReadonlyMap<string, string> = new Map([
  [
    "account/chatgptAuthTokens/refresh",
    "The App Server asks its client for a fresh ChatGPT access token, since the one that it was given is no longer accepted.",
  ],
  [
    "attestation/generate",
    "The App Server asks its client for a token that proves what kind of client it is. This app has none of its own.",
  ],
  ["currentTime/read", "The App Server asks its client what time it is, in whole seconds since 1970."],
  ["applyPatchApproval", "An older way of asking: may these files be changed? The changes are in the request."],
  ["execCommandApproval", "An older way of asking: may this command run? The command is in the request."],
]);

/** What a request is about; null for one that this app does not know. */
export function aboutRequest(method: string): string | null {
  return ABOUT.get(method) ?? null;
}
