// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionBanner } from "../frame/connection-banner.tsx";
import { RawCard } from "../items/generic-card.tsx";
import { failureSentence } from "../sentences.ts";
import { aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { TurnRow } from "../thread/turn-row.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const KEY = "sk-proj-abCD1234efGH5678ijKL";
const TOKEN = "0123456789abcdef";
const error = { message: `Incorrect API key provided: ${KEY}.`, info: null, details: `Authorization: Bearer ${TOKEN}` };

test.each(["failed", "inProgress", "paused"])("[SEC-104] the error of a turn that is %s shows no key", (reported) => {
  const session = fakeSession();
  const thread = aThread();
  const turn = aTurn(thread, "t1", { reported, error, retrying: reported === "inProgress" ? error : null });
  const { container } = renderIn(session, thread, () => <TurnRow turn={turn} part={0} last />);
  expect(container.textContent).toContain("Incorrect API key provided: sk-proj-…[masked].");
  expect(container.innerHTML).not.toContain(KEY);
  expect(container.innerHTML).not.toContain(TOKEN);
});

test("[SEC-104] a refused act and a refused connection quote no key", () => {
  const said = failureSentence({ type: "rpc", code: -32600, message: error.message, data: null });
  expect(said).toBe("The server said: Incorrect API key provided: sk-proj-…[masked].");
  const session = fakeSession();
  const detail = `It said: OPENAI_API_KEY=${KEY}`;
  const refusal = { type: "refused", reason: "cannot-start", detail, retryAfterMs: null } as const;
  session.set({ connection: "refused", link: { type: "refused", refusal, retryAt: null } });
  const { container } = renderIn(session, aThread(), () => <ConnectionBanner session={session} />);
  expect(container.textContent).toContain("It said: OPENAI_API_KEY=sk-proj-…[masked]");
});

test("[SEC-106] a raw envelope is drawn and copied without its keys", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
  const raw = JSON.stringify({ method: "configWarning", params: { summary: `bad key ${KEY}`, apiKey: "abc", n: 1 } });
  const { container } = renderIn(fakeSession(), aThread(), () => <RawCard name="configWarning" raw={() => raw} open />);
  const masked = {
    method: "configWarning",
    params: { summary: "bad key sk-proj-…[masked]", apiKey: "[masked]", n: 1 },
  };
  expect(JSON.parse(container.querySelector("pre")?.textContent ?? "")).toEqual(masked);
  // The window is loaded with the first card that is opened.
  const button = () => container.querySelector(".generic__body .copy-button");
  await vi.waitFor(() => expect(button()).not.toBeNull(), { timeout: 20_000 });
  container.querySelector<HTMLElement>(".generic__body .copy-button")?.click();
  await vi.waitFor(() => expect(copied.map((text) => JSON.parse(text) as unknown)).toEqual([masked]));
});
