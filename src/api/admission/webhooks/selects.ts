import { namespace as namespaceKind, resourceOf, type Kind } from '#kinds';
import { notFound, type KubeObject, type Labels } from '#values';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import type { Hook } from './hooks.ts';

/**
 * Whether the selectors of a webhook, whose rules fit the request, select it.
 * @param object of the request; undefined for a deletion
 * @throws {ApiError} 404 when the namespace is missing and a selector asks for its labels
 */
export function isSelected(
  { namespaces, objects }: Pick<Hook, 'namespaces' | 'objects'>,
  object: KubeObject | undefined,
  old: KubeObject | undefined,
  request: AdmissionRequest,
  access: AdmissionAccess,
): boolean {
  const isWanted =
    objects.isEmpty() ||
    [object, old].some((each) => each?.metadata != null && objects.matches(each.metadata.labels));
  if (!isWanted) return false;
  if (namespaces.isEmpty() || isOutside(request)) return true;
  return namespaces.matches(namespaceLabels(object, request, access));
}

/** Objects of the cluster match every namespace selector. */
function isOutside({ kind, namespace }: AdmissionRequest): boolean {
  return namespace === undefined && !isNamespaceKind(kind);
}

/** A new or changed namespace has its own new labels. */
function namespaceLabels(
  object: KubeObject | undefined,
  { kind, namespace, name, subresource, operation }: AdmissionRequest,
  { store }: AdmissionAccess,
): Labels | undefined {
  const isOwn = isNamespaceKind(kind);
  const isWritten = operation === 'CREATE' || operation === 'UPDATE';
  if (isOwn && isWritten && subresource === undefined) return object!.metadata.labels;
  const key = isOwn ? name : namespace!;
  const found = store.peek(resourceOf(namespaceKind), key);
  if (found === undefined) throw notFound(namespaceKind, key);
  return found.metadata.labels;
}

function isNamespaceKind(kind: Kind): boolean {
  return resourceOf(kind) === resourceOf(namespaceKind);
}
