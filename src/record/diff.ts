/**
 * The changes between two versions of an object, as data. Subtrees that both versions share
 * are skipped by identity, so the cost of a diff depends on the changes, not on the object's size.
 */

export type PathSegment = string | number;

/** One changed value. Without `from` it was added, without `to` removed. */
export interface FieldChange {
  readonly path: readonly PathSegment[];
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Metadata that is left out: the revision, which is known anyway, and the ownership of fields. */
const SILENT = new Set(['resourceVersion', 'managedFields']);

/** The changes that lead from `before` to `after`, in the order of `after`'s fields, removals last. */
export function diff(before: unknown, after: unknown): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  collect(before, after, [], changes);
  return changes;
}

/**
 * Applies changes to a plain value; unchanged parts are shared, nothing is changed in place.
 * @param fresh the containers that were created for it before, which may still be changed
 * @throws {RangeError} for a path that does not exist in it
 */
export function applied(
  before: unknown,
  changes: readonly FieldChange[],
  // A single change comes to each container once.
  fresh = changes.length > 1 ? new Set<object>() : undefined,
): unknown {
  let root = before;
  for (const change of changes) root = applyOne(root, change, 0, fresh);
  return root;
}

/** `fresh` are the containers that were created here, which may still be changed. */
function applyOne(
  node: unknown,
  change: FieldChange,
  depth: number,
  fresh: Set<object> | undefined,
): unknown {
  const segment = change.path[depth];
  if (segment === undefined) return change.to;
  checkPlace(node, change, depth);
  const copy = owned(node, fresh);
  const value = applyOne(member(copy, segment), change, depth + 1, fresh);
  if (value !== undefined) setMember(copy, segment, value);
  else if (Array.isArray(copy)) copy.length = Math.min(copy.length, Number(segment));
  else delete copy[segment];
  return copy;
}

/** A map accepts any name, a list indexes up to its length; later items may be removed already. */
function checkPlace(node: unknown, { path, to }: FieldChange, depth: number): void {
  const segment = path[depth];
  if (Array.isArray(node)) {
    const isRemoval = to === undefined && depth === path.length - 1;
    const most = isRemoval ? Infinity : node.length;
    if (Number.isInteger(segment) && Number(segment) >= 0 && Number(segment) <= most) return;
  } else if (isMap(node) && typeof segment === 'string') {
    return;
  }
  throw new RangeError(`there is no place ${pathText(path.slice(0, depth + 1))} to change`);
}

function owned(node: unknown, fresh: Set<object> | undefined): Record<PathSegment, unknown> {
  if (typeof node === 'object' && node !== null && fresh?.has(node) === true) {
    return node as Record<PathSegment, unknown>;
  }
  const copy = Array.isArray(node) ? [...(node as unknown[])] : { ...(node as object) };
  fresh?.add(copy);
  return copy as Record<PathSegment, unknown>;
}

/** Prints a path in the usual notation: `status.conditions[1].reason`. */
export function pathText(path: readonly PathSegment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

function collect(
  before: unknown,
  after: unknown,
  path: readonly PathSegment[],
  out: FieldChange[],
): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let i = 0; i < length; i++) {
      // Most are shared: no path is made for those.
      if (before[i] !== after[i]) collect(before[i], after[i], [...path, i], out);
    }
    return;
  }
  if (isMap(before) && isMap(after)) {
    // Most are shared here too. What a map inherits is in no object of ours, so it equals none of its values.
    let inBoth = 0;
    for (const key of Object.keys(after)) {
      if (before[key] === after[key]) inBoth++;
      else {
        if (Object.hasOwn(before, key)) inBoth++;
        descend(before, after, key, path, out);
      }
    }
    const keys = Object.keys(before);
    if (keys.length === inBoth) return;
    for (const key of keys) {
      if (!Object.hasOwn(after, key)) descend(before, after, key, path, out);
    }
    return;
  }
  out.push(leaf(before, after, path));
}

function descend(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  key: string,
  path: readonly PathSegment[],
  out: FieldChange[],
): void {
  const [from, to] = [member(before, key), member(after, key)];
  if (from === to) return;
  if (path.length === 1 && path[0] === 'metadata' && SILENT.has(key)) return;
  collect(from, to, path.concat(key), out);
}

/**
 * Returns a field's value; an object of a client may hold fields called `constructor` or `__proto__`.
 */
function member(node: Record<PathSegment, unknown>, key: PathSegment): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** Sets a field. Plain assignment to `__proto__` would change what the object inherits. */
function setMember(node: Record<PathSegment, unknown>, key: PathSegment, value: unknown): void {
  if (key !== '__proto__') node[key] = value;
  else
    Object.defineProperty(node, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

function leaf(before: unknown, after: unknown, path: readonly PathSegment[]): FieldChange {
  if (before === undefined) return after === undefined ? { path } : { path, to: after };
  return after === undefined ? { path, from: before } : { path, from: before, to: after };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
