// The list of requests as it is shown: what the pinned version has, what this server has beyond it, searched and filtered.
import { methodsWithForm, requestForm } from "@longwire/shared-protocol/request-forms";
import {
  clientRequestSurface,
  type ClientRequestSurface,
  requestGroups,
} from "@longwire/shared-protocol/surface/client-requests";

export interface ListedRequest {
  method: string;
  /** Null: a later version's, of which this app knows only the name. */
  surface: ClientRequestSurface | null;
  experimental: boolean;
}

export type Filter = "all" | "console" | "experimental" | "dangerous" | "changes" | "lacking";

export const FILTERS: readonly { key: Filter; name: string }[] = [
  { key: "all", name: "All requests" },
  { key: "console", name: "Sent only from here" },
  { key: "dangerous", name: "Risky" },
  { key: "changes", name: "Those that make changes" },
  { key: "experimental", name: "Experimental ones" },
  { key: "lacking", name: "Unknown to this server" },
];

/** Every request of the pinned version, and those that the server named beyond it. */
export function listedRequests(named: ReadonlySet<string> | null): ListedRequest[] {
  const known = methodsWithForm().map((method) => ({
    method,
    surface: clientRequestSurface.get(method) ?? null,
    experimental: requestForm(method)?.experimental === true,
  }));
  const pinned = new Set(known.map(({ method }) => method));
  const beyond = [...(named ?? [])].filter((method) => !pinned.has(method));
  return [...known, ...beyond.map((method) => listedRequest(method))];
}

/** One request by its name, whoever knows it. */
export function listedRequest(method: string): ListedRequest {
  return {
    method,
    surface: clientRequestSurface.get(method) ?? null,
    experimental: requestForm(method)?.experimental === true,
  };
}

/** By group, in the order of the table; those that this app does not know come last. */
export function grouped(list: readonly ListedRequest[]): { title: string; requests: ListedRequest[] }[] {
  const groups = [...requestGroups(), null].map((group) => ({
    title: group === null ? "Known only to this server" : group.charAt(0).toUpperCase() + group.slice(1),
    requests: list.filter(({ surface }) => (surface?.group ?? null) === group),
  }));
  return groups.filter(({ requests }) => requests.length > 0);
}

/** Those that hold every word of the search, in their name or in what is said of them, and pass the filter. */
export function matching(
  list: readonly ListedRequest[],
  query: string,
  filter: Filter,
  lacks: (method: string) => boolean,
): ListedRequest[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return list.filter((request) => {
    if (!passes(request, filter, lacks)) return false;
    const { method, surface } = request;
    const text =
      `${method} ${surface?.about ?? ""} ${surface?.group ?? ""} ${surface?.place?.words ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function passes(request: ListedRequest, filter: Filter, lacks: (method: string) => boolean): boolean {
  const { surface, experimental, method } = request;
  switch (filter) {
    case "all":
      return true;
    case "console":
      return surface === null || surface.place === null;
    case "experimental":
      return experimental;
    case "dangerous":
      return surface === null || surface.danger !== null;
    case "changes":
      return surface === null || surface.does === "changes";
    case "lacking":
      return lacks(method);
  }
}
