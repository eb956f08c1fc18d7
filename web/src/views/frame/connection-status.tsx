// The foot of the sidebar: how the connection is, whether what came is stored, and the way to the settings.
import { createEffect, createSignal, type JSX, onCleanup } from "solid-js";
import { Dot, type DotKind } from "../../design/chip.tsx";
import type { HostSession } from "../../host/model.ts";
import { facts } from "../live.ts";
import { A } from "../route.tsx";
import { connectionWords, storageWords } from "../sentences.ts";
import "./connection-status.css";

const BEHIND_AFTER_MS = 2500;

/** One status line, announced politely when it changes. */
export function ConnectionStatus(props: { session: HostSession }): JSX.Element {
  const f = () => facts(props.session);
  // Everything is behind for a moment while messages arrive: only what lasts is worth saying.
  const [behind, setBehind] = createSignal(false);
  createEffect(() => {
    if (f().stored) {
      setBehind(false);
      return;
    }
    const timer = setTimeout(() => setBehind(true), BEHIND_AFTER_MS);
    onCleanup(() => clearTimeout(timer));
  });
  const dot = (): DotKind => {
    switch (f().connection) {
      case "live":
        return f().journal.type === "ok" ? "ok" : "bad";
      case "connecting":
      case "catching-up":
        return "wait";
      case "offline":
      case "ended":
        return "off";
      case "refused":
        return "bad";
    }
  };
  return (
    <div class="connection">
      <div class="connection__state" role="status" data-connection={f().connection}>
        <Dot kind={dot()} />
        <span>
          {connectionWords(f())} · {storageWords({ ...f(), stored: !behind() })}
        </span>
      </div>
      <A href="/settings" class="connection__settings">
        Settings
      </A>
    </div>
  );
}
