import type { Kind, KubeObject, Origin } from '#kinds';
import type { Store } from '#store';
import type { Backend } from '../backend.ts';
import { targetOf } from '../resource.ts';
import { swap } from '../write.ts';

/** Owns the fields that the API server writes on its own account. */
export const serverManager = 'kube-apiserver';

/** Of generated names. */
const suffixLength = 5;

/** What plugins read and write by. */
export interface AdmissionAccess {
  readonly store: Store;
  /** Makes a generated name unique, by chance of its own. */
  readonly suffix: () => string;
  /**
   * Stores an object that differs from the stored one in its status, without asking anybody
   * again. False when somebody else was faster.
   */
  writeStatus<T extends KubeObject>(
    kind: Kind<T>,
    next: T,
    old: T,
    origin: Origin,
  ): Promise<boolean>;
}

export function accessTo(backend: Backend): AdmissionAccess {
  return {
    store: backend.store,
    suffix: () => backend.volumeNames.suffix(suffixLength),
    async writeStatus(kind, next, old, origin) {
      const resource = backend.resource(kind);
      const context = { origin, fieldManager: serverManager };
      const owned = backend.managedFields.updated(context, resource, 'status', next, next, old);
      const target = targetOf(resource, old.metadata);
      return (await swap(backend, context, target, owned, old)) !== undefined;
    },
  };
}
