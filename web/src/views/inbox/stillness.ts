// Nothing moves under the pointer: while it rests on a card, the other entries keep at least the height that they have.

export interface Stillness {
  /** The pointer came to the card of `holder`, or left it; a card that goes away says so too. */
  hold(list: HTMLElement | undefined, holder: object, on: boolean): void;
}

/** Holds the entries of one list; a settled one shrinks once the pointer has gone. */
export function createStillness(): Stillness {
  let held: object | null = null;
  return {
    hold(list, holder, on) {
      if (list === undefined || (!on && held !== holder)) return;
      held = on ? holder : null;
      for (const entry of list.children) {
        if (!(entry instanceof HTMLElement)) continue;
        entry.style.minHeight = on ? `${entry.offsetHeight}px` : "";
      }
    },
  };
}
