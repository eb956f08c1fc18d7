import { expect, test } from "vitest";
import { recorded } from "../../../projection/testing/recordings.ts";
import { threadAfter } from "../../../projection/testing/rows.ts";
import { typedPlaces } from "./typed-places.ts";

test("[VIW-229] in a recording of the pinned App Server it stands below its echo", () => {
  const { rows } = recorded("0.149.1", "long-output");
  const thread = rows.find((row) => row.thread !== null)?.thread ?? "";
  const items = [...threadAfter(rows, thread).turns.values()].flatMap((turn) => [...turn.items.values()]);
  const asked = items.find((item) => item.type === "commandExecution" && item.typed.length > 0);
  if (asked?.type !== "commandExecution") throw new Error("nothing was typed in it");
  expect(asked.typed).toMatchObject([{ text: "Ada\n" }]);
  const [line] = typedPlaces(asked.output, asked.typed);
  expect(asked.output.split(/\r?\n/)[line ?? -1]).toMatch(/^(?:Name\? )?Ada$/);
});
