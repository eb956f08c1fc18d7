import { expect, test } from "vitest";
import { aboutLimits, errorCode, errorHint } from "./turn-errors.ts";
import type { Json, TurnError } from "../../projection/state.ts";

const error = (info: Json): TurnError => ({ message: "m", info, details: null });

test("[VIW-260] C03: the kind of an error is said in the server's own word, with its HTTP status where there was one", () => {
  expect(errorCode(error("usageLimitExceeded"))).toBe("usageLimitExceeded");
  expect(errorCode(error({ responseStreamDisconnected: { httpStatusCode: 502 } }))).toBe(
    "responseStreamDisconnected · HTTP 502",
  );
  expect(errorCode(error({ httpConnectionFailed: { httpStatusCode: null } }))).toBe("httpConnectionFailed");
  expect(errorCode(error({ spaceWeather: 7 }))).toBe("spaceWeather");
  expect([errorCode(error("other")), errorCode(error(null)), errorCode(error([1])), errorCode(null)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("[VIW-260] every kind that the pinned version knows has advice or says itself that there is none", () => {
  const kinds = [
    "contextWindowExceeded",
    "sessionBudgetExceeded",
    "usageLimitExceeded",
    "serverOverloaded",
    "cyberPolicy",
    "misalignmentPolicyViolation",
    "internalServerError",
    "unauthorized",
    "badRequest",
    "sandboxError",
  ];
  for (const kind of kinds) expect(errorHint(error(kind))).toMatch(/\.$/);
  expect(errorHint(error("other"))).toBeNull();
  expect([aboutLimits(error("usageLimitExceeded")), aboutLimits(error("other"))]).toEqual([true, false]);
});
