// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isRelayPath } from "./shell-paths.ts";

class FakeWorker extends EventTarget {
  state = "installing";
  posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}
class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  unregistered = 0;
  update(): Promise<void> {
    return Promise.resolve();
  }
  unregister(): Promise<boolean> {
    this.unregistered += 1;
    return Promise.resolve(true);
  }
}
class FakeContainer extends EventTarget {
  controller: object | null;
  registration = new FakeRegistration();
  constructor(controller: object | null) {
    super();
    this.controller = controller;
  }
  register(): Promise<FakeRegistration> {
    return Promise.resolve(this.registration);
  }
}

const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.stubGlobal("location", { reload, pathname: "/", search: "", hash: "" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page: the module anew, as after a load. */
async function page(container: FakeContainer) {
  vi.resetModules();
  const module = await import("./service-worker.ts");
  await module.registerServiceWorker(container as unknown as ServiceWorkerContainer);
  return module;
}
function newVersion({ registration }: FakeContainer): FakeWorker {
  const worker = new FakeWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event("updatefound"));
  registration.installing = null;
  registration.waiting = worker;
  worker.become("installed");
  return worker;
}

test("[VIW-65] a new version is offered and takes over only when the person says so, with one reload", async () => {
  const container = new FakeContainer({});
  const { updateState, applyUpdate } = await page(container);
  expect(updateState()).toBe("none");
  const worker = newVersion(container);
  expect(updateState()).toBe("ready");
  expect(worker.posted).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
  applyUpdate();
  expect(worker.posted).toEqual([{ type: "skip-waiting" }]);
  container.dispatchEvent(new Event("controllerchange"));
  container.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("[VIW-66] a worker that announces a new version after each load gets one reload for this version, then is unregistered", async () => {
  const container = new FakeContainer({});
  for (let load = 0; load < 5; load += 1) {
    const { applyUpdate } = await page(container);
    newVersion(container);
    applyUpdate();
    container.dispatchEvent(new Event("controllerchange"));
  }
  expect(reload).toHaveBeenCalledTimes(1);
  expect(container.registration.unregistered).toBeGreaterThan(0);
});

test("[VIW-67] the first worker of all is no new version, and a version brought in by another tab reloads nothing by itself", async () => {
  const first = new FakeContainer(null);
  const one = await page(first);
  newVersion(first);
  first.dispatchEvent(new Event("controllerchange"));
  expect(one.updateState()).toBe("none");
  const other = new FakeContainer({});
  const two = await page(other);
  other.dispatchEvent(new Event("controllerchange"));
  expect(two.updateState()).toBe("ready");
  expect(reload).not.toHaveBeenCalled();
});

test("[SEC-45] the relay's own paths never pass through the service worker", () => {
  for (const path of ["/relay", "/relay/", "/healthz"]) expect(isRelayPath(path)).toBe(true);
  for (const path of ["/", "/t/relay", "/new", "/settings/storage", "/pair", "/relays"])
    expect(isRelayPath(path)).toBe(false);
});
