import { describe, expect, it } from "vitest";
import { setup } from "./link-rig.ts";
import { settled } from "./memory-environment.ts";

describe("ends of a connection", () => {
  it("[LNK-08] tries again with waits that double up to the longest, with jitter, and slower while hidden", async () => {
    const { relay, link, environment } = setup();
    relay.reachable(false);
    link.attach({ generation: null, offset: 0 });
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      await settled();
      const status = link.status();
      if (status.type !== "offline") throw new Error(`expected offline, is ${status.type}`);
      expect(status.reason).toMatch(/No answer from .* tries again/);
      waits.push(status.retryAt - environment.now());
      await environment.advance(status.retryAt - environment.now());
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    environment.setHidden(true);
    await environment.advance(8_000);
    const status = link.status();
    expect(status.type === "offline" && status.retryAt - environment.now()).toBeGreaterThan(8_000);
  });

  it("[LNK-09] online, pageshow and becoming visible try at once and start the waits anew", async () => {
    for (const sign of ["online", "pageshow", "visible"] as const) {
      const { relay, link, environment } = setup();
      relay.reachable(false);
      link.attach({ generation: null, offset: 0 });
      await environment.advance(20_000);
      const before = relay.opened();
      environment.sign(sign);
      await settled();
      expect(relay.opened()).toBe(before + 1);
      const status = link.status();
      expect(status.type === "offline" && status.retryAt - environment.now()).toBe(250);
      relay.reachable(true);
      environment.sign(sign);
      await settled();
      expect(link.status().type).toBe("attached");
    }
  });

  it("[LNK-10] replaced by another page: it does not come back by itself", async () => {
    const { relay, link, environment, socket, attached } = setup();
    await attached();
    socket().close(4001);
    await settled();
    expect(link.status()).toEqual({ type: "replaced" });
    environment.sign("online");
    environment.setHidden(true);
    environment.setHidden(false);
    link.probe();
    await environment.advance(600_000);
    expect(relay.opened()).toBe(1);
    link.attach({ generation: null, offset: 0 });
    await settled();
    expect(link.status().type).toBe("attached");
  });

  it("[LNK-11] a message that the relay calls too big is no network fault and not tried again by itself", async () => {
    const { relay, link, environment, socket, attached } = setup();
    await attached();
    relay.write("0123456\n");
    await settled();
    socket().close(1009);
    await environment.advance(600_000);
    environment.sign("online");
    expect(link.status()).toEqual({ type: "too-big" });
    expect(relay.opened()).toBe(1);
    link.probe();
    await settled();
    expect(link.status().type).toBe("attached");
    expect(socket().attach()).toMatchObject({ generation: relay.current(), offset: 8 });
  });

  it("[LNK-12] a stopping relay is offline, and tried again", async () => {
    const { relay, link, environment, attached } = setup();
    await attached();
    relay.reachable(false);
    relay.stop();
    await settled();
    expect(link.status()).toMatchObject({ type: "offline", reason: expect.stringContaining("was stopped") });
    relay.reachable(true);
    await environment.advance(10_000);
    expect(link.status().type).toBe("attached");
  });

  it("[LNK-12] a close with 4003 alone is offline too", async () => {
    const { link, socket, attached } = setup();
    await attached();
    socket().close(4003);
    await settled();
    expect(link.status()).toMatchObject({ type: "offline", reason: expect.stringContaining("was stopped") });
  });

  it("[LNK-13] refused without a time stays refused until the person acts", async () => {
    const { relay, link, environment } = setup();
    relay.refuse({ reason: "cannot-start", detail: "codex is not there", retryAfterMs: null });
    link.attach({ generation: null, offset: 0 });
    await environment.advance(600_000);
    environment.sign("online");
    await environment.advance(600_000);
    expect(link.status()).toMatchObject({ type: "refused", retryAt: null, refusal: { reason: "cannot-start" } });
    expect(relay.opened()).toBe(1);
    relay.refuse(null);
    link.attach({ generation: null, offset: 0 });
    await settled();
    expect(link.status().type).toBe("attached");
  });

  it("[LNK-13] refused with a time tries again then, and no sign of the network makes it sooner", async () => {
    const { relay, link, environment } = setup();
    relay.refuse({ reason: "crash-loop", detail: "five times", retryAfterMs: 30_000 });
    link.attach({ generation: null, offset: 0 });
    await settled();
    expect(link.status()).toMatchObject({ type: "refused", retryAt: environment.now() + 30_000 });
    environment.sign("online");
    relay.refuse(null);
    await environment.advance(29_999);
    expect(relay.opened()).toBe(1);
    await environment.advance(1);
    expect(link.status().type).toBe("attached");
  });

  it("[LNK-13] a bad token stays refused, whatever the relay says of trying again", async () => {
    const { relay, link, environment } = setup({}, { token: "wrong" });
    link.attach({ generation: null, offset: 0 });
    await environment.advance(600_000);
    expect(link.status()).toMatchObject({ type: "refused", retryAt: null, refusal: { reason: "bad-token" } });
    expect(relay.opened()).toBe(1);
    relay.refuse({ reason: "bad-token", detail: "", retryAfterMs: 10 });
    expect(relay.current()).toBeNull();
  });

  it("[LNK-14] stale: the next number is taken and the attach tried again", async () => {
    const numbers = [5, 3, 4, 5, 6];
    const { link, environment, socket, relay } = setup(
      {},
      { nextAttach: () => Promise.resolve(numbers.shift() ?? 99) },
    );
    link.attach({ generation: null, offset: 0 });
    await settled();
    relay.cut();
    await environment.advance(30_000);
    expect(link.status().type).toBe("attached");
    expect(socket().attach()?.n).toBe(6);
  });

  it("[LNK-15] a breach of the protocol leaves the socket: nothing of it is told, and the place is kept", async () => {
    const breaches: [string, (socket: ReturnType<ReturnType<typeof setup>["socket"]>) => void][] = [
      ["not JSON", (socket) => socket.sendRaw("{")],
      ["a frame without its members", (socket) => socket.sendRaw('{"type":"gap","from":"0"}')],
      ["a gap that does not begin here", (socket) => socket.send({ type: "gap", from: 3, to: 9, lineStart: true })],
      ["a gap that goes back", (socket) => socket.send({ type: "gap", from: 8, to: 8, lineStart: true })],
      [
        "an exit before the last byte",
        (socket) =>
          socket.send({ type: "exit", generation: "generation-1", end: 99, code: 0, signal: null, by: null, at: 0 }),
      ],
      [
        "another generation's exit",
        (socket) => socket.send({ type: "exit", generation: "other", end: 8, code: 0, signal: null, by: null, at: 0 }),
      ],
    ];
    for (const [name, act] of breaches) {
      const { relay, link, of, socket, environment, attached } = setup();
      await attached();
      relay.write("0123456\n");
      await settled();
      act(socket());
      await settled();
      expect(link.status(), name).toMatchObject({ type: "offline", reason: expect.stringContaining("protocol") });
      expect([of("gap"), of("exit")].flat(), name).toEqual([]);
      await environment.advance(1_000);
      expect(socket().attach(), name).toMatchObject({ generation: relay.current(), offset: 8 });
    }
  });

  it("[LNK-15] a second attached is a breach", async () => {
    const { link, of, socket, attached } = setup();
    await attached();
    const [first] = of("attached");
    if (first === undefined) throw new Error("not attached");
    socket().send(first.frame);
    await settled();
    expect(link.status()).toMatchObject({ type: "offline", reason: expect.stringContaining("attached twice") });
    expect(of("attached")).toHaveLength(1);
  });

  it("[LNK-15] bytes before attached are a breach", async () => {
    const { relay, link, of, socket } = setup();
    relay.start();
    link.attach({ generation: null, offset: 0 });
    socket().sendRaw(new TextEncoder().encode("early\n"));
    await settled();
    expect(link.status()).toMatchObject({ type: "offline", reason: expect.stringContaining("bytes before attached") });
    expect(of("bytes")).toEqual([]);
  });

  it("[LNK-15] breaches do not come at full speed, also when good bytes come between them", async () => {
    const { relay, link, socket, environment, attached } = setup();
    await attached();
    for (let round = 0; round < 6; round++) {
      relay.write("good\n");
      await settled();
      socket().sendRaw("{");
      await settled();
      const status = link.status();
      if (status.type !== "offline") throw new Error(status.type);
      await environment.advance(status.retryAt - environment.now());
    }
    socket().sendRaw("{");
    await settled();
    const status = link.status();
    expect(status.type === "offline" && status.retryAt - environment.now()).toBe(8_000);
  });

  it("[LNK-15] frames and members that this build does not know change nothing", async () => {
    const { relay, link, output, socket, attached } = setup();
    await attached();
    socket().sendRaw('{"type":"weather","sun":true}');
    socket().sendRaw('{"type":"beat","more":1}');
    relay.write("fine\n");
    await settled();
    expect(link.status().type).toBe("attached");
    expect(output()).toBe("fine\n");
  });

  it("[LNK-16] a socket that does not open in time is left for a new one", async () => {
    const { link, environment, relay } = setup(
      {},
      {
        openSocket: () => ({ isOpen: () => false, buffered: () => 0, send: () => undefined, close: () => undefined }),
      },
    );
    link.attach({ generation: null, offset: 0 });
    await environment.advance(10_000);
    expect(link.status()).toMatchObject({ type: "offline", reason: expect.stringContaining("No answer") });
    await environment.advance(250);
    expect(link.status()).toEqual({ type: "connecting", attempt: 2 });
    environment.sign("online");
    expect(link.status()).toEqual({ type: "connecting", attempt: 2 });
    await environment.advance(2_001);
    environment.sign("online");
    expect(link.status()).toEqual({ type: "connecting", attempt: 1 });
    expect(relay.opened()).toBe(0);
  });

  it("[LNK-16] an address that cannot be opened and a number that cannot be had are told, and tried again", async () => {
    const unopened = setup(
      {},
      {
        openSocket: () => {
          throw new Error("insecure address");
        },
      },
    );
    unopened.link.attach({ generation: null, offset: 0 });
    expect(unopened.link.status()).toMatchObject({
      type: "offline",
      reason: expect.stringContaining("insecure address"),
    });

    let broken = true;
    const unnumbered = setup(
      {},
      { nextAttach: () => (broken ? Promise.reject(new Error("the database is closed")) : Promise.resolve(1)) },
    );
    unnumbered.link.attach({ generation: null, offset: 0 });
    await settled();
    expect(unnumbered.link.status()).toMatchObject({
      type: "offline",
      reason: expect.stringContaining("the database is closed"),
    });
    broken = false;
    await unnumbered.environment.advance(250);
    expect(unnumbered.link.status().type).toBe("attached");
  });
});

