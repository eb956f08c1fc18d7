// What the App Server tells of its machine and itself, as it arrives: accounts, MCP servers, apps, processes, files, imports.
import * as z from "../shape.ts";
import { loose, optionalNumber, optionalText } from "../field.ts";

export const loginCompleted = z.looseObject({
  loginId: optionalText,
  success: z.nullish(z.boolean()),
  error: optionalText,
});

export const mcpStartup = z.looseObject({
  name: z.string(),
  status: optionalText,
  error: optionalText,
  failureReason: optionalText,
});

export const mcpLogin = z.looseObject({ name: z.string(), success: z.nullish(z.boolean()), error: optionalText });

export const appList = z.looseObject({ data: loose });
/** One app of the list; apps are read one by one. */
export const app = z.looseObject({
  id: z.string(),
  name: optionalText,
  description: optionalText,
  isEnabled: z.nullish(z.boolean()),
  isAccessible: z.nullish(z.boolean()),
});

export const projectChanged = z.looseObject({ projectId: optionalText, changeType: optionalText });

export const processExited = z.looseObject({
  processHandle: z.string(),
  exitCode: optionalNumber,
  stdoutCapReached: z.nullish(z.boolean()),
  stderrCapReached: z.nullish(z.boolean()),
});

export const filesChanged = z.looseObject({ watchId: optionalText, changedPaths: loose });

export const searchUpdated = z.looseObject({ sessionId: optionalText, query: optionalText, files: loose });
export const searchCompleted = z.looseObject({ sessionId: optionalText });
/** One file that a search found; files are read one by one. */
export const foundFile = z.looseObject({ path: z.string(), root: optionalText });

export const configImport = z.looseObject({ importId: optionalText, itemTypeResults: loose });
/** What became of one kind of thing that was imported; kinds are read one by one. */
export const importResult = z.looseObject({
  itemType: optionalText,
  successes: z.nullish(loose),
  failures: z.nullish(loose),
});
export const importSuccess = z.looseObject({ source: optionalText, target: optionalText, title: optionalText });
export const importFailure = z.looseObject({ message: optionalText, source: optionalText, failureStage: optionalText });
