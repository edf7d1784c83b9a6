/** The rules for namespaces only: finalizers in the spec too, and a deletion in two steps. */
import type { KubeObject, ResourceName } from '#values';
import type { Namespace } from '#types';
import type { DeleteOptions } from '#request';
import { finalizersFor, markDeleting, planAtOnce, type DeletionPlan } from './deletion.ts';
import type { Resource } from './resource.ts';
import { isDeleting } from './revise.ts';

export function isNamespaceKind(kind: ResourceName): boolean {
  return kind.group === '' && kind.plural === 'namespaces';
}

/** Whether finalizers in the spec keep the object; only namespaces have them. */
export function hasSpecFinalizers(kind: ResourceName, object: KubeObject): boolean {
  return isNamespaceKind(kind) && ((object as Namespace).spec?.finalizers ?? []).length > 0;
}

/**
 * The first deletion only marks: phase Terminating and the time, without a grace period. The
 * namespace is removed when both its lists of finalizers are empty, by a later deletion or by the
 * write that empties them.
 *
 * @param now virtual time, ms
 */
export function planNamespaceDeletion(
  resource: Resource,
  old: Namespace,
  options: DeleteOptions,
  now: number,
): DeletionPlan {
  if (!isDeleting(old.metadata)) {
    const finalizers = finalizersFor(resource, old.metadata, options);
    const marked = markDeleting(old, finalizers, now, undefined);
    const status = { ...old.status, phase: 'Terminating' as const };
    return { marked: { ...marked, status } as Namespace, removes: false };
  }
  if (hasSpecFinalizers(resource.kind, old)) return { marked: old, removes: false };
  return planAtOnce(resource, old, options, now);
}
