// The `longwire` command: flags, what is printed and to whom, signals, exit codes (0 stopped, 2 bad usage, 1 anything else).
import { renderUnicodeCompact } from "uqr";
import { callAgain } from "./call-again.ts";
import { childEnvironment } from "./child-env.ts";
import { canRun } from "./codex-command.ts";
import { hasScreen, openBrowser } from "./open-browser.ts";
import { type Flags, HELP, readArguments } from "./options.ts";
import { isLoopback, pairingLink, type RunningRelay, startRelay } from "./relay.ts";
import { isReadByOthers, lockHolder, readAddress, readToken, StartError } from "./state-dir.ts";
import { stopRelay } from "./stop.ts";
import { VERSION } from "./version.ts";

// A terminal that goes away (the laptop that started this over SSH is closed) ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
process.on("SIGHUP", () => undefined);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
function warn(sentence: string): void {
  process.stderr.write(`longwire: ${sentence}\n`);
}

function fail(error: unknown): never {
  warn(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof StartError ? error.exitCode : 1);
}

async function run(flags: Flags): Promise<void> {
  if (flags.codex !== null && !canRun(flags.codex, childEnvironment(process.env, "")["PATH"] ?? ""))
    throw new StartError(`--codex ${flags.codex}: there is no program there that may be run.`, 2);
  const given = flags.command ?? (flags.codex === null ? null : [flags.codex, "app-server"]);
  const relay = await startRelay({
    port: flags.port,
    bind: flags.bind,
    stateDir: flags.stateDir,
    tokenFile: flags.tokenFile,
    publicUrls: flags.publicUrls,
    allowOrigins: flags.allowOrigins,
    connectTo: flags.connectTo,
    logLimit: flags.logLimit,
    onTrouble: warn,
    ...(flags.label === null ? {} : { label: flags.label }),
    ...(given === null ? {} : { command: given }),
  });
  const removePage = announce(relay, flags);
  await stopped(relay);
  removePage();
  process.stderr.write("Longwire has stopped.\n");
}

/** Tells where the relay is. The link with the token goes to a terminal, or to a pipe that asked for it with --json. */
function announce(relay: RunningRelay, flags: Flags): () => void {
  if (!isLoopback(flags.bind))
    warn(`Listening on ${flags.bind}: other machines can reach this port. The token is all that keeps them out.`);
  if (flags.tokenFile !== null && isReadByOthers(flags.tokenFile))
    warn(`Other accounts may read ${flags.tokenFile}. Run: chmod 600 ${flags.tokenFile}`);
  if (flags.json) {
    say(JSON.stringify({ url: relay.pairingLink, wsUrl: relay.wsUrl, token: relay.token, pid: process.pid }));
    return () => undefined;
  }
  if (process.stdout.isTTY !== true) {
    say(
      `Longwire listens on ${relay.url} (process ${process.pid}). For the pairing link run: ${callAgain("link", flags, process.env)}`,
    );
    return () => undefined;
  }
  say(
    `\nLongwire ${VERSION} listens on ${relay.url}\n\nOpen this link${isOfThisMachine(relay.url) ? "" : " on the device that shall drive the agent here"}:\n\n  ${relay.pairingLink}\n`,
  );
  sayQrCode(relay.url, relay.pairingLink);
  say("\nThe link holds the key to this machine: show it to nobody. Ctrl-C stops Longwire and its App Server.");
  return flags.open && hasScreen(process.env, process.stdout.isTTY)
    ? openBrowser(relay.pairingLink, flags.stateDir)
    : () => undefined;
}

/** Whether an address leads other devices to themselves. */
function isOfThisMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ""));
}

/** The link once more, for a camera, and for which devices it is. */
function sayQrCode(url: string, link: string): void {
  say(renderUnicodeCompact(link));
  if (isOfThisMachine(url))
    say("\nThis link and its QR code are for this machine; for other devices see docs/tailscale.md.");
}

/** Waits for a signal and stops. A second one skips the grace. */
function stopped(relay: RunningRelay): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    const stop = (): void => {
      if (stopping) {
        relay.hurry();
        return;
      }
      stopping = true;
      relay.close().then(resolve, reject);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
    process.on("uncaughtException", (error) => {
      warn(
        `Something unexpected happened (${error.stack ?? error.message}). Longwire stops; nothing that was logged is lost. Start it again.`,
      );
      process.exitCode = 1;
      stop();
    });
  });
}

function printLink(flags: Flags): void {
  const token = readToken(flags.tokenFile ?? `${flags.stateDir}/token`);
  if (token === null)
    throw new StartError(
      `There is no token in ${flags.tokenFile ?? flags.stateDir}. If the relay was started with --state-dir or --token-file, give the same here. Else there is none yet: start longwire once, then ask for the link again.`,
    );
  const url = flags.publicUrls[0] ?? readAddress(flags.stateDir) ?? `http://127.0.0.1:${flags.port}`;
  const link = pairingLink(url, token);
  say(link);
  if (process.stdout.isTTY === true) sayQrCode(url, link);
  if (lockHolder(flags.stateDir) === null)
    warn(
      `No longwire runs there now; the link works once it does. Start it in the project's folder with: ${callAgain("", flags, process.env)}`,
    );
}

try {
  const invocation = readArguments(process.argv.slice(2), process.env);
  switch (invocation.kind) {
    case "help":
      say(HELP);
      break;
    case "version":
      say(VERSION);
      break;
    case "link":
      printLink(invocation.flags);
      break;
    case "stop":
      say(`Longwire (process ${await stopRelay(invocation.flags.stateDir)}) has stopped.`);
      break;
    case "run":
      await run(invocation.flags);
      process.exit(process.exitCode ?? 0);
  }
} catch (error) {
  fail(error);
}
