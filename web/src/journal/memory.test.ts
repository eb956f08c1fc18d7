import { createMemoryJournal, createMemoryStore } from "./memory.ts";
import { runJournalAcceptance } from "./acceptance/run.ts";
import type { Journal } from "./journal.ts";

runJournalAcceptance("journal in memory", () => {
  const store = createMemoryStore();
  const tabs: Journal[] = [];
  return {
    open() {
      const journal = createMemoryJournal({ store });
      tabs.push(journal);
      return journal;
    },
    async destroy() {
      for (const tab of tabs) tab.close();
    },
  };
});
