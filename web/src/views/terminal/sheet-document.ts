// A document for xterm under a policy that allows no inline style: its <style> elements become constructed style sheets, and
// a style that it writes as an attribute goes through the element's style object. Nothing of the policy is loosened.

export interface SheetDocument {
  /** Stands for the real one. */
  document: Document;
  /** While it runs the page's own document makes elements in the same way: xterm asks that one for one of its styles. */
  during<T>(job: () => T): T;
  /** The rows of a terminal that is open are made by this document too: xterm hands them the page's own. */
  adopt(terminal: object): void;
  /** Takes the sheets away. */
  dispose(): void;
}

/** Where xterm keeps what makes its rows. Nothing public leads there. */
const ROWS = ["_core", "_renderService", "_renderer", "value", "_rowFactory"];

function within(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (held, name) => (typeof held === "object" && held !== null ? Reflect.get(held, name) : undefined),
    value,
  );
}

/** What an element of xterm's does with an attribute that the policy would refuse. */
function setAttribute(this: HTMLElement, name: string, value: string): void {
  if (name === "style") this.style.cssText = value;
  else Element.prototype.setAttribute.call(this, name, value);
}

/** Makes one; each terminal has its own. */
export function createSheetDocument(real: Document = document): SheetDocument {
  const sheets = new Set<CSSStyleSheet>();
  const make = real.createElement.bind(real);

  function drop(sheet: CSSStyleSheet): void {
    sheets.delete(sheet);
    real.adoptedStyleSheets = real.adoptedStyleSheets.filter((other) => other !== sheet);
  }

  /** An element that draws nothing, whose text is a style sheet of the document. */
  function styleElement(): HTMLElement {
    const element = make("template");
    const sheet = new CSSStyleSheet();
    let text = "";
    sheets.add(sheet);
    real.adoptedStyleSheets = [...real.adoptedStyleSheets, sheet];
    Object.defineProperty(element, "textContent", {
      get: () => text,
      set(value: string) {
        text = value;
        sheet.replaceSync(value);
      },
    });
    element.remove = () => {
      drop(sheet);
      Element.prototype.remove.call(element);
    };
    return element;
  }

  function createElement(name: string, options?: ElementCreationOptions): HTMLElement {
    if (name.toLowerCase() === "style") return styleElement();
    const element = make(name, options);
    element.setAttribute = setAttribute;
    return element;
  }

  const stand = new Proxy(real, {
    get(target, name) {
      if (name === "createElement") return createElement;
      const value: unknown = Reflect.get(target, name, target);
      // A document's own functions want the document itself.
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });

  function hold(): void {
    Object.defineProperty(real, "createElement", { configurable: true, value: createElement });
  }
  function release(): void {
    Reflect.deleteProperty(real, "createElement");
  }

  return {
    document: stand,
    during(job) {
      hold();
      try {
        return job();
      } finally {
        release();
      }
    },
    adopt(terminal) {
      const rows = within(terminal, ROWS);
      if (typeof rows === "object" && rows !== null && "_document" in rows) Reflect.set(rows, "_document", stand);
      // Another version of xterm: the page's document makes elements this way for as long as the terminal lives.
      else hold();
    },
    dispose() {
      release();
      for (const sheet of sheets) drop(sheet);
    },
  };
}
