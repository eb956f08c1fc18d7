// Answers that are errors: the person will not answer, or the client cannot.
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";

/** The code of "the person declines to answer", where the protocol has no answer for it. In the range for applications. */
export const DECLINED_CODE = -32000;

/** The client does not support this request. */
export function unsupported(method: string): { error: { code: number; message: string } } {
  return { error: { code: RPC_CODE.methodNotFound, message: `${method} is not supported by this client` } };
}

/** The person does not answer. */
export function declined(): { error: { code: number; message: string } } {
  return { error: { code: DECLINED_CODE, message: "the person declined to answer" } };
}
