/** Objects as people name them on the command line: `daemonset/agent`, `ds agent`, `node node-1`. */
import type { Kind } from '#kinds';
import { keyOf, type ObjectKey } from '#record';
import { nearest } from '#scenario';
import { UsageError } from '../usage-error.ts';
import { registry } from './open.ts';

export interface Subject {
  readonly kind: Kind;
  readonly name: string;
  readonly object: ObjectKey;
}

/** Reads `KIND/NAME`. @throws {UsageError} */
export function subjectOf(text: string, namespace: string): Subject {
  const [kindName, name, ...more] = text.split('/');
  if (!kindName || !name || more.length > 0) {
    throw new UsageError(`expected KIND/NAME such as daemonset/agent, found "${text}"`);
  }
  const kind = kindNamed(kindName);
  return { kind, name, object: keyOf(kind, { namespace, name }) };
}

/** The kind of that name, plural or short name, in any case. @throws {UsageError} */
export function kindNamed(name: string): Kind {
  const kind = registry.byName(name);
  if (kind !== undefined) return kind;
  const known = registry.all.flatMap((each) => [each.plural, each.kind.toLowerCase()]);
  const near = nearest(name, known);
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
  throw new UsageError(`unknown kind "${name}"${hint}`);
}
