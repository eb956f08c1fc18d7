// Whether the App Server has a queue for a thread, by what it said when it was asked to list it.

/** Nothing is offered that it would refuse. */
export function hasNoQueue(refused: string | null | undefined): boolean {
  return refused != null && /unknown variant|not supported|experimentalApi|method not found|ephemeral/i.test(refused);
}
