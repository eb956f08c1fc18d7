// What the server says of the agents that a turn has started or spoken to, by their thread ids.
import * as z from "../shape.ts";
import { optionalText, read } from "../field.ts";

const agentState = z.looseObject({ status: optionalText, message: optionalText });

/** One agent as the server last told of it. `raw` is its state as it came, undefined where none was told. */
export interface AgentState {
  readonly thread: string;
  /** `pendingInit`, `running`, `completed`, `errored` … or the server's own word; null where none was told. */
  readonly status: string | null;
  /** Its last words: the report of one that has completed, the reason of one that has failed. */
  readonly message: string | null;
  readonly raw: unknown;
}

/** The agents of a call, in order: those that it names as receivers, then any other that it tells a state of. */
export function readAgents(receivers: readonly unknown[], states: unknown): AgentState[] {
  const told = new Map<string, unknown>(
    typeof states === "object" && states !== null && !Array.isArray(states) ? Object.entries(states) : [],
  );
  const threads = new Set<string>(receivers.filter((id) => typeof id === "string"));
  for (const id of told.keys()) threads.add(id);
  return [...threads].map((thread) => {
    const raw = told.get(thread);
    const state = read(agentState, raw);
    if (!state.ok) return { thread, status: null, message: null, raw };
    return { thread, status: state.value.status ?? null, message: state.value.message ?? null, raw };
  });
}
