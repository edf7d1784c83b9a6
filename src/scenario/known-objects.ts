/** The objects that a scenario itself makes: what a step names had better be among them. */
import { isMap, type Node } from 'yaml';
import type { Kind } from '#kinds';
import type { Checker } from './shape/checker.ts';
import { checkKind, DEFAULT_NAMESPACE, type Reference } from './shape/reference.ts';
import type { World } from './step.ts';

/** Kinds whose objects others make too: controllers, machines, the cluster when it starts. */
const MADE_BY_OTHERS = new Set([
  'ConfigMap',
  'ControllerRevision',
  'Endpoints',
  'EndpointSlice',
  'Event',
  'Job',
  'Lease',
  'Namespace',
  'Node',
  'NodeMetrics',
  'PersistentVolumeClaim',
  'Pod',
  'PodMetrics',
  'PriorityClass',
  'ReplicaSet',
  'Secret',
  'ServiceAccount',
]);

export class KnownObjects {
  /** Names by kind and namespace. */
  readonly #names = new Map<string, Set<string>>();

  add(kind: Kind, namespace: string | undefined, name: string): void {
    const bucket = bucketOf(kind, namespace);
    const names = this.#names.get(bucket) ?? new Set();
    this.#names.set(bucket, names.add(name));
  }

  delete(kind: Kind, namespace: string | undefined, name: string): void {
    this.#names.get(bucketOf(kind, namespace))?.delete(name);
  }

  names(kind: Kind, namespace: string | undefined): readonly string[] {
    return [...(this.#names.get(bucketOf(kind, namespace)) ?? [])];
  }
}

function bucketOf(kind: Kind, namespace: string = DEFAULT_NAMESPACE): string {
  return kind.namespaced ? `${kind.kind} ${namespace}` : kind.kind;
}

/**
 * Notes a problem when the kind of a reference is unknown, and a warning when no step in front of
 * this one makes the object.
 */
export function checkReference(
  target: Reference,
  world: World,
  node: Node,
  checker: Checker,
): Kind | undefined {
  const kind = checkKind(target, world.kinds, node, checker);
  if (kind === undefined || MADE_BY_OTHERS.has(kind.kind)) return kind;
  const { name, namespace } = target;
  const known = world.objects.names(kind, namespace);
  if (known.includes(name)) return kind;
  const at = (isMap(node) && checker.resolve(node.get('name', true))) || node;
  const where = kind.namespaced ? ` in namespace "${namespace ?? DEFAULT_NAMESPACE}"` : '';
  checker.warning(at, `nothing makes a ${kind.kind} "${name}"${where} before this step`, {
    word: name,
    known,
  });
  return kind;
}