describe("ends of a generation", () => {
  it("[LNK-17] a crash is told after the last byte, and the next generation is attached by itself", async () => {
    const { relay, link, of, events, output, environment, socket, attached } = setup({ chunk: 3 });
    await attached();
    const first = relay.current();
    relay.write("last words\n");
    relay.end({ code: 101, stderr: "panic" });
    await settled();
    expect(of("exit")).toEqual([
      {
        type: "exit",
        end: expect.objectContaining({ generation: first, end: 11, code: 101, by: null, stderr: "panic" }),
      },
    ]);
    expect(output()).toBe("last words\n");
    expect(events.findIndex((event) => event.type === "exit")).toBeGreaterThan(
      events.findLastIndex((event) => event.type === "bytes"),
    );
    expect(link.status()).toMatchObject({ type: "offline", reason: expect.stringContaining("exit code 101") });
    await environment.advance(250);
    expect(socket().attach()).toMatchObject({ generation: null, offset: 0 });
    expect(link.status().type).toBe("attached");
    expect(relay.current()).not.toBe(first);
  });

  it("[LNK-17] crashes in a row are waited out longer and longer", async () => {
    const { relay, link, environment, attached } = setup();
    await attached();
    const waits: number[] = [];
    for (let crash = 0; crash < 4; crash++) {
      relay.write("words\n");
      relay.end({ code: 1 });
      await settled();
      const status = link.status();
      if (status.type !== "offline") throw new Error(status.type);
      waits.push(status.retryAt - environment.now());
      await environment.advance(status.retryAt - environment.now());
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000]);
  });

  it("[LNK-18] ended by a client: it stays ended until attach", async () => {
    const { relay, link, of, environment, attached } = setup();
    await attached();
    expect(link.terminate("another generation")).toBe(true);
    await settled();
    expect(link.status().type).toBe("attached");
    expect(link.terminate(relay.current() ?? "")).toBe(true);
    await settled();
    expect(link.status()).toMatchObject({ type: "ended", end: { by: { client: "page" } } });
    environment.sign("visible");
    link.probe();
    await environment.advance(600_000);
    expect(relay.current()).toBeNull();
    expect(of("exit")).toHaveLength(1);
    link.attach({ generation: null, offset: 0 });
    await settled();
    expect(link.status().type).toBe("attached");
  });

  it("[LNK-19] a generation that ended while the page was away: the rest, its exit, and nothing is started before", async () => {
    const { relay, link, of, output, environment, attached } = setup();
    await attached();
    const first = relay.current() ?? "";
    relay.write("seen\n");
    await settled();
    link.close();
    await settled();
    relay.write("not seen\n");
    relay.end({ by: { client: "other" } });
    link.attach({ generation: first, offset: 5 });
    await environment.advance(60_000);
    expect(output()).toBe("seen\nnot seen\n");
    expect(of("exit")).toHaveLength(1);
    expect(link.status().type).toBe("ended");
    expect(relay.current()).toBeNull();
  });

  it("[LNK-19] a place behind the end of an ended generation is answered with its exit", async () => {
    const { relay, link, of } = setup();
    relay.write("four\n");
    const first = relay.current() ?? "";
    relay.end({ by: { client: "other" } });
    link.attach({ generation: first, offset: 500 });
    await settled();
    expect(of("exit")).toHaveLength(1);
    expect(link.status().type).toBe("ended");
  });
});
