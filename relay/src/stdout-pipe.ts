// Where the child's stdout goes: a Unix socket of our own, read into memory that the log hands out (larger reads than a
// pipe gives, nothing allocated). Where that cannot be had, the caller falls back to an ordinary pipe.
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The two ends: `forChild` is handed to spawn as stdout and then destroyed here; `reader` is ours. */
export interface StdoutPipe {
  readonly forChild: Socket;
  readonly reader: Socket;
}

export interface PipeReader {
  /** Memory for the next read. */
  nextBuffer(): Buffer;
  /** That many bytes are in it now. False: read no more until `reader.resume()`. */
  filled(count: number): boolean;
}

/** Longest path that every system takes for a Unix socket. */
const MAX_PATH = 100;

/** Makes the pair. Null when this system or its folders do not allow it. */
export async function makeStdoutPipe(into: PipeReader): Promise<StdoutPipe | null> {
  for (const place of new Set([tmpdir(), "/tmp"])) {
    let folder: string;
    try {
      folder = mkdtempSync(join(place, "lw-"));
    } catch {
      continue;
    }
    try {
      const path = join(folder, "s");
      if (path.length <= MAX_PATH) return await pair(path, into);
    } catch {
      // Try the next place.
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return null;
}

async function pair(path: string, into: PipeReader): Promise<StdoutPipe> {
  const server: Server = createServer({ pauseOnConnect: true });
  try {
    const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
    const reader = await new Promise<Socket>((resolve, reject) => {
      const socket = connect({
        path,
        onread: { buffer: () => into.nextBuffer(), callback: (count: number) => into.filled(count) },
      });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(socket);
      });
    });
    return { forChild: await accepted, reader };
  } finally {
    server.close();
  }
}
