/** Sets of fields as clients send them, and the elements that they consist of. */
import { escapeJson } from '#values';
import { runToEnd, type Resumable } from '#values';
import { isLeaf, leaf, makingSet, self, slice, type FieldSet } from './field-set.ts';

export function fieldElement(name: string): string {
  return `f:${name}`;
}

export function valueElement(value: unknown): string {
  return `v:${escapeJson(JSON.stringify(value))}`;
}

/** `keys` in alphabetical order. */
export function keyElement(keys: Readonly<Record<string, unknown>>): string {
  return `k:${escapeJson(JSON.stringify(keys))}`;
}

/** What an element names. */
export type Element =
  | { readonly field: string }
  | { readonly keys: Readonly<Record<string, unknown>> }
  | { readonly value: unknown }
  | { readonly index: number };

/** @throws Error for an invalid element */
export function parseElement(text: string): Element {
  const rest = text.slice(2);
  switch (text.slice(0, 2)) {
    case 'f:':
      return { field: rest };
    case 'k:':
      return { keys: JSON.parse(rest) as Readonly<Record<string, unknown>> };
    case 'v:':
      return { value: JSON.parse(rest) as unknown };
    case 'i:':
      return { index: Number(rest) };
    default:
      throw new Error(`unknown element ${JSON.stringify(text)}`);
  }
}

/**
 * The set that FieldsV1 describes, in its only form; `undefined` when it is empty. Elements of
 * unknown kinds are dropped. @throws Error for invalid FieldsV1
 */
export function fromFieldsV1(fields: unknown): FieldSet | undefined {
  return runToEnd(readingFieldsV1(fields));
}

/** {@link fromFieldsV1} in parts. */
export function* readingFieldsV1(fields: unknown): Resumable<FieldSet | undefined> {
  if (fields === undefined || fields === null) return undefined;
  const set = yield* readingNode(fields);
  return set === undefined || isLeaf(set) ? undefined : set;
}

function* readingNode(node: unknown): Resumable<FieldSet | undefined> {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) {
    throw new Error('expected an object');
  }
  const parts = Object.entries(node);
  const read = new Map<string, FieldSet>();
  let passed = 0;
  for (const [element, part] of parts) {
    if (++passed % slice === 0) yield;
    if (!isKnown(element)) continue;
    const canonical = element === self ? self : canonicalElement(element);
    const child = element === self ? leaf : yield* readingNode(part);
    if (child === undefined) continue;
    read.set(canonical, child);
  }
  if (read.size === 0) return parts.length === 0 ? leaf : undefined;
  return read.size === 1 && read.has(self) ? leaf : yield* makingSet(read);
}

function isKnown(element: string): boolean {
  return element === self || /^[fkvi]:/.test(element);
}

/** With keys in alphabetical order, and without spaces. */
function canonicalElement(element: string): string {
  const parsed = parseElement(element);
  if ('keys' in parsed) {
    const sorted = Object.entries(parsed.keys).sort(([a], [b]) => (a < b ? -1 : 1));
    return keyElement(Object.fromEntries(sorted));
  }
  return 'value' in parsed ? valueElement(parsed.value) : element;
}
