// One machine: a list of its pages and the one that the address names.
import { createMemo, ErrorBoundary, type JSX, Show, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import { BackLink } from "../frame/back-link.tsx";
import { BrokenPage } from "../frame/broken-page.tsx";
import { ConnectionBanner } from "../frame/connection-banner.tsx";
import { facts } from "../live.ts";
import { place } from "../route.tsx";
import { useHosts } from "../services.tsx";
import { MachineNav } from "./machine-nav.tsx";
import { machineInPath } from "./path.ts";
import { ROOMS } from "./rooms.ts";

export default function MachinePage(): JSX.Element {
  const { hosts } = useHosts();
  const entry = createMemo(() => {
    const wanted = machineInPath(place().pathname)?.host;
    return hosts().find(({ record }) => record.id === wanted) ?? null;
  });
  const room = createMemo(() => {
    const wanted = machineInPath(place().pathname)?.room;
    return ROOMS.find(({ name }) => name === wanted) ?? ROOMS[0] ?? null;
  });
  return (
    <div class="page machine">
      <div class="page__column">
        <Show when={entry()} keyed fallback={<NotKnown />}>
          {(found) => (
            <>
              <div class="page__head">
                <BackLink to={{ path: "/settings", name: "settings" }} />
                <h1>
                  {room()?.title}{" "}
                  <span class="machine__name">on {facts(found.session).label || found.record.label}</span>
                </h1>
              </div>
              <MachineNav entry={found} current={room()?.name ?? ""} />
              <ConnectionBanner session={found.session} />
              <Show when={room()} keyed>
                {(shown) => (
                  <ErrorBoundary fallback={(error: unknown, reset) => <BrokenPage error={error} reset={reset} />}>
                    <p class="page__lead">{shown.lead}</p>
                    <Suspense fallback={<p class="dim">Loading</p>}>
                      <Dynamic component={shown.component} entry={found} />
                    </Suspense>
                  </ErrorBoundary>
                )}
              </Show>
            </>
          )}
        </Show>
      </div>
    </div>
  );
}

function NotKnown(): JSX.Element {
  return (
    <>
      <div class="page__head">
        <BackLink to={{ path: "/settings", name: "settings" }} />
        <h1>Machine</h1>
      </div>
      <p class="dim">
        This device does not know the machine that the address names. Settings lists those that it knows.
      </p>
    </>
  );
}
