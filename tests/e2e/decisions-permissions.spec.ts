// Requests for more rights on the pinned App Server, answered in the page.
import { newFolder } from "@longwire/fixtures/codex-home";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { press } from "../support/asking.ts";
import { call, decide, noted, PERMISSIONS } from "../support/deciding.ts";
import { expect, test } from "../support/rig.ts";

test("[DEC-151] rights: a part for the session, all of it for the turn with every later command reviewed, and none", async ({
  page,
  rig,
}) => {
  const out = newFolder("granted");
  const script: Script = (request) =>
    request.outputsSinceUser > 0
      ? [say(`Got ${[...request.outputs.values()].at(-1) ?? ""}`)]
      : [
          call("request_permissions", {
            reason: "to build",
            permissions: { network: { enabled: true }, file_system: { write: [out] } },
          }),
        ];
  const { options, answers } = noted(script, { features: { request_permissions_tool: true } });
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  const files = {
    read: null,
    write: [out],
    entries: [{ path: { type: "path", path: out }, access: "write" }],
  };

  await app.send("none");
  await decide(
    app,
    answers,
    PERMISSIONS,
    async (card) => {
      await expect(card).toContainText("to build");
      await press(card, "Decline");
    },
    { result: { permissions: {}, scope: "turn" } },
  );
  await expect(app.decision("resolved").last()).toContainText("Declined: no rights granted");
  await expect(app.turn("completed")).toHaveCount(1);

  await app.send("reviewed");
  await decide(
    app,
    answers,
    PERMISSIONS,
    async (card) => {
      const review = card.getByRole("checkbox", { name: "Review each later command of this turn first" });
      await expect(review).not.toBeChecked();
      await review.check();
      await expect(card.getByRole("button", { name: "Approve for this session" })).toHaveAttribute("aria-disabled");
      await press(card, "Approve");
    },
    {
      result: { permissions: { network: { enabled: true }, fileSystem: files }, scope: "turn", strictAutoReview: true },
    },
  );
  await expect(app.item("agentMessage").last()).toContainText('"strict_auto_review":true');
  await expect(app.turn("completed")).toHaveCount(2);

  await app.send("part");
  await decide(
    app,
    answers,
    PERMISSIONS,
    async (card) => {
      await card.getByRole("checkbox", { name: "Use the network" }).uncheck();
      await press(card, "Approve for this session");
    },
    { result: { permissions: { fileSystem: files }, scope: "session" } },
  );
  await expect(app.item("agentMessage").last()).toContainText(out);
  const line = app.decision("resolved").last();
  await expect(line).toContainText("Rights granted for this session");
  await expect(line, "what was granted, one by one").toContainText(`Read and write ${out}`);
  await expect(line).not.toContainText("network");
});
