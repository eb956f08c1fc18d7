// The address of a machine's activity. In a file of its own: links to the page need not load it.

/** The path of the activity of one machine. */
export function activityPath(host: string): string {
  return `/settings/activity?host=${encodeURIComponent(host)}`;
}
