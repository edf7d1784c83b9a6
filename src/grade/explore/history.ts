/** What has happened in a cluster: its writes, in order. */
import type { Cluster } from '#kit';

/** A field that an update has changed. */
export interface FieldChange {
  readonly path: readonly (string | number)[];
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface Write {
  readonly revision: number;
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly actor: string;
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly kind: string;
  /** `deployments.apps` */
  readonly resource: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** Of an update. */
  readonly changes: readonly FieldChange[];
}

interface Entry extends Omit<Write, 'resource' | 'changes'> {
  readonly changes?: readonly FieldChange[];
  readonly apiVersion: string;
}

/** Heartbeats are left out. */
export function historyOf(cluster: Cluster): readonly Write[] {
  const { entries } = JSON.parse(cluster.record()) as { readonly entries: readonly Entry[] };
  const names = new Map<string, string>();
  return entries.map(({ revision, atMs, actor, verb, kind, apiVersion, key, changes = [] }) => {
    const known = names.get(`${apiVersion} ${kind}`) ?? resourceOf(cluster, apiVersion, kind);
    names.set(`${apiVersion} ${kind}`, known);
    return { revision, atMs, actor, verb, kind, resource: known, key, changes };
  });
}

/** A definition that is gone has no plural any more. */
function resourceOf(cluster: Cluster, apiVersion: string, kind: string): string {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  try {
    const { plural } = cluster.kind(kind);
    return group === '' ? plural : `${plural}.${group}`;
  } catch {
    return `${kind.toLowerCase()}.${group}`;
  }
}

/** What clients write for themselves, and what only reports. */
export const asides: readonly string[] = [
  ...['leases.coordination.k8s.io', 'events', 'events.events.k8s.io'],
];
