// What a thread's fold needs to go on from where it is, and no view reads. It lives in the state, so that a checkpoint
// holds it and folding the rest of the rows gives what folding all of them gives.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { GenericCard, OwnRequest } from "./state.ts";

export interface ThreadBook {
  /** Requests of this device about this thread without a reply yet, by generation and `typedId` (`requestPlace`). */
  open: Map<string, OwnRequest>;
  /** The turn that runs now as far as events told; null when none does. */
  running: string | null;
  /** The generation that last sent events of this thread. */
  generation: string | null;
  /** How generations ended, for splices: null where it was only inferred from a newer process. */
  ends: Map<string, GenerationEnd | null>;
  /** Turn ids that mean another turn (a review's `turn/started` names one that never completes). */
  turnAliases: Map<string, string>;
  /** Per turn: item ids of events or copies that mean an item held under another id. */
  itemAliases: Map<string, Map<string, string>>;
  /** Turns into which a copy of the server was merged. */
  copied: Set<string>;
  /** Turns that a copy of the history has named. */
  listed: Set<string>;
  /** Turns that are reviews. */
  reviews: Set<string>;
  /** clientUserMessageIds that a user message has claimed. */
  claimed: Set<string>;
  /** Content of the newest card per method: the same fact told again makes no second card. */
  lastCards: Map<string, string>;
  /** Cards that further lines may join, by what they stand for. */
  openCards: Map<string, GenericCard>;
  /** Turns of which a copy of the history is to tell whether they were taken back, and by which cut first. */
  doubted: Map<string, number>;
  /** Cuts of which it was not said what they left. */
  cuts: number;
  /** By the cursor that a page of turns gave: the turn that it began with, before which the next page ends. */
  pageStarts: Map<string, string>;
  /** By the cursor that a page of older turns was asked with: the turn that it ended with. */
  pageEnds: Map<string, string>;
  /** Bytes were missed since the newest page of the history, or the newest turn, was told. */
  missed: boolean;
  /** Turns that began after such a stretch: what stands before them here need not be what the server has there. */
  afterGap: Set<string>;
  /** Requests of this device about this thread so far. */
  asks: number;
  /** How many there were when the history was last cut, and when each turn began or ended: what was asked for before may be older. */
  cutAfter: number;
  toldAfter: Map<string, number>;
  /** Whether the end of the server's history was ever told (with `older` null: nothing older exists). */
  olderKnown: boolean;
  /** The newest `emittedAtMs` of this thread's notifications: the server's own clock. */
  serverAt: number | null;
}

/** An empty book. */
export function createThreadBook(): ThreadBook {
  return {
    open: new Map(),
    running: null,
    generation: null,
    ends: new Map(),
    turnAliases: new Map(),
    itemAliases: new Map(),
    copied: new Set(),
    listed: new Set(),
    reviews: new Set(),
    claimed: new Set(),
    lastCards: new Map(),
    openCards: new Map(),
    doubted: new Map(),
    cuts: 0,
    pageStarts: new Map(),
    pageEnds: new Map(),
    missed: false,
    afterGap: new Set(),
    asks: 0,
    cutAfter: 0,
    toldAfter: new Map(),
    olderKnown: false,
    serverAt: null,
  };
}

/** Where an own request stands among those of all generations; ids of different generations never meet. */
export function requestPlace(generation: string, typedId: string): string {
  return `${generation}\n${typedId}`;
}
