// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearPage, preparePage } from "../../testing.tsx";
import { AttachButton } from "./attach-button.tsx";

beforeEach(preparePage);
afterEach(() => {
  clearPage();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

function microphone(stop: () => void, answer?: Error) {
  const stream = { getTracks: () => [{ stop }] };
  const getUserMedia = () => (answer === undefined ? Promise.resolve(stream) : Promise.reject(answer));
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  vi.stubGlobal(
    "MediaRecorder",
    class extends EventTarget {
      static isTypeSupported = (type: string) => type === "audio/mp4";
      stream = stream;
      start(): void {}
      stop(): void {
        this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["sound"]) }));
        this.dispatchEvent(new Event("stop"));
      }
    },
  );
}
const menu = () => {
  fireEvent.click(screen.getByRole("button", { name: "Attach" }));
  return screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
};

test("[VIW-523] the menu offers what the device has: a phone its camera and recorder, others a recorder here; Escape gives the focus back", () => {
  render(() => <AttachButton disabled={false} attach={() => undefined} />);
  expect(menu()).toEqual(["Pictures", "Audio", "Any files"]);
  fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Attach" }));
  microphone(() => undefined);
  expect(menu()).toEqual(["Pictures", "Audio", "Any files", "Record audio"]);
  fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
  const coarse = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => coarse);
  expect(menu()).toEqual(["Take a photo", "Record audio", "Pictures", "Audio", "Any files"]);
  const click = vi.spyOn(HTMLElement.prototype, "click").mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole("menuitem", { name: "Take a photo" }));
  const [asked] = click.mock.contexts;
  click.mockRestore();
  expect(asked).toMatchObject({ type: "file", accept: "image/*", multiple: false });
});

test("[VIW-523] a recording is attached when it is stopped, the microphone is let go, and one that is thrown away is attached nowhere", async () => {
  const stopped = vi.fn();
  microphone(stopped);
  const attached: string[] = [];
  render(() => (
    <AttachButton
      disabled={false}
      attach={(files) => attached.push(...files.map(({ name, type }) => `${name} ${type}`))}
    />
  ));
  const begin = async () => {
    menu();
    fireEvent.click(screen.getByRole("menuitem", { name: "Record audio" }));
    fireEvent.click(screen.getByRole("button", { name: "Start recording" }));
    await screen.findByRole("timer");
  };
  await begin();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect([attached, stopped.mock.calls.length]).toEqual([[], 1]);
  await begin();
  fireEvent.click(screen.getByRole("button", { name: "Stop and attach" }));
  expect(attached).toEqual(["recording.m4a audio/mp4"]);
  expect(screen.queryByRole("timer")).toBeNull();
  microphone(stopped, new Error("Permission denied"));
  menu();
  fireEvent.click(screen.getByRole("menuitem", { name: "Record audio" }));
  fireEvent.click(screen.getByRole("button", { name: "Start recording" }));
  expect(await screen.findByText(/could not be used: Permission denied/)).toBeTruthy();
});
