// Whether a part of a card that somebody else draws was shown whole: nothing in it closed, nothing cut, and each box that
// scrolls was scrolled to its end. It looks at what is on the page, whatever draws it.
import { type Accessor, createSignal, onCleanup, onMount } from "solid-js";

/** From the end of a box up to this counts as its end, px. */
const NEAR_END = 4;

export interface Seen {
  /** How many pieces were not shown to their end. */
  unseen: Accessor<number>;
  /** The element to look at. */
  watch(element: HTMLElement): void;
}

export function createSeen(): Seen {
  // Until it was looked at, nothing was seen.
  const [unseen, setUnseen] = createSignal(1);
  return {
    unseen,
    watch(root) {
      const ended = new WeakSet<Element>();
      const measure = () => setUnseen(unseenIn(root, ended));
      const onScroll = (event: Event) => {
        if (event.target instanceof Element && restOf(event.target) <= NEAR_END) ended.add(event.target);
        measure();
      };
      const changes = new MutationObserver(measure);
      const sizes = new ResizeObserver(measure);
      onMount(() => {
        changes.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-expanded"] });
        sizes.observe(root);
        // Scrolling does not bubble.
        root.addEventListener("scroll", onScroll, { capture: true, passive: true });
        measure();
      });
      onCleanup(() => {
        changes.disconnect();
        sizes.disconnect();
      });
    },
  };
}

function restOf(box: Element): number {
  return box.scrollHeight - box.clientHeight - box.scrollTop;
}

function unseenIn(root: HTMLElement, ended: WeakSet<Element>): number {
  let count = 0;
  for (const button of root.querySelectorAll("button"))
    if (button.getAttribute("aria-expanded") === "false" || offersMore(button)) count += 1;
  // What is still being read has nothing to scroll yet.
  count += root.querySelectorAll("[role=status]").length;
  for (const box of root.querySelectorAll('[tabindex="0"]'))
    if (!ended.has(box) && box.scrollHeight - box.clientHeight > NEAR_END && scrolls(box)) count += 1;
  return count;
}

/** A button that shows what is not shown yet. */
function offersMore(button: Element): boolean {
  const { textContent } = button;
  if (button.hasAttribute("aria-expanded") || textContent === null) return false;
  return /^Show (all|as text|\d)/.test(textContent.trim());
}

function scrolls(box: Element): boolean {
  const { overflowY } = getComputedStyle(box);
  return overflowY === "auto" || overflowY === "scroll";
}
