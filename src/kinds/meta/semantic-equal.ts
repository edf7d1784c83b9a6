/**
 * Equality as v1.24 means it when it asks whether a write changes something: an empty list or map is
 * as good as none, since neither comes back out of the store.
 */

/**
 * A map that was given empty. Decoding puts this one there, so that it can be told from a struct
 * without fields, which is not the same as none.
 */
export const emptyMap: Readonly<Record<string, never>> = Object.freeze({});

/** Like `deepEqual`, but what is empty, `null` and absent are alike. */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNone(a) || isNone(b)) return isNone(a) && isNone(b);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return (
    !Array.isArray(b) && equalRecords(a as Record<string, unknown>, b as Record<string, unknown>)
  );
}

function isNone(value: unknown): boolean {
  if (value === undefined || value === null || value === emptyMap) return true;
  return Array.isArray(value) && value.length === 0;
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (!semanticEqual(a[index], b[index])) return false;
  }
  return true;
}

function equalRecords(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key in a) {
    if (!semanticEqual(a[key], ownValue(b, key))) return false;
  }
  for (const key in b) {
    if (!isNone(b[key]) && isNone(ownValue(a, key))) return false;
  }
  return true;
}

/** Keys are anybody's text (labels): `constructor` and the like must not be found on the prototype. */
function ownValue(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
