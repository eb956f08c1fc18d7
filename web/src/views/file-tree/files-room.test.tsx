// @vitest-environment jsdom
// The room: where it begins, what a chosen entry offers, what a name that is no text keeps from being done, and being offline.
import { fireEvent, render, screen, waitFor, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppServices, DirectoryEntry } from "../../actions/contract.ts";
import { createHostState } from "../../projection/host-fold.ts";
import { navigate } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import FilesRoom from "./files-room.tsx";

beforeEach(() => {
  preparePage();
  // A window that draws everything: jsdom has no sizes.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
});

const ENTRIES: DirectoryEntry[] = [
  { name: "src", isDirectory: true, isFile: false },
  { name: "odd\uFFFD", isDirectory: false, isFile: true },
];

function draw(asked: unknown[][] = []) {
  const session = fakeSession(createHostState("h"));
  const note =
    (verb: string, value: unknown) =>
    (_session: unknown, ...args: unknown[]) => {
      asked.push([verb, ...args]);
      return Promise.resolve({ ok: true, value });
    };
  const entry = { record: { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 }, session };
  const services = {
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: {
      listDirectory: note("list", ENTRIES),
      files: () =>
        Promise.resolve({
          metadata: note("metadata", { kind: "file", link: false, createdAt: null, modifiedAt: 1_700_000_000_000 }),
          watch: note("watch", { id: "w", path: "/p" }),
          unwatch: note("unwatch", null),
          createFolder: (_session: unknown, path: string) => {
            asked.push(["createFolder", path]);
            return Promise.resolve({
              ok: false,
              reason: { type: "rpc", code: -32603, message: "Permission denied (os error 13)", data: null },
            });
          },
        }),
    },
  } as unknown as AppServices;
  const drawn = render(() => (
    <ServicesProvider services={services}>
      <FilesRoom entry={entry} />
    </ServicesProvider>
  ));
  return { session, container: drawn.container };
}

test("[VIW-630] the room begins at the folder that the address names, reads that one alone, and asks for a whole path where there is none", async () => {
  const asked: unknown[][] = [];
  navigate("/settings/machine/h/files?cwd=%2Fp%20q");
  draw(asked);
  await waitFor(() => expect(asked.filter(([verb]) => verb === "list")).toEqual([["list", "/p q"]]));
  expect(screen.getByRole("textbox", { name: "Folder" })).toHaveProperty("value", "/p q");
  navigate("/settings/machine/h/files?cwd=relative");
  expect(screen.getByTestId("files-room").textContent).toContain("Give the whole path");
  expect(asked.filter(([verb]) => verb === "list")).toHaveLength(1);
});

test("[VIW-633] [VIW-636] a refusal stays beside what was typed, in plain words and the server's own", async () => {
  const asked: unknown[][] = [];
  navigate("/settings/machine/h/files?cwd=%2Fp");
  draw(asked);
  fireEvent.click(screen.getByRole("button", { name: "New folder" }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.input(dialog.getByRole("textbox", { name: "Name" }), { target: { value: "a/b" } });
  expect(dialog.getByRole("button", { name: "Make the folder" })).toHaveProperty("disabled", true);
  fireEvent.input(dialog.getByRole("textbox", { name: "Name" }), { target: { value: "made" } });
  fireEvent.click(dialog.getByRole("button", { name: "Make the folder" }));
  await waitFor(() => expect(dialog.getByRole("alert").textContent).toContain("no permission"));
  expect(dialog.getByRole("alert").textContent).toContain("os error 13");
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "made");
  expect(asked).toContainEqual(["createFolder", "/p/made"]);
});

test("[VIW-630] without a connection nothing can be made or sent, and what was read stays", async () => {
  navigate("/settings/machine/h/files?cwd=%2Fp");
  const { session } = draw();
  await waitFor(() => expect(screen.getByRole("button", { name: "Upload" })).toHaveProperty("disabled", false));
  session.set({ connection: "offline" });
  for (const name of ["New file", "New folder", "Upload", "Read again"])
    expect(screen.getByRole("button", { name }), name).toHaveProperty("disabled", true);
});
