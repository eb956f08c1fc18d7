// The empty main beside the list: what this is and how to begin.
import { type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Mark } from "../../design/icon.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { navigate } from "../route.tsx";
import { hostOfThread, useHosts } from "../services.tsx";
import "./home-page.css";

/** Shown at `/` on wide screens; on a phone the list takes its place. */
export function HomePage(): JSX.Element {
  const { hosts } = useHosts();
  const host = () => hostOfThread(hosts(), null);
  return (
    <div class="page home">
      <Show when={host()}>{(entry) => <ConnectionBanner session={entry().session} />}</Show>
      <div class="home__middle">
        <Mark size={40} />
        <h1>Pick a thread, or start one</h1>
        <p>
          A thread is a conversation with the agent in one folder of the machine. It goes on there when you close this
          page, and everything that arrived is stored on this device, also for reading without a connection.
        </p>
        <Button look="act" onClick={() => navigate("/new")}>
          Choose a folder
        </Button>
      </div>
    </div>
  );
}
