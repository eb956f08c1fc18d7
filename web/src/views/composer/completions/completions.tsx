// What the message box offers to complete: files by "@", skills, apps and plugins by "$", acts of the app by "/"; and the
// way back through earlier messages. Mounted with the first key that asks for it. The keys are the box's own: it hands
// them over before it acts on them, and asks before it sends.
import {
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  type JSX,
  on,
  onCleanup,
  onMount,
  Show,
} from "solid-js";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import type { HostSession } from "../../../host/model.ts";
import type { ThreadState } from "../../../projection/state.ts";
import { connection } from "../../live.ts";
import { useHosts, useServices } from "../../services.tsx";
import { refusalSentence } from "../../thread-menu/refusals.ts";
import { createAside } from "../attach/aside.ts";
import { isComposing, isPlainEnter } from "../enter.ts";
import type { ComposerBox, CompletionKeys, Part } from "../parts.ts";
import { commandNamed, commandNear, commandsOf, type Command, findCommands } from "./commands.ts";
import { CompletionList, type Entry, entryId } from "./completion-list.tsx";
import { ownMessages } from "./history.ts";
import { createFiles, createMentionables, filePart, findMentions, mentionPart, rootsOf } from "./offers.ts";
import { commandIn, type Trigger, triggerAt, withoutDoubledSlash } from "./trigger.ts";
import { createWalk } from "./walk.ts";
import "./completions.css";

/** Entries that are drawn; writing on finds the others. */
const SHOWN = 50;

export interface CompletionsProps {
  box: ComposerBox;
  session: HostSession;
  state: ThreadState;
  /** Sends what stands in the box into the queue of the thread. */
  queue: () => void;
  /** Hands over the keys; null when it goes. */
  keys: (keys: CompletionKeys | null) => void;
}

/** A text that begins like an act and is none, or cannot be done: the person says what is meant. */
interface Doubt {
  text: string;
  /** What stands behind its word. */
  rest: string;
  title: string;
  why: string;
  /** What it may have been meant as. */
  near: Command | null;
  /** Sends it the way that was asked for. */
  again: () => void;
}

const sameTrigger = (a: Trigger | null, b: Trigger | null): boolean =>
  a?.kind === b?.kind && a?.start === b?.start && a?.end === b?.end && a?.query === b?.query;

