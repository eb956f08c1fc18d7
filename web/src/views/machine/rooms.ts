// The pages of one machine: what its App Server offers, and what can be set there. Each loads when it is entered.
import { type Component } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { lazyPage } from "../lazy-part.tsx";

export interface MachineRoom {
  /** The last part of its address. */
  name: string;
  title: string;
  /** One plain sentence below the title. */
  lead: string;
  component: Component<{ entry: HostEntry }>;
}

/** In the order of the list beside them. */
export const ROOMS: readonly MachineRoom[] = [
  {
    name: "account",
    title: "Account",
    lead: "The account that the App Server uses on this machine: signing in and out, limits, usage. All devices and threads share it.",
    component: lazyPage(() => import("../account/account-room.tsx")),
  },
  {
    name: "models",
    title: "Models and modes",
    lead: "What this machine’s App Server offers, in its own words, and what its version lacks. Nothing is changed here.",
    component: lazyPage(() => import("../models/models-room.tsx")),
  },
  {
    name: "extensions",
    title: "MCP, skills, plugins",
    lead: "What adds to what the agent can do on this machine. Changes are written to the machine and apply to every device.",
    component: lazyPage(() => import("../extensions/extensions-room.tsx")),
  },
  {
    name: "config",
    title: "Configuration",
    lead: "What this machine’s App Server runs with, where each value comes from, and what you can change.",
    component: lazyPage(() => import("../config/config-room.tsx")),
  },
  {
    name: "files",
    title: "Files",
    lead: "Files and folders of this machine as they are, which you read and change yourself, outside of the agent’s turns.",
    component: lazyPage(() => import("../file-tree/files-room.tsx")),
  },
  {
    name: "terminals",
    title: "Terminals",
    lead: "Shells on this machine, beside the agent’s turns, and whatever else any device runs there. Each can be ended from here.",
    component: lazyPage(() => import("../terminal/terminals-room.tsx")),
  },
  {
    name: "requests",
    title: "All requests",
    lead: "Every request that this machine’s App Server accepts, each with its own form, including those that the app has no other place for.",
    component: lazyPage(() => import("../requests/requests-room.tsx")),
  },
];
