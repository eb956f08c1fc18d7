// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ConfigEdit } from "../../actions/config.ts";
import { valuesOf } from "../../actions/config-values.ts";
import type { JsonObject } from "../../projection/state.ts";
import { clearPage, preparePage } from "../testing.tsx";
import { EditDialog } from "./edit-dialog.tsx";

beforeEach(preparePage);
afterEach(() => {
  cleanup();
  clearPage();
});

function open(key: string | null, requirements: JsonObject | null = null): ConfigEdit[] {
  const put: ConfigEdit[] = [];
  const config = { model: "m", approval_policy: "on-request", mcp_servers: { h: { env: { A: "secret-1" } } } };
  render(() => (
    <EditDialog
      wanted={key}
      values={valuesOf(config, new Map())}
      edits={[]}
      requirements={requirements}
      put={(edit) => put.push(edit)}
      close={() => undefined}
    />
  ));
  return put;
}
const add = () => fireEvent.click(screen.getByRole("button", { name: "Add to the changes" }));

test("[VIW-682] where an administrator's requirements leave a choice, it is the only one", () => {
  const put = open("approval_policy", { allowedApprovalPolicies: ["on-request", "untrusted"] });
  expect(screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent.trim())).toEqual([
    "on-request",
    "untrusted",
  ]);
  expect(screen.queryByLabelText("Value")).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "untrusted" }));
  add();
  expect(put).toEqual([{ key: "approval_policy", value: "untrusted" }]);
});

test("[VIW-682] a key that is none, or a value of another kind, joins no changes and says why", () => {
  const put = open(null);
  fireEvent.input(screen.getByLabelText("Key"), { target: { value: "a..b" } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Remove" }).disabled).toBe(true);
  add();
  expect(screen.getAllByRole("alert").length).toBeGreaterThan(0);
  fireEvent.input(screen.getByLabelText("Key"), { target: { value: "tool_output_token_limit" } });
  fireEvent.click(screen.getByRole("radio", { name: "Number" }));
  fireEvent.input(screen.getByLabelText("Value"), { target: { value: "many" } });
  add();
  expect(put).toEqual([]);
  expect(screen.getByText(/A number, such as/)).toBeTruthy();
  fireEvent.input(screen.getByLabelText("Value"), { target: { value: "4096" } });
  add();
  expect(put).toEqual([{ key: "tool_output_token_limit", value: 4096 }]);
});

test("[VIW-782] the words that the server knows for a key are offered; any other text can be typed", () => {
  const put = open(null);
  expect(screen.queryByTestId("config-choices")).toBeNull();
  fireEvent.input(screen.getByLabelText("Key"), { target: { value: "model_verbosity" } });
  const words = within(screen.getByTestId("config-choices")).getAllByRole("radio");
  expect(words.map((radio) => radio.parentElement?.textContent.trim())).toEqual(["low", "medium", "high"]);
  fireEvent.click(screen.getByRole("radio", { name: "high" }));
  expect(screen.getByLabelText<HTMLInputElement>("Value").value).toBe("high");
  add();
  fireEvent.input(screen.getByLabelText("Value"), { target: { value: "of-tomorrow" } });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "high" }).checked).toBe(false);
  add();
  expect(put.map(({ value }) => value)).toEqual(["high", "of-tomorrow"]);
});

test("[SEC-125] the field of a secret begins empty, is drawn as dots, and nothing of what is set stands in the page", () => {
  const put = open("mcp_servers.h.env.A");
  const field = screen.getByLabelText<HTMLInputElement>("Value");
  expect(field.value).toBe("");
  expect(field.classList.contains("field__input--masked")).toBe(true);
  expect(document.body.innerHTML).not.toContain("secret-1");
  add();
  expect(put, "an empty field is no new secret").toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(put).toEqual([{ key: "mcp_servers.h.env.A", value: null }]);
});
