import { describe, expect, it } from "vitest";
import { line, setup } from "./link-rig.ts";
import { settled } from "./memory-environment.ts";

describe("attaching", () => {
  it("[LNK-01] attach is the first message, with client id, growing number and the place wanted", async () => {
    const { relay, link, socket, attached } = setup();
    await attached();
    expect(socket().attach()).toEqual({ type: "attach", client: "page", n: 1, generation: null, offset: 0 });
    relay.write("one\n");
    await settled();
    link.attach({ generation: relay.current(), offset: 4 });
    await settled();
    expect(socket().attach()).toMatchObject({ n: 2, generation: relay.current(), offset: 4 });
  });

  it("[LNK-01] attached is told before the status, with its frame and number", async () => {
    const { events, relay, attached } = setup();
    await attached();
    const types = events.map((event) => (event.type === "status" ? event.status.type : event.type));
    expect(types.slice(0, 3)).toEqual(["connecting", "attached", "attached"]);
    expect(events[1]).toMatchObject({ type: "attached", n: 1, frame: { generation: relay.current(), received: 0 } });
  });

  it("[LNK-02] a cut re-attaches at the very next byte, wherever it falls", async () => {
    const text = "first line\nsecond 日本😀é line\nthird\n";
    const size = new TextEncoder().encode(text).length;
    for (let cut = 1; cut <= size; cut++) {
      const { relay, of, output, socket, environment, attached } = setup({ chunk: 7 });
      await attached();
      socket().cutAfterOut(cut);
      relay.write(text);
      await environment.advance(1_000);
      expect(output(), `cut after ${cut}`).toBe(text);
      expect(of("attached").map((event) => event.frame.offset)).toEqual([0, cut]);
      let at = 0;
      for (const event of of("bytes")) {
        expect(event.offset).toBe(at);
        at += event.bytes.length;
      }
    }
  });

  it("[LNK-03] another generation than the one asked for moves the place there", async () => {
    const { relay, link, of, output, socket, environment, attached } = setup();
    await attached();
    relay.write("old\n");
    await settled();
    const old = relay.current() ?? "";
    relay.reachable(false);
    relay.cut();
    await environment.advance(100);
    relay.end();
    relay.forget(old);
    relay.write("new\n");
    relay.reachable(true);
    await environment.advance(5_000);
    expect(of("attached").at(-1)?.frame).toMatchObject({ generation: relay.current(), offset: 0, lineStart: true });
    expect(output()).toBe("old\nnew\n");
    relay.cut();
    await environment.advance(5_000);
    expect(socket().attach()).toMatchObject({ generation: relay.current(), offset: 4 });
    expect(link.status().type).toBe("attached");
  });

  it("[LNK-04] a gap moves the place; bytes go on behind it", async () => {
    const { relay, of, socket, environment, attached } = setup({ chunk: 4 });
    await attached();
    socket().hold();
    relay.write("0123456789\nnext\n");
    relay.trim(relay.current() ?? "", 8);
    socket().release();
    await settled();
    expect(of("gap")).toEqual([{ type: "gap", generation: relay.current(), from: 0, to: 8, lineStart: false }]);
    expect(of("bytes")[0]?.offset).toBe(8);
    relay.cut();
    await environment.advance(1_000);
    expect(socket().attach()?.offset).toBe(16);
  });

  it("[LNK-04] an attach behind the kept bytes begins where the log does and tells whether that is a line's start", async () => {
    const { relay, link, of } = setup();
    relay.write("0123456789\nnext\n");
    const generation = relay.current() ?? "";
    relay.trim(generation, 8);
    link.attach({ generation, offset: 2 });
    await settled();
    expect(of("attached").at(-1)?.frame).toMatchObject({ offset: 8, base: 8, lineStart: false });
    relay.trim(generation, 11);
    link.attach({ generation, offset: 2 });
    await settled();
    expect(of("attached").at(-1)?.frame).toMatchObject({ offset: 11, base: 11 });
  });

  it("[LNK-05] a large past that this device knows nothing of is left out, a small one is fetched", async () => {
    const large = setup({}, { maxPast: 100 });
    large.relay.write(`${"x".repeat(100)}\n`);
    large.link.attach({ generation: null, offset: 0 });
    await settled();
    expect(large.socket().attach()).toMatchObject({ n: 2, generation: large.relay.current(), offset: "end" });
    expect(large.of("attached").map((event) => event.frame.offset)).toEqual([101]);
    large.relay.write("live\n");
    await settled();
    expect(large.output()).toBe("live\n");

    const small = setup({}, { maxPast: 101 });
    small.relay.write(`${"x".repeat(100)}\n`);
    small.link.attach({ generation: null, offset: 0 });
    await settled();
    expect(small.output()).toHaveLength(101);
  });

  it("[LNK-05] the past of a generation that this device has begun is fetched, however large", async () => {
    const { relay, link, output } = setup({}, { maxPast: 10 });
    relay.write("0123456789012345678901234567890123456789\n");
    link.attach({ generation: relay.current(), offset: 1 });
    await settled();
    expect(output()).toHaveLength(40);
  });

  it("[LNK-06] attach while attached leaves the present socket: only the new one is heard", async () => {
    const { relay, link, of, socket, attached } = setup();
    await attached();
    const old = socket();
    link.attach({ generation: relay.current(), offset: 0 });
    old.sendRaw(new TextEncoder().encode("from the old socket\n"));
    relay.write("once\n");
    await settled();
    expect(of("bytes").map((event) => new TextDecoder().decode(event.bytes))).toEqual(["once\n"]);
    expect(of("status").some((event) => event.status.type === "replaced")).toBe(false);
    expect(relay.sockets()).toHaveLength(1);
  });
});

