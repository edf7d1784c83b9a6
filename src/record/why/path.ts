/** Paths into objects in text form: `status.conditions[Ready].status`, `numberReady`, `spec.ports[0]`. */

/** A field by name, a list item by index, or the item whose type, name, key, ip or uid is a word. */
export type Segment = string | number;

/**
 * Reads a path. `[word]` finds a list item by what identifies it; `['a.b/c']` is a key with dots.
 * @throws {SyntaxError} with the position
 */
export function parsePath(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  const token = /\.?([^.[\]]+)|\[(?:'([^']*)'|"([^"]*)"|([^\]'"]+))\]/gy;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) {
      const rest = JSON.stringify(text.slice(at));
      throw new SyntaxError(
        `cannot read the path ${JSON.stringify(text)} from ${rest} on; expected a form such as status.conditions[Ready].status`,
      );
    }
    const word = match[1] ?? match[2] ?? match[3] ?? match[4]!;
    segments.push(match[4] !== undefined && /^\d+$/.test(word) ? Number(word) : word);
    at = token.lastIndex;
  }
  return segments;
}

/** Prints a path so that it can be read again. */
export function printPath(path: readonly Segment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (/[.[\]]/.test(segment)) text += `['${segment}']`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

/** Returns the value at a path; undefined when there is none. */
export function valueAt(value: unknown, path: readonly Segment[]): unknown {
  let found = value;
  for (const segment of path) {
    if (Array.isArray(found)) found = itemOf(found, segment);
    else if (typeof found === 'object' && found !== null) {
      found = Object.hasOwn(found, segment)
        ? (found as Record<string, unknown>)[segment]
        : undefined;
    } else return undefined;
  }
  return found;
}

/** Fields that identify the items of a list. */
const IDENTITY = ['type', 'name', 'key', 'ip', 'uid'] as const;

function itemOf(list: readonly unknown[], segment: Segment): unknown {
  if (typeof segment === 'number') return list[segment];
  if (/^\d+$/.test(segment)) return list[Number(segment)];
  return list.find((item) => {
    if (typeof item !== 'object' || item === null) return item === segment;
    return IDENTITY.some((field) => (item as Record<string, unknown>)[field] === segment);
  });
}

/** Returns whether two plain values are equal. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
