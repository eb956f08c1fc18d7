// What another app shared with this one: which thread is it for? It goes into that thread's draft, and nothing is sent.
import { createMemo, createSignal, For, type JSX, onMount, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/text-field.tsx";
import { ago, shortPath } from "../../design/words.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { heldOf } from "../composer/attach/from-file.ts";
import { PartChip } from "../composer/part-chip.tsx";
import type { HeldFile } from "../composer/parts.ts";
import { BackLink } from "../frame/back-link.tsx";
import { live } from "../live.ts";
import { navigate, threadPath } from "../route.tsx";
import { useHosts } from "../services.tsx";
import { homeOf, threadTitle } from "../thread-facts.ts";
import { giveShared } from "./pending.ts";
import { forgetShared, readShared, type Shared } from "./shared.ts";
import "./share-page.css";

/** Threads that are offered at once. */
const MOST = 30;
/** Characters drawn of a shared text. */
const WORDS = 600;

export default function SharePage(): JSX.Element {
  const { hosts } = useHosts();
  const [shared, setShared] = createSignal<Shared | "looking" | null>("looking");
  const [filter, setFilter] = createSignal("");
  onMount(() => {
    // No cache storage on an insecure origin; there is no service worker to put anything aside either.
    const found = "caches" in globalThis ? readShared(caches) : Promise.resolve(null);
    found.catch(() => null).then(setShared, () => undefined);
  });
  const here = () => {
    const now = shared();
    return now === "looking" ? null : now;
  };
  const threads = createMemo(() => {
    const wanted = filter().trim().toLowerCase();
    return hosts()
      .flatMap((entry) => [...live(entry.session.state).threads.values()].map((thread) => ({ entry, thread })))
      .filter(({ thread }) => {
        const { archived, deleted } = live(thread);
        return !archived && !deleted && titleOf(thread).toLowerCase().includes(wanted);
      })
      .toSorted((a, b) => live(b.thread).updatedAt - live(a.thread).updatedAt)
      .slice(0, MOST);
  });
  const choose = (thread: string | null) => {
    const now = here();
    if (now === null) return;
    const known = hosts().flatMap(({ session }) => [...live(session.state).threads.keys()]);
    giveShared(thread, new Set(known), now);
    navigate(thread === null ? "/new" : threadPath(thread));
  };
  const discard = () => {
    void forgetShared(caches, here()?.id ?? "").then(() => navigate("/", { replace: true }));
  };
  return (
    <div class="page">
      <div class="page__column share">
        <div class="page__head">
          <BackLink />
          <h1>Shared with Longwire</h1>
        </div>
        <Show
          when={here()}
          fallback={<p class="dim">{shared() === "looking" ? "Looking …" : "Nothing is waiting here."}</p>}
        >
          {(found) => (
            <>
              <Show when={found().text !== ""}>
                <blockquote class="share__text">{found().text.slice(0, WORDS)}</blockquote>
              </Show>
              <Show when={found().files.length > 0}>
                <ul class="part-list" aria-label="Shared files">
                  <For each={found().files}>
                    {(file) => (
                      <li>
                        <SharedFile file={file} />
                      </li>
                    )}
                  </For>
                </ul>
              </Show>
              <p class="dim">Choose a thread. It is put into the message box there, and sent when you send it.</p>
              <div class="share__acts">
                <Button look="act" onClick={() => choose(null)}>
                  A new thread
                </Button>
                <Button look="quiet" onClick={discard}>
                  Discard
                </Button>
              </div>
              <TextField
                label="Find a thread"
                value={filter()}
                onInput={(event) => setFilter(event.currentTarget.value)}
              />
              <ul class="share__threads" aria-label="Threads to put it into">
                <For each={threads()}>
                  {({ entry, thread }) => <Row entry={entry} thread={thread} choose={() => choose(thread.id)} />}
                </For>
              </ul>
            </>
          )}
        </Show>
      </div>
    </div>
  );
}

function titleOf(thread: ThreadSummary): string {
  return threadTitle(live(thread), thread.id);
}

function Row(props: { entry: HostEntry; thread: ThreadSummary; choose: () => void }): JSX.Element {
  const thread = () => live(props.thread);
  return (
    <li>
      <button type="button" class="share__thread" onClick={() => props.choose()}>
        <b>{titleOf(props.thread)}</b>
        <small>
          {shortPath(thread().cwd, homeOf(live(props.entry.session.state)))} · {ago(thread().updatedAt, Date.now())}
        </small>
      </button>
    </li>
  );
}

function SharedFile(props: { file: File }): JSX.Element {
  const [held, setHeld] = createSignal<HeldFile | null>(null);
  onMount(() => void heldOf(props.file).then(setHeld, () => undefined));
  const way = () => (props.file.type.startsWith("image/") ? "localImage" : "mention");
  return (
    <Show when={held()}>
      {(file) => (
        <PartChip
          input={{ type: way(), name: props.file.name, path: props.file.name }}
          label={props.file.name}
          file={file()}
        />
      )}
    </Show>
  );
}
