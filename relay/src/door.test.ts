// The lock on the door: Host, Origin, token, headers, files.
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readOrigin } from "./door.ts";
import type { RelayOptions, RunningRelay } from "./relay.ts";
import { TestClient } from "./testing/client.ts";
import { Harness } from "./testing/harness.ts";

const harness = new Harness();
afterEach(() => harness.cleanUp());

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Sends bytes as they stand (an HTTP client would tidy them up) and reads the answer to its end. */
async function raw(relay: RunningRelay, lines: string[], until: "end" | "head" = "end"): Promise<Answer> {
  const socket = connect(relay.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let text = "";
  socket.setEncoding("latin1");
  for await (const part of socket) {
    text += part as string;
    if (until === "head" && text.includes("\r\n\r\n")) break;
  }
  socket.destroy();
  const [head = "", ...body] = text.split("\r\n\r\n");
  const [first = "", ...fields] = head.split("\r\n");
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 2)]),
  );
  return { status: Number(first.split(" ")[1] ?? 0), headers, body: body.join("\r\n\r\n") };
}

function get(relay: RunningRelay, target: string, ...fields: string[]): Promise<Answer> {
  const host = fields.some((field) => /^host:/i.test(field)) ? [] : [`Host: 127.0.0.1:${relay.port}`];
  return raw(relay, [`GET ${target} HTTP/1.1`, ...host, ...fields, "Connection: close"]);
}

function upgrade(relay: RunningRelay, host: string, origin: string | null, target = "/relay"): Promise<Answer> {
  const fields = [
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  ];
  const offer = `Sec-WebSocket-Protocol: longwire.v1, longwire.token.${relay.token}`;
  return raw(
    relay,
    [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...(origin === null ? [] : [`Origin: ${origin}`]), ...fields, offer],
    "head",
  );
}

/** A relay with a small app and things beside it that must not be reached. */
async function relayWithApp(options: RelayOptions = {}): Promise<RunningRelay> {
  const folder = harness.folder();
  const dist = join(folder, "dist");
  mkdirSync(join(dist, "assets"), { recursive: true });
  mkdirSync(join(folder, "dist-secret"));
  writeFileSync(join(folder, "dist-secret/x"), "SECRET");
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>App</title>");
  writeFileSync(join(dist, "sw.js"), "self;");
  writeFileSync(join(dist, ".hidden"), "SECRET");
  writeFileSync(join(dist, "manifest.webmanifest"), "{}");
  writeFileSync(join(dist, "assets/app-B1x9_Zq3.js"), "x;".repeat(4_000));
  writeFileSync(join(dist, "assets/font-B1x9_Zq3.woff2"), "w");
  writeFileSync(join(dist, "assets/code-B1x9_Zq3.wasm"), "w");
  symlinkSync("/etc/hosts", join(dist, "hosts"));
  symlinkSync(join(folder, "dist-secret"), join(dist, "linked"));
  return harness.relay({ webRoot: dist, ...options });
}

const POLICY_START =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; font-src 'self'; manifest-src 'self'; img-src 'self' data: blob:; media-src data: blob:; connect-src 'self'";

