// Runs the acceptance cases under vitest. The same cases run in a real browser page (tests/e2e/journal.spec.ts).
import { describe, test } from "vitest";
import { recordCases } from "./records.cases.ts";
import { rowCases } from "./rows.cases.ts";
import type { Device } from "./support.ts";

/** @param setup makes an empty device for each case */
export function runJournalAcceptance(name: string, setup: () => Promise<Device> | Device): void {
  describe(name, () => {
    for (const { title, run } of [...rowCases, ...recordCases]) {
      test(title, async () => {
        const device = await setup();
        try {
          await run(device);
        } finally {
          await device.destroy();
        }
      });
    }
  });
}
