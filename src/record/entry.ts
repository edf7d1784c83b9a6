/** Entries of the run record: one per write, read from the store's log. */
import type { Causes, KubeObject, Origin, ReconcileId, WebhookChange } from '#values';
import type { Change } from '#store';
import { diff, type FieldChange } from './diff.ts';

/** One write of the run. */
export interface RecordEntry {
  readonly revision: number;
  /** Virtual ms since the start of the run. */
  readonly atMs: number;
  readonly actor: string;
  readonly requester?: string;
  readonly reconcile?: ReconcileId;
  readonly causes?: Causes;
  readonly note?: string;
  readonly evidence?: unknown;
  /** The webhooks that changed the object. */
  readonly webhooks?: readonly WebhookChange[];
  readonly verb: Change['type'];
  readonly kind: string;
  readonly apiVersion: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** The whole object, when it was created; without the fields that {@link diff} leaves out. */
  readonly object?: KubeObject;
  /** What changed, when it was updated. */
  readonly changes?: readonly FieldChange[];
}

/** Makes the entry of a change. `startMs` is the virtual time at which the run began. */
export function entryOf(change: Change, startMs: number): RecordEntry {
  const { value, origin } = change;
  return {
    revision: change.revision,
    atMs: change.time - startMs,
    ...originFields(origin),
    verb: change.type,
    kind: value.kind,
    apiVersion: value.apiVersion,
    key: change.key,
    ...(change.type === 'created' ? { object: recorded(value) } : {}),
    ...(change.type === 'updated' ? { changes: diff(change.previous, value) } : {}),
  };
}

function originFields(origin: Origin): Origin {
  return {
    actor: origin.actor,
    ...(origin.requester === undefined ? {} : { requester: origin.requester }),
    ...(origin.reconcile ? { reconcile: origin.reconcile } : {}),
    ...(origin.causes ? { causes: origin.causes } : {}),
    ...(origin.note === undefined ? {} : { note: origin.note }),
    ...(origin.evidence === undefined ? {} : { evidence: origin.evidence }),
    ...(origin.webhooks ? { webhooks: origin.webhooks } : {}),
  };
}

/** As {@link diff} sees it. */
export function recorded<T extends { readonly metadata: object }>(object: T): T {
  const metadata: Record<string, unknown> = { ...object.metadata };
  delete metadata.resourceVersion;
  delete metadata.managedFields;
  return { ...object, metadata };
}
