/** Which events a timeline shows: most repeat what the writes beside them say. */

/** Normal events that report what was not done: no write shows that. */
const notDone: ReadonlySet<string> = new Set(['JobAlreadyActive']);

export function isNotedEvent({
  type,
  reason = '',
}: {
  readonly type?: string;
  readonly reason?: string;
}): boolean {
  return type === 'Warning' || notDone.has(reason);
}
