// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { browserEnvironment, openBrowserSocket } from "./browser.ts";
import type { Sign } from "./environment.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the page as the link's environment", () => {
  it("[LNK-09] online, pageshow and a change of visibility become signs, until the listener is taken off", () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    const environment = browserEnvironment();
    const signs: Sign[] = [];
    const stop = environment.onSign((sign) => signs.push(sign));
    window.dispatchEvent(new Event("online"));
    window.dispatchEvent(new Event("pageshow"));
    visibility.mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(environment.hidden()).toBe(true);
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(environment.hidden()).toBe(false);
    expect(signs).toEqual(["online", "pageshow", "hidden", "visible"]);
    stop();
    window.dispatchEvent(new Event("online"));
    expect(signs).toHaveLength(4);
  });
});

describe("the browser's WebSocket", () => {
  class FakeWebSocket extends EventTarget {
    static readonly OPEN = 1;
    static last: FakeWebSocket | null = null;
    readonly args: unknown[];
    readonly sent: unknown[] = [];
    readyState = 0;
    protocol = "";
    bufferedAmount = 7;
    binaryType = "blob";
    closed = false;

    constructor(...args: unknown[]) {
      super();
      this.args = args;
      FakeWebSocket.last = this;
    }
    send(data: unknown): void {
      this.sent.push(data);
    }
    close(): void {
      this.closed = true;
    }
  }

  it("[LNK-01] text, bytes, protocol and close code reach the link as they are", () => {
    vi.stubGlobal("WebSocket", FakeWebSocket);
    const told: unknown[] = [];
    const socket = openBrowserSocket("ws://127.0.0.1:1/relay", ["longwire.v1", "longwire.token.x"], {
      opened: (protocol) => told.push(["opened", protocol]),
      text: (text) => told.push(["text", text]),
      binary: (bytes) => told.push(["binary", [...bytes]]),
      closed: (code) => told.push(["closed", code]),
    });
    const fake = FakeWebSocket.last;
    if (fake === null) throw new Error("no socket was made");
    expect(fake.args).toEqual(["ws://127.0.0.1:1/relay", ["longwire.v1", "longwire.token.x"]]);
    // Blobs would have to be read asynchronously, and their order with text would be lost.
    expect(fake.binaryType).toBe("arraybuffer");
    expect(socket.isOpen()).toBe(false);
    fake.readyState = 1;
    fake.protocol = "longwire.v1";
    fake.dispatchEvent(new Event("open"));
    fake.dispatchEvent(new MessageEvent("message", { data: "{}" }));
    fake.dispatchEvent(new MessageEvent("message", { data: new ArrayBuffer(2) }));
    expect(socket.isOpen()).toBe(true);
    expect(socket.buffered()).toBe(7);
    socket.send("ping");
    socket.send(Uint8Array.from([1, 10]));
    expect(fake.sent).toEqual(["ping", Uint8Array.from([1, 10])]);
    fake.dispatchEvent(new Event("error"));
    fake.dispatchEvent(Object.assign(new Event("close"), { code: 4001 }));
    socket.close();
    expect(fake.closed).toBe(true);
    expect(told).toEqual([
      ["opened", "longwire.v1"],
      ["text", "{}"],
      ["binary", [0, 0]],
      ["closed", 4001],
    ]);
  });
});
