// One running relay, put together: state folder, archive, session, HTTP side. main.ts is the command line over it; tests use it directly.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { RELAY_PATH } from "@longwire/shared-protocol/relay-frames";
import { listAppFiles } from "./app-files.ts";
import { Archive } from "./archive.ts";
import { CannotStart } from "./child.ts";
import { installedCodex } from "./codex-command.ts";
import { descendantsOf, signalAll } from "./descendants.ts";
import { Door } from "./door.ts";
import { Generation } from "./generation.ts";
import { makeHttpSide } from "./http.ts";
import { Session } from "./session.ts";
import {
  defaultStateDir,
  lockStateDir,
  makeStateDir,
  readOrMakeRelayId,
  readOrMakeToken,
  StartError,
  writeAddress,
} from "./state-dir.ts";

export const DEFAULT_PORT = 4177;
/** Bytes of log kept for the running generation, and for all ended ones together. */
export const DEFAULT_LOG_LIMIT = 256 * 1024 * 1024;
const PRUNE_MS = 3_600_000;

export interface RelayOptions {
  /** 0: any free one. */
  readonly port?: number;
  readonly bind?: string;
  readonly stateDir?: string;
  readonly tokenFile?: string | null;
  readonly publicUrls?: readonly string[];
  readonly allowOrigins?: readonly string[];
  readonly connectTo?: readonly string[];
  readonly logLimit?: number;
  readonly label?: string;
  /** The App Server's command line; default: the installed Codex. */
  readonly command?: readonly string[];
  /** Where the App Server runs; default: the home folder. */
  readonly cwd?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** The folder of the built app. */
  readonly webRoot?: string;
  /** For tests: shorter times, milliseconds. */
  readonly heartbeatMs?: number;
  readonly graceMs?: number;
  readonly silenceMs?: number;
  readonly crashWindowMs?: number;
  /** One sentence for the terminal, about something that goes on working. */
  readonly onTrouble?: (sentence: string) => void;
}

export interface RunningRelay {
  /** Where the app is reached: `http://127.0.0.1:4177`, or the first public address. */
  readonly url: string;
  readonly wsUrl: string;
  readonly token: string;
  readonly port: number;
  /** The address with which a device is paired; the token is in its fragment. */
  readonly pairingLink: string;
  /** The App Server that runs now: its generation and process id. */
  current(): { generation: string; pid: number | null } | null;
  /** Ends the App Server by its ladder and closes everything. */
  close(): Promise<void>;
  /** Ends the grace of a `close` under way. */
  hurry(): void;
}

/** Starts a relay. Throws `StartError` with one plain sentence. */
export async function startRelay(options: RelayOptions = {}): Promise<RunningRelay> {
  const environment = options.environment ?? process.env;
  const stateDir = options.stateDir ?? defaultStateDir(environment);
  const logLimit = options.logLimit ?? DEFAULT_LOG_LIMIT;
  const bind = options.bind ?? "127.0.0.1";
  const onTrouble = options.onTrouble ?? (() => undefined);
  if (!isLoopback(bind) && (options.tokenFile ?? null) === null) {
    throw new StartError(
      `--bind ${bind} opens this machine to others: it needs a token file of its own, --token-file FILE.`,
      2,
    );
  }
  makeStateDir(stateDir);
  const unlock = lockStateDir(stateDir);
  try {
    const token = readOrMakeToken(stateDir, options.tokenFile ?? null);
    const archive = new Archive({ folder: `${stateDir}/generations`, limit: logLimit });
    endOrphans(archive);
    const command = options.command ?? installedCodex();
    const session: Session = new Session({
      relay: readOrMakeRelayId(stateDir),
      label: options.label ?? hostname(),
      archive,
      onTrouble,
      ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
      ...(options.crashWindowMs === undefined ? {} : { crashWindowMs: options.crashWindowMs }),
      start: () => {
        if (command === null) throw new CannotStart("Codex is not installed here. Name it with --codex PATH.");
        return Generation.start({
          command,
          cwd: options.cwd ?? homedir(),
          environment,
          folderOf: (id) => archive.folderOf(id),
          logLimit,
          ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
          ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
          onEnded: (generation) => session.ended(generation),
          onTrouble,
        });
      },
    });
    const http = makeHttpSide({
      door: new Door({
        token,
        publicOrigins: options.publicUrls ?? [],
        allowedOrigins: options.allowOrigins ?? [],
        connectTo: options.connectTo ?? [],
      }),
      files: listAppFiles(options.webRoot ?? defaultWebRoot()),
      onSocket: (ws, wire) => session.accept(ws, wire),
    });
    const port = await listen(http.server, options.port ?? DEFAULT_PORT, bind).catch(async (error: unknown) => {
      await session.stop();
      throw error;
    });
    const local = `http://${bind.includes(":") ? `[${bind}]` : isLoopback(bind) ? bind : "127.0.0.1"}:${port}`;
    const url = options.publicUrls?.[0] ?? local;
    writeAddress(stateDir, url);
    const pruning = setInterval(() => archive.prune(), PRUNE_MS);
    pruning.unref();
    let closing: Promise<void> | null = null;
    return {
      url,
      wsUrl: `${url.replace(/^http/, "ws")}${RELAY_PATH}`,
      token,
      port,
      pairingLink: pairingLink(url, token),
      current: () => {
        const generation = session.current;
        return generation === null ? null : { generation: generation.id, pid: generation.pid };
      },
      close: () => {
        closing ??= (async () => {
          clearInterval(pruning);
          await session.stop();
          await http.close();
          unlock();
        })();
        return closing;
      },
      hurry: () => session.hurry(),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The link that pairs a device. The token stands in the fragment, which no browser sends. */
export function pairingLink(url: string, token: string): string {
  return `${url}/pair#token=${token}`;
}

/** Whether an address is reached from this machine alone. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

/** An earlier relay was killed: what its App Server left is ended now. */
function endOrphans(archive: Archive): void {
  for (const id of archive.orphans) {
    const left = descendantsOf(-1, id);
    if (left.length === 0) continue;
    signalAll(left, "SIGTERM");
    setTimeout(() => signalAll(left, "SIGKILL"), 3_000).unref();
  }
}

/** `web/dist`, seen from the sources as from the bundle: both lie one folder below `relay`. */
function defaultWebRoot(): string {
  return fileURLToPath(new URL("../../web/dist/", import.meta.url));
}

function listen(server: Server, port: number, bind: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        reject(
          new StartError(
            `Port ${port} is in use already. Is longwire running? Otherwise name another one with --port.`,
          ),
        );
      } else if (error.code === "EACCES") {
        reject(new StartError(`Port ${port} may not be used by this account. Name one above 1023 with --port.`));
      } else {
        reject(new StartError(`longwire cannot listen on ${bind}:${port}: ${error.message}.`));
      }
    });
    server.listen(port, bind, () => {
      const address = server.address() as AddressInfo;
      resolve(address.port);
    });
  });
}
