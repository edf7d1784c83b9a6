/** The causal chain of a write: what triggered it, back to an action of a user or a scenario. */
import type { ObjectKey } from '#kinds';
import type { ReconcileId } from '#values';
import type { Change, Past } from '#store';
import { diff, type FieldChange } from '../diff.ts';
import type { FaultMark } from '../run-log.ts';
import { byConditionType } from '../keyed.ts';
import type { Keyed } from './accountant.ts';

/** One write of the chain. */
export interface Link {
  readonly revision: number;
  /** Virtual time, ms. */
  readonly time: number;
  readonly actor: string;
  /** The requester, if it is not the actor itself. */
  readonly requester?: string;
  readonly verb: Change['type'];
  readonly kind: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** The changes, conditions by their type; empty for a creation or a deletion. */
  readonly changes: readonly FieldChange[];
  /** The step, or the request. */
  readonly note?: string;
  /** How the next link led to this one. */
  readonly because: string;
  /** What faults have struck of the work in between; absent when there was nothing. */
  readonly faults?: readonly FaultMark[];
}

/** Built-in controllers share what they read. */
const sharedReader = 'kube-controller-manager';

/** Longer chains omit their middle: a loop of controllers only repeats itself from there on. */
const LONGEST = 50;

/** Returns the chain that ends with `change`, which is first; the last link is the root cause. */
export function chainOf(
  change: Change,
  past: Past,
  controllers: readonly Keyed[],
  faults: readonly FaultMark[] = [],
): readonly Link[] {
  const links: Link[] = [];
  let leftOut = 0;
  let current = change;
  for (;;) {
    const { because, before } = causeOf(current, past, controllers);
    const isFull = links.length === LONGEST - 1;
    if (!isFull || before === undefined) {
      links.push({ ...linkOf(current, because), ...strikesOn(current, before, faults) });
    } else leftOut += 1;
    if (before === undefined) return leftOut === 0 ? links : abridged(leftOut, links);
    current = before;
  }
}

/** Returns the strikes on the work that a write belongs to, since the write that caused it. */
function strikesOn(
  { origin: { actor, reconcile }, key, revision }: Change,
  before: Change | undefined,
  faults: readonly FaultMark[],
): Pick<Link, 'faults'> {
  if (before === undefined || faults.length === 0) return {};
  const isOfWork = (mark: FaultMark): boolean =>
    reconcile === undefined
      ? mark.client === actor && mark.key === key
      : isOnReconcile(mark, reconcile) || isOnNews(mark, before, [actor, sharedReader]);
  const found = faults.filter(
    (mark) => mark.revision >= before.revision && mark.revision < revision && isOfWork(mark),
  );
  return found.length === 0 ? {} : { faults: found };
}

function isOnReconcile({ reconcile }: FaultMark, { controller, key }: ReconcileId): boolean {
  return reconcile?.controller === controller && reconcile.key === key;
}

/**
 * Returns whether a strike is on how a change is learned: by its event in a watch, or by a list.
 */
function isOnNews(
  { client, verb, resource, key }: FaultMark,
  change: Change,
  readers: readonly string[],
): boolean {
  if (!readers.includes(client)) return false;
  if (verb !== 'watch' && verb !== 'list') return false;
  if (resource !== change.bucket.split('.', 1)[0]) return false;
  // Without a name it is about all objects, or all of a namespace.
  return key === change.key || key === '' || (key.endsWith('/') && change.key.startsWith(key));
}

/** Returns the chain with the number of links that are missing before its last one. */
function abridged(leftOut: number, links: readonly Link[]): readonly Link[] {
  const lastShown = links[LONGEST - 2]!;
  const because = `${lastShown.because}; ${leftOut} writes in between are left out`;
  return links.with(LONGEST - 2, { ...lastShown, because });
}

/** The cause of a write. */
export interface Cause {
  /** In words. */
  readonly because: string;
  /** The write that caused it; absent for a root cause. */
  readonly before: Change | undefined;
}

/** Returns the cause of a write, one step back. */
export function causeOf(change: Change, past: Past, controllers: readonly Keyed[]): Cause {
  const { origin } = change;
  if (origin.reconcile === undefined) {
    if (origin.causes === undefined && origin.actor !== 'kubelet') {
      const who = origin.requester ?? origin.actor;
      return { because: origin.note ?? `requested by ${who}`, before: undefined };
    }
    return { because: 'the life cycle of the object', before: previousOf(change, past) };
  }
  const trigger = latestCause(change, past);
  if (trigger !== undefined) {
    return {
      because: `triggered by the change of ${trigger.value.kind} ${trigger.key}`,
      before: trigger,
    };
  }
  if (wasTriggeredBefore(change, past.beginning)) {
    return { because: 'triggered by a change that is no longer kept', before: undefined };
  }
  const { controller, key } = origin.reconcile;
  const bucket = controllers.find((each) => each.controller === controller)?.keys ?? change.bucket;
  return {
    because: timerText(change) ?? 'reconciled without a change as its trigger',
    before: latestRequest({ bucket, key }, change.revision, past) ?? previousOf(change, past),
  };
}

/** The latest of the changes that triggered the reconcile. */
function latestCause({ origin, revision }: Change, past: Past): Change | undefined {
  const { first, last } = origin.causes ?? { first: [], last: [] };
  let latest: Change | undefined;
  for (const cause of [...first, ...last]) {
    if (!('revision' in cause) || cause.revision >= revision) continue;
    const change = past.change(cause.revision);
    if (change !== undefined && change.revision > (latest?.revision ?? 0)) latest = change;
  }
  return latest;
}

/** Returns whether the trigger of the reconcile is no longer kept. */
function wasTriggeredBefore({ origin }: Change, beginning: number): boolean {
  const { first, last } = origin.causes ?? { first: [], last: [] };
  return [...first, ...last].some((cause) => 'revision' in cause && cause.revision <= beginning);
}

function timerText({ origin }: Change): string | undefined {
  const { first, last } = origin.causes ?? { first: [], last: [] };
  for (const cause of [...first, ...last]) {
    if ('timer' in cause) return `its timer "${cause.timer}" was due`;
    if ('retry' in cause) return `retried after: ${cause.retry}`;
  }
  return undefined;
}

function previousOf({ bucket, key, revision }: Change, past: Past): Change | undefined {
  const [previous] = past.changesOf(bucket, key, revision - 1);
  return previous;
}

/**
 * Returns the latest change of an object's spec, its creation, or the beginning of its deletion.
 */
function latestRequest({ bucket, key }: ObjectKey, before: number, past: Past): Change | undefined {
  for (const change of past.changesOf(bucket, key, before - 1)) {
    if (change.type === 'created' || startsDeletion(change)) return change;
    if (specOf(change.previous) !== specOf(change.value)) return change;
  }
  return undefined;
}

/** Returns whether the change marks the object as being deleted. */
function startsDeletion({ previous, value }: Change): boolean {
  const { deletionTimestamp } = value.metadata;
  return deletionTimestamp !== undefined && previous?.metadata.deletionTimestamp === undefined;
}

function specOf(object: unknown): unknown {
  return (object as { readonly spec?: unknown } | undefined)?.spec;
}

function linkOf(change: Change, because: string): Link {
  const { revision, time, origin, type, value, key } = change;
  return {
    revision,
    time,
    actor: origin.actor,
    ...(origin.requester === undefined ? {} : { requester: origin.requester }),
    verb: type,
    kind: value.kind,
    key,
    changes:
      type === 'updated' ? diff(byConditionType(change.previous), byConditionType(value)) : [],
    ...(origin.note === undefined ? {} : { note: origin.note }),
    because,
  };
}
