// What an answer with a secret needs, as one chunk: it is loaded when the first such answer is given, not with the page.
export { createEchoMask } from "./echo.ts";
export { SECRET_MARK } from "./mark.ts";
export { secretsOf } from "./paths.ts";
export { padLine, redactAnswer, redactError, redactRequest } from "./redact.ts";
