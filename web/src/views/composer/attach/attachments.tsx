// What stands in the message box beside its words. Loaded after the first screen; the composer gets the box from it.
import type { JSX } from "solid-js";
import type { HostSession } from "../../../host/model.ts";
import type { ThreadState } from "../../../projection/state.ts";
import { useServices } from "../../services.tsx";
import type { Draft } from "../draft.ts";
import type { PartsRoom } from "../parts.ts";
import { createPartsStore } from "./parts-store.ts";
import { createRoom } from "./room.ts";

export interface AttachmentsProps {
  session: HostSession;
  state: ThreadState;
  draft: Draft;
  field: () => HTMLTextAreaElement | undefined;
  /** clientUserMessageIds of what this box has sent. */
  sent: Set<string>;
  /** Says why the last act of the box was not done. */
  refuse: (sentence: string | null) => void;
  ready: (room: PartsRoom) => void;
  /** Nothing can be written into the box. */
  shut: boolean;
  onSent?: () => void;
}

export default function Attachments(props: AttachmentsProps): JSX.Element {
  // Keyed by thread: none of these changes during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { session, draft, field, sent, refuse, ready } = props;
  // oxlint-disable-next-line solid/reactivity
  const thread = props.state.id;
  const store = createPartsStore(useServices().journal, session.id, thread);
  const room = createRoom({
    session,
    thread,
    draft,
    store,
    field,
    why: () => null,
    bring: () => Promise.resolve(null),
    refuse,
    onSent(message) {
      props.onSent?.();
      message.then(
        (id) => sent.add(id),
        () => undefined,
      );
    },
  });
  ready(room);
  return null;
}
