// The app's pages. The list is in the first bundle; every other room loads when it is entered.
import { type Component, createMemo, ErrorBoundary, type JSX, Show, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { AppServices } from "../actions/contract.ts";
import { Frame } from "./frame/frame.tsx";
import { BrokenPage } from "./frame/broken-page.tsx";
import { HomePage } from "./frame/home-page.tsx";
import { pageFor, place, startRouting, type Page } from "./route.tsx";
import { ServicesProvider } from "./services.tsx";
import { lazyPage } from "./lazy-part.tsx";

/** A page in a file of its own. */
function room(pattern: RegExp, load: () => Promise<{ default: Component }>): Page {
  return { pattern, load, component: lazyPage(load) };
}

const thread = room(/^\/t\/[^/]+$/, () => import("./thread/thread-page.tsx"));

startRouting([
  { pattern: /^\/$/, component: HomePage },
  thread,
  room(/^\/inbox$/, () => import("./inbox/inbox-page.tsx")),
  room(/^\/new$/, () => import("./new-thread/new-thread-page.tsx")),
  room(/^\/share$/, () => import("./share/share-page.tsx")),
  room(/^\/pair$/, () => import("./pair/pair-page.tsx")),
  room(/^\/settings\/activity$/, () => import("./activity/activity-page.tsx")),
  room(/^\/settings\/machine\//, () => import("./machine/machine-page.tsx")),
  room(/^\/settings(\/|$)/, () => import("./settings/settings-page.tsx")),
]);

/** The whole app over its services. */
export function App(props: { services: AppServices }): JSX.Element {
  const page = createMemo(() => pageFor(place().pathname));
  // The room most likely to be entered next.
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  idle(() => void thread.load?.().catch(() => undefined));
  // The services live as long as the page: reading the prop once is meant.
  // oxlint-disable-next-line solid/reactivity
  const { services } = props;
  idle(
    () => void import("./notify/start.ts").then(({ startNotifier }) => startNotifier(services)).catch(() => undefined),
  );
  return (
    <ServicesProvider services={props.services}>
      <Frame>
        <Show when={page()} keyed>
          {(found) => (
            <ErrorBoundary fallback={(error: unknown, reset) => <BrokenPage error={error} reset={reset} />}>
              <Suspense>
                <Dynamic component={found.component} />
              </Suspense>
            </ErrorBoundary>
          )}
        </Show>
      </Frame>
    </ServicesProvider>
  );
}
