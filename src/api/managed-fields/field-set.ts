import type { Resumable } from '#values';
import { inOrder, puttingInOrder } from './element-order.ts';

/**
 * Sets of fields, in the form in which `managedFields` shows them (FieldsV1), so that nothing has
 * to be encoded or decoded: a tree whose keys name parts of an object.
 *
 *     f:replicas                        the field `replicas`
 *     k:{"name":"main"}                 the element of a keyed list
 *     v:"example.com/a"                 the element of a set
 *
 * An element without parts is a member of the set. One with parts is none itself, unless `.` is
 * among them. Elements stand in the order in which v1.24 writes them. Sets are immutable and share
 * what they have in common; the empty set is `undefined`.
 */
export interface FieldSet {
  readonly [element: string]: FieldSet;
}

/** An element that is a member and has no parts in the set. */
export const leaf: FieldSet = Object.freeze({});

/** How many elements are read or written before other requests may get a turn. */
export const slice = 8192;

/** The part that makes the element itself a member. */
export const self = '.';

/** The set of these parts. */
export function setOf(parts: ReadonlyMap<string, FieldSet>): FieldSet {
  const set: Record<string, FieldSet> = {};
  for (const element of inOrder([...parts.keys()])) set[element] = parts.get(element)!;
  return set;
}

/** {@link setOf} in parts. */
export function* makingSet(parts: ReadonlyMap<string, FieldSet>): Resumable<FieldSet> {
  const elements = yield* puttingInOrder([...parts.keys()]);
  const set: Record<string, FieldSet> = {};
  for (let index = 0; index < elements.length; index++) {
    if (index % slice === 0) yield;
    const element = elements[index]!;
    set[element] = parts.get(element)!;
  }
  return set;
}

/** The members of either; the same `a` when `b` adds nothing. */
export function union(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || a === b) return b;
  return b === undefined ? a : join(a, b);
}

/** The members of any set: merges by halves, so that large sets are not copied for each small one. */
export function unionOf(sets: readonly (FieldSet | undefined)[]): FieldSet | undefined {
  if (sets.length <= 1) return sets[0];
  const half = sets.length >> 1;
  return union(unionOf(sets.slice(0, half)), unionOf(sets.slice(half)));
}

function join(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  if (isLeaf(b)) return isMember(a) ? a : { [self]: leaf, ...a };
  if (isLeaf(a)) return isMember(b) ? b : { [self]: leaf, ...b };
  // Made when something differs: most updates change fields that their manager owns already.
  let added: string[] | undefined;
  let grown: Map<string, FieldSet> | undefined;
  /** How many parts of `a` are as they are in `b`. */
  let taken = 0;
  for (const element in b) {
    const present = a[element];
    const other = b[element]!;
    if (present === undefined) {
      (added ??= []).push(element);
      continue;
    }
    const both = join(present, other);
    if (both !== present) (grown ??= new Map<string, FieldSet>()).set(element, both);
    if (both === other) taken++;
  }
  if (added === undefined && grown === undefined) return a;
  const elements = Object.keys(a);
  if (taken === elements.length) return b;
  const joined: Record<string, FieldSet> = {};
  for (const element of added === undefined ? elements : inOrder(elements.concat(added))) {
    joined[element] = grown?.get(element) ?? a[element] ?? b[element]!;
  }
  return joined;
}

/** The members of `a` that are not in `b`; the same `a` when they share none. */
export function difference(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined || !intersects(a, b)) return a;
  return subtract(a, b);
}

function subtract(a: FieldSet, b: FieldSet): FieldSet | undefined {
  if (isLeaf(a)) return isMember(b) ? undefined : a;
  const rest: Record<string, FieldSet> = {};
  let size = 0;
  for (const element in a) {
    const part = a[element]!;
    const minus = partOf(b, element);
    const left = minus === undefined ? part : subtract(part, minus);
    if (left === undefined) continue;
    rest[element] = left;
    size++;
  }
  return normal(rest, size);
}

/** The members of both. */
export function* intersecting(
  a: FieldSet | undefined,
  b: FieldSet | undefined,
): Resumable<FieldSet | undefined> {
  if (a === undefined || b === undefined) return undefined;
  return a === b ? a : yield* meeting(a, b);
}

function* meeting(a: FieldSet, b: FieldSet): Resumable<FieldSet | undefined> {
  if (isLeaf(a)) return isMember(b) ? leaf : undefined;
  if (isLeaf(b)) return isMember(a) ? leaf : undefined;
  const common: Record<string, FieldSet> = {};
  let size = 0;
  let count = 0;
  for (const element in a) {
    if (++count % slice === 0) yield;
    const [part, other] = [a[element]!, b[element]];
    if (other === undefined) continue;
    const both = part === leaf && other === leaf ? leaf : yield* meeting(part, other);
    if (both === undefined) continue;
    common[element] = both;
    size++;
  }
  return normal(common, size);
}

/** Whether the two have a member in common. */
export function intersects(a: FieldSet, b: FieldSet): boolean {
  if (isLeaf(a)) return isMember(b);
  if (isLeaf(b)) return isMember(a);
  for (const element in b) {
    const other = a[element];
    if (other !== undefined && intersects(other, b[element]!)) return true;
  }
  return false;
}

/** Whether the element of this node is a member itself. */
export function isMember(node: FieldSet): boolean {
  return self in node || isLeaf(node);
}

export function isLeaf(node: FieldSet): boolean {
  if (node === leaf) return true;
  // Cheap, unlike an iteration over a large node, even to its first element.
  if (self in node) return false;
  for (const _ in node) return false;
  return true;
}

/** A node without parts is left out, and one with only `.` is a leaf. */
function normal(node: FieldSet, size: number): FieldSet | undefined {
  if (size > 1) return node;
  if (size === 0) return undefined;
  return self in node ? leaf : node;
}

/** The part of a node; a leaf is its own `.`. */
function partOf(node: FieldSet, element: string): FieldSet | undefined {
  return element === self && isLeaf(node) ? leaf : node[element];
}

/**
 * An equal set that shares with `model` every part in which the two are equal, so that objects made
 * alike keep one set in memory. The same `model` when they are equal as a whole.
 */
export function* sharingWith(model: FieldSet, set: FieldSet): Resumable<FieldSet> {
  if (set === model) return model;
  const elements = Object.keys(set);
  let shared: Map<string, FieldSet> | undefined;
  let equal = 0;
  for (let index = 0; index < elements.length; index++) {
    if (index % slice === slice - 1) yield;
    const element = elements[index]!;
    const part = set[element]!;
    const known = model[element];
    if (known === undefined) continue;
    const result = known === part ? part : yield* sharingWith(known, part);
    if (result === known) equal++;
    if (result !== part) (shared ??= new Map<string, FieldSet>()).set(element, result);
  }
  if (elements.length >= slice) yield;
  if (equal === elements.length && equal === Object.keys(model).length) return model;
  return shared === undefined ? set : yield* replacing(set, elements, shared);
}

/** The set with some of its parts replaced. */
function* replacing(
  set: FieldSet,
  elements: readonly string[],
  replaced: ReadonlyMap<string, FieldSet>,
): Resumable<FieldSet> {
  const copy: Record<string, FieldSet> = {};
  for (let index = 0; index < elements.length; index++) {
    if (index % slice === slice - 1) yield;
    const element = elements[index]!;
    copy[element] = replaced.get(element) ?? set[element]!;
  }
  return copy;
}
