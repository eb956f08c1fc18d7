// The plugins of the machine's marketplaces: what there is, what each brings along, installing and taking away.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import type { Marketplace, Plugin } from "../../actions/plugins.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { TextField } from "../../design/text-field.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { connection } from "../live.ts";
import { createLoader } from "../load.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { maskText } from "../masking/text.ts";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { type Act, ActResult, createAct } from "./act.tsx";
import { FileButton } from "./file-button.tsx";
import { FolderChoice } from "./folder-choice.tsx";
import { PartHead } from "./part-head.tsx";
import { PluginCard } from "./plugin-card.tsx";
import { createReading } from "./reading.ts";

export default function PluginsPart(props: { session: HostSession }): JSX.Element {
  const [folder, setFolder] = createSignal<string | null>(null);
  const [installed, setInstalled] = createSignal(false);
  return (
    <>
      <div class="ext__choices">
        <FolderChoice session={props.session} value={folder()} onChange={setFolder} />
        <label class="ext__check">
          <input
            type="checkbox"
            checked={installed()}
            onChange={(event) => setInstalled(event.currentTarget.checked)}
          />
          Only those that are installed
        </label>
      </div>
      <Show when={{ cwd: folder(), installed: installed() }} keyed>
        {({ cwd, installed }) => <PluginsOfFolder session={props.session} cwd={cwd} installed={installed} />}
      </Show>
    </>
  );
}

function PluginsOfFolder(props: { session: HostSession; cwd: string | null; installed: boolean }): JSX.Element {
  // Keyed by the folder; the page is keyed by the machine.
  // oxlint-disable-next-line solid/reactivity
  const { session, cwd, installed } = props;
  const services = useServices();
  const acts = createLoader(
    () => services,
    ({ actions }) => actions.plugins(),
  );
  const list = createReading({
    session,
    journal: services.journal,
    key: `${installed ? "plugins-installed" : "plugins"} ${cwd ?? ""}`,
    ask: async () => (await services.actions.plugins()).list(session, cwd, installed),
  });
  const shelf = createMemo(() => acts.value()?.readShelf(list.raw()) ?? { marketplaces: [], errors: [] });
  const markets = createMemo(() => shelf().marketplaces);
  const connected = () => connection(session) === "live";
  const whole = createAct();
  const [adding, setAdding] = createSignal(false);
  return (
    <section aria-labelledby="ext-plugins">
      <PartHead session={session} id="ext-plugins" title="Plugins" reading={list}>
        <Button size="small" disabled={!connected()} onClick={() => setAdding(true)}>
          Add a marketplace
        </Button>
      </PartHead>
      <ActResult act={whole} />
      <Lacking session={session} method={installed ? "plugin/installed" : "plugin/list"} what="The list of plugins">
        <Search session={session} cwd={cwd} onChanged={() => void list.again()} />
        <Show when={shelf().errors.length > 0}>
          <ul class="ext__list" aria-label="Marketplaces that cannot be read">
            <FirstOf of={list} name="errors" each={shelf().errors} what="errors" first={20} row>
              {(error) => (
                <li class="ext__tool" data-marketplace-error={error.path}>
                  <p class="bad">
                    <VisibleText text={maskText(error.message)} plainBreaks prose />
                  </p>
                  <FileButton session={session} path={error.path} />
                </li>
              )}
            </FirstOf>
          </ul>
        </Show>
        <Show
          when={markets().length > 0}
          fallback={
            <p class="dim">
              {list.busy()
                ? "Reading"
                : list.at() === null
                  ? ""
                  : installed
                    ? "None is installed."
                    : "The machine has no marketplace for this folder, and no catalogue without an account."}
            </p>
          }
        >
          <FirstOf of={list} name="markets" each={markets()} what="marketplaces" first={20}>
            {(market) => <Market session={session} market={market} act={whole} onChanged={() => void list.again()} />}
          </FirstOf>
        </Show>
      </Lacking>
      <Show when={adding()}>
        <AddMarketplace
          session={session}
          act={whole}
          onDone={() => void list.again()}
          onClose={() => setAdding(false)}
        />
      </Show>
    </section>
  );
}

