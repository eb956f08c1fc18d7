// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearPage, preparePage } from "../testing.tsx";
import { chooseNotify, notifyChoice } from "./choice.ts";
import { NotifySection } from "./notify-section.tsx";

const permission = { now: "default", asked: 0 };

beforeEach(() => {
  preparePage();
  permission.now = "default";
  permission.asked = 0;
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", {
    get permission() {
      return permission.now;
    },
    requestPermission() {
      permission.asked += 1;
      permission.now = "granted";
      return Promise.resolve("granted");
    },
  });
});
afterEach(() => {
  chooseNotify({ on: false, content: false });
  clearPage();
});

test("[VIW-124] the browser is asked by a press, never by itself; content stays off until it is allowed", async () => {
  render(() => <NotifySection />);
  expect(permission.asked).toBe(0);
  expect(notifyChoice()).toEqual({ on: false, content: false });
  fireEvent.click(screen.getByRole("button", { name: "Turn on notifications" }));
  const box = await screen.findByRole("checkbox");
  expect(permission.asked).toBe(1);
  expect(notifyChoice()).toEqual({ on: true, content: false });
  expect((box as HTMLInputElement).checked).toBe(false);
  fireEvent.click(box);
  expect(localStorage.getItem("longwire.notify")).toBe("on+content");
  fireEvent.click(screen.getByRole("button", { name: "Turn off notifications" }));
  expect(localStorage.getItem("longwire.notify")).toBeNull();
});

test("[VIW-124] a refusal is said with the way out, and a browser without notifications is told", () => {
  permission.now = "denied";
  render(() => <NotifySection />);
  expect(screen.getByText(/site settings/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  clearPage();
  preparePage();
  vi.stubGlobal("isSecureContext", false);
  render(() => <NotifySection />);
  expect(screen.getByText(/https address/)).toBeTruthy();
});
