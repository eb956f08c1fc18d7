// Pictures, sounds and other parts: in messages of the person, in answers of tools, generated and looked at.
import type { ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { HOME, NOW, reported, told, turnIn, user } from "./parts.ts";
import { png, SVG, wav } from "./samples.ts";

export function mediaThread(): ThreadState {
  const state = createThreadState("t-media");
  reported(state, { type: "idle" });
  const turn = turnIn(state, "media-1");
  told(turn, {
    type: "userMessage",
    content: [
      {
        type: "text",
        text: "Make [Image #1] look like the header, and use the rules of [Pasted 2,310 characters]. Ask @design.md.",
        text_elements: [
          { byteRange: { start: 5, end: 15 }, placeholder: "[Image #1]" },
          { byteRange: { start: 58, end: 84 }, placeholder: "[Pasted 2,310 characters]" },
          { byteRange: { start: 90, end: 100 }, placeholder: null },
        ],
      },
      { type: "image", url: `data:image/png;base64,${png(640, 220)}` },
      { type: "image", url: "https://pictures.example/header.png?session=1" },
      { type: "localImage", path: `${HOME}/Pictures/header.png` },
      { type: "audio", url: `data:audio/wav;base64,${wav()}` },
      { type: "localAudio", path: `${HOME}/Music/note.m4a` },
      { type: "skill", name: "brand-colours", path: `${HOME}/.codex/skills/brand-colours/SKILL.md` },
      { type: "mention", name: "design.md", path: `${HOME}/src/courier/docs/design.md` },
      { type: "hologram", beam: 1 },
    ],
  });
  told(turn, { type: "imageView", path: `${HOME}/src/courier/docs/header.png` });
  told(turn, { type: "imageView", path: "/etc/secret/plan.png" });
  told(turn, {
    type: "mcpToolCall",
    server: "studio",
    tool: "render",
    status: "completed",
    arguments: { width: 640 },
    result: {
      content: [
        { type: "image", data: png(320, 160), mimeType: "image/jpeg" },
        { type: "image", data: btoa(SVG), mimeType: "image/svg+xml" },
        { type: "image", data: btoa("<html><script>alert(1)</script></html>"), mimeType: "image/png" },
        { type: "image", data: "%%%", mimeType: "image/png" },
        { type: "audio", data: wav(), mimeType: "audio/wav" },
        { type: "audio", data: btoa("nothing to hear"), mimeType: "audio/ogg" },
        { type: "resource", resource: { uri: "studio://header", mimeType: "image/png", blob: png(200, 60) } },
      ],
      structuredContent: null,
      _meta: null,
    },
    error: null,
    durationMs: 900,
  });
  told(turn, {
    type: "dynamicToolCall",
    namespace: null,
    tool: "screenshot",
    arguments: {},
    status: "completed",
    contentItems: [
      { type: "inputImage", imageUrl: `data:image/png;base64,${png(500, 120)}` },
      { type: "inputImage", imageUrl: "//tracking.example/pixel.gif" },
    ],
    success: true,
    durationMs: 70,
  });
  const made = turnIn(state, "media-2", { reported: "inProgress", startedAt: NOW - 20_000 });
  user(made, "Draw the header anew.");
  told(made, {
    type: "imageGeneration",
    status: "completed",
    revisedPrompt:
      "A thin copper wire that runs from left to right over warm paper, with three small knots, drawn flat, without shadows.",
    result: png(720, 300, true),
    transparentBackground: true,
    failure: null,
    savedPath: `${HOME}/.codex/generated_images/header.png`,
  });
  told(made, {
    type: "imageGeneration",
    status: "failed",
    revisedPrompt: null,
    result: "",
    failure: { type: "usageLimitExceeded", limitId: "images", resetsAt: Math.floor(NOW / 1000) + 3600 },
  });
  told(
    made,
    { type: "imageGeneration", status: "in_progress", revisedPrompt: null, result: "", failure: null },
    { phase: "open", startedAt: NOW - 9000 },
  );
  return state;
}