describe("Host and Origin", () => {
  test("[SEC-01] I02: only loopback names, with any port, and the public names are let in, on every path", async () => {
    const relay = await relayWithApp({ publicUrls: ["https://devbox.tail1234.ts.net", "http://box.lan:8080"] });
    const { port } = relay;
    const good = [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      "localhost:9999",
      "127.0.0.1",
      "devbox.tail1234.ts.net",
      "devbox.tail1234.ts.net:443",
      "box.lan:8080",
    ];
    const bad = [
      `evil.example:${port}`,
      `127.0.0.1.nip.example:${port}`,
      `localhost.evil.example:${port}`,
      "box.lan",
      "box.lan:8081",
      "devbox.tail1234.ts.net:444",
      "LOCALHOST",
      "localhost.",
      "localhost:0",
      "localhost:70000",
      "127.0.0.2",
      "0.0.0.0",
      "",
      "user@localhost",
      `localhost:${port}/x`,
    ];
    for (const target of ["/", "/healthz", "/sw.js", "/relay", "/nothing"]) {
      for (const host of good)
        expect((await get(relay, target, `Host: ${host}`)).status, `${host} ${target}`).not.toBe(403);
      for (const host of bad) {
        const answer = await get(relay, target, `Host: ${host}`);
        expect(answer.status, `${host} ${target}`).toBe(403);
        expect(answer.body).not.toContain("App");
      }
    }
    expect((await raw(relay, ["GET / HTTP/1.0"])).status).toBe(403);
    expect((await raw(relay, ["GET / HTTP/1.1", "Connection: close"])).status).toBe(403);
  });

  test("[SEC-02] I01: a wrong Host or Origin is 403 before the upgrade, and nothing is started", async () => {
    const relay = await harness.relay({
      publicUrls: ["https://devbox.ts.net"],
      allowOrigins: ["https://other.ts.net:8443"],
    });
    const own = `127.0.0.1:${relay.port}`;
    const right: [string, string | null][] = [
      [own, `http://${own}`],
      [own, null],
      [`localhost:${relay.port}`, `http://localhost:${relay.port}`],
      ["localhost:50000", "http://localhost:50000"],
      ["[::1]:50000", "http://[::1]:50000"],
      ["devbox.ts.net", "https://devbox.ts.net"],
      [own, "https://other.ts.net:8443"],
    ];
    const wrong: [string, string][] = [
      [own, "https://evil.example"],
      [own, "null"],
      [own, `http://127.0.0.1:${relay.port + 1}`],
      [own, `http://localhost:${relay.port}`],
      [own, `https://${own}`],
      [own, `http://localhost.evil.example:${relay.port}`],
      [own, `HTTP://LOCALHOST:${relay.port}.`],
      [own, `http://${own}/`],
      [own, ""],
      [own, "https://other.ts.net"],
      [own, "http://devbox.ts.net"],
      ["devbox.ts.net", "http://devbox.ts.net"],
      [`evil.example:${relay.port}`, `http://evil.example:${relay.port}`],
    ];
    for (const [host, origin] of right)
      expect((await upgrade(relay, host, origin)).status, `${host} ${origin}`).toBe(101);
    for (const [host, origin] of wrong)
      expect((await upgrade(relay, host, origin)).status, `${host} ${origin}`).toBe(403);
    for (const [host, origin] of wrong)
      expect((await get(relay, "/healthz", `Host: ${host}`, `Origin: ${origin}`)).status).toBe(403);
    expect((await upgrade(relay, own, null, "/relay?x=1")).status).toBe(404);
    expect(relay.current()).toBeNull();
  });

  test("[SEC-13] several Host or Origin headers are refused", async () => {
    const relay = await harness.relay();
    const own = `127.0.0.1:${relay.port}`;
    expect((await get(relay, "/healthz", `Host: ${own}`, "Host: evil.example")).status).toBeGreaterThanOrEqual(400);
    expect(
      (await get(relay, "/healthz", `Host: ${own}`, `Origin: http://${own}`, "Origin: http://evil.example")).status,
    ).toBe(403);
  });

  test("[SEC-06] what comes through Tailscale Funnel is refused, and Tailscale-User headers decide nothing", async () => {
    const relay = await harness.relay();
    expect((await get(relay, "/healthz", "Tailscale-Funnel-Request: ?1")).status).toBe(403);
    expect((await get(relay, "/healthz", "Tailscale-User-Login: me@example.com")).status).toBe(200);
    const client = await TestClient.open(relay, ["longwire.v1", "longwire.token.x"]);
    await client.untilClosed();
    expect(client.find("refused")).toMatchObject({ reason: "bad-token" });
  });

  test("[SEC-14] an origin is read exactly: no path, user, wildcard or other scheme", () => {
    expect(readOrigin("https://a.example")).toBe("https://a.example");
    expect(readOrigin("http://127.0.0.1:4177/")).toBe("http://127.0.0.1:4177");
    for (const bad of [
      "a.example",
      "https://a.example/x",
      "https://*.example",
      "https://u@a.example",
      "ftp://a.example",
      "https://A.example",
      "null",
      "*",
      "https://a.example?x",
      "https://a.example:443",
    ]) {
      expect(readOrigin(bad), bad).toBeNull();
    }
  });
});

