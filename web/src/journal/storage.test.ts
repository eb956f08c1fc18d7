import { expect, test } from "vitest";
import { askToPersist, readStorage } from "./storage.ts";

test("[JRN-67] what the browser tells of its storage is told, and what it does not is null", async () => {
  const full = {
    estimate: () => Promise.resolve({ usage: 5, quota: 10 }),
    persisted: () => Promise.resolve(true),
    persist: () => Promise.resolve(false),
  };
  expect(await readStorage(full)).toEqual({ used: 5, quota: 10, persisted: true });
  expect(await askToPersist(full)).toBe(false);
  const nothing = { used: null, quota: null, persisted: null };
  expect(await readStorage(undefined)).toEqual(nothing);
  expect(await readStorage({})).toEqual(nothing);
  expect(await askToPersist(undefined)).toBeNull();
  const failing = {
    ...full,
    estimate: () => Promise.reject(new Error("no")),
    persist: () => Promise.reject(new Error("no")),
  };
  expect(await readStorage(failing)).toEqual({ ...nothing, persisted: true });
  expect(await askToPersist(failing)).toBeNull();
});
