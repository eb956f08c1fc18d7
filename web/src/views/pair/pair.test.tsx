// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppServices, PairResult } from "../../actions/contract.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, preparePage } from "../testing.tsx";
import { hidePairingFragment } from "./fragment.ts";
import { readPairingLink } from "./link.ts";
import PairPage from "./pair-page.tsx";

const TOKEN = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYm8";

beforeEach(preparePage);
afterEach(() => {
  clearPage();
  history.replaceState(null, "", "/");
});

function setUp(result: PairResult = { ok: false, message: "The relay did not answer in time." }) {
  const pair = vi.fn(() => Promise.resolve(result));
  const services = {
    pair,
    hosts: () => [],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const { container } = render(() => (
    <ServicesProvider services={services}>
      <PairPage />
    </ServicesProvider>
  ));
  return { pair, container };
}

test("[SEC-46] the token leaves the address bar before anything is drawn, pairs with this origin, and is never drawn", async () => {
  history.replaceState(null, "", `/pair#token=${TOKEN}`);
  hidePairingFragment();
  expect(location.href).not.toContain(TOKEN);
  const { pair, container } = setUp();
  expect(pair).toHaveBeenCalledExactlyOnceWith({ wsUrl: `ws://${location.host}/relay`, token: TOKEN });
  await expect.poll(() => container.textContent).toContain("did not answer in time");
  expect(document.documentElement.outerHTML).not.toContain(TOKEN);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(pair).toHaveBeenCalledTimes(2);
});

test("[SEC-47] a link opened while the page stands is hidden at once as well", async () => {
  history.replaceState(null, "", "/pair");
  const { pair } = setUp();
  location.hash = `#token=${TOKEN}`;
  await expect.poll(() => pair.mock.calls.length).toBe(1);
  expect(location.href).not.toContain(TOKEN);
});

test("[VIW-70] a pasted link is read whole: another machine's address, https as wss; what is wrong is said in words", async () => {
  expect(readPairingLink(` https://box.example.ts.net/pair#token=${TOKEN} `)).toEqual({
    ok: true,
    wsUrl: "wss://box.example.ts.net/relay",
    token: TOKEN,
  });
  for (const text of [
    "",
    "nonsense",
    "ftp://x/pair#token=abcdefghijklmnopqrst",
    "http://x/pair",
    `http://x/pair#token=a b`,
  ])
    expect(readPairingLink(text)).toMatchObject({ ok: false });
  history.replaceState(null, "", "/pair");
  const { pair } = setUp();
  const field = screen.getByRole("textbox", { name: "Pairing link" });
  expect(field.classList.contains("field__input--masked"), "it is drawn as dots").toBe(true);
  fireEvent.input(field, { target: { value: "nonsense" } });
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  expect(screen.getByRole("alert").textContent).toContain("not a link");
  expect(pair).not.toHaveBeenCalled();
  fireEvent.input(field, { target: { value: `http://10.0.0.9:4177/pair#token=${TOKEN}` } });
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  expect(pair).toHaveBeenCalledWith({ wsUrl: "ws://10.0.0.9:4177/relay", token: TOKEN });
});
