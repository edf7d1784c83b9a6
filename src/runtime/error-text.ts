/** Returns what was thrown, in words: as in events, conditions and causes. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
