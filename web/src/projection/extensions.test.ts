// What notifications tell of MCP servers, skills and apps beside their lists.
import { expect, test } from "vitest";
import { noExtensionsTold } from "./extensions.ts";
import { hostAfter, tape } from "./testing/rows.ts";

const after = (...messages: object[]) => {
  const line = tape();
  for (const message of messages) line.in(message);
  return { state: hostAfter(line.rows), rows: line.rows };
};
const completed = (params: object) => ({ method: "mcpServer/oauthLogin/completed", params });

test("[PRJ-395] how the last sign-in to a server ended is kept by its name, with the server's words, and stays a card too", () => {
  const { state } = after(
    completed({ name: "tides", threadId: null, success: true }),
    completed({ name: "maps", success: false, error: "access denied" }),
    completed({ name: "tides", success: false, error: "state does not fit" }),
    completed({ success: true }),
  );
  expect([...state.extensions.logins.values()].map(({ name, success, error }) => [name, success, error])).toEqual([
    ["maps", false, "access denied"],
    ["tides", false, "state does not fit"],
  ]);
  expect(state.activity.filter(({ name }) => name === "mcpServer/oauthLogin/completed").length).toBeGreaterThan(0);
});

test("[PRJ-395] sign-ins are bounded, whatever names a server makes up", () => {
  const { state } = after(...Array.from({ length: 130 }, (_, n) => completed({ name: `s${n}`, success: true })));
  expect(state.extensions.logins.size).toBe(100);
  expect(state.extensions.logins.has("s129")).toBe(true);
});

test("[PRJ-396] that skills or apps have changed is kept with its time, so that what was read before shows as old", () => {
  expect(after().state.extensions).toEqual(noExtensionsTold());
  const { state, rows } = after(
    { method: "skills/changed", params: {} },
    { method: "app/list/updated", params: { data: [] } },
    { method: "skills/changed", params: {} },
  );
  expect(state.extensions.skillsChangedAt).toBe(rows[2]?.at);
  expect(state.extensions.appsChangedAt).toBe(rows[1]?.at);
});
