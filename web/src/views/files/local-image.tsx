// An image on the host that an item names: its path to press, and the image itself where it may load without a press,
// once it is on screen and the host can be asked.
import { createEffect, createMemo, createSignal, type JSX, onCleanup, onMount, Show, untrack } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { useScope } from "../thread/scope.tsx";
import { autoImage, type AutoImage, mayLoadByItself } from "./auto-image.ts";
import { LocalPath } from "./local-path.tsx";
import { fileName, resolvePath } from "./paths.ts";
import { Picture } from "./picture.tsx";
import "./local-image.css";

export interface LocalImageProps {
  path: string;
  /** Turn and item: another item with the same path is another picture. */
  of: { turn: string; id: string };
  alt?: string;
}

export function LocalImage(props: LocalImageProps): JSX.Element {
  const scope = useScope();
  const services = useServices();
  const [seen, setSeen] = createSignal(false);
  const [result, setResult] = createSignal<AutoImage | null>(null);
  let box: HTMLElement | undefined;

  const cwd = () => live(scope.state).settings.cwd ?? scope.session.state.threads.get(scope.state.id)?.cwd ?? null;
  const codexHome = () => {
    const { current, generations } = live(scope.session.state);
    return current === null ? null : (generations.get(current)?.codexHome ?? null);
  };
  /** The path that may be read without a press, or null. */
  const allowed = createMemo(() => {
    // `..` is looked for before it is resolved away.
    if (props.path.split(/[\\/]/).includes("..")) return null;
    const path = resolvePath(props.path, cwd(), null);
    return path !== null && mayLoadByItself(path, [cwd(), codexHome()]) ? path : null;
  });

  onMount(() => {
    if (box === undefined) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(box);
    onCleanup(() => observer.disconnect());
  });
  const wanted = createMemo(() => (seen() && connection(scope.session) === "live" ? allowed() : null));
  createEffect(() => {
    const path = wanted();
    // What came before is only looked at: an image that may not be shown is not asked for again and again.
    if (path === null || untrack(result)?.type === "shown") return;
    let gone = false;
    onCleanup(() => (gone = true));
    void autoImage(scope.session, services.actions, path, `${props.of.turn}/${props.of.id}`).then((found) => {
      if (!gone) setResult(found);
    });
  });
  const shown = () => {
    const now = result();
    return now?.type === "shown" ? now.image : null;
  };
  const not = () => {
    const now = result();
    return now?.type === "not" ? now.message : null;
  };
  return (
    <div class="local-image" ref={(element) => (box = element)}>
      <LocalPath path={props.path} icon="image" />
      <Show when={shown()} keyed>
        {(image) => (
          <button
            type="button"
            class="local-image__open"
            aria-label={`Open ${visibleText(fileName(props.path))} larger`}
            onClick={() => scope.openFile({ path: props.path })}
          >
            <Picture source={image} alt={props.alt ?? visibleText(fileName(props.path))} />
          </button>
        )}
      </Show>
      <Show when={not()}>{(message) => <p class="local-image__note">{message()}</p>}</Show>
    </div>
  );
}
