// A request for more rights than the sandbox gives, as it arrives. Which rights there are is open: each is read by itself.
import * as z from "./shape.ts";
import { loose, optionalNumber, optionalText } from "./field.ts";

export const permissionRequest = z.looseObject({
  threadId: optionalText,
  turnId: optionalText,
  itemId: optionalText,
  environmentId: optionalText,
  startedAtMs: optionalNumber,
  cwd: optionalText,
  reason: optionalText,
  /** `network`, `fileSystem`, and whatever later versions add. */
  permissions: z.looseObject({}),
});
export type PermissionRequest = z.infer<typeof permissionRequest>;

/** `entries` repeats what `read` and `write` say. */
export const fileSystemPermissions = z.looseObject({
  read: z.nullish(loose),
  write: z.nullish(loose),
  entries: z.nullish(loose),
});
export type FileSystemPermissions = z.infer<typeof fileSystemPermissions>;

export const fileSystemEntry = z.looseObject({
  path: z.looseObject({ type: z.string() }),
  /** `read`, `write` or `deny`. */
  access: z.string(),
});
export type FileSystemEntry = z.infer<typeof fileSystemEntry>;
