// Members of a request that no card draws by name: shown as they are, so that nothing that the server says is hidden.

/** Name and JSON text of each member that is not among `known` and says anything. */
export function otherMembers(
  wire: Readonly<Record<string, unknown>>,
  known: readonly string[],
): [name: string, json: string][] {
  return Object.entries(wire)
    .filter(([name, value]) => !known.includes(name) && value !== null && value !== undefined)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
}
