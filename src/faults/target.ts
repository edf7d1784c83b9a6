/** A request as faults see it: the same for a call in the process and for one over HTTP. */
import type { ReconcileId } from '#values';

/** Who asks. A call in the process has a process; one over HTTP has the rest. */
export interface Asker {
  /** A program of the cluster, by its actor: `daemonset-controller`, `kubelet`. */
  readonly process?: string;
  readonly user?: string;
  /** The User-Agent header. */
  readonly agent?: string;
  /** The bearer token. */
  readonly token?: string;
}

export interface Target {
  readonly client: Asker;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. */
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  /** The plural. */
  readonly resource: string;
  /** The kind's name; empty when it is not served. */
  readonly kind: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for all namespaces, and for kinds without. */
  readonly namespace: string;
  /** Empty for several objects, or for a name that is yet to be generated. */
  readonly name: string;
  /** Where a list or a watch begins. */
  readonly resourceVersion?: string;
  /** Where a list continues. */
  readonly continue?: string;
  /** Of its URL; a call in the process has none. */
  readonly path?: string;
  /** The reconcile that it belongs to. */
  readonly reconcile?: ReconcileId;
}

/** Returns how a client is called in records: its process, or its user. */
export function clientText({ process, user }: Asker): string {
  return process ?? user ?? 'anonymous';
}

/** A connection, before a request has come: whose it is is not known yet. */
export const connecting: Target = {
  client: { user: 'any client' },
  ...{ verb: 'connect', group: '', resource: '', kind: '', subresource: '' },
  ...{ namespace: '', name: '' },
};

/** `pods`, `pods/status`. */
export function resourceText({ resource, subresource }: Target): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}

/**
 * `namespace/name`, `name`, `namespace/` for all of a namespace; empty for all of a cluster. What is
 * not about objects has a path.
 */
export function keyText({ resource, namespace, name, path }: Target): string {
  if (resource === '') return path ?? '';
  return namespace === '' ? name : `${namespace}/${name}`;
}
