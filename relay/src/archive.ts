// The generations that are over: their logs and, beside each, a small file of the facts of its end. Kept for seven days and
// up to a sum of bytes, over restarts of the relay. Oldest bytes go first.
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type GenerationEnd, generationEndSchema } from "@longwire/shared-protocol/relay-frames";
import { Generation } from "./generation.ts";
import { Log } from "./log.ts";
import { type Segment, segmentFromFile } from "./segments.ts";

const KEPT_MS = 7 * 24 * 3_600_000;
/** Generations without output cost no bytes, so their number is bounded too. */
const MAX_KEPT = 200;
const HEAD = 4 * 1024;

/** What the file beside an ended log says. */
interface Facts {
  readonly ended: GenerationEnd;
  readonly head: Buffer;
  readonly received: Map<string, number>;
}

export interface ArchiveOptions {
  /** The folder that holds one folder per generation. */
  readonly folder: string;
  /** Bytes that all ended logs may take together. */
  readonly limit: number;
  readonly now?: () => number;
}

/** The ended generations, oldest first. */
export class Archive {
  readonly #options: ArchiveOptions;
  readonly #kept = new Map<string, Generation>();
  /** Generations that an earlier relay left without an end: it was killed. Their processes may still be there. */
  readonly orphans: string[] = [];

  constructor(options: ArchiveOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    const found: Generation[] = [];
    for (const entry of readdirSync(options.folder, { withFileTypes: true })) {
      if (!entry.isDirectory() || !/^[0-9a-f]{24}$/.test(entry.name)) continue;
      const generation = this.#restore(entry.name);
      if (generation !== null) found.push(generation);
    }
    found.sort((a, b) => (a.ended?.at ?? 0) - (b.ended?.at ?? 0));
    for (const each of found) this.#kept.set(each.id, each);
    this.prune();
  }

  /** The folder of a generation. */
  folderOf(id: string): string {
    return join(this.#options.folder, id);
  }

  /** An ended generation whose log is kept. */
  get(id: string): Generation | null {
    return this.#kept.get(id) ?? null;
  }

  /** The facts of those that are kept, oldest first. */
  list(): GenerationEnd[] {
    return [...this.#kept.values()].flatMap((each) => (each.ended === null ? [] : [each.ended]));
  }

  /** Keeps a generation that has just ended. */
  add(generation: Generation): void {
    this.#kept.set(generation.id, generation);
    this.#writeFacts(generation);
    this.prune();
  }

  /** Lets go what is too old or too much. */
  prune(): void {
    const now = (this.#options.now ?? Date.now)();
    let size = 0;
    for (const each of this.#kept.values()) size += each.log.segments.bytes;
    for (const [id, each] of this.#kept) {
      const old = now - (each.ended?.at ?? 0) > KEPT_MS;
      if (!old && size <= this.#options.limit && this.#kept.size <= MAX_KEPT) return;
      if (old || this.#kept.size > MAX_KEPT) {
        size -= each.log.segments.bytes;
        while (each.log.segments.dropOldest());
      }
      while (size > this.#options.limit) {
        const before = each.log.segments.bytes;
        if (!each.log.segments.dropOldest()) break;
        size -= before - each.log.segments.bytes;
      }
      if (each.log.segments.list.length > 0) continue;
      this.#kept.delete(id);
      rm(this.folderOf(id), { recursive: true, force: true }).catch(() => undefined);
    }
  }

  #writeFacts(generation: Generation): void {
    const { ended, log, id } = generation;
    if (ended === null) return;
    const facts = { ...ended, head: log.head.toString("base64"), received: [...generation.received] };
    try {
      mkdirSync(this.folderOf(id), { recursive: true, mode: 0o700 });
      const path = join(this.folderOf(id), "facts.json");
      writeFileSync(`${path}.new`, JSON.stringify(facts), { mode: 0o600, flag: "w" });
      renameSync(`${path}.new`, path);
    } catch {
      // A full disk: a later relay will say of this generation that it ended with the relay.
    }
  }

  #restore(id: string): Generation | null {
    const folder = this.folderOf(id);
    try {
      const names = readdirSync(folder);
      const segments = names
        .flatMap((name): Segment[] => {
          const segment = segmentFromFile(folder, name);
          return segment === null ? [] : [segment];
        })
        .sort((a, b) => a.start - b.start);
      const facts = readFacts(folder, id);
      const head = facts === null ? lostHead(folder, segments) : facts.head;
      const end = facts?.ended.end ?? segments.at(-1)?.end ?? 0;
      const log = Log.restore({ folder, limit: this.#options.limit }, segments, end, head);
      if (facts !== null) return Generation.restore(facts.ended, log, facts.received);
      this.orphans.push(id);
      const at = statSync(segments.at(-1)?.path ?? folder).mtimeMs;
      const lost: GenerationEnd = { generation: id, end, code: null, signal: null, by: "relay", at: Math.floor(at) };
      const generation = Generation.restore(lost, log, new Map());
      this.#writeFacts(generation);
      return generation;
    } catch {
      return null;
    }
  }
}

function readFacts(folder: string, id: string): Facts | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, "facts.json"), "utf8"));
    const ended = generationEndSchema.safeParse(value);
    if (!ended.success || ended.data.generation !== id || typeof value !== "object" || value === null) return null;
    const head =
      "head" in value && typeof value.head === "string" ? Buffer.from(value.head, "base64") : Buffer.alloc(0);
    const received = new Map<string, number>();
    if ("received" in value && Array.isArray(value.received)) {
      for (const pair of value.received as unknown[]) {
        if (!Array.isArray(pair)) continue;
        const [client, bytes] = pair as unknown[];
        if (typeof client === "string" && typeof bytes === "number") received.set(client, bytes);
      }
    }
    return { ended: ended.data, head, received };
  } catch {
    return null;
  }
}

/** The head of a generation whose relay was killed: from the file made when its first segment went, else from that segment. */
function lostHead(folder: string, segments: readonly Segment[]): Buffer {
  try {
    return readFileSync(join(folder, "head")).subarray(0, HEAD);
  } catch {
    const first = segments[0];
    if (first?.start !== 0) return Buffer.alloc(0);
    const fd = openSync(first.path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const head = Buffer.alloc(HEAD);
      return head.subarray(0, readSync(fd, head, 0, HEAD, 0));
    } finally {
      closeSync(fd);
    }
  }
}
