// What stands in the message box beside its words: how it comes there, how it looks, and whether it can be sent. Loaded
// after the first screen; the composer gets the box from here.
import { createEffect, createMemo, createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import { Portal } from "solid-js/web";
import type { HostSession } from "../../../host/model.ts";
import type { ThreadState } from "../../../projection/state.ts";
import { connection, facts, live } from "../../live.ts";
import { createKnown } from "../../models/known.ts";
import { useServices } from "../../services.tsx";
import { takeShared } from "../../share/pending.ts";
import { forgetShared } from "../../share/shared.ts";
import { homeOf } from "../../thread-facts.ts";
import type { Draft } from "../draft.ts";
import type { Part, PartsRoom } from "../parts.ts";
import { asMessage, joinWords } from "../shell.ts";
import { fillBox } from "../completions/walk.ts";
import { createAside } from "./aside.ts";
import { AttachButton } from "./attach-button.tsx";
import { Chips, type ChipNote } from "./chips.tsx";
import { DropTarget } from "./drop.tsx";
import { FolderLine } from "./folder-line.tsx";
import { heldOf, partOf } from "./from-file.ts";
import { lineLength, lineLimit, tooLarge } from "./limits.ts";
import { modalityOf, refusalOf, takes } from "./modalities.ts";
import { foldText, isLarge } from "./pasted.ts";
import { PartDialog } from "./part-dialog.tsx";
import { createPartsStore } from "./parts-store.ts";
import { createRoom } from "./room.ts";
import { createUploads } from "./uploads.ts";
import { toInput } from "./wire-parts.ts";
import { bytes, counted } from "../../../design/words.ts";
import "./attach.css";

/** How long a message waits for the list of models. */
const MODELS_MS = 4000;
/** Files whose refusal is said each. */
const SAID = 3;

/** Whether a text that was pasted beside files is their names, paths or addresses and nothing else. */
function namesOnly(text: string, files: readonly File[]): boolean {
  const decoded = (line: string) => {
    try {
      return decodeURIComponent(line);
    } catch {
      return line;
    }
  };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.every((line) => files.some(({ name }) => line.endsWith(name) || decoded(line).endsWith(name)));
}

export interface AttachmentsProps {
  session: HostSession;
  state: ThreadState;
  draft: Draft;
  field: () => HTMLTextAreaElement | undefined;
  /** clientUserMessageIds of what this box has sent. */
  sent: Set<string>;
  /** Says why the last act of the box was not done. */
  refuse: (sentence: string | null) => void;
  /** Called when what is stored of the draft stands here. */
  ready: (room: PartsRoom | null) => void;
  /** Nothing can be written into the box. */
  shut: boolean;
  onSent?: () => void;
}

export default function Attachments(props: AttachmentsProps): JSX.Element {
  // Keyed by thread: none of these changes during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { session, draft, field, sent, refuse, ready } = props;
  // oxlint-disable-next-line solid/reactivity
  const thread = props.state.id;
  const services = useServices();
  const store = createPartsStore(services.journal, session.id, thread);
  const aside = createAside(services.journal, session.id, thread);
  const uploads = createUploads({
    session,
    journal: services.journal,
    actions: services.actions,
    state: () => props.state,
    store,
    box: () => room.box,
  });
  const [opened, setOpened] = createSignal<string | null>(null);
  const openPart = () => store.parts().find(({ id }) => id === opened());

  /** Whether its model takes a part: a question only once there is one that a model may not take. */
  const asks = createMemo(() => store.parts().some(({ input }) => modalityOf(input) !== null));
  const [records, setRecords] = createSignal<Parameters<typeof takes>[0]>(null);
  const [told, setTold] = createSignal(false);
  const waiting = new Set<() => void>();
  createEffect(() => {
    if (!told()) return;
    for (const go of waiting) go();
    waiting.clear();
  });
  /** Resolves when the list of models has come, or will not soon: a picture sent at once is asked about as well. */
  const models = () =>
    // Asked when a message is sent.
    // oxlint-disable-next-line solid/reactivity
    new Promise<void>((resolve) => {
      if (!asks() || told() || connection(session) !== "live") return resolve();
      waiting.add(resolve);
      setTimeout(resolve, MODELS_MS);
    });
  const takenOf = (part: Part) => {
    const modality = modalityOf(part.input);
    return modality === null ? null : { modality, taken: takes(records(), live(props.state).settings.model, modality) };
  };
  /** Why one part cannot be sent, in short and as a sentence; null: it can. */
  const troubleOf = (part: Part): { note: string; sentence: string } | null => {
    const asked = takenOf(part);
    if (asked?.taken.type === "no") {
      const { model } = asked.taken;
      return { note: `not for ${model}`, sentence: `${part.label}: ${refusalOf(asked.taken, asked.modality)}` };
    }
    return tooLarge(part, session);
  };
  const noteOf = (part: Part): ChipNote => {
    if (uploads.current() === part.id) return { note: "being written to the machine", bad: false };
    const trouble = troubleOf(part);
    return trouble === null ? { note: null, bad: false } : { note: trouble.note, bad: true };
  };
  const unknown = () => {
    for (const part of store.parts()) {
      const asked = takenOf(part);
      if (asked?.taken.type === "unknown") return `${asked.taken.why} Whether it takes this is not known.`;
    }
    return null;
  };

  /** Files are read one after the other, in their order. */
  const [coming, setComing] = createSignal(0);
  let work: Promise<unknown> = Promise.resolve();
  /** How many did not become parts. */
  let unread = 0;

  const room = createRoom({
    session,
    thread,
    draft,
    store,
    field,
    refuse,
    coming,
    come: async () => {
      const before = unread;
      await work;
      return unread === before;
    },
    async why(parts) {
      await models();
      for (const part of parts) {
        const trouble = troubleOf(part);
        if (trouble !== null) return `${trouble.sentence} Nothing was sent.`;
      }
      const length = lineLength(toInput(draft.text(), parts));
      const most = lineLimit(session);
      return length <= most
        ? null
        : `The message is too large: it would be ${bytes(length)}, and this relay takes ${bytes(most)} at once. ${parts.length === 0 ? "Shorten it, or send it in parts." : "Make a picture smaller, send one as a file, or send them one by one."} Nothing was sent.`;
    },
    bring: uploads.bring,
    onSent(message) {
      props.onSent?.();
      message.then(
        (id) => sent.add(id),
        () => undefined,
      );
    },
    button: () => <AttachButton disabled={props.shut || room.busy()} attach={(files) => void attach(files)} />,
  });

  /** Puts a part where the person writes; a file that is named in the text gets its name there. */
  const place = (part: Part) => {
    if (part.input.type !== "mention" || part.file === undefined) return store.put(part);
    const name = part.file.name;
    const { end } = room.box.caret();
    const before = draft.text().slice(0, end);
    const gap = before === "" || /\s$/.test(before) ? "" : " ";
    const marker = /\s/.test(name) ? `@"${name}"` : `@${name}`;
    if (gap !== "") room.box.replace(end, end, gap);
    const at = end + gap.length;
    room.box.insertPart(at, at, { ...part, marker });
  };
  /** Null: it is attached; else why not. */
  const attachOne = async (file: File): Promise<string | null> => {
    const part = await heldOf(file)
      .then(partOf)
      .catch(() => null);
    if (part === null) return `${file.name} could not be read on this device. A folder cannot be attached.`;
    const trouble = tooLarge(part, session);
    // A picture can be made smaller; anything else could only be taken out again.
    if (trouble !== null && part.input.type !== "localImage") return `${trouble.sentence} It was not attached.`;
    place(part);
    return null;
  };
  const attach = (files: readonly File[]): Promise<void> => {
    refuse(null);
    setComing((count) => count + files.length);
    const done = work.then(async () => {
      const refused: string[] = [];
      for (const file of files) {
        const why = await attachOne(file);
        setComing((count) => count - 1);
        if (why === null) continue;
        unread += 1;
        refused.push(why);
        const more = refused.length - SAID;
        refuse(refused.slice(0, SAID).join(" ") + (more > 0 ? ` ${more} more were not attached.` : ""));
      }
      field()?.focus();
    });
    work = done;
    return done;
  };

  const onPaste = (event: ClipboardEvent) => {
    const data = event.clipboardData;
    if (data === null || props.shut) return;
    const text = data.getData("text/plain");
    const files = [...data.files];
    // Office programs put a picture of a text beside the text, file managers the names or addresses of the files.
    if (files.length > 0 && (text.trim() === "" || namesOnly(text, files))) {
      event.preventDefault();
      void attach(files);
    } else if (isLarge(text)) {
      event.preventDefault();
      store.put(foldText(text));
    }
  };
  // Drawn before its box, or after it: the field is there when both are.
  onMount(() => {
    const textarea = field();
    textarea?.addEventListener("paste", onPaste);
    onCleanup(() => textarea?.removeEventListener("paste", onPaste));
  });
  void Promise.all([store.known, aside.read()]).then(([, shown]) => {
    const unsent = aside.last();
    // The page was left while an earlier message stood in the box, as it was: it is in the history, this is not.
    if (unsent !== null && shown !== null && draft.text() === shown) {
      aside.pop();
      fillBox(room.box, unsent.text, unsent.parts);
    }
    ready(room);
  });
  onMount(() => {
    const shared = takeShared(thread, props.state.turns.size === 0);
    if (shared === null) return;
    if (shared.text !== "") draft.set(joinWords(draft.text(), shared.text));
    // Put aside until the draft holds it.
    void attach(shared.files)
      .then(() => Promise.all([draft.keep(), store.keep()]))
      // What could not be stored here stays put aside.
      .then(() => (store.unsaved() ? undefined : forgetShared(caches, shared.id)))
      .catch(() => undefined);
  });

  const replacePart = (part: Part) => {
    const before = openPart();
    if (before?.marker != null) room.box.removePart(before.id);
    // A file by its name in the text; everything else is a chip alone.
    place(part);
  };
  const toWords = (part: Part, words: string) => {
    setOpened(null);
    room.box.removePart(part.id);
    draft.set(draft.text() === "" ? asMessage(words) : joinWords(draft.text(), words));
    field()?.focus();
  };
  const held = () => store.parts().some(({ file }) => file !== undefined);
  const machine = () => facts(session).label || "the machine";
  return (
    <>
      <DropTarget disabled={props.shut || room.busy()} attach={(files) => void attach(files)} />
      <Show when={asks()}>
        <Models
          session={session}
          told={(list, isLast) => {
            setRecords(list);
            setTold(isLast);
          }}
        />
      </Show>
      <Show when={room.count() > 0}>
        <div class="attach" data-kept={store.kept() ? "" : undefined}>
          <Chips
            parts={store.parts()}
            noteOf={noteOf}
            busy={room.busy()}
            open={(part) => setOpened(part.id)}
            remove={(part) => room.box.removePart(part.id)}
          />
          <Show when={held()}>
            <FolderLine
              folder={uploads.folder()}
              machine={machine()}
              home={homeOf(live(session.state))}
              setFolder={uploads.setFolder}
            />
          </Show>
          <Show when={coming() > 0}>
            <p class="attach__note" role="status">
              Reading {counted(coming(), "file")}
            </p>
          </Show>
          <Show when={unknown()}>{(sentence) => <p class="attach__note">{sentence()}</p>}</Show>
          <Show when={store.unsaved()}>
            <p class="attach__note bad">
              What is attached could not be stored on this device: it is lost with this page.
            </p>
          </Show>
        </div>
      </Show>
      <Show when={openPart()}>
        {(part) => (
          // Not in the form of the message: an Enter in the dialog would send it.
          <Portal>
            <PartDialog
              part={part()}
              trouble={troubleOf(part())?.sentence ?? null}
              replace={replacePart}
              toWords={(words) => toWords(part(), words)}
              remove={() => {
                room.box.removePart(part().id);
                setOpened(null);
              }}
              close={() => setOpened(null)}
            />
          </Portal>
        )}
      </Show>
    </>
  );
}

/** Follows the server's list of models while somebody needs it. */
function Models(props: {
  session: HostSession;
  /** `isLast`: nothing else is being read. */
  told: (records: Parameters<typeof takes>[0], isLast: boolean) => void;
}): JSX.Element {
  const models = createKnown(
    () => props.session,
    () => ({ name: "allModels" }),
  );
  createEffect(() => {
    const known = models.known();
    props.told(known?.records ?? null, models.broken() || (known !== null && !known.reading));
  });
  return null;
}
