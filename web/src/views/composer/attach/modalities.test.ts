// What a model takes, by the server's own list.
import { expect, test } from "vitest";
import { CAPABILITIES } from "../../../actions/capability-records.ts";
import { modalityOf, refusalOf, takes } from "./modalities.ts";

const records = [
  { model: "ears", displayName: "Ears 1", inputModalities: ["text", "audio"] },
  { model: "eyes", displayName: "Eyes 1", inputModalities: ["text", "image"] },
  { model: "old", displayName: "Old 1" },
  { model: "secret", displayName: "Secret", hidden: true, inputModalities: ["audio"] },
].flatMap((raw) => CAPABILITIES.models.read(raw) ?? []);

test("[VIW-505] an input that the thread's model does not take is refused with the models that would take it", () => {
  expect(modalityOf({ type: "localAudio", path: "/a.wav" })).toBe("audio");
  expect(modalityOf({ type: "image", url: "data:," })).toBe("image");
  expect(modalityOf({ type: "mention", name: "a", path: "/a" })).toBeNull();
  expect(takes(records, "eyes", "image")).toEqual({ type: "yes" });
  const no = takes(records, "eyes", "audio");
  expect(no).toEqual({ type: "no", model: "Eyes 1", others: ["Ears 1"] });
  if (no.type === "no")
    expect(refusalOf(no, "audio")).toMatch(/Eyes 1 takes no audio.*Choose a model that does \(Ears 1\)/);
  const nobody = takes(records.slice(1, 2), "eyes", "audio");
  if (nobody.type === "no") expect(refusalOf(nobody, "audio")).toMatch(/No model that this server lists does/);
});

test("[VIW-506] what nobody has said is told as unknown, and is no refusal", () => {
  expect(takes(null, "eyes", "image").type).toBe("unknown");
  expect(takes(records, null, "image").type).toBe("unknown");
  expect(takes(records, "elsewhere", "image")).toMatchObject({ why: expect.stringContaining("elsewhere") });
  expect(takes(records, "old", "image")).toMatchObject({ why: expect.stringContaining("Old 1") });
});
