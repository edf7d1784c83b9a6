/** The effect of a deletion on an object: pure. */
import { copyOfMetadata, formatTime, metadataWith, parseTime, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { ObjectMeta } from '#types';
import type { DeleteOptions } from '#request';
import type { Resource } from './resource.ts';
import { isDeleting } from './revise.ts';

const orphan = 'orphan';
const foreground = 'foregroundDeletion';

export interface DeletionPlan {
  /** The object with its mark; the same object when it needs none (any more). */
  readonly marked: KubeObject;
  /** Whether the object is removed now, once it is marked. */
  readonly removes: boolean;
}

/**
 * The plan for most kinds. Kinds with a grace period (pods) are marked with it and removed when it
 * is zero; the others are removed at once. Finalizers keep either, marked.
 *
 * @param now virtual time, ms
 */
export function planDeletion(
  resource: Resource,
  old: KubeObject,
  options: DeleteOptions,
  now: number,
): DeletionPlan {
  const { kind } = resource;
  if (kind.rules.gracePeriodSeconds === undefined) return planAtOnce(resource, old, options, now);
  if (isDeleting(old.metadata)) return planShorterGrace(resource, old, options, now);
  const seconds = kind.rules.gracePeriodSeconds(old, options.gracePeriodSeconds);
  const finalizers = finalizersFor(resource, old.metadata, options);
  return {
    marked: markDeleting(old, finalizers, now, seconds),
    removes: seconds === 0 && finalizers.length === 0,
  };
}

/** The options with the grace period that the object gets, as v1.24 fills it in. */
export function withGracePeriod(
  { kind }: Resource,
  old: KubeObject,
  options: DeleteOptions,
): DeleteOptions {
  if (kind.rules.gracePeriodSeconds === undefined || isDeleting(old.metadata)) return options;
  return {
    ...options,
    gracePeriodSeconds: kind.rules.gracePeriodSeconds(old, options.gracePeriodSeconds),
  };
}

/** Without a grace period: only finalizers keep the object. */
export function planAtOnce(
  resource: Resource,
  old: KubeObject,
  options: DeleteOptions,
  now: number,
): DeletionPlan {
  const finalizers = finalizersFor(resource, old.metadata, options);
  if (finalizers.length === 0) return { marked: old, removes: true };
  return { marked: markDeleting(old, finalizers, now, 0), removes: false };
}

/**
 * A second deletion can only shorten the grace period. Once that is over, finalizers alone keep the
 * object, and follow the later options.
 */
function planShorterGrace(
  resource: Resource,
  old: KubeObject,
  options: DeleteOptions,
  now: number,
): DeletionPlan {
  const { deletionGracePeriodSeconds: present, deletionTimestamp } = old.metadata;
  if (!present) return planAtOnce(resource, old, options, now);
  const { gracePeriodSeconds: requested } = options;
  const seconds = requested !== undefined && requested < 0 ? 1 : requested;
  if (seconds === undefined || seconds >= present) return { marked: old, removes: false };
  const due = parseTime(deletionTimestamp!) - (present - seconds) * 1000;
  const finalizers = finalizersFor(resource, old.metadata, options);
  const metadata = {
    ...withFinalizers(old.metadata, finalizers),
    deletionTimestamp: formatTime(due),
    deletionGracePeriodSeconds: seconds,
  };
  return { marked: { ...old, metadata }, removes: seconds === 0 && finalizers.length === 0 };
}

/** Marks as being deleted (once), with these finalizers. Without `seconds` the grace period is left out. */
export function markDeleting<T extends KubeObject>(
  old: T,
  finalizers: readonly string[],
  now: number,
  seconds: number | undefined,
): T {
  const { metadata } = old;
  const base = withFinalizers(metadata, finalizers);
  if (isDeleting(metadata) && metadata.deletionGracePeriodSeconds === seconds) {
    return base === metadata ? old : { ...old, metadata: base };
  }
  const due = isDeleting(metadata)
    ? metadata.deletionTimestamp
    : formatTime(now + (seconds ?? 0) * 1000);
  const marked = metadataWith(base, {
    deletionTimestamp: due,
    ...(seconds !== undefined && { deletionGracePeriodSeconds: seconds }),
    ...(metadata.generation !== undefined &&
      !isDeleting(metadata) && { generation: metadata.generation + 1 }),
  });
  return { ...old, metadata: marked };
}

/**
 * The finalizers that say what the garbage collector does with dependents. The options win over
 * what the object carries already, and that over the kind's default.
 */
export function finalizersFor(
  { kind }: Resource,
  metadata: ObjectMeta,
  options: DeleteOptions,
): readonly string[] {
  const present = metadata.finalizers ?? [];
  const desired = collectorFinalizer(present, policyOf(options), kind.wire.defaultPropagation);
  const others = present.filter((name) => name !== orphan && name !== foreground);
  if (others.length + (desired === undefined ? 0 : 1) === present.length) {
    if (desired === undefined || present.includes(desired)) return present;
  }
  return desired === undefined ? others : [...others, desired];
}

function policyOf({
  propagationPolicy,
  orphanDependents,
}: DeleteOptions): typeof propagationPolicy {
  if (orphanDependents === undefined) return propagationPolicy;
  return orphanDependents ? 'Orphan' : 'Background';
}

function collectorFinalizer(
  present: readonly string[],
  policy: DeleteOptions['propagationPolicy'],
  byDefault: Kind['wire']['defaultPropagation'],
): string | undefined {
  if (byDefault === 'None') return undefined;
  switch (policy) {
    case 'Orphan':
      return orphan;
    case 'Foreground':
      return foreground;
    case 'Background':
      return undefined;
    case undefined:
      if (present.includes(orphan)) return orphan;
      if (present.includes(foreground)) return foreground;
      return byDefault === 'Orphan' ? orphan : undefined;
  }
}

function withFinalizers(metadata: ObjectMeta, finalizers: readonly string[]): ObjectMeta {
  if (finalizers === metadata.finalizers) return metadata;
  if (finalizers.length > 0) return metadataWith(metadata, { finalizers });
  if (metadata.finalizers === undefined) return metadata;
  const rest = copyOfMetadata(metadata);
  delete rest.finalizers;
  return rest;
}
