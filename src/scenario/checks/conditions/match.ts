/** Partial matching: whether an object has all that an expectation asks for. */

/** One place where the object is not as expected. */
export interface Mismatch {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Compares `actual` with a partial `expected`: maps may hold more, lists must have the same
 * length, `null` means absent. A number 0 also matches an absent field, as v1.24 omits zeros.
 */
export function mismatches(expected: unknown, actual: unknown, path = ''): readonly Mismatch[] {
  if (expected === null)
    return actual === undefined || actual === null ? [] : [{ path, expected, actual }];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return [{ path, expected, actual }];
    return expected.flatMap((item, i) => mismatches(item, actual[i], `${path}[${i}]`));
  }
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

export function mismatchText({ path, expected, actual }: Mismatch): string {
  return `${path}: expected ${JSON.stringify(expected)}, found ${actual === undefined ? 'nothing' : JSON.stringify(actual)}`;
}
