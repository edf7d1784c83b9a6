import { forbiddenObject, namespaceTerminating, notFound, type ResourceName } from '#values';
import { localSubjectAccessReview } from '#kinds';
import type { Namespace } from '#types';
import type { AdmissionPlugin } from './plugin.ts';

const namespaces: ResourceName = { group: '', plural: 'namespaces' };

/** Namespaces that cannot be deleted. */
const immortal: readonly string[] = ['default', 'kube-system', 'kube-public'];

/**
 * NamespaceLifecycle: nothing is created in a namespace that does not exist or is being deleted,
 * and the system's own namespaces cannot be deleted.
 */
export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',

  handles(kind, operation) {
    // An access review is answered in any namespace: a refusal would tell which ones exist.
    return kind.namespaced
      ? operation === 'CREATE' && kind.plural !== localSubjectAccessReview.plural
      : operation === 'DELETE' && isNamespace(kind);
  },

  async mutate(object, _old, request, { store }) {
    const { kind, name } = request;
    const namespace = request.namespace!;
    const found = (await store.get(namespaces.plural, namespace)) as Namespace | undefined;
    if (found === undefined) throw notFound(namespaces, namespace);
    if (found.status?.phase === 'Terminating') throw namespaceTerminating(kind, name, namespace);
    return object;
  },

  permit({ name }) {
    if (!immortal.includes(name)) return;
    throw forbiddenObject(namespaces, name, 'this namespace may not be deleted');
  },
};

function isNamespace(kind: ResourceName): boolean {
  return kind.group === '' && kind.plural === namespaces.plural;
}
