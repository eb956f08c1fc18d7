// What the suites for files and the wire share: pictures made by hand, what the page sends, and its wire view.
import { deflateSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import type { Step } from "@longwire/fixtures/provider/steps";

/** A call of any tool of the model's. */
export function call(name: string, args: Record<string, unknown>): Step {
  return { type: "call", name, arguments: args };
}

const CRC = Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc >>> 0;
});

/** A PNG of one colour. */
export function png(width: number, height: number, [r, g, b]: readonly [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
    const out = Buffer.alloc(8 + body.length);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4 + body.length);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(Array.from({ length: width }, () => Buffer.from([r, g, b]))),
  ]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

export interface Sent {
  method: string;
  params: Record<string, unknown>;
}

/** The requests that a page sends from now on; call before it opens. */
export function sentBy(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (typeof payload === "string") return;
      for (const line of payload.toString("utf8").split("\n")) {
        if (line.trim() === "") continue;
        const value = JSON.parse(line) as Partial<Sent>;
        if (value.method !== undefined) sent.push({ method: value.method, params: value.params ?? {} });
      }
    }),
  );
  return sent;
}

/** The wire view's rows that are drawn, as `<direction> <name>`. */
export async function wireRows(view: Locator): Promise<string[]> {
  return view
    .locator("[data-wire-row]")
    .evaluateAll((rows) =>
      rows.map((row) => `${row.getAttribute("data-direction")} ${row.getAttribute("data-wire-name")}`),
    );
}
