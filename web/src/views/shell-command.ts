// The App Server runs most commands through a shell: `/bin/bash -lc '…'`. What has run is read more easily without that
// wrapping. Only for what was decided or has happened; what is to be approved is always shown whole.

const WRAPPED = /^(?:\/\S+\/)?(?:ba|z|da)?sh -l?c (['"])([\s\S]*)\1$/;

/** The command inside the shell's quotes when taking them off is certain to change nothing; else the text as it is. */
export function innerCommand(command: string): string {
  const match = WRAPPED.exec(command);
  if (match === null) return command;
  const [, quote, inner = ""] = match;
  if (quote === "'") return inner.includes("'") ? command : inner;
  // Inside double quotes the outer shell reads these; without them the text is the very command.
  return /["\\$`!]/.test(inner) ? command : inner;
}
