/** Whether the objects that steps name exist when the steps run. */
import type { Kind } from '#kinds';
import { isMap, type Node } from './source/node.ts';
import type { Checker } from './shape/checker.ts';
import { checkKind, DEFAULT_NAMESPACE, type Reference } from './shape/reference.ts';
import type { World } from './world.ts';

/**
 * Reports a problem when the kind of a reference is unknown, and a warning when no earlier step
 * creates the object.
 */
export function checkReference(
  target: Reference,
  world: World,
  node: Node,
  checker: Checker,
): Kind | undefined {
  const kind = checkKind(target, world.kinds, node, checker);
  if (kind === undefined || kind.view.isMadeByOthers === true) return kind;
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
