/** One object at a moment, and what belongs to it. */
import { stringify } from 'yaml';
import { bucketOf, event, served, type Kind } from '#kinds';
import type { Event } from '#types';
import type { KubeObject } from '#values';
import type { KindRegistry } from '#catalog';
import { byConditionType, diff, pathText } from '#record';
import type { Past } from '#store';
import { lifeOf, type Life } from './life.ts';
import { causedWritesOf, type CausedWrite } from './summary.ts';

/** Which object. */
export interface ObjectName {
  readonly kind: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
}

export interface ObjectView extends ObjectName {
  /** Absent when it does not exist at the moment. */
  readonly yaml?: string;
  /** What its last write changed. */
  readonly changed: readonly ChangedField[];
  /** Fields that `why` can be asked about, with their values. */
  readonly fields: readonly { readonly path: string; readonly value: unknown }[];
  readonly conditions: readonly Condition[];
  /** The writes of it, the latest first: those of its whole life, also after the moment. */
  readonly history: readonly CausedWrite[];
  readonly owners: readonly ObjectName[];
  readonly children: readonly ObjectName[];
  /** Of simulated hardware: its state machine. */
  readonly life?: Life;
  readonly events: readonly {
    readonly type: string;
    readonly reason: string;
    readonly message: string;
    readonly count: number;
  }[];
}

export interface ChangedField {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** More writes and children than these are not listed. */
const MOST = 200;

/** Fields that say nothing by themselves. */
const DULL =
  /observedGeneration|Time$|\.uid$|resourceVersion|metadata\.generation$|nodeInfo|daemonEndpoints/;

export function objectAt(
  past: Past,
  kinds: KindRegistry,
  { kind: kindName, key }: ObjectName,
  revision: number,
  startMs: number,
): ObjectView {
  const kind = kinds.byName(kindName);
  const none = {
    kind: kindName,
    key,
    changed: [],
    fields: [],
    conditions: [],
    history: [],
    owners: [],
    children: [],
    events: [],
  };
  if (kind === undefined) return none;
  const bucket = bucketOf(kind);
  const changes = [...past.changesOf(bucket, key)].slice(0, MOST);
  const history = causedWritesOf(changes, past, startMs);
  const found = past.get(bucket, key, revision);
  if (found === undefined) return { ...none, history };
  const object = served(kind, found);
  const life = lifeOf(object);
  const latest = changes.find((change) => change.revision <= revision);
  const { status = {} } = object as {
    readonly status?: { readonly conditions?: readonly Condition[] };
  };
  return {
    kind: kindName,
    key,
    yaml: yamlOf(object),
    changed: latest?.previous === undefined ? [] : changedFields(latest.previous, latest.value),
    fields: fieldsOf(object),
    conditions: status.conditions ?? [],
    ...(life && { life }),
    history,
    owners: (object.metadata.ownerReferences ?? []).map(({ kind: owner, name }) => ({
      kind: owner,
      key: keyOf(kinds.byName(owner), object.metadata.namespace, name),
    })),
    children: childrenOf(past, kinds, object, revision),
    events: eventsOf(past, object, revision),
  };
}

function keyOf(kind: Kind | undefined, namespace: string | undefined, name: string): string {
  return kind?.namespaced === false || namespace === undefined ? name : `${namespace}/${name}`;
}

function yamlOf(object: KubeObject): string {
  const metadata: Record<string, unknown> = { ...object.metadata };
  delete metadata['managedFields'];
  return stringify({ ...object, metadata }, { version: '1.1', aliasDuplicateObjects: false });
}

function changedFields(from: KubeObject, to: KubeObject): readonly ChangedField[] {
  return diff(byConditionType(from), byConditionType(to))
    .map((change) => ({ ...change, path: pathText(change.path) }))
    .filter(({ path }) => !DULL.test(path) && !path.startsWith('metadata.managedFields'));
}

/** Returns the values of the status, conditions by their type. */
function fieldsOf(object: KubeObject): ObjectView['fields'] {
  const { status } = object as { readonly status?: Readonly<Record<string, unknown>> };
  const fields: { path: string; value: unknown }[] = [];
  const add = (path: string, value: unknown): void => {
    if (Array.isArray(value) && path === 'status.conditions') {
      for (const each of value as readonly Condition[]) {
        fields.push({ path: `status.conditions[${each.type}].status`, value: each.status });
      }
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) {
        add(/[.[\]]/.test(name) ? `${path}['${name}']` : `${path}.${name}`, inner);
      }
    } else if (!DULL.test(path)) {
      fields.push({ path, value: Array.isArray(value) ? `${value.length} entries` : value });
    }
  };
  for (const [name, value] of Object.entries(status ?? {})) add(`status.${name}`, value);
  if ('subsets' in object) fields.push({ path: 'subsets', value: 'addresses' });
  return fields;
}

function childrenOf(
  past: Past,
  kinds: KindRegistry,
  { metadata: { uid } }: KubeObject,
  revision: number,
): readonly ObjectName[] {
  const children: ObjectName[] = [];
  for (const bucket of past.buckets) {
    if (bucket === bucketOf(event as unknown as Kind)) continue;
    for (const each of past.list(bucket, revision)) {
      if (children.length === MOST) return children;
      const isChild = each.metadata.ownerReferences?.some((owner) => owner.uid === uid);
      if (isChild !== true) continue;
      const { namespace, name } = each.metadata;
      children.push({ kind: each.kind, key: keyOf(kinds.byName(each.kind), namespace, name) });
    }
  }
  return children;
}

function eventsOf(
  past: Past,
  { metadata: { uid, name } }: KubeObject,
  revision: number,
): ObjectView['events'] {
  const all = past.list(
    bucketOf(event as unknown as Kind),
    revision,
  ) as unknown as readonly Event[];
  return all
    .filter(
      ({ involvedObject: about }) =>
        about.uid === uid || (about.kind === 'Node' && about.uid === name),
    )
    .slice(-MOST)
    .map(({ type = 'Normal', reason = '', message = '', count = 1 }) => ({
      type,
      reason,
      message,
      count,
    }));
}
