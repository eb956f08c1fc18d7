// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import type { OpenThread } from "../../host/model.ts";
import { createThreadState } from "../../projection/thread-state.ts";
import { changed } from "../live.ts";
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
    fetching: { type: "failed", message: "invalid thread id", unknown: true },
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

test("[VIW-407] a first read that failed is not called an unknown thread, and can be tried again", async () => {
  const session = fakeSession();
  const source = {};
  let fetching: OpenThread["fetching"] = { type: "failed", message: "disk on fire", unknown: false };
  session.openThread = (id) => ({
    state: createThreadState(id),
    ready: true,
    get fetching() {
      return fetching;
    },
    source,
    close: () => undefined,
  });
  history.replaceState(null, "", "/t/t-9");
  startRouting([{ pattern: /^\/$/, component: () => null }]);
  const record = { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 };
  const services = {
    hosts: () => [{ record, session }],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: {
      refetch: () => {
        fetching = { type: "failed", message: "no rollout found for thread id t-9", unknown: true };
        changed(new Set([source]));
        return Promise.resolve({ ok: true, value: null });
      },
    },
  } as unknown as AppServices;
  const { container } = render(() => (
    <ServicesProvider services={services}>
      <ThreadPage />
    </ServicesProvider>
  ));
  expect(container.textContent).toContain("could not be read");
  expect(container.textContent).toContain("disk on fire");
  expect(container.textContent).not.toContain("No such thread");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(container.textContent).toContain("the server does not know it either"));
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
