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
  HTMLElement.prototype.scrollTo ??= () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
});

const ENTRIES: DirectoryEntry[] = [
  { name: "src", isDirectory: true, isFile: false },
  { name: "odd\uFFFD", isDirectory: false, isFile: true },
  { name: "way", isDirectory: true, isFile: false },
  { name: "big", isDirectory: false, isFile: true },
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
      inspectFile: note("inspect", { kind: "file", bytes: null, link: false }),
      readFile: note("read", new Uint8Array(3)),
      files: () =>
        Promise.resolve({
          metadata: (_session: unknown, path: string) => {
            asked.push(["metadata", path]);
            const kind = path.endsWith("big") ? "file" : "folder";
            const value = { kind, link: path.endsWith("way"), createdAt: null, modifiedAt: 1_700_000_000_000 };
            return Promise.resolve({ ok: true, value });
          },
          remove: note("remove", null),
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
  expect(screen.getByTestId("files-room").textContent).toContain("Enter the full path");
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

/** Goes to the n-th row of the tree, once it has any. */
async function goTo(row: number): Promise<HTMLElement> {
  const tree = await screen.findByRole("tree");
  await waitFor(() => {
    fireEvent.keyDown(tree, { key: "Home" });
    expect(screen.getByTestId("file-details").textContent).toContain("src");
  });
  for (let n = 1; n < row; n += 1) fireEvent.keyDown(tree, { key: "ArrowDown" });
  return tree;
}

test("[VIW-722] what is to be removed is looked at itself: a link goes alone, by the keyboard too, and a folder whole only by its name", async () => {
  const asked: unknown[][] = [];
  navigate("/settings/machine/h/files?cwd=%2Fp");
  draw(asked);
  fireEvent.keyDown(await goTo(2), { key: "Delete" });
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(/the link is removed/);
  expect(within(dialog).queryByRole("textbox")).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(asked).toContainEqual(["remove", "/p/way", false]));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.keyDown(await goTo(1), { key: "Delete" });
  const second = within(await screen.findByRole("dialog"));
  const field = await second.findByRole("textbox", { name: "Name of the folder" });
  fireEvent.input(field, { target: { value: "SRC" } });
  expect(second.queryByRole("button", { name: "Remove it and everything in it" })).toBeNull();
  fireEvent.input(field, { target: { value: "src" } });
  await waitFor(() =>
    expect(second.getByRole("button", { name: "Remove it and everything in it" })).toHaveProperty("disabled", false),
  );
  fireEvent.click(second.getByRole("button", { name: "Remove it and everything in it" }));
  fireEvent.click(second.getByRole("button", { name: "Remove it and everything in it" }));
  await waitFor(() => expect(asked.filter(([verb]) => verb === "remove")).toHaveLength(2));
  expect(asked).toContainEqual(["remove", "/p/src", true]);
});

test("[VIW-786] on a phone a file that is chosen brings what can be done with it into view; a folder leaves the list where it is", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const into = vi.fn(function into(this: Element) {
    return this.querySelector("[data-testid=file-details] h2")?.textContent;
  });
  HTMLElement.prototype.scrollIntoView = into;
  navigate("/settings/machine/h/files?cwd=%2Fp");
  draw();
  await goTo(1);
  expect(into).not.toHaveBeenCalled();
  await goTo(3);
  await waitFor(() => expect(into.mock.results.at(-1)?.value).toBe("big"));
});

test("[VIW-637] [VIW-632] a file whose size is not told is neither downloaded nor edited without a second press", async () => {
  const asked: unknown[][] = [];
  navigate("/settings/machine/h/files?cwd=%2Fp");
  draw(asked);
  await goTo(3);
  fireEvent.click(await screen.findByRole("button", { name: "Download" }));
  await waitFor(() => expect(screen.getByTestId("file-details").textContent).toContain("could not be found out"));
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  await screen.findByRole("button", { name: "Read it" });
  expect(asked.some(([verb]) => verb === "read")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Read it" }));
  await waitFor(() => expect(asked).toContainEqual(["read", "/p/big"]));
});

test("[VIW-723] a folder whose name ends in a blank is that folder, and not the one without it", async () => {
  const asked: unknown[][] = [];
  navigate("/settings/machine/h/files?cwd=%2Fp%20");
  draw(asked);
  await waitFor(() => expect(asked).toContainEqual(["list", "/p "]));
  expect(asked).not.toContainEqual(["list", "/p"]);
});
