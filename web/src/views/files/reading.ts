// Reading one file because a person pressed something: first what it is and how big, then, over 5 MB, only after a second
// press, the content. A plain machine of states; the views draw it.
import { type Accessor, createSignal, onCleanup } from "solid-js";
import type { Actions } from "../../actions/contract.ts";
import type { HostSession } from "../../host/model.ts";
import { sniff, type Sniffed } from "./sniff.ts";
import { fileTrouble, FOLDER, NO_FILE, OFFLINE } from "./trouble.ts";

/** Larger files are read only after a second press, bytes. */
export const ASK_ABOVE = 5_000_000;
/** Larger ones are not read: the App Server sends a file as one message, to every device. Bytes. */
export const REFUSE_ABOVE = 64_000_000;

export type Step =
  | { type: "asking" }
  /** The size is over `ASK_ABOVE`, or could not be found out (null). */
  | { type: "confirm"; bytes: number | null }
  | { type: "reading"; bytes: number | null }
  | { type: "shown"; bytes: Uint8Array<ArrayBuffer>; content: Sniffed }
  /** `again`: trying once more may help. */
  | { type: "trouble"; message: string; again: boolean };

export interface Reading {
  step: Accessor<Step>;
  /** The second press. */
  readOn: () => void;
  /** From the start. */
  again: () => void;
}

export interface ReadingOptions {
  session: HostSession;
  actions: Pick<Actions, "inspectFile" | "readFile">;
  /** Absolute. */
  path: string;
}

/** Begins at once: making it is the first press. */
export function createReading(options: ReadingOptions): Reading {
  const { session, actions, path } = options;
  const [step, setStep] = createSignal<Step>({ type: "asking" });
  let run = 0;
  onCleanup(() => (run = -1));

  const ask = async (): Promise<void> => {
    const mine = ++run;
    const tell = (next: Step): boolean => {
      if (run === mine) setStep(next);
      return run === mine;
    };
    tell({ type: "asking" });
    if (session.facts().connection !== "live") return void tell({ type: "trouble", message: OFFLINE, again: true });
    const found = await actions.inspectFile(session, path);
    if (!found.ok) return void tell({ type: "trouble", message: fileTrouble(found.reason), again: true });
    const { kind, bytes } = found.value;
    if (kind === "folder") return void tell({ type: "trouble", message: FOLDER, again: false });
    if (kind === "other") return void tell({ type: "trouble", message: NO_FILE, again: false });
    if (bytes !== null && bytes > REFUSE_ABOVE)
      return void tell({ type: "trouble", message: tooBig(bytes), again: false });
    if (bytes === null || bytes > ASK_ABOVE) return void tell({ type: "confirm", bytes });
    if (tell({ type: "reading", bytes })) await read(mine);
  };

  const read = async (mine: number): Promise<void> => {
    const outcome = await actions.readFile(session, path);
    if (run !== mine) return;
    if (outcome.ok) setStep({ type: "shown", bytes: outcome.value, content: sniff(outcome.value) });
    else setStep({ type: "trouble", message: fileTrouble(outcome.reason), again: true });
  };

  void ask();
  return {
    step,
    readOn() {
      const now = step();
      if (now.type !== "confirm") return;
      setStep({ type: "reading", bytes: now.bytes });
      void read(run);
    },
    again: () => void ask(),
  };
}

function tooBig(bytes: number): string {
  const size = Math.round(bytes / 1_000_000).toLocaleString();
  return `This file has ${size} MB. The App Server sends a file as one message to every device, so files over 64 MB are not read here: copy it from the machine.`;
}
