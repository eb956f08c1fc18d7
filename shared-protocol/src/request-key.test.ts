import { expect, test } from "vitest";
import { parseRequestKey, requestKey, typedId } from "./request-key.ts";

const IDS = [0, 7, -1, 1.5, "7", "007", " 7 ", "1_0", "", "n:7", "a/b", "a%2Fb", "__proto__", "line\nbreak", "ü"];

test("[RPC-03] every id has a text of its own", () => {
  expect(new Set(IDS.map(typedId)).size).toBe(IDS.length);
});

test("[RPC-05] a key is the same only for the same host, generation, type and value, and can be taken apart", () => {
  const parts = ["", "h", "h/g", "h%2Fg", "n:7", "constructor"];
  const seen = new Map<string, string>();
  for (const host of parts) {
    for (const generation of parts) {
      for (const id of IDS) {
        const key = requestKey(host, generation, id);
        expect(seen.get(key)).toBeUndefined();
        seen.set(key, key);
        expect(parseRequestKey(key)).toStrictEqual({ host, generation, id });
      }
    }
  }
});

test.each(["", "a/b", "a/b/7", "a/b/n:", "a/b/n: 7", "a/b/n:007", "a/b/n:Infinity", "a/b/x:7"])(
  "[RPC-05] %j is no request key",
  (text) => {
    expect(parseRequestKey(text)).toBeNull();
  },
);
