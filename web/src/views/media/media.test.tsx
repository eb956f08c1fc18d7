// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import fc from "fast-check";
import { createSignal, Show } from "solid-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PIXEL } from "../../projection/testing/item-samples.ts";
import { aThread, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { AudioPart } from "./audio-part.tsx";
import { decodeBase64, decodedSize } from "./decode.ts";
import { ImagePart } from "./image-part.tsx";
import { soundType } from "./sound-type.ts";
import { locate } from "./source.ts";

const made: Blob[] = [];
const given: string[] = [];
beforeEach(() => {
  preparePage();
  made.length = 0;
  given.length = 0;
  URL.createObjectURL = (blob: Blob) => `blob:${made.push(blob)}`;
  URL.revokeObjectURL = (address: string) => void given.push(address);
});
afterEach(clearPage);

const url = (address: string) => ({ type: "url", url: address }) as const;
const base64 = (data: string, mimeType: string | null = null) => ({ type: "base64", data, mimeType }) as const;
const SVG = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
const WAV = btoa("RIFF\0\0\0\0WAVEfmt ");

describe("where the bytes are", () => {
  test.each<[string, object]>([
    ["https://x.example/a.png?q=1", { where: "elsewhere", host: "x.example" }],
    ["http://x.example:8080/a", { where: "elsewhere", host: "x.example:8080" }],
    ["//x.example/a", { where: "elsewhere", host: "x.example" }],
    ["/\\x.example/a", { where: "path" }],
    ["\\\\x.example/a", { where: "elsewhere", host: "x.example" }],
    ["http:\\\\x.example\\a", { where: "elsewhere", host: "x.example" }],
    ["javascript:alert(1)", { where: "elsewhere", host: "an address of the kind javascript:" }],
    ["blob:https://x.example/1", { where: "elsewhere", host: "an address of the kind blob:" }],
    ["a.png", { where: "elsewhere", host: "an address without a host" }],
    ["data:image/png,no-comma-far".replace(",", ""), { where: "elsewhere" }],
    ["/home/mara/a.png", { where: "path", path: "/home/mara/a.png" }],
    ["file:///home/mara/a%20b.png", { where: "path", path: "/home/mara/a b.png" }],
    ["data:image/png;base64,AAAA", { where: "here", declared: "image/png", data: "AAAA", encoding: "base64" }],
    ["DATA:Image/PNG;x=1;BASE64,AAAA", { where: "here", declared: "image/png", data: "AAAA", encoding: "base64" }],
    ["data:,text", { where: "here", declared: null, data: "text", encoding: "percent" }],
  ])("[VIW-240] %s", (address, found) => {
    expect(locate(url(address))).toMatchObject(found);
  });

  test.each(["https://x.example/a.png", "//x.example/b", "blob:https://x.example/1", "javascript:alert(1)"])(
    "[VIW-240] %s is named whole, and nothing in the page would fetch it",
    (address) => {
      const { container } = renderIn(fakeSession(), aThread(), () => (
        <>
          <ImagePart source={url(address)} name="a" />
          <AudioPart source={url(address)} name="b" />
        </>
      ));
      expect(container.querySelectorAll("[data-elsewhere]")).toHaveLength(2);
      expect(container.textContent).toContain(address);
      expect(container.querySelector("img, audio, source, link, iframe, a, [style]")).toBeNull();
    },
  );
});

describe("what the bytes are", () => {
  test("[VIW-241] a picture is a blob of the type of its bytes, given back when it leaves the page", async () => {
    const [there, setThere] = createSignal(true);
    const { container } = renderIn(fakeSession(), aThread(), () => (
      <Show when={there()}>
        <ImagePart source={base64(PIXEL, "image/svg+xml")} name="a pixel" />
      </Show>
    ));
    await waitFor(() => expect(container.querySelector("img")?.getAttribute("src")).toBe("blob:1"));
    expect(made[0]?.type).toBe("image/png");
    setThere(false);
    expect(given).toEqual(["blob:1"]);
  });

  test("[VIW-241] a drawing is only ever inside an image, from an address of its own", async () => {
    const { container } = renderIn(fakeSession(), aThread(), () => (
      <ImagePart source={url(`data:image/svg+xml,${encodeURIComponent(SVG)}`)} name="a drawing" />
    ));
    await waitFor(() => expect(container.querySelector("img")?.getAttribute("src")).toMatch(/^data:image\/svg\+xml/));
    expect(made).toEqual([]);
    expect(container.querySelector("figure svg script, a, iframe, object")).toBeNull();
  });

  test("[VIW-241] a sound is played from its bytes, never by itself, and given back", async () => {
    const { container, unmount } = renderIn(fakeSession(), aThread(), () => (
      <AudioPart source={base64(WAV, "text/html")} name="a tone" />
    ));
    await waitFor(() => expect(container.querySelector("audio")?.getAttribute("src")).toBe("blob:1"));
    expect(container.querySelector("audio")?.hasAttribute("autoplay")).toBe(false);
    expect(made[0]?.type).toBe("audio/wav");
    unmount();
    expect(given).toEqual(["blob:1"]);
  });

  test.each<[string, string]>([
    [btoa("<html>"), "Not an image that can be shown"],
    ["%%%", "not encoded as they should be"],
    ["", "without any bytes"],
  ])("[VIW-241] %j is no picture, and says so", async (data, words) => {
    const { container } = renderIn(fakeSession(), aThread(), () => (
      <ImagePart source={base64(data, "image/png")} name="a" />
    ));
    await waitFor(() => expect(container.textContent).toContain(words));
    expect(container.querySelector("img")).toBeNull();
    expect(made).toEqual([]);
  });

  test.each<[string, string | null]>([
    ["RIFF\0\0\0\0WAVEfmt ", "audio/wav"],
    ["OggS\0", "audio/ogg"],
    ["fLaC", "audio/flac"],
    ["ID3\u0004", "audio/mpeg"],
    ["\u00ff\u00fb\u0090", "audio/mpeg"],
    ["\u00ff\u00f1P", "audio/aac"],
    ["\0\0\0 ftypM4A ", "audio/mp4"],
    ["\u001aE\u00df\u00a3", "audio/webm"],
    ["\0\0\0 ftypavif", null],
    ["RIFF\0\0\0\0WEBP", null],
    ["<html>", null],
    ["", null],
  ])("[VIW-241] the sound %j is %s", (head, type) => {
    expect(soundType(Uint8Array.from(head, (char) => char.charCodeAt(0)))).toBe(type);
  });
});

describe("decoding", () => {
  test("[VIW-242] bytes come out as they went in, with line breaks, without padding, in the URL alphabet, in slices", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(3), async (bytes, how) => {
        const plain = btoa(String.fromCharCode(...bytes));
        const text = [
          plain,
          plain.replace(/.{20}/g, "$&\r\n"),
          plain.replace(/=+$/, ""),
          plain.replaceAll("+", "-").replaceAll("/", "_"),
        ][how];
        expect(await decodeBase64(text ?? "")).toEqual(new Uint8Array(bytes));
        expect(decodedSize(plain)).toBe(bytes.length);
      }),
    );
    const large = "QUJD".repeat(800_000);
    const decoded = await decodeBase64(large);
    expect(decoded?.length).toBe(2_400_000);
    expect(decoded?.at(-1)).toBe("C".charCodeAt(0));
  });

  test("[VIW-242] very large bytes wait for a press", async () => {
    const large = PIXEL + "A".repeat(12_000_000);
    const { container } = renderIn(fakeSession(), aThread(), () => <ImagePart source={base64(large)} name="a" />);
    expect(container.querySelector("img")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: /Show image \(9.* MB\)/ }));
    // The padding in its middle makes it no base64: what matters is that it was read only now.
    await waitFor(() => expect(container.textContent).not.toContain("Show image"), { timeout: 5000 });
  });
});
