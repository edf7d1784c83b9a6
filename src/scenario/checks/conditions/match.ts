/** Partial matching: whether an object has all that an expectation asks for. */

/** One place where the object is not as expected. */
export interface Mismatch {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** What there is instead of an entry that is missing in a list, by type or name. */
  readonly among?: readonly string[];
}

/**
 * Compares `actual` with a partial `expected`: maps may hold more, `null` means absent, and a number
 * 0 also matches an absent field, as v1.24 omits zeros. Lists whose entries have a type or a name
 * must have one such entry for each that is expected; other lists must be of the same length.
 */
export function mismatches(expected: unknown, actual: unknown, path = ''): readonly Mismatch[] {
  if (expected === null)
    return actual === undefined || actual === null ? [] : [{ path, expected, actual }];
  if (Array.isArray(expected)) return mismatchesOfList(expected, actual, path);
  if (typeof expected === 'object') {
    if (typeof actual !== 'object' || actual === null) return [{ path, expected, actual }];
    return Object.entries(expected).flatMap(([key, value]) =>
      mismatches(
        value,
        (actual as Record<string, unknown>)[key],
        path === '' ? key : `${path}.${key}`,
      ),
    );
  }
  if (expected === actual || (expected === 0 && actual === undefined)) return [];
  return [{ path, expected, actual }];
}

function mismatchesOfList(
  expected: readonly unknown[],
  actual: unknown,
  path: string,
): readonly Mismatch[] {
  if (!Array.isArray(actual)) return [{ path, expected, actual }];
  const found = actual as readonly unknown[];
  if (expected.length > 0 && expected.every(isIdentified)) {
    return expected.flatMap((entry) => mismatchesOfEntry(entry, found, path));
  }
  if (found.length !== expected.length) return [{ path, expected, actual }];
  return expected.flatMap((item, i) => mismatches(item, found[i], `${path}[${i}]`));
}

/** An entry that its type, its name, or both tell from others of its list. */
type Identified = Readonly<Record<string, unknown>>;

const IDENTITY = ['type', 'name'] as const;

function isIdentified(entry: unknown): entry is Identified {
  if (typeof entry !== 'object' || entry === null) return false;
  return IDENTITY.some((key) => typeof (entry as Identified)[key] === 'string');
}

/** Returns what the entry of that identity lacks; of several the one that lacks least. */
function mismatchesOfEntry(
  expected: Identified,
  actual: readonly unknown[],
  path: string,
): readonly Mismatch[] {
  const keys = IDENTITY.filter((key) => typeof expected[key] === 'string');
  const identity = (entry: Identified): string =>
    keys.map((key) => `${key}=${String(entry[key])}`).join(',');
  const at = `${path}[${identity(expected)}]`;
  const entries = actual.filter(isIdentified);
  const [closest] = entries
    .filter((entry) => identity(entry) === identity(expected))
    .map((entry) => mismatches(expected, entry, at))
    .sort((a, b) => a.length - b.length);
  if (closest !== undefined) return closest;
  const among = entries.map((entry) => keys.map((key) => String(entry[key])).join(' '));
  return [{ path: at, expected, actual: undefined, among }];
}

export function mismatchText({ path, expected, actual, among = [] }: Mismatch): string {
  const found = actual === undefined ? 'nothing' : JSON.stringify(actual);
  const others = among.length === 0 ? '' : ` (there is ${among.join(', ')})`;
  return `${path}: expected ${JSON.stringify(expected)}, found ${found}${others}`;
}
