/** Which changes of an undisturbed run a trigger is about. */
import type { FieldChange, Write } from '../history.ts';
import type { ObjectKey, SieveTrigger, State } from './read.ts';

/** Any value, in the states of a plan... */
const something = 'SIEVE-NON-NIL';
/** ...and an item of a list that is not compared. */
const skipped = 'SIEVE-SKIP';

type ObjectTrigger = Exclude<SieveTrigger, { type: 'onTimeout' }>;

export function isAbout(
  { type, object, before, after, isOwn }: ObjectTrigger,
  write: Write,
  actors: readonly string[],
): boolean {
  if (!isOfKind(object, write) || write.key !== object.key) return false;
  if (isOwn && !actors.includes(write.actor)) return false;
  switch (type) {
    case 'onObjectCreate':
      return write.verb === 'created';
    case 'onObjectDelete':
      return write.verb === 'deleted';
    case 'onObjectUpdate':
      return write.verb === 'updated' && leadsFromTo(before ?? {}, after ?? {}, write.changes);
    case 'onAnyFieldModification':
      return write.verb === 'updated' && leaves(before ?? {}, write.changes);
  }
}

/** Plans name the kind, `secret`, or the resource, `secrets`. */
export function isOfKind({ kind }: ObjectKey, write: Pick<Write, 'kind' | 'resource'>): boolean {
  return kind === write.kind.toLowerCase() || kind === write.resource.split('.', 1)[0];
}

/** Returns whether all fields of both states have changed from the one to the other. */
function leadsFromTo(before: State, after: State, changes: readonly FieldChange[]): boolean {
  const was = leavesOf(before);
  const is = leavesOf(after);
  const found = new Map(
    changes.flatMap(({ path, from, to }) => {
      const old = leavesOf(from, path);
      const fresh = leavesOf(to, path);
      return [...new Set([...old.keys(), ...fresh.keys()])].map(
        (name) => [name, { from: old.get(name), to: fresh.get(name) }] as const,
      );
    }),
  );
  return [...new Set([...was.keys(), ...is.keys()])].every((name) => {
    const change = found.get(name);
    return (
      change !== undefined && fits(was.get(name), change.from) && fits(is.get(name), change.to)
    );
  });
}

/** Returns whether any field of a state has changed away from it. */
function leaves(before: State, changes: readonly FieldChange[]): boolean {
  const was = leavesOf(before);
  if (was.size === 0) return true;
  return changes.some(({ path, from }) =>
    [...leavesOf(from, path)].some(([name, value]) => was.has(name) && fits(was.get(name), value)),
  );
}

/** Values by their paths. Empty maps and skipped items say nothing. */
function leavesOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): ReadonlyMap<string, unknown> {
  if (value === undefined || value === skipped) return new Map();
  if (typeof value !== 'object' || value === null) return new Map([[path.join('\n'), value]]);
  return new Map(
    Object.entries(value).flatMap(([name, each]) => [...leavesOf(each, [...path, name])]),
  );
}

/** What Go leaves out of JSON: states are those of clients in Go. */
const zeroValues: readonly unknown[] = [undefined, false, 0, '', null];

function fits(expected: unknown, found: unknown): boolean {
  if (expected === undefined) return zeroValues.includes(found);
  return expected === something ? found !== undefined : expected === found;
}
