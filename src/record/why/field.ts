/** Fields of objects as people name them. */
import type { Kind } from '#kinds';
import { bucketOf } from '../history.ts';
import type { Accountant } from './accountant.ts';
import { parsePath, valueAt, type Segment } from './path.ts';

/**
 * The path that a text names: as it is written, or below the status where only that has it, so that
 * `numberReady` will do.
 * @throws {SyntaxError} saying where
 */
export function fieldPath(
  text: string,
  kind: Kind,
  object: unknown,
  accountants: readonly Accountant[],
): readonly Segment[] {
  const path = parsePath(text);
  const top = path.slice(0, 1);
  const [name] = top;
  const isTop =
    name === 'status' || valueAt(object, top) !== undefined || isDeclared(name, kind, accountants);
  return isTop ? path : ['status', ...path];
}

/** Whether somebody accounts for a field of that name at the top, such as `subsets`. */
function isDeclared(
  name: Segment | undefined,
  kind: Kind,
  accountants: readonly Accountant[],
): boolean {
  return accountants.some(({ explainers }) =>
    explainers.some(
      (each) =>
        bucketOf(each.kind) === bucketOf(kind) &&
        Object.keys(each.fields).some((field) => parsePath(field)[0] === name),
    ),
  );
}
