/** References to objects in a scenario: `kind`, `name`, and `namespace` where it is not default. */
import type { Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { Ref } from '#runtime';
import type { Node } from '../source/node.ts';
import type { Checker } from './checker.ts';
import { text } from './shape.ts';

export const DEFAULT_NAMESPACE = 'default';

export const reference = {
  required: {
    kind: text({ doc: 'The kind, such as DaemonSet.' }),
    name: text({ doc: "The object's name." }),
  },
  optional: {
    namespace: text({ doc: 'The namespace; default: default.' }),
  },
} as const;

export interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Returns the kind that a reference names. It was checked before the run, so it exists. */
export function kindOf(target: Pick<Reference, 'kind'>, kinds: KindRegistry): Kind {
  const kind = kinds.byName(target.kind);
  if (kind === undefined) throw new Error(`unknown kind ${target.kind}`);
  return kind;
}

export function refOf(target: Reference, kind: Kind): Ref {
  return kind.namespaced
    ? { namespace: target.namespace ?? DEFAULT_NAMESPACE, name: target.name }
    : { name: target.name };
}

/** `DaemonSet default/agent`, as timelines print it. */
export function referenceText({ kind, name, namespace }: Reference): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Notes a problem when the kind is unknown. */
export function checkKind(
  target: Pick<Reference, 'kind'>,
  kinds: KindRegistry,
  node: Node,
  checker: Checker,
): Kind | undefined {
  const kind = kinds.byName(target.kind);
  if (kind !== undefined) return kind;
  const known = kinds.all.map((other) => other.kind);
  return checker.problem(node, `unknown kind "${target.kind}"`, { word: target.kind, known });
}