describe("the token", () => {
  test("[SEC-03] a missing, wrong or doubled token is told after the upgrade; nothing is started, read or listed", async () => {
    const relay = await harness.relay();
    const offers = [
      ["longwire.v1"],
      ["longwire.v1", "longwire.token."],
      ["longwire.v1", `longwire.token.${relay.token.slice(0, -1)}`],
      ["longwire.v1", `longwire.token.${relay.token}x`],
      ["longwire.v1", `longwire.token.${relay.token}`, "longwire.token.other"],
      ["longwire.v1", "longwire.token.other", `longwire.token.${relay.token}`],
    ];
    for (const offer of offers) {
      const client = await TestClient.open(relay, offer);
      client.ws.send(JSON.stringify({ type: "attach", client: "a", n: 1, generation: null, offset: 0 }));
      expect((await client.untilClosed()).code).toBe(4000);
      expect(client.arrivals).toEqual([
        {
          kind: "frame",
          frame: { type: "refused", reason: "bad-token", detail: expect.any(String) as string, retryAfterMs: null },
        },
      ]);
    }
    expect(relay.current()).toBeNull();
  });

  test("[SEC-04] I04: the token is in no selected protocol, no answer, no log and no file but its own", async () => {
    const stateDir = harness.folder();
    const relay = await relayWithApp({ stateDir });
    const client = await TestClient.attach(relay);
    expect(client.ws.protocol).toBe("longwire.v1");
    client.sendLine({ id: 1, method: "initialize" });
    await client.until(() => client.lines.length === 1);
    for (const target of ["/", "/healthz", "/manifest.webmanifest", "/relay", "/pair", "/nothing"]) {
      expect(JSON.stringify(await get(relay, target))).not.toContain(relay.token);
    }
    expect(JSON.stringify(await upgrade(relay, `127.0.0.1:${relay.port}`, null))).not.toContain(relay.token);
    expect(JSON.stringify(client.arrivals)).not.toContain(relay.token);
    await relay.close();
    const files = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name), "latin1");
      expect(text.includes(relay.token), file.name).toBe(file.name === "token");
    }
  });

  test("[SEC-05] the token is 256 bits of base64url, made at first start in a file of mode 0600, and lasts", async () => {
    const stateDir = harness.folder();
    const relay = await harness.relay({ stateDir });
    expect(relay.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(relay.token, "base64url")).toHaveLength(32);
    expect(statSync(join(stateDir, "token")).mode & 0o777).toBe(0o600);
    await relay.close();
    expect((await harness.relay({ stateDir })).token).toBe(relay.token);
    const tokenFile = join(harness.folder(), "deep/token");
    const other = await harness.relay({ tokenFile });
    expect(readFileSync(tokenFile, "utf8").trim()).toBe(other.token);
    expect(other.token).not.toBe(relay.token);
    const broken = join(harness.folder(), "broken");
    writeFileSync(broken, "short");
    await expect(harness.relay({ tokenFile: broken })).rejects.toThrow(/does not hold a token/);
  });

  test("[SEC-09] another address than loopback is refused without a token file", async () => {
    await expect(harness.relay({ bind: "0.0.0.0" })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("--token-file") as string,
    });
    const relay = await harness.relay({ bind: "0.0.0.0", tokenFile: join(harness.folder(), "token") });
    expect((await get(relay, "/healthz")).status).toBe(200);
  });
});

