/** Ranges of minor releases, as tables write them. */

/**
 * Whether a range has a minor release of Kubernetes 1.
 *
 * @param range `24`, `24-28`, `30-`, or several of them: `24-26,30-`
 */
export function hasMinor(range: string, minor: number): boolean {
  return range.split(',').some((part) => {
    const { since, until } = minorsOf(part);
    return since <= minor && minor <= until;
  });
}

/** Returns the ends of a range, both included: of `24`, `24-28` or `30-`. */
export function minorsOf(range: string): { readonly since: number; readonly until: number } {
  const [since, until] = range.split('-');
  if (until === undefined) return { since: Number(since), until: Number(since) };
  return { since: Number(since), until: until === '' ? Infinity : Number(until) };
}
