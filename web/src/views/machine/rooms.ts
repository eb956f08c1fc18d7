// The pages of one machine: what its App Server offers, and what can be set there. Each loads when it is entered.
import type { Component } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";

export interface MachineRoom {
  /** The last part of its address. */
  name: string;
  title: string;
  /** One plain sentence below the title. */
  lead: string;
  component: Component<{ entry: HostEntry }>;
}

/** In the order of the list beside them. */
export const ROOMS: readonly MachineRoom[] = [];
