// What an answer with a secret needs, as one chunk: it is loaded when the first such answer is given, not with the page.
export { createEchoMask } from "./echo.ts";
export { secretsOf } from "./paths.ts";
export { redactAnswer, redactError, redactRequest } from "./redact.ts";