export default function Completions(props: CompletionsProps): JSX.Element {
  const services = useServices();
  const { hosts } = useHosts();
  // Keyed by thread: box and session do not change during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { box, session } = props;
  // oxlint-disable-next-line solid/reactivity
  const thread = props.state.id;
  const list = `completions-${createUniqueId()}`;
  let root: HTMLDivElement | undefined;
  const field = () => root?.closest("form")?.querySelector("textarea") ?? null;

  // ------------------------------------------------------------------------------------------------ what is asked for
  const [moved, setMoved] = createSignal(0);
  const [left, setLeft] = createSignal(false);
  /** Where the person closed the list: it stays closed there. */
  const [closed, setClosed] = createSignal<string | null>(null);
  const place = (trigger: Trigger) => `${trigger.kind} ${trigger.start}`;
  const trigger = createMemo<Trigger | null>(
    () => {
      const text = box.text();
      const markers = box.parts().flatMap(({ marker }) => marker ?? []);
      moved();
      if (left()) return null;
      const { start, end } = box.caret();
      return start === end ? triggerAt(text, Math.min(end, text.length), markers) : null;
    },
    null,
    { equals: sameTrigger },
  );
  createEffect(() => {
    const now = trigger();
    if (now === null || place(now) !== closed()) setClosed(null);
  });
  const open = createMemo(
    () => {
      const now = trigger();
      return now === null || place(now) === closed() ? null : now;
    },
    null,
    { equals: sameTrigger },
  );
  const asksFor = (kind: Trigger["kind"]) => {
    const now = open();
    return now?.kind === kind ? now.query : null;
  };
  const roots = () => rootsOf(session, props.state);
  const files = createFiles(services, session, roots, () => asksFor("file"));
  const mentions = createMentionables(services, session, thread, roots, () => asksFor("mention") !== null);
  const commands = (): Command[] => {
    const entry = hosts().find((one) => one.session === session);
    if (entry === undefined) return [];
    return commandsOf({
      services,
      entry,
      state: props.state,
      anchor: field,
      queue: (words) => queue(words),
    });
  };

  // ------------------------------------------------------------------------------------------------ the list
  const insert = (part: Part): void => {
    const at = trigger();
    if (at === null) return;
    box.insertPart(at.start, at.end, part);
    box.focus();
  };
  const fileEntries = (): Entry[] => {
    const hits = files.hits();
    const query = asksFor("file");
    if (hits === null || query === null || query === "") return [];
    return hits.files.map((file) => ({
      key: `${file.root} ${file.path}`,
      sign: "",
      label: file.path,
      marks: file.marks,
      off: null,
      detail: file.root === roots()[0] ? "" : file.root,
      tag: file.folder ? "folder" : "",
      take: () => insert(filePart(file, roots())),
    }));
  };
  const mentionEntries = (): Entry[] => {
    const query = asksFor("mention");
    if (query === null) return [];
    return findMentions(mentions.lists() ?? [], query).map(({ one, marks }) => ({
      key: `${one.kind} ${one.path}`,
      sign: "",
      label: one.title,
      marks,
      detail: one.description,
      off: one.off,
      tag: one.source === null ? one.kind : `${one.kind}, ${one.source}`,
      take: () => (one.off === null ? insert(mentionPart(one)) : setSaid(`${one.title} is ${one.off}.`)),
    }));
  };
  const commandEntries = (): Entry[] => {
    const query = asksFor("command");
    if (query === null) return [];
    return findCommands(commands(), query).map(({ command, marks }) => ({
      key: command.name,
      sign: "/",
      label: command.name,
      marks,
      detail: command.words,
      off: command.why,
      tag: command.takes ?? "",
      take: () => take(command),
    }));
  };
  const found = createMemo(() => [...fileEntries(), ...mentionEntries(), ...commandEntries()]);
  const entries = createMemo(() => found().slice(0, SHOWN));
  /** What is drawn answers to older words, or to none yet. */
  const waits = () => {
    const query = asksFor("file");
    if (query !== null) return query !== "" && files.failed() === null && files.hits()?.query !== query;
    return asksFor("mention") !== null && mentions.lists() === null && connection(session) === "live";
  };
  const notes = createMemo((): string[] => {
    const now = open();
    if (now === null) return [];
    const said: string[] = [];
    if (found().length > SHOWN) said.push(`${found().length - SHOWN} more. Write on to find them.`);
    if (now.kind === "file") {
      const failed = files.failed();
      if (failed !== null) said.push(`Files cannot be found now. ${failed}`);
      else if (now.query === "") said.push("Write a part of a file’s name or path.");
      else if (waits()) said.push("Searching");
      else if (found().length === 0) said.push("No file answers to that.");
    }
    if (now.kind === "mention") {
      if (connection(session) !== "live" && mentions.lists() === null)
        said.push("Skills, apps and plugins are listed once connected.");
      else if (waits()) said.push("Reading the lists");
      else if (now.query === "" && found().length === 0) said.push("There are no skills, apps or plugins.");
      for (const { kind, failed, errors } of now.query === "" ? (mentions.lists() ?? []) : []) {
        if (failed !== null) said.push(`The ${kind}s could not be listed. ${refusalSentence(failed)}`);
        if (errors.length > 0) said.push(`Of the ${kind}s ${errors.length} could not be read: ${errors[0]}`);
      }
    }
    return said;
  });
  /** Words like "$HOME" that find nothing are words. */
  const shown = () => open() !== null && (entries().length > 0 || (notes().length > 0 && !silent()));
  const silent = () => open()?.kind === "mention" && open()?.query !== "" && !waits();
  const [active, setActive] = createSignal(0);
  createEffect(on([() => open()?.kind, () => open()?.query], () => setActive(0)));
  const chosen = () => Math.min(active(), entries().length - 1);
  const [said, setSaid] = createSignal("");

  createEffect(() => {
    const box = field();
    if (box === null) return;
    const listed = shown() && entries().length > 0;
    box.setAttribute("aria-autocomplete", "list");
    if (listed) {
      box.setAttribute("aria-controls", list);
      box.setAttribute("aria-activedescendant", entryId(list, chosen()));
    } else {
      box.removeAttribute("aria-controls");
      box.removeAttribute("aria-activedescendant");
    }
  });
  const spoken = () => {
    if (said() !== "") return said();
    if (!shown()) return "";
    const count = entries().length;
    return [
      count === 0 ? "" : count === 1 ? "1 entry. Enter takes it." : `${count} entries. Arrows choose, Enter takes.`,
    ]
      .concat(notes())
      .join(" ");
  };
  createEffect(on(open, () => setSaid(""), { defer: true }));

  // ------------------------------------------------------------------------------------------------ acts of the app
  const [doubt, setDoubt] = createSignal<Doubt | null>(null);
  /** A text that is to go as it stands, for as long as it stands: it may be refused and sent again. */
  let literal: string | null = null;
  createEffect(() => {
    const text = box.text();
    if (literal !== text) literal = null;
    if (doubt() !== null && doubt()?.text !== text) setDoubt(null);
  });

  const take = (command: Command, rest = ""): void => {
    if (command.why !== null) return void setSaid(`/${command.name}: ${command.why}.`);
    if (command.needs && rest === "") return box.set(`/${command.name} `);
    // An act takes nothing along: what is attached stays, by its names.
    const names = box.parts().flatMap(({ marker }) => marker ?? []);
    if (command.keeps !== true) box.set(names.map((name) => `${name} `).join(""));
    command.run(rest);
  };
  const queue = (words: string): void => {
    // Its words alone, with what stands beside them: then it goes like any message.
    box.set(words);
    props.queue();
  };
  /** Whether what stands in the box is not to be sent as it stands. */
  const beforeSend = (again: () => void): boolean => {
    const text = box.text();
    if (literal === text) return false;
    const single = withoutDoubledSlash(text);
    if (single !== null) {
      literal = single;
      box.set(single);
      return false;
    }
    const asked = commandIn(text);
    if (asked === null) return false;
    const { word, rest } = asked;
    const all = commands();
    const command = commandNamed(all, word);
    const near = command ?? commandNear(all, word);
    const ask = (title: string, why: string) => setDoubt({ text, rest, title, why, near, again });
    if (command === null) ask(`There is no “/${word}” here`, "Nothing was sent.");
    else if (command.why !== null)
      ask(`“/${word}” cannot be done now`, `It is not possible: ${command.why}. Nothing was sent.`);
    else if (command.takes === null && rest !== "")
      ask(`“/${word}” takes nothing behind it`, "Is it meant as that act, or as a message?");
    else take(command, rest);
    return true;
  };
  const sendAsText = ({ text, again }: Doubt): void => {
    literal = text;
    setDoubt(null);
    again();
    box.focus();
  };

  // ------------------------------------------------------------------------------------------------ keys
  const walk = createWalk(box, () => ownMessages(props.state), createAside(services.journal, session.id, thread));
  const onWalkKey = (event: KeyboardEvent): boolean => {
    const older = event.key === "ArrowUp";
    if ((!older && event.key !== "ArrowDown") || event.shiftKey || event.metaKey) return false;
    const { start, end } = box.caret();
    const empty = box.text() === "" && box.parts().length === 0;
    const free = event.ctrlKey || event.altKey || (older && empty);
    // While walking: at the ends of what was put there, so that its lines can be walked too.
    const atEnd = walk.walking() && start === end && (end === box.text().length || (older && start === 0));
    return (free || atEnd) && walk.step(older);
  };
  const onListKey = (event: KeyboardEvent): boolean => {
    const count = entries().length;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && plain && !event.shiftKey && count > 0) {
      setActive((chosen() + step + count) % count);
      return true;
    }
    if (event.key === "Escape") {
      const now = open();
      if (now !== null) setClosed(place(now));
      event.stopPropagation();
      return true;
    }
    if (!isPlainEnter(event) && !(event.key === "Tab" && plain && !event.shiftKey)) return false;
    // What is drawn is not what was asked for: nothing is taken by accident, and nothing sent half.
    if (waits()) return event.key !== "Tab";
    const entry = entries()[chosen()];
    if (entry === undefined) return false;
    if (!event.repeat) entry.take();
    return true;
  };
  const keys: CompletionKeys = {
    onKeyDown(event) {
      if (isComposing(event)) return false;
      const theirs = shown() ? onListKey(event) : onWalkKey(event);
      if (theirs) event.preventDefault();
      return theirs;
    },
    beforeSend,
  };

  onMount(() => {
    const box = field();
    const follow = () => {
      if (document.activeElement === box) setMoved((n) => n + 1);
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      // Into the list, to scroll it, is not away.
      if (!(relatedTarget instanceof Node && (root?.contains(relatedTarget) || relatedTarget === box))) setLeft(true);
    };
    const come = () => setLeft(false);
    document.addEventListener("selectionchange", follow);
    box?.addEventListener("blur", leave);
    box?.addEventListener("focus", come);
    root?.addEventListener("focusout", leave);
    onCleanup(() => {
      document.removeEventListener("selectionchange", follow);
      box?.removeEventListener("blur", leave);
      box?.removeEventListener("focus", come);
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) box?.removeAttribute(name);
    });
    props.keys(keys);
  });
  onCleanup(() => props.keys(null));

  return (
    <div
      ref={(element) => (root = element)}
      class="completing"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !shown()) return;
        onListKey(event);
        box.focus();
      }}
    >
      <Show when={shown()}>
        <CompletionList
          id={list}
          label={{ file: "Files", mention: "Skills, apps and plugins", command: "Acts" }[open()?.kind ?? "file"]}
          entries={entries()}
          active={chosen()}
          notes={notes()}
          onPoint={setActive}
        />
      </Show>
      <Show when={doubt()}>
        {(asked) => (
          <div class="completing__ask">
            <Notice
              kind="warn"
              title={asked().title}
              acts={
                <>
                  <Show when={asked().near?.why === null ? asked().near : null}>
                    {(near) => (
                      <Button size="small" onClick={() => take(near(), near().takes === null ? "" : asked().rest)}>
                        /{near().name}
                      </Button>
                    )}
                  </Show>
                  <Button size="small" onClick={() => sendAsText(asked())}>
                    Send as text
                  </Button>
                  <Button size="small" look="quiet" onClick={() => (setDoubt(null), box.focus())}>
                    Write on
                  </Button>
                </>
              }
            >
              {asked().why} To begin a message with a slash, write it twice or a space before it.
            </Notice>
          </div>
        )}
      </Show>
      <div class="sr-only" role="status">
        {spoken()}
      </div>
    </div>
  );
}
