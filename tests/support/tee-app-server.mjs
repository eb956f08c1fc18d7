// Runs the program behind the file name and notes each whole line that reaches its stdin. For counting what arrived.
// usage: node tee-app-server.mjs LOGFILE COMMAND ARG…
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const [log, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "inherit", "inherit"] });
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  child.stdin.write(text);
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) appendFileSync(log, `${line}\n`);
});
process.stdin.on("end", () => child.stdin.end());
child.stdin.on("error", () => undefined);
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
