// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import { createThreadState } from "../../projection/thread-fold.ts";
import { place, startRouting } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import ThreadPage from "./thread-page.tsx";

beforeEach(preparePage);
afterEach(() => {
  clearPage();
  history.replaceState(null, "", "/");
});

test("[VIW-64] an address of no thread says that neither this device nor the server knows it, and offers the list, no box", () => {
  const session = fakeSession();
  session.openThread = (id) => ({
    state: createThreadState(id),
    ready: true,
    fetching: { type: "failed", message: "invalid thread id" },
    source: {},
    close: () => undefined,
  });
  history.replaceState(null, "", "/t/nonsense");
  startRouting([{ pattern: /^\/$/, component: () => null }]);
  const record = { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 };
  const services = {
    hosts: () => [{ record, session }],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const { container } = render(() => (
    <ServicesProvider services={services}>
      <ThreadPage />
    </ServicesProvider>
  ));
  expect(container.textContent).toContain("the server does not know it either");
  expect(container.textContent).toContain("invalid thread id");
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  session.set({ connection: "offline", link: { type: "offline", reason: "Away.", retryAt: 0 } });
  expect(container.textContent).toContain("once the machine is connected");
  fireEvent.click(screen.getByRole("button", { name: "All threads" }));
  expect(place().pathname).toBe("/");
});
