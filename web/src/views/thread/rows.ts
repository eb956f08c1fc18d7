// The transcript as rows for the window: a turn is one row, a very long turn several. Rows keep their identity, so that
// only what is new is drawn.
import { createMemo, mapArray, type Accessor } from "solid-js";
import type { OutboxEntry } from "../../journal/journal.ts";
import type { GenericCard, Outgoing, ThreadState, TimelineEntry, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { sameMembers } from "../same-members.ts";

/** Entries of a turn in one row: a longer turn is cut here so that no row is much higher than a few screens. */
export const PART = 30;

export type TranscriptRow =
  | { kind: "turn"; key: string; turn: Turn; part: number; last: boolean }
  | { kind: "splice"; key: string; entry: Extract<TimelineEntry, { type: "splice" }> }
  | { kind: "gap"; key: string; entry: Extract<TimelineEntry, { type: "gap" }> }
  | { kind: "card"; key: string; card: GenericCard }
  | { kind: "decision"; key: string; decision: string }
  | { kind: "outgoing"; key: string; outgoing: Outgoing }
  | { kind: "waiting"; key: string; entry: OutboxEntry };

/**
 * The rows of a thread in order: its timeline, then this device's messages that no item has claimed, then those that
 * wait to be sent. The list is a new array only when rows come or go.
 */
export function createRows(
  state: ThreadState,
  waiting: Accessor<readonly OutboxEntry[]>,
): Accessor<readonly TranscriptRow[]> {
  const timeline = createMemo(() => live(state).timeline.slice(), [], { equals: sameMembers });
  const drawn = mapArray(timeline, (entry) => {
    switch (entry.type) {
      case "turn":
        return turnRows(state, entry.turn);
      case "splice": {
        const row: TranscriptRow[] = [{ kind: "splice", key: `s:${entry.generation}`, entry }];
        return () => row;
      }
      case "gap": {
        const row: TranscriptRow[] = [{ kind: "gap", key: `g:${entry.from}:${entry.to}`, entry }];
        return () => row;
      }
      case "card": {
        const row: TranscriptRow[] = [{ kind: "card", key: `c:${entry.card.key}`, card: entry.card }];
        return () => row;
      }
      case "decision": {
        const row: TranscriptRow[] = [{ kind: "decision", key: `d:${entry.key}`, decision: entry.key }];
        return () => row;
      }
    }
  });
  const outgoing = createMemo(() => [...live(state).outgoing.values()], [], { equals: sameMembers });
  const outgoingRows = mapArray(outgoing, (message): TranscriptRow => ({
    kind: "outgoing",
    key: `o:${message.clientUserMessageId}`,
    outgoing: message,
  }));
  const waitingRows = mapArray(waiting, (entry): TranscriptRow => ({ kind: "waiting", key: `w:${entry.id}`, entry }));
  const all = createMemo(
    () => {
      const rows: TranscriptRow[] = [];
      for (const part of drawn()) for (const row of part()) rows.push(row);
      for (const row of outgoingRows()) rows.push(row);
      for (const row of waitingRows()) rows.push(row);
      return rows;
    },
    [],
    { equals: sameMembers },
  );
  return all;
}

/** The rows of one turn; a turn that only grows keeps the rows it had. */
function turnRows(state: ThreadState, id: string): Accessor<readonly TranscriptRow[]> {
  // A row whose `last` changed is another row: the foot of the turn moves from one to the next.
  const rows: TranscriptRow[] = [];
  const parted = createMemo(
    () => {
      const turn = live(state).turns.get(id);
      if (turn === undefined) return [];
      const parts = Math.max(1, Math.ceil(live(turn).entries.length / PART));
      const drawn: TranscriptRow[] = [];
      for (let part = 0; part < parts; part += 1) {
        const last = part === parts - 1;
        const before = rows[part];
        if (before?.kind !== "turn" || before.turn !== turn || before.last !== last)
          rows[part] = { kind: "turn", key: `t:${id}:${part}`, turn, part, last };
        const row = rows[part];
        if (row !== undefined) drawn.push(row);
      }
      return drawn;
    },
    [],
    { equals: sameMembers },
  );
  return parted;
}
