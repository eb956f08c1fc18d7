// The table of client requests says where in the app each is used: held against the code that sends them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clientRequestSurface } from "@longwire/shared-protocol/surface/client-requests";
import { methodsWithForm } from "@longwire/shared-protocol/request-forms";
import { expect, test } from "vitest";
import { ROOMS } from "../machine/rooms.ts";

const SOURCE = fileURLToPath(new URL("../../", import.meta.url));

/** What sends requests: the acts and the host, and views that ask by themselves. What only names one is left out. */
function senders(): string {
  const code = ["actions", "host", "views"].flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|^testing\./.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(SOURCE.length))
      .filter((file) => !/\/(?:stories|testing|requests)\/|^host\/secrets\.ts$/.test(file))
      .map((file) => ({ file, text: readFileSync(join(SOURCE, file), "utf8") })),
  );
  return code
    .map(({ file, text }) =>
      file.startsWith("views/") ? [...text.matchAll(/\.request\(\s*"[^"]+"/g)].join("\n") : withoutComments(text),
    )
    .join("\n");
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

test("[RPC-34] a request has a place of its own in the table if and only if the app's code sends it", () => {
  const code = senders();
  // Held as a part of a longer name, `command/exec` would stand for `command/exec/write`.
  const named = new Set([...clientRequestSurface.keys()].filter((method) => code.includes(`"${method}"`)));
  const placed = new Set([...clientRequestSurface].filter(([, { place }]) => place !== null).map(([method]) => method));
  expect(
    [...named].filter((method) => !placed.has(method)),
    "sent, but said to have no place",
  ).toEqual([]);
  expect(
    [...placed].filter((method) => !named.has(method)),
    "said to have a place, but not sent",
  ).toEqual([]);
});

test("[RPC-34] those of daily work have a place, all of the pinned version are reachable, and each named page is there", () => {
  const placed = [...clientRequestSurface].filter(([, { place }]) => place !== null);
  expect(placed.length).toBeGreaterThanOrEqual(60);
  for (const method of methodsWithForm()) {
    const surface = clientRequestSurface.get(method);
    // Reachable: by its place, or by the console, from which all but the connection's own two are sent.
    expect(surface?.place !== null || surface?.does === "reads" || surface?.does === "changes", method).toBe(true);
  }
  const rooms = new Set(placed.flatMap(([, { place }]) => (place?.room == null ? [] : [place.room as string])));
  expect([...rooms].filter((room) => !ROOMS.some(({ name }) => name === room))).toEqual([]);
});
