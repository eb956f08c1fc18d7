// What a dialog of the files room is about.
import type { Entry } from "./entries.ts";

export type Asking =
  | { type: "view"; entry: Entry }
  | { type: "edit"; entry: Entry }
  | { type: "copy"; entry: Entry }
  | { type: "remove"; entry: Entry }
  | { type: "new-file"; folder: string }
  | { type: "new-folder"; folder: string };
