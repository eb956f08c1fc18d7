// Any request of the App Server, as the person has filled it in: sent once, on the connection that it was written for, and
// with what is secret of it kept from everything but the server.
import { secretMembers, secretResultMembers, type MemberPath } from "@longwire/shared-protocol/surface/secret-members";
import { surfaceOfClientRequest } from "@longwire/shared-protocol/surface/client-requests";
import type { HostSession, Outcome } from "../host/model.ts";
import { secretsOf } from "../journal/secrets/paths.ts";

export interface ConsoleActs {
  /**
   * Sends it once, whatever it is: nothing of it is asked again by itself. `params` undefined leaves the member out.
   * @param line told the reply as it came, before the outcome
   */
  send(session: HostSession, method: string, params: unknown, line?: (text: string) => void): Promise<Outcome<unknown>>;
  /** Where secrets stand in parameters: by the surface table, and by their names. */
  secretsIn(method: string, params: unknown): MemberPath[];
  /** Where secrets stand in a result, by the surface table. */
  secretsInResult(method: string, result: unknown): MemberPath[];
}

const refused = (message: string): Outcome<never> => ({ ok: false, reason: { type: "not-sent", message } });

export const consoleActs: ConsoleActs = {
  async send(session, method, params, line) {
    const does = surfaceOfClientRequest(method)?.does;
    if (does === "opens")
      return refused("Nothing was sent: the connection is open, and this belongs to all devices on it.");
    if (does === "lets-go")
      return refused(
        "Nothing was sent: it would silence the thread on every device. “Release” in the thread’s menu does it when nobody is in the way.",
      );
    return session.request(method, params, {
      fleeting: true,
      once: true,
      secret: consoleActs.secretsIn(method, params),
      ...(line === undefined ? {} : { line }),
    });
  },
  secretsIn(method, params) {
    return [...secretMembers(method, params), ...secretsOf(method, null, params).paths];
  },
  secretsInResult: secretResultMembers,
};
