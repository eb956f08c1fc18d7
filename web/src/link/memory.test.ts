import { runLinkAcceptance } from "./acceptance.ts";
import type { Environment } from "./environment.ts";
import { createMemoryRelay, type MemoryRelay } from "./memory.ts";

const realTime: Environment = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  hidden: () => false,
  onSign: () => () => undefined,
};

/** The likeness of the fixtures' fake App Server. */
function playFake(relay: MemoryRelay): void {
  let said = 0;
  relay.onStart(() => (said = 0));
  relay.onStdin((text) => {
    for (const line of text.split("\n").slice(0, -1)) {
      const { id, method, params } = JSON.parse(line) as { id: string; method: string; params: Record<string, number> };
      if (method === "fake/exit") {
        relay.end({ code: params["code"] ?? 0 });
        return;
      }
      if (method === "fake/emit") {
        const pad = "x".repeat(params["size"] ?? 0);
        for (let count = params["count"] ?? 1; count > 0; count--)
          relay.write(`${JSON.stringify({ method: "fake/line", params: { seq: said++, pad } })}\n`);
      }
      const result = method === "fake/emit" ? { said } : { echo: params };
      relay.write(`${JSON.stringify({ id, result })}\n`);
    }
  });
}

runLinkAcceptance("the relay in memory", () => {
  const relay = createMemoryRelay({ chunk: 10_000 });
  playFake(relay);
  return Promise.resolve({
    url: relay.url,
    token: relay.token,
    openSocket: relay.openSocket,
    environment: realTime,
    cut: () => relay.cut(),
    close: () => Promise.resolve(),
  });
});