function Market(props: { session: HostSession; market: Marketplace; act: Act; onChanged: () => void }): JSX.Element {
  const services = useServices();
  const remove = async () => {
    const session = props.session;
    const act = props.act;
    const { name } = props.market;
    const done = await act.run(
      async () => (await services.actions.plugins()).removeMarketplace(session, name),
      () => `The marketplace ${name} was taken out. Plugins that it had installed stay until they are removed.`,
    );
    if (done) props.onChanged();
  };
  return (
    <div class="ext__market" data-marketplace={props.market.name}>
      <div class="ext__line">
        <h3>{visibleText(props.market.title ?? props.market.name)}</h3>
        <Show when={props.market.path} fallback={<span class="dim">not on the machine</span>}>
          {(path) => <FileButton session={props.session} path={path()} />}
        </Show>
        <Show when={props.market.path}>
          <span class="ext__acts">
            <Button
              size="small"
              look="quiet"
              disabled={props.act.busy() || connection(props.session) !== "live"}
              aria-label={`Take out the marketplace ${visibleText(props.market.name)}`}
              onClick={() => void remove()}
            >
              Take out
            </Button>
          </span>
        </Show>
      </div>
      <Show when={props.market.plugins.length > 0} fallback={<p class="dim">It has no plugins.</p>}>
        <ul class="ext__cards">
          <FirstOf of={props.market} name="plugins" each={props.market.plugins} what="plugins" first={40} row>
            {(plugin) => <PluginCard session={props.session} plugin={plugin} onChanged={props.onChanged} />}
          </FirstOf>
        </ul>
      </Show>
    </div>
  );
}

function Search(props: { session: HostSession; cwd: string | null; onChanged: () => void }): JSX.Element {
  const services = useServices();
  const attempt = createAttempt();
  const [words, setWords] = createSignal("");
  const [found, setFound] = createSignal<{ words: string; found: Plugin[]; more: boolean } | null>(null);
  const search = async () => {
    const wanted = words().trim();
    if (wanted === "") {
      setFound(null);
      return;
    }
    const session = props.session;
    const cwd = props.cwd;
    const done = await attempt.go(async () => (await services.actions.plugins()).search(session, wanted, cwd));
    if (done !== undefined) setFound({ words: wanted, ...done.value });
  };
  return (
    <Lacking session={props.session} method="plugin/search" what="Searching for plugins">
      <form
        class="ext__find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <input
          class="ext__search"
          type="search"
          aria-label="Search for plugins"
          placeholder="Search for plugins"
          value={words()}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <Button type="submit" disabled={attempt.busy() || connection(props.session) !== "live"}>
          {attempt.busy() ? "Searching" : "Search"}
        </Button>
      </form>
      <Show when={attempt.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <Show when={found()} keyed>
        {(result) => (
          <div class="ext__box" role="group" aria-label="Found plugins">
            <p role="status">
              {result.found.length === 0
                ? `Nothing was found for “${result.words}”.`
                : `Found for “${result.words}”${result.more ? "; there is more" : ""}:`}{" "}
              <Button size="small" look="quiet" onClick={() => setFound(null)}>
                Put away
              </Button>
            </p>
            <ul class="ext__cards">
              <FirstOf of={result} name="found" each={result.found} what="plugins" first={20} row>
                {(plugin) => (
                  <PluginCard
                    session={props.session}
                    plugin={plugin}
                    onChanged={() => {
                      props.onChanged();
                      void search();
                    }}
                  />
                )}
              </FirstOf>
            </ul>
          </div>
        )}
      </Show>
    </Lacking>
  );
}

function AddMarketplace(props: {
  session: HostSession;
  act: Act;
  onDone: () => void;
  onClose: () => void;
}): JSX.Element {
  const services = useServices();
  const [source, setSource] = createSignal("");
  const add = async () => {
    const wanted = source().trim();
    if (wanted === "") return;
    const session = props.session;
    const act = props.act;
    const done = await act.run(
      async () => (await services.actions.plugins()).addMarketplace(session, wanted),
      ({ name, already }) =>
        already ? `The marketplace ${name} was there already.` : `The marketplace ${name} was added.`,
    );
    if (!done) return;
    props.onDone();
    props.onClose();
  };
  return (
    <Dialog open title="Add a marketplace" onClose={() => props.onClose()}>
      <form
        class="ext__ask"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          label="Where it is"
          mono
          value={source()}
          hint="A folder of the machine, or the address of a git repository, which the App Server fetches to the machine."
          onInput={(event) => setSource(event.currentTarget.value)}
        />
        <Show when={props.act.problem()}>
          {(text) => (
            <p class="bad" role="alert">
              {text()}
            </p>
          )}
        </Show>
        <div class="ext__ask-acts">
          <Button onClick={() => props.onClose()}>Cancel</Button>
          <Button type="submit" look="act" disabled={source().trim() === "" || props.act.busy()}>
            {props.act.busy() ? "Adding" : "Add"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
