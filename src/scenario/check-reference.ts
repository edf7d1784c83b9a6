/** Whether the objects that steps name exist by then. */
import type { Kind } from '#kinds';
import { isMap, type Node } from './source/node.ts';
import type { Checker } from './shape/checker.ts';
import { checkKind, DEFAULT_NAMESPACE, type Reference } from './shape/reference.ts';
import type { World } from './world.ts';

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
  const at = (isMap(node) && node.get('name')) || node;
  const where = kind.namespaced ? ` in namespace "${namespace ?? DEFAULT_NAMESPACE}"` : '';
  checker.warning(at, `nothing makes a ${kind.kind} "${name}"${where} before this step`, {
    word: name,
    known,
  });
  return kind;
}
