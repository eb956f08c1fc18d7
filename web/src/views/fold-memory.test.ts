import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { createRemembered } from "./fold-memory.ts";

test("[VIW-193] what a person has opened is open when its row comes back; another object's is not", () => {
  const change = { path: "a" };
  const read = (of: object, name: string): boolean =>
    createRoot((dispose) => {
      const [on] = createRemembered(of, name, false);
      const now = on();
      dispose();
      return now;
    });
  createRoot((dispose) => {
    const [on, setOn] = createRemembered(change, "open", false);
    setOn(true);
    expect(on()).toBe(true);
    dispose();
  });
  expect(read(change, "open")).toBe(true);
  expect(read(change, "all")).toBe(false);
  expect(read({ path: "a" }, "open")).toBe(false);
});
