// Runs the acceptance cases under vitest. The same cases run in a real browser page (tests/e2e/journal.spec.ts).
import { describe, test } from "vitest";
import { recordCases } from "./records.cases.ts";
import { rowCases } from "./rows.cases.ts";
import type { Device } from "./support.ts";

/** @param setup makes an empty device for each case */
export function runJournalAcceptance(name: string, setup: () => Promise<Device> | Device): void {
  describe(name, () => {
    for (const one of [...rowCases, ...recordCases]) {
      test(one.title, async () => {
        const device = await setup();
        try {
          await one.run(device);
        } finally {
          await device.destroy();
        }
      });
    }
  });
}
