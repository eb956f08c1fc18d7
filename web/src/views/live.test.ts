// @vitest-environment jsdom
import { createEffect, createRoot } from "solid-js";
import { expect, test } from "vitest";
import { changed, live } from "./live.ts";

test("[VIW-01] what read an object runs again when the object is named as changed, once per notice, and nothing else does", () => {
  const a = { n: 1 };
  const b = { n: 1 };
  const runs = { a: 0, b: 0, both: 0 };
  const dispose = createRoot((stop) => {
    createEffect(() => {
      live(a);
      runs.a += 1;
    });
    createEffect(() => {
      live(b);
      runs.b += 1;
    });
    createEffect(() => {
      live(a);
      live(b);
      runs.both += 1;
    });
    return stop;
  });
  expect(runs).toEqual({ a: 1, b: 1, both: 1 });
  changed(new Set([a]));
  expect(runs).toEqual({ a: 2, b: 1, both: 2 });
  changed(new Set([a, b]));
  expect(runs).toEqual({ a: 3, b: 2, both: 3 });
  dispose();
  changed(new Set([a, b]));
  expect(runs).toEqual({ a: 3, b: 2, both: 3 });
});
