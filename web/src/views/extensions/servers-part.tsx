// The MCP servers of a machine: those of its configuration and its plugins, with how each stands; adding one, and having the
// threads that run take the configuration as it is now.
import { createMemo, createSignal, type JSX, Show, Suspense } from "solid-js";
import type { McpActs, McpConfigured, McpDetail, McpEdit } from "../../actions/mcp.ts";
import { Button } from "../../design/button.tsx";
import type { HostSession, Outcome } from "../../host/model.ts";
import { objectOf } from "../../projection/read.ts";
import { FirstOf } from "../first-of.tsx";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { maskText } from "../masking/text.ts";
import { type Act, ActResult, createAct } from "./act.tsx";
import { PartHead } from "./part-head.tsx";
import { createReading } from "./reading.ts";
import { ServerCard, writtenTo } from "./server-card.tsx";
import { lazyPart } from "../lazy-part.tsx";

const ServerForm = lazyPart(() => import("./server-form.tsx"));

export default function ServersPart(props: { session: HostSession }): JSX.Element {
  // The page is keyed by the machine.
  // oxlint-disable-next-line solid/reactivity
  const { session } = props;
  const services = useServices();
  const acts = createLoader(
    () => services,
    ({ actions }) => actions.mcp(),
  );
  const [detail, setDetail] = createSignal<McpDetail>("toolsAndAuthOnly");
  const asked = async <T,>(ask: (acts: McpActs) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    ask(await services.actions.mcp());
  const list = createReading({
    session,
    journal: services.journal,
    key: "servers",
    ask: async () => {
      const wanted = detail();
      const outcome = await asked((room) => room.list(session, wanted));
      return outcome.ok ? { ok: true, value: { ...outcome.value, detail: wanted } } : outcome;
    },
  });
  const config = createReading({
    session,
    journal: services.journal,
    key: "servers-configured",
    ask: () => asked((room) => room.configured(session)),
  });
  const connected = () => connection(session) === "live";
  const servers = createMemo(() => {
    const room = acts.value();
    if (room === undefined) return [];
    const told = new Map(room.readServers(list.raw()).map((entry) => [entry.name, entry]));
    const configured = new Map(room.readConfigured(config.raw()).map((server) => [server.name, server]));
    return [...new Set([...told.keys(), ...configured.keys()])]
      .sort((a, b) => a.localeCompare(b))
      .map((name) => ({
        name,
        entry: told.get(name) ?? null,
        configured: configured.get(name) ?? null,
      }));
  });
  const names = createMemo(() => servers().map(({ name }) => name), [], {
    equals: (a, b) => a.length === b.length && a.every((name, at) => name === b[at]),
  });
  const full = () => objectOf(list.raw())?.["detail"] === "full";
  const more = () => objectOf(list.raw())?.["more"] === true;
  const cardActs = new Map<string, Act>();
  const actOf = (name: string): Act => {
    const act = cardActs.get(name) ?? createAct();
    cardActs.set(name, act);
    return act;
  };
  const whole = createAct();
  const saving = createAct();
  const [form, setForm] = createSignal<{ server: McpConfigured | null } | null>(null);
  const again = async () => {
    await Promise.all([config.again(), list.again()]);
  };
  const reload = async () => {
    const done = await whole.run(
      () => asked((room) => room.reload(session)),
      () => "The servers are reloaded: threads that run take the configuration as it is now.",
    );
    if (done) await again();
  };
  const save = async (name: string, edits: readonly McpEdit[]) => {
    const done = await saving.run(
      () => asked((room) => room.save(session, name, edits)),
      ({ file, overridden }) =>
        overridden === null
          ? `${name} is saved in ${writtenTo(file, homeOf(session.state))}. Threads that run take it up with the next reload.`
          : `${name} is written, but it does not count: ${maskText(overridden)}`,
    );
    if (done) void again();
    return done;
  };
  const stale = () => {
    const read = list.at();
    if (read === null || list.busy()) return null;
    const later = [...live(session.state).extensions.logins.values()].some(({ success, at }) => success && at > read);
    return later ? "A sign-in has ended since this list was read. Read it again to see what came of it." : null;
  };
  const readResources = () => {
    setDetail("full");
    void list.again();
  };
  return (
    <section aria-labelledby="ext-servers">
      <PartHead
        session={session}
        id="ext-servers"
        title="MCP servers"
        reading={list}
        stale={stale()}
        onAgain={() => void again()}
      >
        <Button size="small" disabled={!connected() || whole.busy()} onClick={() => void reload()}>
          {whole.busy() ? "Reloading" : "Reload servers"}
        </Button>
        <Button size="small" disabled={!connected()} onClick={() => setForm({ server: null })}>
          Add a server
        </Button>
      </PartHead>
      <p class="dim">
        Programs and services that lend the agent their tools. To tell what they offer, the App Server starts each of
        them; one that is slow to start makes this list slow.
      </p>
      <ActResult act={whole} />
      <ActResult act={saving} />
      <Lacking session={session} method="mcpServerStatus/list" what="What the servers offer">
        <Show when={config.problem()}>
          {(text) => <p class="bad">What is configured could not be read. {text()}</p>}
        </Show>
        <Show
          when={names().length > 0}
          fallback={
            <Show when={list.at() !== null} fallback={<p class="dim">{list.busy() ? "Asking each of them" : ""}</p>}>
              <p class="dim">None is configured, and no plugin brings one.</p>
            </Show>
          }
        >
          <ul class="ext__cards">
            <FirstOf of={session} name="mcp servers" each={names()} what="servers" first={30} row>
              {(name) => {
                const found = () => servers().find((server) => server.name === name);
                return (
                  <ServerCard
                    session={session}
                    name={name}
                    entry={found()?.entry ?? null}
                    configured={found()?.configured ?? null}
                    full={full()}
                    readAt={list.at()}
                    mayChange={config.fresh()}
                    act={actOf(name)}
                    onFull={readResources}
                    onChanged={() => void again()}
                    onEdit={(server) => setForm({ server })}
                  />
                );
              }}
            </FirstOf>
          </ul>
          <Show when={more()}>
            <p class="dim">There are more than are shown here.</p>
          </Show>
        </Show>
      </Lacking>
      <Show when={form()} keyed>
        {(open) => (
          <Suspense>
            <ServerForm
              session={session}
              server={open.server}
              taken={names()}
              attempt={saving}
              onSave={save}
              onClose={() => setForm(null)}
            />
          </Suspense>
        )}
      </Show>
    </section>
  );
}
