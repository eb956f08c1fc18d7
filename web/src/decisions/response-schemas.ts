// The schemas of the answers, from the pinned App Server. Loaded with the forms, never with the first screen.
import { objectOf } from "../projection/read.ts";
import type { JsonObject } from "../projection/state.ts";
import { checkValue, type Form, readForm } from "./form.ts";

const FILES: Record<string, unknown> = import.meta.glob(
  [
    "../../../shared-protocol/generated/schema/PermissionsRequestApprovalResponse.json",
    "../../../shared-protocol/generated/schema/ToolRequestUserInputResponse.json",
    "../../../shared-protocol/generated/schema/McpServerElicitationRequestResponse.json",
    "../../../shared-protocol/generated/schema/DynamicToolCallResponse.json",
    "../../../shared-protocol/generated/schema/ChatgptAuthTokensRefreshResponse.json",
    "../../../shared-protocol/generated/schema/AttestationGenerateResponse.json",
    "../../../shared-protocol/generated/schema/CurrentTimeReadResponse.json",
    "../../../shared-protocol/generated/schema/ApplyPatchApprovalResponse.json",
    "../../../shared-protocol/generated/schema/ExecCommandApprovalResponse.json",
    "../../../shared-protocol/generated/schema/CommandExecutionRequestApprovalResponse.json",
    "../../../shared-protocol/generated/schema/FileChangeRequestApprovalResponse.json",
  ],
  { eager: true, import: "default" },
);

const NAMES: ReadonlyMap<string, string> = new Map([
  ["item/permissions/requestApproval", "PermissionsRequestApprovalResponse"],
  ["item/tool/requestUserInput", "ToolRequestUserInputResponse"],
  ["mcpServer/elicitation/request", "McpServerElicitationRequestResponse"],
  ["item/tool/call", "DynamicToolCallResponse"],
  ["account/chatgptAuthTokens/refresh", "ChatgptAuthTokensRefreshResponse"],
  ["attestation/generate", "AttestationGenerateResponse"],
  ["currentTime/read", "CurrentTimeReadResponse"],
  ["applyPatchApproval", "ApplyPatchApprovalResponse"],
  ["execCommandApproval", "ExecCommandApprovalResponse"],
  ["item/commandExecution/requestApproval", "CommandExecutionRequestApprovalResponse"],
  ["item/fileChange/requestApproval", "FileChangeRequestApprovalResponse"],
]);

/** The schema of what a method is answered with; null for a method without a known one. */
export function responseSchema(method: string): JsonObject | null {
  const name = NAMES.get(method);
  return name === undefined ? null : objectOf(FILES[`../../../shared-protocol/generated/schema/${name}.json`]);
}

/** What a result has that the method's schema does not allow, in words; empty when nothing, or when no schema is known. */
export function checkAnswer(method: string, result: unknown): string[] {
  const schema = responseSchema(method);
  return schema === null ? [] : checkValue(schema, result);
}

/** A form for the answer to a method; null when there is no schema, or none that a form can be made of. */
export function responseForm(method: string): Form | null {
  const schema = responseSchema(method);
  const form = schema === null ? null : readForm(schema);
  // A form that is JSON in the end says less than the whole answer as JSON.
  return form?.fields.some(({ kind }) => kind.type === "json") === true ? null : form;
}
