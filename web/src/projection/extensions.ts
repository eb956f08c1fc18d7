// What notifications tell of MCP servers, skills and apps beside their lists: how a sign-in ended, and that a list which was
// read before is old. They stay cards of the activity too.
import type { RpcNotification } from "@longwire/shared-protocol/json-rpc";
import type { Row } from "../journal/rows.ts";
import type { ExtensionsTold } from "./facts.ts";
import { objectOf, textOf } from "./read.ts";
import type { HostState, Touch } from "./state.ts";

/** Sign-ins that are kept; a server that names ever new ones must not make it grow. */
const MOST_LOGINS = 100;

/** Nothing told yet. */
export function noExtensionsTold(): ExtensionsTold {
  return { logins: new Map(), skillsChangedAt: null, appsChangedAt: null };
}

/** Notes what a notification tells of them, if it does. */
export function noteExtensions(state: HostState, row: Row, message: RpcNotification, touch: Touch): void {
  const told = state.extensions;
  switch (message.method) {
    case "mcpServer/oauthLogin/completed": {
      const params = objectOf(message.params);
      const name = textOf(params?.["name"]);
      if (params === null || name === null) return;
      told.logins.delete(name);
      told.logins.set(name, {
        name,
        thread: textOf(params["threadId"]),
        success: params["success"] === true,
        error: textOf(params["error"]),
        generation: row.generation,
        at: row.at,
      });
      const [oldest] = told.logins.keys();
      if (told.logins.size > MOST_LOGINS && oldest !== undefined) told.logins.delete(oldest);
      break;
    }
    case "skills/changed":
      told.skillsChangedAt = row.at;
      break;
    case "app/list/updated":
      told.appsChangedAt = row.at;
      break;
    default:
      return;
  }
  touch(state);
}
