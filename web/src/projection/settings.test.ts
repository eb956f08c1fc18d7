// What the server reports of a thread's settings, out of replies and of changes.
import { expect, test } from "vitest";
import { forgetMode, settingsOfUpdate } from "./settings.ts";
import { createThreadState } from "./thread-state.ts";

test("[PRJ-385] summary and personality are those told last, apart from never told, and not known once the thread is unloaded", () => {
  const state = createThreadState("T");
  const { settings } = state;
  expect("summary" in settings || "personality" in settings).toBe(false);
  settingsOfUpdate(state, { summary: "detailed", personality: null });
  expect(settings).toMatchObject({ summary: "detailed", personality: null });
  settingsOfUpdate(state, { model: "m" });
  expect(settings).toMatchObject({ summary: "detailed", personality: null });
  settingsOfUpdate(state, { summary: "of-a-newer-server" });
  expect(settings.summary).toBe("of-a-newer-server");
  const touched: object[] = [];
  forgetMode(state, (object) => touched.push(object));
  expect(touched).toEqual([state]);
  expect("summary" in settings || "personality" in settings).toBe(false);
  forgetMode(state, (object) => touched.push(object));
  expect(touched).toHaveLength(1);
});
