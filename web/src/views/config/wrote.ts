// How the sections of the page change the configuration: one way for all of them.
import type { ConfigEdit, ConfigWritten } from "../../actions/config.ts";

/** What became of a write. `read` is done when the values were read again, true, or could not be. `mayBeDone`: no answer was seen. */
export type Wrote =
  | { ok: true; written: ConfigWritten; read: Promise<boolean> }
  | { ok: false; why: string; mayBeDone: boolean };

/** Writes edits, all or none. `reload`: threads that are loaded take them up. */
export type Write = (edits: readonly ConfigEdit[], reload: boolean) => Promise<Wrote>;
