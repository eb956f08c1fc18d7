// The skills that a folder has: where each comes from, reading its file, switching it on and off, and folders with further
// ones.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import type { Skill } from "../../actions/skills.ts";
import { Button } from "../../design/button.tsx";
import { Chip, Dot } from "../../design/chip.tsx";
import { visibleText } from "../../decisions/visible.ts";
import { clockTime, counted } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { maskText } from "../masking/text.ts";
import { useServices } from "../services.tsx";
import { About, shortName } from "./about.tsx";
import { ActResult, createAct } from "./act.tsx";
import { FileButton } from "./file-button.tsx";
import { FolderChoice } from "./folder-choice.tsx";
import { PartHead } from "./part-head.tsx";
import { createReading } from "./reading.ts";

export default function SkillsPart(props: { session: HostSession }): JSX.Element {
  const [folder, setFolder] = createSignal<string | null>(null);
  return (
    <>
      <FolderChoice session={props.session} value={folder()} onChange={setFolder} />
      <Show when={{ cwd: folder() }} keyed>
        {({ cwd }) => <SkillsOfFolder session={props.session} cwd={cwd} />}
      </Show>
    </>
  );
}

const SCOPES: ReadonlyMap<string, string> = new Map([
  ["user", "yours"],
  ["repo", "of the project"],
  ["system", "comes with the App Server"],
  ["admin", "of an administrator"],
]);

function SkillsOfFolder(props: { session: HostSession; cwd: string | null }): JSX.Element {
  // Keyed by the folder; the page is keyed by the machine.
  // oxlint-disable-next-line solid/reactivity
  const { session, cwd } = props;
  const services = useServices();
  const acts = createLoader(
    () => services,
    ({ actions }) => actions.skills(),
  );
  let scan = false;
  const list = createReading({
    session,
    journal: services.journal,
    key: `skills ${cwd ?? ""}`,
    ask: async () => (await services.actions.skills()).list(session, cwd, scan),
  });
  const found = createMemo(() => acts.value()?.readSkills(list.raw()) ?? []);
  const skills = createMemo(() => found().flatMap((entry) => entry.skills));
  const errors = createMemo(() => found().flatMap((entry) => entry.errors));
  const stale = () => {
    const changed = live(session.state).extensions.skillsChangedAt;
    const read = list.at();
    return changed !== null && read !== null && changed > read && !list.busy()
      ? `Skills on the machine have changed at ${clockTime(changed)}, after this list was read. Read it again to see them.`
      : null;
  };
  const [query, setQuery] = createSignal("");
  const shown = createMemo(() => {
    const wanted = query().trim().toLowerCase();
    return wanted === ""
      ? skills()
      : skills().filter((skill) =>
          `${skill.name} ${skill.title ?? ""} ${skill.description} ${skill.path}`.toLowerCase().includes(wanted),
        );
  });
  const again = async () => {
    // Somebody who reads it again wants what is on the disk now.
    scan = true;
    await list.again();
  };
  return (
    <section aria-labelledby="ext-skills">
      <PartHead
        session={session}
        id="ext-skills"
        title="Skills"
        reading={list}
        stale={stale()}
        onAgain={() => void again()}
      />
      <Lacking session={session} method="skills/list" what="The list of skills">
        <Show when={errors().length > 0}>
          <ul class="ext__list" aria-label="Skills that cannot be read">
            <FirstOf of={list} name="errors" each={errors()} what="errors" first={20} row>
              {(error) => (
                <li class="ext__tool" data-skill-error={error.path}>
                  <p class="bad">
                    <VisibleText text={maskText(error.message)} plainBreaks prose />
                  </p>
                  <Show when={error.path}>{(path) => <FileButton session={session} path={path()} />}</Show>
                </li>
              )}
            </FirstOf>
          </ul>
        </Show>
        <Show when={skills().length > 8}>
          <input
            class="ext__search"
            type="search"
            aria-label="Search the skills"
            placeholder="Search"
            value={query()}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </Show>
        <Show
          when={shown().length > 0}
          fallback={
            <p class="dim">
              {list.busy() ? "Reading" : list.at() === null ? "" : query() ? "No match." : "There are none."}
            </p>
          }
        >
          <ul class="ext__cards" aria-label={counted(shown().length, "skill")}>
            <FirstOf of={list} name="skills" each={shown()} what="skills" first={50} row>
              {(skill) => <SkillCard session={session} skill={skill} onChanged={() => list.again()} />}
            </FirstOf>
          </ul>
        </Show>
        <Roots session={session} onChanged={() => void again()} />
      </Lacking>
    </section>
  );
}

