// The addresses of the console: the list of requests, and one of them.
import { machinePath } from "../machine/path.ts";

/** The list, or the page of one request. */
export function requestPath(host: string, method: string | null): string {
  const list = machinePath(host, "requests");
  return method === null ? list : `${list}?method=${encodeURIComponent(method)}`;
}

/** The request that an address names, or null. */
export function requestInSearch(search: string): string | null {
  const method = new URLSearchParams(search).get("method");
  return method === null || method === "" ? null : method;
}
