// @vitest-environment jsdom
// The rooms behind a terminal's screen: what is typed, what is kept of its output, styles under a strict policy, words.
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Outcome } from "../../host/model.ts";
import { fakeSession } from "../testing.tsx";
import { bytesIn, FEED_LIMIT, feedOf } from "./feed.ts";
import { createKeys, pasteOf, PIECE_LIMIT, withControl } from "./keys.ts";
import { createSheetDocument } from "./sheet-document.ts";
import { createTail } from "./tail.ts";
import { commandLine, commandWords, LOGIN_SHELL, programsFor } from "./words.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (piece: Uint8Array) => new TextDecoder().decode(piece);
const OK: Outcome<null> = { ok: true, value: null };

describe("keys", () => {
  test("[VIW-656] what is typed goes in order, one request at a time; what comes meanwhile is gathered into the next", async () => {
    const sent: string[] = [];
    const answers: ((outcome: Outcome<null>) => void)[] = [];
    const keys = createKeys(
      (piece) => {
        sent.push(text(piece));
        return new Promise((resolve) => answers.push(resolve));
      },
      () => undefined,
    );
    for (const key of ["a", "b", "c"]) keys.push(bytes(key));
    expect(sent).toEqual(["a"]);
    answers.shift()?.(OK);
    await vi.waitFor(() => expect(sent).toEqual(["a", "bc"]));
    answers.shift()?.(OK);
    keys.push(bytes("d"));
    await vi.waitFor(() => expect(sent).toEqual(["a", "bc", "d"]));
  });

  test("[VIW-656] a refusal drops what waited and says so; what is typed afterwards goes", async () => {
    const sent: string[] = [];
    const lost: number[] = [];
    let answer: Outcome<null> = { ok: false, reason: { type: "not-sent", message: "cut" } };
    const keys = createKeys(
      async (piece) => {
        sent.push(text(piece));
        await Promise.resolve();
        return answer;
      },
      (_reason, count) => lost.push(count),
    );
    keys.push(bytes("rm "));
    keys.push(bytes("-rf x\n"));
    await vi.waitFor(() => expect(lost).toEqual([9]));
    answer = OK;
    keys.push(bytes("ls"));
    await vi.waitFor(() => expect(sent).toEqual(["rm ", "ls"]));
  });

  test("[VIW-656] what cannot be sent because the page lacks a part of itself is said, and does not shut the keys for good", async () => {
    const lost: number[] = [];
    const sent: string[] = [];
    let broken = true;
    const keys = createKeys(
      (piece) => {
        if (broken) return Promise.reject(new TypeError("a chunk is gone"));
        sent.push(text(piece));
        return Promise.resolve(OK);
      },
      (_reason, count) => lost.push(count),
    );
    keys.push(bytes("ls"));
    await vi.waitFor(() => expect(lost).toEqual([2]));
    broken = false;
    keys.push(bytes("x"));
    await vi.waitFor(() => expect(sent).toEqual(["x"]));
  });

  test("[SEC-151] a paste cannot say that it is over: characters that no text has are left out, tabs and line ends stay", () => {
    const trap = "ls\x1b[201~\rrm -rf ~\r\u009b201~\x03\x7f";
    expect(pasteOf(trap)).toEqual({ text: "ls[201~\rrm -rf ~\r201~", left: 4 });
    const plain = "one\ttwo\r\nthree é 🙂 \u202e\n";
    expect(pasteOf(plain)).toEqual({ text: plain, left: 0 });
  });

  test("[VIW-656] a long paste goes in pieces, whole", async () => {
    const sent: Uint8Array[] = [];
    const keys = createKeys(
      (piece) => {
        sent.push(piece);
        return Promise.resolve(OK);
      },
      () => undefined,
    );
    const long = Uint8Array.from({ length: PIECE_LIMIT * 2 + 7 }, (_, n) => n & 255);
    keys.push(long);
    await vi.waitFor(() => expect(sent.reduce((sum, { length }) => sum + length, 0)).toBe(long.length));
    expect(sent.map(({ length }) => length)).toEqual([PIECE_LIMIT, PIECE_LIMIT, 7]);
    expect(Buffer.concat(sent).equals(Buffer.from(long))).toBe(true);
  });

  test("[VIW-658] a helper's Ctrl makes a control character of the next key, and of nothing that has none", () => {
    expect(withControl("c")).toBe("\x03");
    expect(withControl("D")).toBe("\x04");
    expect(withControl("[")).toBe("\x1b");
    expect(withControl(" ")).toBe("\0");
    for (const plain of ["1", "é", "\x1b[A", "paste", ""]) expect(withControl(plain)).toBe(plain);
  });
});

