import { describe, expect, it } from "vitest";
import { HEARTBEAT, setup } from "./link-rig.ts";
import { PROBE_MS } from "./liveness.ts";
import { createMemoryRelay } from "./memory.ts";
import { settled } from "./memory-environment.ts";

describe("signs of life", () => {
  it("[LNK-20] on a sign of change a ping must be answered within two seconds, else the socket is replaced", async () => {
    for (const sign of ["online", "pageshow", "visible"] as const) {
      const { relay, link, socket, environment, attached } = setup();
      await attached();
      socket().hold();
      environment.sign(sign);
      await environment.advance(PROBE_MS - 1);
      expect(link.status().type).toBe("attached");
      await environment.advance(1);
      expect(link.status()).toMatchObject({ type: "offline", reason: expect.stringContaining("stopped answering") });
      await environment.advance(250);
      expect(link.status().type).toBe("attached");
      expect(relay.opened()).toBe(2);
    }
  });

  it("[LNK-20] any message is an answer", async () => {
    const { relay, link, environment, attached } = setup();
    await attached();
    environment.sign("online");
    relay.write("a line\n");
    await environment.advance(PROBE_MS * 2);
    expect(link.status().type).toBe("attached");
    expect(relay.opened()).toBe(1);
  });

  it("[LNK-21] silence of two and a half heartbeats leads to a ping, and without an answer to a new socket", async () => {
    const { relay, link, socket, environment, attached } = setup();
    await attached();
    await environment.advance(HEARTBEAT * 10);
    expect(link.status().type, "pings were answered").toBe("attached");
    expect(relay.opened()).toBe(1);
    socket().hold();
    await environment.advance(HEARTBEAT * 2.5 + PROBE_MS);
    expect(relay.opened(), "silent for too long").toBe(1);
    await environment.advance(250);
    expect(relay.opened()).toBe(2);
  });

  it("[LNK-22] while hidden nothing is judged; becoming visible asks at once", async () => {
    const { relay, link, socket, environment, attached } = setup();
    await attached();
    environment.setHidden(true);
    socket().hold();
    await environment.advance(HEARTBEAT * 100);
    expect(link.status().type).toBe("attached");
    expect(relay.opened()).toBe(1);
    environment.setHidden(false);
    await environment.advance(PROBE_MS + 250);
    expect(relay.opened()).toBe(2);
    // And the watch goes on after that.
    socket().hold();
    await environment.advance(HEARTBEAT * 2.5 + PROBE_MS + 250);
    expect(relay.opened()).toBe(3);
  });

  it("[LNK-22] a page that slept over the deadline asks again before it judges", async () => {
    const { relay, link, socket, environment, attached } = setup();
    await attached();
    socket().hold();
    environment.sign("online");
    await environment.sleep(60_000);
    expect(link.status().type).toBe("attached");
    socket().release();
    await environment.advance(PROBE_MS + 1_000);
    expect(link.status().type).toBe("attached");
    expect(relay.opened()).toBe(1);
  });

  it("[LNK-23] a long message that is still being taken is a sign of life", async () => {
    let buffered = 5_000;
    const memory = createMemoryRelay();
    const { link, environment } = setup(
      {},
      { openSocket: (...args) => ({ ...memory.openSocket(...args), buffered: () => buffered }) },
    );
    link.attach({ generation: null, offset: 0 });
    await settled();
    memory.sockets()[0]?.hold();
    environment.sign("online");
    for (let second = 0; second < 20; second++) {
      buffered -= 100;
      await environment.advance(1_000);
      expect(link.status().type).toBe("attached");
    }
    expect(memory.opened()).toBe(1);
    await environment.advance(PROBE_MS * 2);
    expect(memory.opened()).toBe(2);
  });

  it("[LNK-24] the round-trip of a ping is told", async () => {
    const { of, link, socket, environment, relay, attached } = setup();
    await attached();
    socket().hold();
    link.probe();
    await environment.advance(120);
    socket().release();
    await settled();
    expect(of("latency")).toEqual([{ type: "latency", ms: 120 }]);
    // The relay's own beat is the occasion to measure again, and the answer to that is not the next one.
    relay.beat();
    await settled();
    expect(of("latency")).toHaveLength(2);
  });
});
