// An App Server whose strings the test holds: the usual requests are answered, and any bytes can be said at any time.
import { createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";

const PIPE = fileURLToPath(new URL("puppet-pipe.mjs", import.meta.url));

/** A line that the page wrote. */
export interface Heard {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Puppet {
  /** For the relay's `-- command`. */
  readonly command: readonly string[];
  /** All that the pages wrote, over all generations. */
  readonly heard: Heard[];
  /** App Servers started so far. */
  starts(): number;
  /** In which of them, counted from 1, the line was heard. */
  life(line: Heard): number;
  /** Says one message. */
  say(message: unknown): Promise<void>;
  /** Says these very bytes. */
  raw(bytes: string | Uint8Array): Promise<void>;
  /** Answers a method in place of the usual; null: stays silent. */
  on(method: string, answer: ((params: Record<string, unknown>) => unknown) | null): void;
  /** Says that a turn began on the thread. */
  begin(turn: string, thread?: string): Promise<void>;
  item(turn: string, item: Record<string, unknown>, thread?: string): Promise<void>;
  end(turn: string, status?: string, thread?: string): Promise<void>;
  /** The App Server dies now. */
  die(): void;
  close(): Promise<void>;
}

export const puppetThread = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  sessionId: id,
  preview: "",
  ephemeral: false,
  historyMode: "paginated",
  modelProvider: "puppet",
  createdAt: 1,
  updatedAt: 1,
  status: { type: "idle" },
  path: null,
  cwd: "/tmp",
  cliVersion: "1",
  source: "appServer",
  gitInfo: null,
  name: null,
  turns: [],
  ...more,
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Starts a puppet; the test closes it. */
export async function startPuppet(): Promise<Puppet> {
  const heard: Heard[] = [];
  const lives = new WeakMap<Heard, number>();
  const answers = new Map<string, ((params: Record<string, unknown>) => unknown) | null>();
  let socket: Socket | null = null;
  let starts = 0;
  let known = false;
  let turns = 0;
  let messages = 0;
  let half: ReturnType<typeof deferred> | null = null;

  const settings = {
    model: "m",
    modelProvider: "puppet",
    cwd: "/tmp",
    approvalPolicy: "on-request",
    sandbox: { type: "readOnly" },
  };
  const message = (turn: string, params: Record<string, unknown>): Promise<void> =>
    puppet.item(turn, {
      type: "userMessage",
      id: `u-${++messages}`,
      clientId: params["clientUserMessageId"],
      content: params["input"],
    });
  const usual = (method: string, params: Record<string, unknown>): unknown => {
    switch (method) {
      case "initialize":
        return { userAgent: "puppet/1.0", codexHome: "/tmp", platformFamily: "unix", platformOs: "linux" };
      case "thread/start":
        known = true;
        void puppet.say({ method: "thread/started", params: { thread: puppetThread("T1") } });
        return { thread: puppetThread("T1"), ...settings };
      case "thread/resume":
        return { thread: puppetThread(String(params["threadId"])), ...settings };
      case "thread/read":
        return { thread: puppetThread(String(params["threadId"])) };
      case "thread/list":
        return { data: known ? [puppetThread("T1")] : [], nextCursor: null, backwardsCursor: null };
      case "thread/loaded/list":
        return { data: known ? ["T1"] : [], nextCursor: null };
      case "turn/start": {
        const turn = `turn-${++turns}`;
        queueMicrotask(() => {
          void puppet.begin(turn);
          void message(turn, params);
        });
        return { turn: { id: turn, items: [], status: "inProgress", error: null } };
      }
      case "turn/steer": {
        const turn = String(params["expectedTurnId"]);
        queueMicrotask(() => void message(turn, params));
        return { turnId: turn };
      }
      case "turn/interrupt":
        return {};
      default:
        return undefined;
    }
  };

  const take = async (line: string, life: number): Promise<void> => {
    let message: Heard;
    try {
      message = JSON.parse(line) as Heard;
    } catch {
      return;
    }
    heard.push(message);
    lives.set(message, life);
    const { id, method, params = {} } = message;
    if (id === undefined || method === undefined) return;
    const own = answers.get(method);
    if (own === null) return;
    const result = own === undefined ? usual(method, params) : await own(params);
    if (result !== null && typeof result === "object" && "error" in result) await puppet.say({ id, ...result });
    else if (result === undefined)
      await puppet.say({ id, error: { code: -32600, message: `Invalid request: unknown variant ${method}` } });
    else await puppet.say({ id, result });
  };

  const server = createServer((next) => {
    socket = next;
    const life = (starts += 1);
    let rest = "";
    next.on("error", () => undefined);
    next.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) void take(line, life);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the puppet has no port");

  const puppet: Puppet = {
    command: [process.execPath, PIPE, String(address.port)],
    heard,
    starts: () => starts,
    life: (line) => lives.get(line) ?? 0,
    async say(message) {
      // A half line on its way must not get an answer to the page in its middle.
      while (half !== null) await half.promise;
      await puppet.raw(`${JSON.stringify(message)}\n`);
    },
    raw: (bytes) =>
      new Promise((resolve) => {
        const whole = typeof bytes === "string" ? bytes.endsWith("\n") : bytes.at(-1) === 10;
        if (whole) {
          half?.resolve();
          half = null;
        } else half ??= deferred();
        if (socket === null || socket.destroyed) resolve();
        else socket.write(bytes, () => resolve());
      }),
    on: (method, answer) => void answers.set(method, answer),
    async begin(turn, thread = "T1") {
      await puppet.say({
        method: "thread/status/changed",
        params: { threadId: thread, status: { type: "active", activeFlags: [] } },
      });
      await puppet.say({
        method: "turn/started",
        params: { threadId: thread, turn: { id: turn, items: [], status: "inProgress", error: null } },
      });
    },
    async item(turn, item, thread = "T1") {
      await puppet.say({ method: "item/started", params: { threadId: thread, turnId: turn, item } });
      await puppet.say({ method: "item/completed", params: { threadId: thread, turnId: turn, item } });
    },
    async end(turn, status = "completed", thread = "T1") {
      await puppet.say({ method: "thread/status/changed", params: { threadId: thread, status: { type: "idle" } } });
      await puppet.say({
        method: "turn/completed",
        params: { threadId: thread, turn: { id: turn, items: [], status, error: null } },
      });
    },
    die: () => socket?.destroy(),
    async close() {
      socket?.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return puppet;
}
