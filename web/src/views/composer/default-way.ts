// What Enter does while a turn runs: steer it, or queue what comes next. Kept on this device.
import { keptChoice } from "./kept-choice.ts";

export type RunningWay = "steer" | "queue";

/** The choice as it is now, and how it is changed. */
export const [defaultWay, setDefaultWay] = keptChoice<RunningWay>("longwire.while-running", "steer", "queue");
