// Text that gives a browser few places to break it. Where pairs of letters are kerned, also with the space between words, it
// shapes the rest of the line anew for each line box that it makes: seconds for one long word, or for one endless line.
// Drawn without kerning such text costs what other text does.

/** Characters without a space, and without a line break, from which a text counts as dense. */
const WORD = 400;
const LINE = 3000;

/** Tells of a growing text whether it is dense; each call looks at what is new alone, each character once. */
export function denseReader(): (text: string) => boolean {
  let read = 0;
  let word = 0;
  let line = 0;
  let dense = false;
  return (text) => {
    if (text.length < read) {
      read = word = line = 0;
      dense = false;
    }
    for (; !dense && read < text.length; read += 1) {
      const code = text.charCodeAt(read);
      word = code <= 0x20 ? 0 : word + 1;
      line = code === 0x0a ? 0 : line + 1;
      dense = word >= WORD || line >= LINE;
    }
    read = text.length;
    return dense;
  };
}
