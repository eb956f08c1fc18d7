// The command line: flags to options. Anything that is not understood is bad usage, said in one sentence.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readOrigin } from "./door.ts";
import { DEFAULT_LOG_LIMIT, DEFAULT_PORT } from "./relay.ts";
import { defaultStateDir, StartError } from "./state-dir.ts";

/** What the person wants. */
export type Invocation =
  | { kind: "run"; flags: Flags }
  | { kind: "link"; flags: Flags }
  | { kind: "stop"; flags: Flags }
  | { kind: "help" }
  | { kind: "version" };

export interface Flags {
  readonly port: number;
  readonly bind: string;
  readonly tokenFile: string | null;
  readonly publicUrls: readonly string[];
  readonly allowOrigins: readonly string[];
  readonly connectTo: readonly string[];
  readonly stateDir: string;
  readonly logLimit: number;
  readonly label: string | null;
  readonly codex: string | null;
  readonly open: boolean;
  readonly json: boolean;
  /** What stands after `--`. */
  readonly command: readonly string[] | null;
}

export const HELP = `longwire: a relay between an App Server on this machine and the Longwire app

  longwire [flags] [-- COMMAND ARG...]   run the relay; COMMAND is any program that speaks JSONL (default: codex app-server)
  longwire link [flags]                  print the pairing link again
  longwire stop [--state-dir DIR]        stop the relay that runs with this state folder

  --port N                 port to listen on (default ${DEFAULT_PORT}; 0: any)
  --bind ADDR              address to listen on (default 127.0.0.1; another one needs --token-file)
  --token-file FILE        where the token is kept
  --public-url URL         an address under which others reach this relay (repeatable)
  --allow-origin ORIGIN    another page that may talk to this relay (repeatable)
  --connect-to ORIGIN      another relay that this relay's page may talk to (repeatable)
  --state-dir DIR          where the token and the logs are kept
  --log-limit BYTES        bytes of output kept (default ${DEFAULT_LOG_LIMIT})
  --label NAME             the name of this machine in the app
  --codex PATH             the codex program to run
  --no-open                do not open a browser
  --json                   print one line of JSON when ready
  --version, --help
`;

/** Reads the arguments after the program's name. Throws `StartError` with exit code 2. */
export function readArguments(args: readonly string[], environment: NodeJS.ProcessEnv): Invocation {
  const cut = args.indexOf("--");
  const own = cut === -1 ? [...args] : args.slice(0, cut);
  const command = cut === -1 ? null : args.slice(cut + 1);
  if (command?.length === 0) throw usage("A command must follow --.");
  const { values, positionals } = parse(own);
  if (values.help === true) return { kind: "help" };
  if (values.version === true) return { kind: "version" };
  const [verb, ...rest] = positionals;
  if (rest.length > 0 || (verb !== undefined && verb !== "link" && verb !== "stop")) {
    throw usage(`${JSON.stringify(rest[0] ?? verb)} is not understood. A command to run stands after --.`);
  }
  if (command !== null && values.codex !== undefined) throw usage("Either --codex or a command after --, not both.");
  const flags: Flags = {
    port: wholeNumber("--port", values.port, DEFAULT_PORT, 65_535),
    bind: values.bind ?? "127.0.0.1",
    tokenFile: values["token-file"] === undefined ? null : resolve(values["token-file"]),
    publicUrls: (values["public-url"] ?? []).map((each) => origin("--public-url", each)),
    allowOrigins: (values["allow-origin"] ?? []).map((each) => origin("--allow-origin", each)),
    connectTo: (values["connect-to"] ?? []).map((each) => origin("--connect-to", each)),
    stateDir: values["state-dir"] === undefined ? defaultStateDir(environment) : resolve(values["state-dir"]),
    logLimit: wholeNumber("--log-limit", values["log-limit"], DEFAULT_LOG_LIMIT, Number.MAX_SAFE_INTEGER),
    label: values.label ?? null,
    // The App Server runs in another folder: a path is meant from here.
    codex: values.codex?.includes("/") === true ? resolve(values.codex) : (values.codex ?? null),
    open: values["no-open"] !== true,
    json: values.json === true,
    command,
  };
  return { kind: verb === "link" || verb === "stop" ? verb : "run", flags };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: "string" },
        bind: { type: "string" },
        "token-file": { type: "string" },
        "public-url": { type: "string", multiple: true },
        "allow-origin": { type: "string", multiple: true },
        "connect-to": { type: "string", multiple: true },
        "state-dir": { type: "string" },
        "log-limit": { type: "string" },
        label: { type: "string" },
        codex: { type: "string" },
        "no-open": { type: "boolean" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw usage(plainParseError(error as NodeJS.ErrnoException));
  }
}

/** Says in our own words what `parseArgs` means. */
function plainParseError(error: NodeJS.ErrnoException): string {
  // The first quoted thing is the flag: '--json', '--port <value>', '-h, --help'.
  const flag = /'(?:-\w, )?(-[^\s']*)/.exec(error.message)?.[1];
  if (flag === undefined) return "The flags are not understood.";
  if (error.code !== "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") return `There is no flag ${flag}.`;
  return error.message.includes("does not take") ? `${flag} takes no value.` : `${flag} needs a value.`;
}

function wholeNumber(flag: string, text: string | undefined, otherwise: number, max: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max)
    throw usage(`${flag} needs a whole number from 0 to ${max}, not ${JSON.stringify(text)}.`);
  return value;
}

function origin(flag: string, text: string): string {
  const found = readOrigin(text);
  if (found === null)
    throw usage(
      `${flag} needs an origin such as https://host.example or http://127.0.0.1:4177, not ${JSON.stringify(text)}.`,
    );
  return found;
}

function usage(sentence: string): StartError {
  return new StartError(`${sentence} See --help.`, 2);
}
