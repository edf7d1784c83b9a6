import { own } from './own.ts';

/**
 * Deep equality of JSON values. Shared parts compare by identity first, so comparing objects with
 * structural sharing costs as much as their difference. A field that is absent and one that is
 * `undefined` are equal; `null` is a distinct value.
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return (
    !Array.isArray(b) && equalRecords(a as Record<string, unknown>, b as Record<string, unknown>)
  );
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (!deepEqual(a[index], b[index])) return false;
  }
  return true;
}

function equalRecords(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key in a) {
    if (!deepEqual(a[key], own(b, key))) return false;
  }
  for (const key in b) {
    if (b[key] !== undefined && own(a, key) === undefined) return false;
  }
  return true;
}