describe("answers", () => {
  test("[SEC-07] every answer carries the headers, word for word", async () => {
    const relay = await relayWithApp({
      publicUrls: ["https://devbox.ts.net"],
      connectTo: ["https://b.ts.net", "http://c.lan:4177"],
    });
    const rest = " wss://devbox.ts.net https://b.ts.net wss://b.ts.net http://c.lan:4177 ws://c.lan:4177";
    const own = `127.0.0.1:${relay.port}`;
    const cases: [Answer, string][] = [
      [await get(relay, "/"), ` ws://${own}${rest}`],
      [await get(relay, "/nothing"), ` ws://${own}${rest}`],
      [await get(relay, "/healthz"), ` ws://${own}${rest}`],
      [await get(relay, "/relay"), ` ws://${own}${rest}`],
      [await get(relay, "/", "Host: localhost:5000"), ` ws://localhost:5000${rest}`],
      [await get(relay, "/", "Host: [::1]:5000"), rest],
      [await get(relay, "/", "Host: devbox.ts.net"), rest],
      [await get(relay, "/", "Host: evil.example"), rest],
      [
        await raw(relay, ["POST / HTTP/1.1", `Host: ${own}`, "Content-Length: 0", "Connection: close"]),
        ` ws://${own}${rest}`,
      ],
      [await raw(relay, ["rubbish"]), rest],
      [await upgrade(relay, "evil.example", null), rest],
      [await upgrade(relay, own, null, "/nothing"), ` ws://${own}${rest}`],
      [await raw(relay, ["GET /relay HTTP/1.1", `Host: ${own}`, "Upgrade: websocket", "Connection: Upgrade"]), rest],
    ];
    for (const [answer, connectTo] of cases) {
      expect(answer.headers).toMatchObject({
        "content-security-policy": POLICY_START + connectTo,
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
    }
    expect(cases.map(([answer]) => answer.status)).toEqual([
      200, 404, 200, 426, 200, 200, 200, 403, 405, 400, 403, 404, 426,
    ]);
  });

  test("[SEC-08] I05: files come from a list made at start; no path leads out of it, and nothing dies of a bad one", async () => {
    const relay = await relayWithApp();
    const targets = [
      "/..%2f..%2f..%2fetc%2fpasswd",
      "/assets/..%5c..%5cpackage.json",
      "/%252e%252e%252fx",
      "//etc/passwd",
      "/index.html%00.png",
      "/%zz",
      "/../dist-secret/x",
      "/..%2fdist-secret%2fx",
      "/hosts",
      "/linked/x",
      "/.hidden",
      "/assets",
      "/assets/",
      "/t/..%2f..%2f../x",
      "http://127.0.0.1/sw.js",
      "/__proto__",
      "/constructor",
    ];
    for (const target of targets) {
      const answer = await get(relay, target);
      expect([400, 404], target).toContain(answer.status);
      expect(answer.body).not.toContain("SECRET");
    }
    expect((await get(relay, "/")).status).toBe(200);
  });

  test("[SEC-12] addresses of the app get its document; types, caching and conditional requests are right", async () => {
    const relay = await relayWithApp();
    for (const target of [
      "/",
      "/new",
      "/new?cwd=/home/me",
      "/pair",
      "/inbox",
      "/share",
      "/t/0199-abc",
      "/settings/hosts",
      "/settings",
    ]) {
      const answer = await get(relay, target);
      expect(answer.body, target).toContain("<title>App</title>");
      expect(answer.headers["cache-control"]).toBe("no-cache");
    }
    const type = async (target: string): Promise<[string | undefined, string | undefined]> => {
      const { headers } = await get(relay, target);
      return [headers["content-type"], headers["cache-control"]];
    };
    const forEver = "public, max-age=31536000, immutable";
    expect(await type("/sw.js")).toEqual(["text/javascript; charset=utf-8", "no-cache"]);
    expect(await type("/manifest.webmanifest")).toEqual(["application/manifest+json; charset=utf-8", "no-cache"]);
    expect(await type("/assets/app-B1x9_Zq3.js")).toEqual(["text/javascript; charset=utf-8", forEver]);
    expect(await type("/assets/font-B1x9_Zq3.woff2")).toEqual(["font/woff2", forEver]);
    expect(await type("/assets/code-B1x9_Zq3.wasm")).toEqual(["application/wasm", forEver]);
    const packed = await get(relay, "/assets/app-B1x9_Zq3.js", "Accept-Encoding: gzip");
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(Number(packed.headers["content-length"])).toBeLessThan(1_000);
    const { headers } = await get(relay, "/sw.js");
    expect((await get(relay, "/sw.js", `If-None-Match: ${headers["etag"]}`)).status).toBe(304);
    const head = await raw(relay, ["HEAD /sw.js HTTP/1.1", `Host: 127.0.0.1:${relay.port}`, "Connection: close"]);
    expect([head.status, head.body, head.headers["content-length"]]).toEqual([200, "", "5"]);
  });

  test("[SEC-12] without a built app the first page says what to do", async () => {
    const relay = await harness.relay();
    const answer = await get(relay, "/");
    expect(answer.status).toBe(503);
    expect(answer.body).toContain("pnpm build");
  });

  test("[SEC-11] healthz tells the version, and answers allowed origins with CORS", async () => {
    const relay = await harness.relay({ allowOrigins: ["https://other.ts.net"] });
    const plain = await get(relay, "/healthz");
    expect(JSON.parse(plain.body)).toEqual({ version: "0.1.0" });
    expect(plain.headers["access-control-allow-origin"]).toBeUndefined();
    const crossing = await get(relay, "/healthz", "Origin: https://other.ts.net");
    expect(crossing.headers["access-control-allow-origin"]).toBe("https://other.ts.net");
    expect(crossing.headers["vary"]).toBe("Origin");
    expect(
      (await get(relay, "/healthz", "Origin: https://evil.example")).headers["access-control-allow-origin"],
    ).toBeUndefined();
  });

  test("[SEC-08] a request with a body, a pipelined one and one that is dropped half way hurt nobody", async () => {
    const relay = await harness.relay();
    const own = `127.0.0.1:${relay.port}`;
    expect(
      (
        await raw(relay, [
          "POST /healthz HTTP/1.1",
          `Host: ${own}`,
          "Expect: 100-continue",
          "Content-Length: 0",
          "Connection: close",
        ])
      ).status,
    ).toBe(200);
    const dropped = request({
      port: relay.port,
      host: "127.0.0.1",
      method: "POST",
      path: "/",
      headers: { "content-length": "1000" },
    });
    dropped.on("error", () => undefined);
    dropped.write("half");
    await once(dropped, "response").then(() => dropped.destroy());
    expect((await get(relay, "/healthz")).status).toBe(200);
  });
});
