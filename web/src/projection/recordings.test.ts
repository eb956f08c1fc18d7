// Folds the recordings of the real App Server: what the pinned binary sends must fold into what happened.
import { recorded, recordings } from "./testing/recordings.ts";
import { describe, expect, test } from "vitest";
import { threadAfter } from "./testing/rows.ts";
test("dump", () => {
  for (const [version, name] of recordings()) {
    const t = recorded(version, name);
    const ids = new Set(t.rows.map((r) => r.thread).filter((x) => x !== null));
    for (const id of ids) {
      const s = threadAfter(t.rows, id);
      console.log(
        "=====",
        name,
        id.slice(-3),
        s.status,
        "older",
        s.older,
        "out",
        [...s.outgoing.values()].map((o) => o.state.type),
      );
      for (const e of s.timeline) {
        if (e.type !== "turn") {
          console.log("  ", JSON.stringify(e).slice(0, 200));
          continue;
        }
        const u = s.turns.get(e.turn)!;
        console.log(
          "  turn",
          u.id.slice(-3),
          u.reported,
          u.stop.type,
          u.lost ? "LOST" : "",
          u.heldInFull ? "full" : "partial",
          u.itemsView,
          u.error?.message,
          u.serverReturnedLess ? "LESS" : "",
          u.plan?.length,
        );
        for (const n of u.entries) {
          if (n.type === "item") {
            const i = u.items.get(n.item)!;
            console.log(
              "     ",
              i.id.slice(-6),
              i.type,
              i.phase,
              JSON.stringify(
                "text" in i
                  ? i.text
                  : "output" in i && "command" in i
                    ? [i.command, i.output.slice(0, 60), i.status, i.outputCut]
                    : "changes" in i
                      ? i.changes
                      : "summary" in i
                        ? i.summary
                        : "",
              ).slice(0, 150),
            );
          } else if (n.type === "decision") {
            const d = s.decisions.get(n.key)!;
            console.log("      DECISION", n.key, d.method, JSON.stringify(d.state).slice(0, 120));
          } else console.log("      CARD", n.card.name, n.card.what);
        }
      }
    }
  }
});
describe;
expect;
