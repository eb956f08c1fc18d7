// TeX as MathML, made as nodes, never as HTML text. Loaded when the first formula is drawn.
import temml from "temml";

const MATHML = "http://www.w3.org/1998/Math/MathML";
/** So many formulas are kept made: a streaming message draws its last paragraph anew with each delta. */
const KEPT = 200;

const made = new Map<string, Element | null>();

/** A fresh element of a formula; null when it cannot be read as one. */
export function toMathMl(tex: string, display: boolean): Element | null {
  const key = `${display ? "d" : "i"}${tex}`;
  let element = made.get(key);
  if (element === undefined) {
    element = render(tex, display);
    if (made.size >= KEPT) made.clear();
    made.set(key, element);
  }
  return element === null ? null : (element.cloneNode(true) as Element);
}

function render(tex: string, display: boolean): Element | null {
  const box = document.createElement("span");
  try {
    temml.render(tex, box, {
      displayMode: display,
      annotate: true,
      throwOnError: true,
      trust: false,
      maxExpand: 300,
      maxSize: [20, 40],
    });
  } catch {
    // Not TeX, or more of it than its reader takes.
    return null;
  }
  const math = box.firstElementChild;
  return math !== null && box.children.length === 1 && isHarmless(math) ? math : null;
}

/** Nothing but MathML, and nothing in it that could lead, load or do anything. */
function isHarmless(element: Element): boolean {
  if (element.namespaceURI !== MATHML || element.localName === "annotation-xml") return false;
  for (const { name } of element.attributes) if (/^(?:on|id$|src|.*href)/i.test(name)) return false;
  return [...element.children].every(isHarmless);
}
