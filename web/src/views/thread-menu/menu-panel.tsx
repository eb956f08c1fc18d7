// A menu beside what it belongs to, or a sheet from below on a phone: arrows, Home, End, first letters, Escape; the focus
// goes back to where it came from.
import { type JSX, onCleanup, onMount } from "solid-js";
import "./menu-panel.css";

export interface MenuPanelProps {
  label: string;
  at: { x: number; y: number };
  close: () => void;
  children: JSX.Element;
}

const EDGE = 8;

export function MenuPanel(props: MenuPanelProps): JSX.Element {
  let panel: HTMLDivElement | undefined;
  const items = () => [...(panel?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  onMount(() => {
    if (panel === undefined) return;
    // Beside its place, and wholly within the page.
    const { width, height } = panel.getBoundingClientRect();
    const left = Math.max(EDGE, Math.min(props.at.x, innerWidth - width - EDGE));
    const below = props.at.y + height + EDGE <= innerHeight;
    const top = Math.max(EDGE, below ? props.at.y : Math.min(props.at.y - height, innerHeight - height - EDGE));
    panel.style.setProperty("--menu-left", `${left}px`);
    panel.style.setProperty("--menu-top", `${top}px`);
    items()[0]?.focus({ preventScroll: true });
    const away = () => props.close();
    addEventListener("resize", away);
    addEventListener("popstate", away);
    onCleanup(() => {
      removeEventListener("resize", away);
      removeEventListener("popstate", away);
    });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => all[(index + all.length) % all.length]?.focus();
    const { key } = event;
    if (key === "Escape" || key === "Tab") props.close();
    else if (key === "ArrowDown") go(at + 1);
    else if (key === "ArrowUp") go(at < 0 ? -1 : at - 1);
    else if (key === "Home") go(0);
    else if (key === "End") go(-1);
    else if (key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const wanted = key.toLowerCase();
      const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      order.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section
      class="menu-layer"
      aria-label="Menu"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) props.close();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) props.close();
      }}
    >
      {/* On a small screen it scrolls: then it must be reached by the keyboard as well. */}
      <div
        ref={(element) => (panel = element)}
        class="menu"
        role="menu"
        tabindex="0"
        aria-label={props.label}
        onKeyDown={onKeyDown}
      >
        {props.children}
      </div>
    </section>
  );
}

/** One item. One that cannot be chosen now can be reached all the same, and says why. */
export function MenuItem(props: {
  words: string;
  why?: string | null;
  danger?: boolean;
  checked?: boolean;
  choose: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="menu__item"
      role={props.checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={props.checked}
      aria-disabled={props.why == null ? undefined : true}
      data-danger={props.danger === true ? "" : undefined}
      tabindex="-1"
      onClick={() => {
        if (props.why == null) props.choose();
      }}
    >
      <span>{props.words}</span>
      {props.why == null ? null : <small>{props.why}</small>}
    </button>
  );
}
