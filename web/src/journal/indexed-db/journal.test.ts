import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { runJournalAcceptance } from "../acceptance/run.ts";
import type { Journal } from "../journal.ts";
import { createIndexedDbJournal } from "./journal.ts";

let devices = 0;

runJournalAcceptance("journal over IndexedDB", () => {
  const factory = new IDBFactory();
  const name = `device-${(devices += 1)}`;
  const tabs: Journal[] = [];
  return {
    open() {
      const channel = (topic: string) => new BroadcastChannel(`${name}/${topic}`);
      const journal = createIndexedDbJournal({ factory, channel });
      tabs.push(journal);
      return journal;
    },
    async destroy() {
      for (const tab of tabs) tab.close();
    },
  };
});
