// @vitest-environment jsdom
import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { keepFocusIn } from "./keep-focus.ts";

test("[VIW-63] when what holds the focus is taken away, the transcript has it; a focus that went elsewhere stays there", async () => {
  document.body.innerHTML = `<div tabindex="0"><p><button>one</button></p><p><button>two</button></p></div><input>`;
  const scroller = document.body.firstElementChild as HTMLElement;
  const dispose = createRoot((dispose) => {
    keepFocusIn(scroller);
    return dispose;
  });
  const [one, two] = scroller.querySelectorAll("button");
  one?.focus();
  one?.parentElement?.remove();
  await expect.poll(() => document.activeElement).toBe(scroller);
  two?.focus();
  document.querySelector("input")?.focus();
  await Promise.resolve();
  two?.parentElement?.remove();
  await new Promise((done) => queueMicrotask(() => done(null)));
  expect(document.activeElement?.tagName).toBe("INPUT");
  dispose();
});
