// A thread before its first row. Apart from the fold, which a page loads when the first thread is opened.
import { createThreadBook } from "./book.ts";
import type { ReportedSettings, ThreadState } from "./state.ts";

/** A thread of which nothing is known yet. */
export function createThreadState(id: string): ThreadState {
  return {
    id,
    turns: new Map(),
    timeline: [],
    decisions: new Map(),
    outgoing: new Map(),
    settings: blankSettings(),
    tokenUsage: null,
    goal: null,
    environments: new Map(),
    project: null,
    queueChangedAt: null,
    queue: null,
    status: { type: "unknown" },
    lastSignAt: null,
    older: null,
    heldElsewhere: false,
    notResumable: false,
    ephemeral: false,
    book: createThreadBook(),
  };
}

/** Nothing reported yet. */
function blankSettings(): ReportedSettings {
  return {
    cwd: null,
    model: null,
    modelProvider: null,
    effort: null,
    serviceTier: null,
    reviewer: null,
    mode: null,
    approvalPolicy: null,
    sandbox: null,
    permissionProfile: null,
  };
}
