// Surface table, server requests: which of them has a card of its own. Every other one, known or unknown, is drawn by
// the generic card with its raw JSON; none is ever answered without the person.
import type { ServerRequestMethod } from "../app-server.ts";

/** How a server request is shown. */
export interface ServerRequestSurface {
  readonly view: "typed" | "generic";
}

const typed: ServerRequestSurface = { view: "typed" };
const generic: ServerRequestSurface = { view: "generic" };

export const SERVER_REQUESTS = {
  "item/commandExecution/requestApproval": typed,
  "item/fileChange/requestApproval": typed,
  "item/permissions/requestApproval": typed,
  "item/tool/requestUserInput": typed,
  "item/tool/call": typed,
  "mcpServer/elicitation/request": typed,

  // Generic, with a form made from the schema of the response.
  "account/chatgptAuthTokens/refresh": generic,
  "attestation/generate": generic,
  "currentTime/read": generic,
  applyPatchApproval: generic,
  execCommandApproval: generic,
} as const satisfies Record<ServerRequestMethod, ServerRequestSurface>;
