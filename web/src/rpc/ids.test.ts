import { clientIdSchema } from "@longwire/shared-protocol/relay-frames";
import { describe, expect, it } from "vitest";
import { belongsToLoad, createClientId, createIds, isOurs, parseOwnId } from "./ids.ts";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

describe("own ids", () => {
  it("[RPC-26] an id names its client, the page load and a number that grows", () => {
    const ids = createIds("device-1_a", () => Uint8Array.from([0, 1, 25, 26, 52, 61, 62, 63]));
    expect(ids.load).toBe("ABZa09_-");
    expect([ids.next(), ids.next()]).toEqual(["device-1_a.ABZa09_-.1", "device-1_a.ABZa09_-.2"]);
  });

  it("[RPC-26] a client id is fit for the relay and for an id", () => {
    const client = createClientId(random);
    expect(client).toMatch(/^[A-Za-z0-9_-]{12}$/);
    expect(clientIdSchema.safeParse(client)).toEqual({ success: true, data: client });
    expect(createClientId(random)).not.toBe(client);
    expect(() => createIds("with.dot", random)).toThrow(RangeError);
  });

  it("[RPC-27] a reply to an earlier life of the page is ours but not this load's", () => {
    const client = createClientId(random);
    const earlier = createIds(client, random);
    const now = createIds(client, random);
    const late = earlier.next();
    expect(isOurs(late, client)).toBe(true);
    expect(belongsToLoad(late, now)).toBe(false);
    expect(belongsToLoad(now.next(), now)).toBe(true);
  });

  it("[RPC-27] ids of other devices, of the server and of no page of ours are nobody's here", () => {
    const ids = createIds("me", random);
    const other = createIds("me2", random).next();
    for (const id of [
      other,
      0,
      7,
      "7",
      "",
      "me",
      "me.x",
      `me.${ids.load}`,
      `me.${ids.load}.1.2`,
      `me.${ids.load}.-1`,
      ` me.${ids.load}.1`,
    ]) {
      expect(isOurs(id, "me"), String(id)).toBe(false);
      expect(belongsToLoad(id, ids), String(id)).toBe(false);
    }
    expect(parseOwnId(1)).toBeNull();
  });
});