function SkillCard(props: { session: HostSession; skill: Skill; onChanged: () => Promise<void> }): JSX.Element {
  const services = useServices();
  const act = createAct();
  const connected = () => connection(props.session) === "live";
  const set = async (enabled: boolean) => {
    const session = props.session;
    const { path } = props.skill;
    const done = await act.run(
      async () => (await services.actions.skills()).setEnabled(session, path, enabled),
      (counts) =>
        counts === enabled
          ? null
          : `It was written, and the skill is still ${counts ? "on" : "off"}: something else decides.`,
    );
    if (done && act.said() === null) await props.onChanged();
  };
  return (
    <li class="ext__card" data-skill={props.skill.name} data-enabled={props.skill.enabled ? "" : undefined}>
      <div class="ext__line">
        <Dot kind={props.skill.enabled ? "ok" : "off"} />
        <b>
          <VisibleText text={shortName(props.skill.title ?? props.skill.name)} prose />
        </b>
        <Show when={props.skill.title !== null && props.skill.title !== props.skill.name}>
          <code class="dim">
            <VisibleText text={shortName(props.skill.name)} />
          </code>
        </Show>
        <Show when={!props.skill.enabled}>
          <span>is switched off</span>
        </Show>
        <Chip>{SCOPES.get(props.skill.scope) ?? visibleText(props.skill.scope)}</Chip>
        <span class="ext__acts">
          <Button
            size="small"
            disabled={!connected() || act.busy()}
            aria-label={`Switch ${visibleText(shortName(props.skill.name))} ${props.skill.enabled ? "off" : "on"}`}
            onClick={() => void set(!props.skill.enabled)}
          >
            {props.skill.enabled ? "Switch off" : "Switch on"}
          </Button>
        </span>
      </div>
      <About text={props.skill.short ?? props.skill.description} />
      <Show
        when={
          props.skill.short !== null && props.skill.description !== "" && props.skill.short !== props.skill.description
        }
      >
        <details class="fold">
          <summary class="quiet chevron">When the agent uses it</summary>
          <About text={props.skill.description} />
        </details>
      </Show>
      <Show when={props.skill.needs.length > 0}>
        <p class="dim">Needs {visibleText(props.skill.needs.slice(0, 10).join(", "))}</p>
      </Show>
      <FileButton session={props.session} path={props.skill.path} />
      <ActResult act={act} />
    </li>
  );
}

/** Folders with further skills, until the App Server ends. The server tells of none that are set: it only takes them. */
function Roots(props: { session: HostSession; onChanged: () => void }): JSX.Element {
  const services = useServices();
  const act = createAct();
  const [text, setText] = createSignal("");
  const roots = () =>
    text()
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const problem = () =>
    roots().some((root) => !/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(root)) ? "Each folder has to be a full path." : null;
  const set = async () => {
    const wanted = roots();
    const session = props.session;
    const done = await act.run(
      async () => (await services.actions.skills()).setRoots(session, wanted),
      () =>
        wanted.length === 0
          ? "No other folders are used."
          : `${counted(wanted.length, "further folder")} ${wanted.length === 1 ? "is" : "are"} looked into until the App Server ends.`,
    );
    if (done) props.onChanged();
  };
  return (
    <details class="fold ext__roots">
      <summary class="quiet chevron">More folders with skills</summary>
      <div class="ext__box">
        <p class="dim">
          The App Server looks into these folders as well, for all threads and devices, until it ends. It does not tell
          which are set already: these take their place.
        </p>
        <label class="field">
          <span class="field__label">Folders, one per line</span>
          <textarea
            class="field__input mono"
            rows="3"
            spellcheck={false}
            autocapitalize="off"
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <Show when={problem()}>{(words) => <p class="bad">{words()}</p>}</Show>
        <p>
          <Button
            size="small"
            disabled={problem() !== null || act.busy() || connection(props.session) !== "live"}
            onClick={() => void set()}
          >
            {roots().length === 0 ? "Use no other folders" : "Use these folders"}
          </Button>
        </p>
        <ActResult act={act} />
      </div>
    </details>
  );
}
