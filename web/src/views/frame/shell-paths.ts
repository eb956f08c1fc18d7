// Which addresses the service worker answers with the app's shell: every page, and nothing that is the relay's own.

/** Paths that never pass through the service worker, whatever asks for them. */
export const RELAY_PATHS: readonly RegExp[] = [/^\/relay(\/|$|\?)/, /^\/healthz(\/|$|\?)/];

/** True for paths that are the relay's own. */
export function isRelayPath(pathname: string): boolean {
  return RELAY_PATHS.some((pattern) => pattern.test(pathname));
}
