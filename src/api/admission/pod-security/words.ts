/** The words of messages about pods that break a standard. */

/** Returns texts in the order of their bytes, each once. */
export function sorted(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].sort();
}

/** Returns `"a", "b"`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Returns the word for one thing, or for several. */
export function plural(word: string, { length }: readonly unknown[]): string {
  return length === 1 ? word : `${word}s`;
}

/** Returns `container "a"`, or `containers "a", "b"`. */
export function named(word: string, names: readonly string[]): string {
  return `${plural(word, names)} ${quoted(names)}`;
}

/** Returns `uses`, for several things `use`. */
export function uses({ length }: readonly unknown[]): string {
  return length === 1 ? 'uses' : 'use';
}

/** Returns who breaks a rule: `pod and containers "a", "b"`; empty where there is none. */
export function settersOf(isPod: boolean, containers: readonly string[]): string {
  const setters = containers.length === 0 ? [] : [named('container', containers)];
  return [...(isPod ? ['pod'] : []), ...setters].join(' and ');
}
