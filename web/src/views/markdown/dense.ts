// Text that gives a browser few places to break it. Where pairs of letters are kerned, also with the space between words, it
// shapes the rest of the line anew for each line box that it makes: seconds for one long word, or for one endless line.
// Drawn without kerning such text costs what other text does.

/** Characters without a space, or without a line break, from which a text counts as dense. */
const DENSE = /\S{400}|[^\n]{3000}/;
const WINDOW = 3000;

/** Tells of a growing text whether it is dense; each call looks at what is new alone. */
export function denseReader(): (text: string) => boolean {
  let read = 0;
  let dense = false;
  return (text) => {
    if (text.length < read) {
      read = 0;
      dense = false;
    }
    if (!dense) dense = DENSE.test(read < WINDOW ? text : text.slice(read - WINDOW));
    read = text.length;
    return dense;
  };
}
