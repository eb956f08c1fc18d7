// The hooks that run for a folder, to look at: what each runs, when, where it comes from and whether it is trusted.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import type { Hook } from "../../actions/skills.ts";
import { Chip, Dot } from "../../design/chip.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { createLoader } from "../load.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { maskText } from "../masking/text.ts";
import { useServices } from "../services.tsx";
import { FileButton } from "./file-button.tsx";
import { FolderChoice } from "./folder-choice.tsx";
import { PartHead } from "./part-head.tsx";
import { createReading } from "./reading.ts";

export default function HooksPart(props: { session: HostSession }): JSX.Element {
  const [folder, setFolder] = createSignal<string | null>(null);
  return (
    <>
      <FolderChoice session={props.session} value={folder()} onChange={setFolder} />
      <Show when={{ cwd: folder() }} keyed>
        {({ cwd }) => <HooksOfFolder session={props.session} cwd={cwd} />}
      </Show>
    </>
  );
}

function HooksOfFolder(props: { session: HostSession; cwd: string | null }): JSX.Element {
  // Keyed by the folder; the page is keyed by the machine.
  // oxlint-disable-next-line solid/reactivity
  const { session, cwd } = props;
  const services = useServices();
  const acts = createLoader(
    () => services,
    ({ actions }) => actions.skills(),
  );
  const list = createReading({
    session,
    journal: services.journal,
    key: `hooks ${cwd ?? ""}`,
    ask: async () => (await services.actions.skills()).hooks(session, cwd),
  });
  const found = createMemo(() => acts.value()?.readHooks(list.raw()) ?? []);
  const hooks = createMemo(() => found().flatMap((entry) => entry.hooks));
  const problems = createMemo(() => found().flatMap((entry) => [...entry.errors, ...entry.warnings]));
  return (
    <section aria-labelledby="ext-hooks">
      <PartHead session={session} id="ext-hooks" title="Hooks" reading={list} />
      <p class="dim">
        Commands that run at certain moments of a turn. They are set in the machine’s files, and trusted there.
      </p>
      <Lacking session={session} method="hooks/list" what="The list of hooks">
        <Show when={problems().length > 0}>
          <ul class="ext__list">
            <FirstOf of={list} name="problems" each={problems()} what="problems" first={20} row>
              {(words) => (
                <li class="bad">
                  <VisibleText text={maskText(words)} plainBreaks prose />
                </li>
              )}
            </FirstOf>
          </ul>
        </Show>
        <Show
          when={hooks().length > 0}
          fallback={<p class="dim">{list.busy() ? "Reading" : list.at() === null ? "" : "There are none."}</p>}
        >
          <ul class="ext__cards">
            <FirstOf of={list} name="hooks" each={hooks()} what="hooks" first={40} row>
              {(hook) => <HookCard session={session} hook={hook} />}
            </FirstOf>
          </ul>
        </Show>
      </Lacking>
    </section>
  );
}

/** `preToolUse` as words. */
const words = (name: string): string => visibleText(name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase());

function HookCard(props: { session: HostSession; hook: Hook }): JSX.Element {
  return (
    <li class="ext__card" data-hook={props.hook.key}>
      <div class="ext__line">
        <Dot kind={props.hook.enabled ? "ok" : "off"} />
        <b>{words(props.hook.event)}</b>
        <Show when={props.hook.matcher}>
          {(matcher) => (
            <code>
              <VisibleText text={matcher()} />
            </code>
          )}
        </Show>
        <Show when={!props.hook.enabled}>
          <span>is switched off</span>
        </Show>
        <Chip>{words(props.hook.source)}</Chip>
        <Chip>{words(props.hook.trust)}</Chip>
        <Show when={props.hook.managed}>
          <Chip>of an administrator</Chip>
        </Show>
        <Show when={props.hook.plugin}>{(plugin) => <Chip>from plugin {visibleText(plugin())}</Chip>}</Show>
      </div>
      <p class="ext__runs">
        <code>
          <VisibleText text={maskText(props.hook.runs)} />
        </code>
      </p>
      <Show when={props.hook.path !== ""}>
        <FileButton session={props.session} path={props.hook.path} />
      </Show>
    </li>
  );
}
