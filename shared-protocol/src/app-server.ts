// The one door to the generated App Server types. They say what the pinned version writes; what really arrives is read
// by the lenient schemas in wire/, since another version may be running on the other machine.
import type { ClientNotification } from "../generated/ts/ClientNotification.ts";
import type { ClientRequest } from "../generated/ts/ClientRequest.ts";
import type { ServerNotification } from "../generated/ts/ServerNotification.ts";
import type { ServerRequest } from "../generated/ts/ServerRequest.ts";
import type { JsonValue } from "../generated/ts/serde_json/JsonValue.ts";
import type { ThreadItem } from "../generated/ts/v2/ThreadItem.ts";
import type { ClientResponses, ServerRequestResponses } from "../generated/methods.ts";

export type { InitializeParams } from "../generated/ts/InitializeParams.ts";
export type { InitializeResponse } from "../generated/ts/InitializeResponse.ts";
export type { AskForApproval } from "../generated/ts/v2/AskForApproval.ts";
export type { CodexErrorInfo } from "../generated/ts/v2/CodexErrorInfo.ts";
export type { CommandAction } from "../generated/ts/v2/CommandAction.ts";
export type { CommandExecutionApprovalDecision } from "../generated/ts/v2/CommandExecutionApprovalDecision.ts";
export type { FileChangeApprovalDecision } from "../generated/ts/v2/FileChangeApprovalDecision.ts";
export type { FileUpdateChange } from "../generated/ts/v2/FileUpdateChange.ts";
export type { SandboxMode } from "../generated/ts/v2/SandboxMode.ts";
export type { SandboxPolicy } from "../generated/ts/v2/SandboxPolicy.ts";
export type { Thread } from "../generated/ts/v2/Thread.ts";
export type { ThreadSourceKind } from "../generated/ts/v2/ThreadSourceKind.ts";
export type { ThreadStatus } from "../generated/ts/v2/ThreadStatus.ts";
export type { Turn } from "../generated/ts/v2/Turn.ts";
export type { TurnStatus } from "../generated/ts/v2/TurnStatus.ts";
export type { UserInput } from "../generated/ts/v2/UserInput.ts";
export type { ClientNotification, ClientRequest, ServerNotification, ServerRequest, ThreadItem };

export type ClientRequestMethod = ClientRequest["method"];
export type ClientNotificationMethod = ClientNotification["method"];
export type ServerRequestMethod = ServerRequest["method"];
export type NotificationMethod = ServerNotification["method"];
export type ThreadItemType = ThreadItem["type"];

/** The parameters of a client request. */
export type ClientRequestParams<M extends ClientRequestMethod> = Extract<ClientRequest, { method: M }>["params"];
/** Members that the generated types ask for although the server has a default for them. */
type Defaulted = "networkAccess" | "text_elements";
/** A value as it is written: lists may be read-only, what has a default may be left out, any JSON is what it is. */
type Written<T> = [JsonValue] extends [T]
  ? unknown
  : T extends readonly (infer Entry)[]
    ? readonly Written<Entry>[]
    : T extends object
      ? { readonly [K in keyof T as K extends Defaulted ? never : K]: Written<T[K]> } & {
          readonly [K in keyof T as K extends Defaulted ? K : never]?: Written<T[K]>;
        }
      : T;
/**
 * What a request of that method may be sent with. A method that is named in the code is held against the pinned surface;
 * one that is known only when the app runs (of the console, of a later server) takes anything.
 */
export type SentParams<M extends string> = M extends ClientRequestMethod
  ? Written<ClientRequestParams<M>>
  : string extends M
    ? unknown
    : never;
/** What the App Server answers to a client request. */
export type ClientResponse<M extends ClientRequestMethod> = ClientResponses[M];
/** The parameters of a server request. */
export type ServerRequestParams<M extends ServerRequestMethod> = Extract<ServerRequest, { method: M }>["params"];
/** What the app answers to a server request. */
export type ServerRequestResponse<M extends ServerRequestMethod> = ServerRequestResponses[M];
/** The parameters of a notification. */
export type NotificationParams<M extends NotificationMethod> = Extract<ServerNotification, { method: M }>["params"];
