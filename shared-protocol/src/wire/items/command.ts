// What the App Server has recognised in a command.
import * as z from "../shape.ts";
import { optionalText, tagged } from "../field.ts";

/** One action: `read`, `listFiles`, `search`, `unknown` … */
export const commandAction = z.extend(tagged, {
  command: optionalText,
  name: optionalText,
  path: optionalText,
  query: optionalText,
});
export type CommandAction = z.infer<typeof commandAction>;
