// The page of all client requests for the documentation, made of the surface table.
import { FORMS_VERSION, requestForm } from "../request-forms.ts";
import { clientRequestSurface, type ClientRequestSurface, requestGroups } from "./client-requests.ts";

const ROOMS = new Map([
  ["account", "Account"],
  ["models", "Models and modes"],
  ["extensions", "MCP, skills, plugins"],
  ["config", "Configuration"],
  ["files", "Files"],
  ["terminals", "Terminals"],
]);

/** The text of `docs/client-requests.md`. */
export function clientRequestsPage(): string {
  const all = [...clientRequestSurface].filter(([method]) => requestForm(method) !== null);
  const placed = all.filter(([, { place }]) => place !== null);
  const groups = requestGroups().flatMap((group) => {
    const members = all.filter(([, surface]) => surface.group === group);
    const title = group.charAt(0).toUpperCase() + group.slice(1);
    return members.length === 0
      ? []
      : [`## ${title}`, "", ...members.map(([method, surface]) => line(method, surface)), ""];
  });
  return [
    "# Client requests",
    "",
    `Every request that a client can send to App Server ${FORMS_VERSION}, and where Longwire uses it:`,
    `${placed.length} of ${all.length} have a place of their own in the app. The others are sent from a machine's page`,
    "*All requests*, which lists all of them and has a form for each.",
    "",
    "This page is made of the surface table (`shared-protocol/src/surface/client-requests.ts`) by a test that fails when the",
    "two differ; `npx vitest run --project shared-protocol -u client-requests` writes it anew.",
    "",
    "*Experimental* ones need the experimental API, which Longwire asks for. *Look twice* stands where the app asks before it",
    "sends one by hand, with the reason.",
    "",
    ...groups,
  ].join("\n");
}

function line(method: string, surface: ClientRequestSurface): string {
  const notes = [
    requestForm(method)?.experimental === true ? "*Experimental.*" : null,
    surface.danger === null ? null : `*Look twice:* ${surface.danger}`,
    surface.late === null ? null : `*Its reply:* ${surface.late}`,
    surface.secret.length === 0 ? null : `*Secret:* ${surface.secret.map((name) => `\`${name}\``).join(", ")}.`,
    surface.config.length === 0
      ? null
      : "*Secret:* environment values, headers and tokens in its configuration values.",
  ].filter((note) => note !== null);
  return [`- \`${method}\`: ${surface.about} ${whereWords(surface)}`, ...notes].join(" ");
}

function whereWords({ place, does }: ClientRequestSurface): string {
  const kept = does === "opens" || does === "lets-go" ? " Not offered by hand." : "";
  if (place === null) return `**From *All requests*.**${kept}`;
  const room = place.room === null ? "" : `*${ROOMS.get(place.room) ?? place.room}*: `;
  return `**In the app:** ${room}${place.words}.${kept}`;
}
