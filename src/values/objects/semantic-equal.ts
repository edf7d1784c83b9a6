/**
 * Equality as v1.24 uses it to decide whether a write changes anything: an empty list or map equals
 * an absent one, because the store returns neither.
 */
import { own } from './own.ts';

/**
 * A map that was given empty. Decoding uses this object for it, to distinguish it from a struct
 * without fields, which is not the same as absent.
 */
export const emptyMap: Readonly<Record<string, never>> = Object.freeze({});

/** Like `deepEqual`, but empty, `null` and absent are equal. */
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
    if (!semanticEqual(a[key], own(b, key))) return false;
  }
  for (const key in b) {
    if (!isNone(b[key]) && isNone(own(a, key))) return false;
  }
  return true;
}