describe("output", () => {
  function hearing() {
    const hearers = new Map<string, (params: unknown) => void>();
    const session = fakeSession();
    session.onNotification = (method, listener) => {
      hearers.set(method, listener);
      return () => undefined;
    };
    return { session, tell: (method: string, params: object) => hearers.get(method)?.(params) };
  }
  const piece = (processHandle: string, said: Uint8Array) => ({
    processHandle,
    deltaBase64: Buffer.from(said).toString("base64"),
  });

  test("[VIW-653] a terminal's output is gathered while it is off screen, its own alone, byte for byte", () => {
    const { session, tell } = hearing();
    const feed = feedOf(session, "process", "p", true);
    const odd = Uint8Array.from([0xff, 0xfe, 0, 10]);
    tell("process/outputDelta", piece("p", odd));
    tell("process/outputDelta", piece("q", bytes("another's")));
    tell("command/exec/outputDelta", { processId: "p", deltaBase64: btoa("a command's") });
    const all = () => text(Buffer.concat(feed.kept));
    expect(Buffer.concat(feed.kept).equals(Buffer.from(odd))).toBe(true);
    const heard: string[] = [];
    const stop = feed.follow((said) => heard.push(text(said)));
    tell("process/outputDelta", piece("p", bytes("more")));
    stop();
    tell("process/outputDelta", piece("p", bytes("unheard")));
    expect(heard).toEqual(["more"]);
    expect(all()).toBe(`${text(odd)}moreunheard`);
    expect(feedOf(session, "process", "p")).toBe(feed);
    expect(feedOf(session, "process", "p").whole).toBe(true);
  });

  test("[VIW-718] what is kept is bounded whatever the pieces are like: a million single bytes are a few pieces, in order", () => {
    const tail = createTail(200_000);
    for (let n = 0; n < 1_000_000; n += 1) tail.add(Uint8Array.of(n % 251));
    const kept = tail.pieces();
    expect(kept.length).toBeLessThan(10);
    const all = Buffer.concat(kept);
    expect(all.length).toBeLessThanOrEqual(200_000);
    expect(all.length + tail.left()).toBe(1_000_000);
    const first = (1_000_000 - all.length) % 251;
    expect(all.every((byte, at) => byte === (first + at) % 251)).toBe(true);
    // Small and large in turn, and one that is larger than all that may be kept.
    tail.add(new Uint8Array(30_000).fill(1));
    tail.add(Uint8Array.of(2));
    tail.add(new Uint8Array(500_000).fill(3));
    expect(tail.pieces().map(({ length }) => length)).toEqual([500_000]);
    expect(tail.take()?.length).toBe(500_000);
    expect(tail.take()).toBeUndefined();
    expect(tail.empty()).toBe(true);
  });

  test("[VIW-718] a terminal on screen is heard on however many others are opened; of those that are not, the ones asked for last are kept", () => {
    const { session, tell } = hearing();
    const heard: string[] = [];
    feedOf(session, "process", "shown").follow((said) => heard.push(text(said)));
    const old = feedOf(session, "process", "old");
    const used = feedOf(session, "process", "used");
    for (let n = 0; n < 21; n += 1) feedOf(session, "process", `p${n}`);
    expect(feedOf(session, "process", "used")).toBe(used);
    for (let n = 21; n < 30; n += 1) feedOf(session, "process", `p${n}`);
    tell("process/outputDelta", piece("shown", bytes("on")));
    expect(heard).toEqual(["on"]);
    expect(feedOf(session, "process", "used")).toBe(used);
    expect(feedOf(session, "process", "old")).not.toBe(old);
  });

  test("[VIW-659] of a terminal that prints for ever the newest is kept; what is no base64 is no output", () => {
    const { session, tell } = hearing();
    const feed = feedOf(session, "process", "p");
    const large = new Uint8Array(FEED_LIMIT / 2);
    for (let n = 0; n < 4; n += 1) tell("process/outputDelta", piece("p", large));
    expect(feed.kept.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(FEED_LIMIT);
    expect(feed.cut).toBe(true);
    for (const odd of [null, 7, {}, { deltaBase64: 7 }, { deltaBase64: "%" }, { deltaBase64: "" }])
      expect(bytesIn(odd)).toBeNull();
  });
});

describe("styles under a policy without inline styles", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("[SEC-141] a style element becomes a sheet of the document, a style attribute goes through the style object, and both end with the terminal", () => {
    const written: string[] = [];
    vi.stubGlobal(
      "CSSStyleSheet",
      class {
        replaceSync(css: string): void {
          written.push(css);
        }
      },
    );
    Object.assign(document, { adoptedStyleSheets: [] });
    const sheets = createSheetDocument(document);
    const style = sheets.document.createElement("style");
    expect(style.tagName).not.toBe("STYLE");
    style.textContent = ".a { color: red }";
    expect(written).toEqual([".a { color: red }"]);
    expect(style.textContent).toBe(".a { color: red }");
    expect(document.adoptedStyleSheets).toHaveLength(1);
    const other = sheets.during(() => document.createElement("style"));
    expect(other.tagName).not.toBe("STYLE");
    expect(document.createElement("style").tagName, "afterwards the page's own makes what it always did").toBe("STYLE");
    other.remove();
    expect(document.adoptedStyleSheets).toHaveLength(1);
    const span = sheets.document.createElement("span");
    const attribute = vi.spyOn(Element.prototype, "setAttribute");
    span.setAttribute("style", "color: red;");
    expect(attribute).not.toHaveBeenCalled();
    expect(span.style.color).toBe("red");
    span.setAttribute("title", "t");
    expect(span.title).toBe("t");
    const rowFactory = { _document: document };
    sheets.adopt({ _core: { _renderService: { _renderer: { value: { _rowFactory: rowFactory } } } } });
    expect(rowFactory._document).toBe(sheets.document);
    expect(document.createElement("style").tagName).toBe("STYLE");
    sheets.adopt({ _core: "of another version" });
    expect(document.createElement("style").tagName, "then the page's document does it").not.toBe("STYLE");
    expect(sheets.document instanceof Document).toBe(true);
    expect(sheets.document.body).toBe(document.body);
    sheets.dispose();
    expect(document.adoptedStyleSheets).toHaveLength(0);
    expect(document.createElement("style").tagName).toBe("STYLE");
  });
});

describe("what is started", () => {
  test("[VIW-657] a line is parted at blanks and held together by quotation marks; one that is left open is no command", () => {
    expect(commandLine("  top -d 1 ")).toEqual(["top", "-d", "1"]);
    expect(commandLine(`"/opt/my tools/x" 'a b' c`)).toEqual(["/opt/my tools/x", "a b", "c"]);
    expect(commandLine("echo $HOME;ls")).toEqual(["echo", "$HOME;ls"]);
    for (const none of ["", "   ", `"open`, `a 'b`, `""`, `a"b"c`]) expect(commandLine(none), none).toBeNull();
  });

  test("[VIW-657] the shells are those of the folder's kind of machine, and a login shell's text is fixed", () => {
    expect(programsFor("/home/me")[0]).toBe(LOGIN_SHELL);
    expect(programsFor("C:\\work").map(({ name }) => name)).toEqual(["powershell", "cmd"]);
    expect(LOGIN_SHELL.command.join(" ")).not.toMatch(/home|me/);
    const process = { handle: "lw-1", command: [...LOGIN_SHELL.command] };
    expect(commandWords({ ...process } as Parameters<typeof commandWords>[0])).toBe("Login shell");
  });
});