describe("sending", () => {
  it("[LNK-07] lines go out once attached, and received tells what was taken", async () => {
    const { relay, link, of, attached } = setup();
    expect(link.send(line("too early"))).toBe(false);
    await attached();
    expect(link.send(line("hello"))).toBe(true);
    await settled();
    expect(relay.stdin()).toBe("hello\n");
    expect(of("received")).toEqual([{ type: "received", generation: relay.current(), bytes: 6 }]);
  });

  it("[LNK-07] nothing is taken over by a link that is not attached, or whose message is too long", async () => {
    const { relay, link, environment, attached } = setup({ maxMessage: 10 });
    await attached();
    expect(link.send(line("0123456789"))).toBe(false);
    relay.reachable(false);
    relay.cut();
    await environment.advance(50);
    expect(link.send(line("hello"))).toBe(false);
    expect(link.terminate(relay.current() ?? "")).toBe(false);
    expect(() => link.send(new TextEncoder().encode("no end"))).toThrow(RangeError);
  });

  it("[LNK-07] a message that a cut swallowed is in no `received` of the next attach", async () => {
    const { relay, link, of, socket, environment, attached } = setup();
    await attached();
    link.send(line("first"));
    await settled();
    socket().cutAfterIn(3);
    link.send(line("second"));
    await environment.advance(1_000);
    expect(of("attached").at(-1)?.frame.received).toBe(6);
    expect(relay.stdin()).toBe("first\n");
  });
});

describe("being called", () => {
  it("[LNK-06] a listener may attach or close in the middle of any event", async () => {
    const { relay, link, of, environment } = setup();
    let calls = 0;
    link.subscribe((event) => {
      if (event.type === "attached" && calls++ < 3) link.attach({ generation: null, offset: 0 });
      if (event.type === "bytes") link.close();
    });
    relay.write("x\n");
    link.attach({ generation: null, offset: 0 });
    await environment.advance(60_000);
    expect(of("attached")).toHaveLength(4);
    expect(of("bytes")).toHaveLength(1);
    expect(link.status()).toEqual({ type: "idle" });
    expect(relay.sockets()).toEqual([]);
  });

  it("[LNK-06] a closed link is quiet: no timer, no sign, no late event wakes it", async () => {
    const { relay, link, events, environment, socket, attached } = setup();
    await attached();
    const last = socket();
    link.close();
    const told = events.length;
    last.sendRaw(line("late"));
    environment.sign("online");
    await environment.advance(600_000);
    expect(events).toHaveLength(told);
    expect(environment.planned()).toEqual([]);
    expect(relay.opened()).toBe(1);
  });
});
