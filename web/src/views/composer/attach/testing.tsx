// A message box with its attachments, on a session and a machine that are made up. Tests only.
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import type { AppServices } from "../../../actions/contract.ts";
import { CAPABILITIES } from "../../../actions/capability-records.ts";
import { uploadActs } from "../../../actions/upload.ts";
import type { Outcome } from "../../../host/model.ts";
import { createMemoryJournal } from "../../../journal/memory.ts";
import { ServicesProvider } from "../../services.tsx";
import { aThread, fakeServices, fakeSession, preparePage } from "../../testing.tsx";
import { Composer } from "../composer.tsx";

export const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (c) => c.charCodeAt(0),
);
const MISSING = "No such file or directory (os error 2)";

export function prepareBox(): void {
  preparePage();
  URL.createObjectURL = () => "blob:test";
  URL.revokeObjectURL = () => undefined;
  Element.prototype.getAnimations ??= () => [];
}

export interface Rigging {
  /** Does not wait for what is attached. */
  early?: boolean;
  /** Is waited for before a request is answered; what it gives is the answer. */
  ask?: (method: string) => Promise<Outcome<unknown> | null>;
  /** How the list of models comes: as it stands in the server, or when `tell` is called. */
  models?: (tell: () => void) => void;
}

export async function setUp(journal = createMemoryJournal(), rigging: Rigging = {}) {
  const session = fakeSession();
  const state = aThread();
  state.settings.model = "eyes";
  state.settings.cwd = "/p";
  const requests: [string, Record<string, unknown>][] = [];
  let refuseWrite: string | null = null;
  session.request = async (method, params) => {
    requests.push([method, params as Record<string, unknown>]);
    const given = (await rigging.ask?.(method)) ?? null;
    if (given !== null) return given;
    const refused = (message: string): Outcome<never> => ({
      ok: false,
      reason: { type: "rpc", code: -32603, message, data: null },
    });
    if (method === "fs/getMetadata") return refused(MISSING);
    if (method === "fs/writeFile" && refuseWrite !== null) return refused(refuseWrite);
    return { ok: true, value: {} };
  };
  const records = [
    { model: "eyes", displayName: "Eyes 1", inputModalities: ["text", "image"] },
    { model: "ears", displayName: "Ears 1", inputModalities: ["text", "audio"] },
  ].flatMap((raw) => CAPABILITIES.models.read(raw) ?? []);
  const capabilities = {
    watch(_session: unknown, _journal: unknown, _ask: unknown, told: (known: object) => void) {
      if (rigging.models === undefined) told({ records });
      else {
        told({ records: null, reading: true });
        rigging.models(() => told({ records, reading: false }));
      }
      return () => undefined;
    },
  };
  const actions = {
    upload: () => Promise.resolve(uploadActs),
    capabilities: () => Promise.resolve(capabilities),
    queue: () => Promise.resolve({ list: () => Promise.resolve({ ok: true, value: null }) }),
  } as unknown as AppServices["actions"];
  const { unmount } = render(() => (
    <ServicesProvider services={fakeServices(session, { journal, actions })}>
      <Composer session={session} state={state} />
    </ServicesProvider>
  ));
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  // Its room is there.
  if (rigging.early !== true) await screen.findByRole("button", { name: "Attach" });
  return {
    session,
    state,
    box,
    requests,
    journal,
    unmount,
    refuseWrite: (message: string | null) => (refuseWrite = message),
    sent: () => session.asked.filter(([verb]) => verb === "sendMessage"),
  };
}
export const type = (box: HTMLTextAreaElement, text: string) => fireEvent.input(box, { target: { value: text } });
export const paste = (box: HTMLElement, files: readonly File[], text = "") =>
  fireEvent.paste(box, { clipboardData: { files, getData: () => text } });
export const file = (name: string, bytes: Uint8Array<ArrayBuffer> | string, mediaType = "") =>
  new File([bytes], name, { type: mediaType });
export const chips = () => within(screen.getByRole("list", { name: "Attached" })).getAllByRole("listitem");
export const send = () => fireEvent.click(screen.getByRole("button", { name: "Send" }));
