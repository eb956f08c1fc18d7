// Looks for a secret in every place in which a browser or the relay could keep it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

/** The ways in which a text may stand in JSON, in JSON inside JSON, and so on; and in an address. */
export function formsOf(secret: string): string[] {
  const forms = [secret];
  for (let level = 0; level < 4; level += 1) forms.push(JSON.stringify(forms.at(-1)).slice(1, -1));
  return [
    ...new Set([...forms, encodeURIComponent(secret), Buffer.from(secret).toString("base64").replace(/=+$/, "")]),
  ];
}

/** Writes down whatever leaves a page by console, broadcast, worker message, clipboard, download or log. */
export async function listenTo(context: BrowserContext): Promise<{ heard: () => string }> {
  const heard: string[] = [];
  await context.exposeFunction("sweepHears", (text: string) => {
    heard.push(text);
  });
  await context.addInitScript(() => {
    const tell = (value: unknown): void => {
      const report: unknown = Reflect.get(globalThis, "sweepHears");
      if (typeof report === "function") report(typeof value === "string" ? value : JSON.stringify(value));
    };
    for (const kind of [BroadcastChannel, Worker, ServiceWorker, MessagePort]) {
      const post = kind.prototype.postMessage;
      kind.prototype.postMessage = function postMessage(this: never, ...message: never[]) {
        tell([kind.name, message[0]]);
        return Reflect.apply(post, this, message) as undefined;
      };
    }
    const write = (text: string): Promise<void> => {
      tell(text);
      return Promise.resolve();
    };
    Object.defineProperty(navigator, "clipboard", { value: { writeText: write }, configurable: true });
    const makeUrl = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) void blob.text().then(tell);
      return makeUrl(blob);
    };
  });
  const follow = (page: Page): void => {
    page.on("console", (message) => heard.push(message.text()));
    page.on("pageerror", (error) => heard.push(`${error.message}\n${error.stack ?? ""}`));
    page.on("request", (request) => heard.push(request.url(), request.postData() ?? ""));
  };
  for (const page of context.pages()) follow(page);
  context.on("page", follow);
  return { heard: () => heard.join("\n") };
}

/** Everything that the page's origin has stored, and its DOM with what stands in its fields, as text. */
export async function everythingOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
      document.title,
    ];
    parts.push(location.href, JSON.stringify(history.state), document.documentElement.outerHTML);
    for (const field of document.querySelectorAll("input, textarea"))
      if ("value" in field) parts.push(String(field.value));
    const walk = (value: unknown): void => {
      if (typeof value === "string") parts.push(value);
      else if (value instanceof Uint8Array) parts.push(new TextDecoder().decode(value));
      else if (value instanceof ArrayBuffer) parts.push(new TextDecoder().decode(value));
      else if (value instanceof Map) for (const [key, inner] of value) [key, inner].forEach(walk);
      else if (value instanceof Set) value.forEach(walk);
      else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value))
        for (const [key, inner] of Object.entries(value)) [key, inner].forEach(walk);
    };
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("cannot open"));
      });
      for (const store of db.objectStoreNames) {
        const read = async (method: "getAll" | "getAllKeys"): Promise<void> => {
          const all = await new Promise<unknown>((resolve, reject) => {
            const request = db.transaction(store).objectStore(store)[method]();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error ?? new Error("cannot read"));
          });
          walk(all);
        };
        await read("getAll");
        await read("getAllKeys");
      }
      db.close();
    }
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return parts.join("\n");
  });
}

/** Every file below a folder, as text: the relay's state. */
export function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => contentOf(join(entry.parentPath, entry.name)))
    .join("\n");
}

/** The text of a file, or none where it has gone since it was listed: Codex makes and removes some of its own all the time. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
