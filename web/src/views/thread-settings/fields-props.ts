// What every group of the form is given.
import type { SettingsChoices } from "../../actions/thread-settings.ts";
import type { Chosen, Present } from "./wish.ts";

export interface FieldsProps {
  chosen: Chosen;
  present: Present;
  choices: SettingsChoices | null;
  disabled: boolean;
  /** The thread is yet to be started. */
  starting: boolean;
  /** Words for leaving a setting alone; null: nothing was told of it. */
  asIs: (words: string | null) => string;
  /** Null: it stays as it is. */
  choose: <F extends keyof Chosen>(field: F, value: Chosen[F] | null) => void;
  hidden: boolean;
  setHidden: (on: boolean) => void;
}
