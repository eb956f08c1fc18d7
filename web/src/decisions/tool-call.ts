// A call of a tool that the client is to carry out: what is called, and the answer with the content that the person gives.
import { read } from "@longwire/shared-protocol/wire/field";
import { toolCallRequest } from "@longwire/shared-protocol/wire/tool-call";
import { otherMembers } from "./members.ts";

export interface ToolCallCard {
  /** Namespace and tool as the model called them. */
  name: string;
  arguments: unknown;
  more: [name: string, json: string][];
}

export type ToolContent =
  | { type: "inputText"; text: string }
  | { type: "inputImage"; imageUrl: string }
  | { type: "inputAudio"; audioUrl: string };

const KNOWN = ["threadId", "turnId", "callId", "namespace", "tool", "arguments"];

/** Null when the parameters are no tool call. */
export function readToolCall(params: unknown): ToolCallCard | null {
  const reading = read(toolCallRequest, params);
  if (!reading.ok) return null;
  const wire = reading.value;
  return {
    name: wire.namespace == null ? wire.tool : `${wire.namespace}.${wire.tool}`,
    arguments: wire.arguments ?? null,
    more: otherMembers(wire, KNOWN),
  };
}

/** The result. A part without content is left out. */
export function toolResult(parts: readonly ToolContent[], success: boolean): unknown {
  return { contentItems: parts.filter((part) => contentOf(part) !== ""), success };
}

/** The text or address of a part. */
export function contentOf(part: ToolContent): string {
  if (part.type === "inputText") return part.text;
  return part.type === "inputImage" ? part.imageUrl : part.audioUrl;
}

/** A part of this kind with this content. */
export function toolContent(type: ToolContent["type"], content: string): ToolContent {
  if (type === "inputText") return { type, text: content };
  return type === "inputImage" ? { type, imageUrl: content } : { type, audioUrl: content };
}
