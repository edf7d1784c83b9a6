/** Fields behind feature gates: the API takes them and drops them while the gate is off. */
import { featureGateNames } from './feature-gates.ts';
import type { Kind } from '../object/kind.ts';
import { deepEqual } from '#values';
import type { FeatureGates, GatedFields } from '../object/part.ts';

/** A field that is given, and dropped. */
export interface DroppedField {
  /** With the places in lists: `spec.containers[0].image`. */
  readonly path: string;
  /** The same for all objects of the kind: `spec.containers[].image`. */
  readonly field: string;
  readonly gate: string;
}

/** Those of pods, in a kind that has a pod at a path such as `spec.template`; empty for pods themselves. */
export function gatedPodFields(template = ''): GatedFields {
  const spec = template === '' ? 'spec' : `${template}.spec`;
  const fields: Record<string, string> = {};
  for (const list of ['containers', 'initContainers']) {
    for (const probe of ['livenessProbe', 'startupProbe']) {
      fields[`${spec}.${list}[].${probe}.terminationGracePeriodSeconds`] =
        'ProbeTerminationGracePeriod';
    }
    fields[`${spec}.${list}[].securityContext.procMount`] = 'ProcMountType';
  }
  fields[`${spec}.topologySpreadConstraints[].minDomains`] = 'MinDomainsInPodTopologySpread';
  return fields;
}

/**
 * The fields of an object that gates drop, in the order in which the kind declares them.
 * @param kept the object as the strategy has left it; absent: whatever is behind a gate that is off is lost
 * @param subresource through which it is written: only `status` writes the status
 */
export function* droppedFields(
  { gatedFields = {} }: Pick<Kind, 'gatedFields'>,
  features: FeatureGates,
  given: unknown,
  kept?: unknown,
  subresource?: string,
): Iterable<DroppedField> {
  for (const [field, gate] of Object.entries(gatedFields)) {
    if (isGateOn(gate, features)) continue;
    if (field.startsWith('status.') !== (subresource === 'status')) continue;
    for (const path of lost(given, kept, partsOf(field), '')) yield { path, field, gate };
  }
}

/** The gates that keep the fields of an object, of those that can be turned on. */
export function gatesFor(
  { gatedFields = {} }: Pick<Kind, 'gatedFields'>,
  object: unknown,
): readonly string[] {
  const used = Object.entries(gatedFields).filter(([field, gate]) => {
    const [first] = isGateSimulated(gate) ? lost(object, undefined, partsOf(field), '') : [];
    return first !== undefined;
  });
  return [...new Set(used.map(([, gate]) => gate))];
}

/** Whether there is such a gate here: the fields of others are always dropped. */
export function isGateSimulated(gate: string): boolean {
  return featureGateNames.includes(gate);
}

/** `[]` is a part of its own. */
function partsOf(field: string): readonly string[] {
  return field.replaceAll('[]', '.[]').split('.');
}

function isGateOn(gate: string, features: FeatureGates): boolean {
  return isGateSimulated(gate) && features.enabled(gate);
}

/** The paths below which something is given and not kept. A number 0 counts as not given. */
function* lost(
  given: unknown,
  kept: unknown,
  [part, ...rest]: readonly string[],
  path: string,
): Iterable<string> {
  if (given == null || given === 0 || given === kept) return;
  if (part === undefined) {
    if (!deepEqual(given, kept)) yield path;
  } else if (part === '**') {
    const [first] = anywhere(given, kept, rest, path);
    if (first !== undefined) yield first;
  } else if (part === '[]') {
    if (!Array.isArray(given)) return;
    for (const [i, item] of given.entries()) {
      yield* lost(item, inside(kept, i), rest, `${path}[${i}]`);
    }
  } else {
    yield* lost(inside(given, part), inside(kept, part), rest, path ? `${path}.${part}` : part);
  }
}

/** {@link lost} at this depth and at every one below it. */
function* anywhere(
  given: unknown,
  kept: unknown,
  parts: readonly string[],
  path: string,
): Iterable<string> {
  if (typeof given !== 'object' || given === null || given === kept) return;
  if (!Array.isArray(given)) yield* lost(given, kept, parts, path);
  for (const [key, part] of Object.entries(given)) {
    const at = Array.isArray(given) ? `${path}[${key}]` : `${path}.${key}`;
    yield* anywhere(part, inside(kept, key), parts, at);
  }
}

function inside(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

/** `CronJob.spec.timeZone has no effect: v1.24 drops it unless the feature gate CronJobTimeZone is on` */
export function droppedText(
  kind: string,
  { path, gate }: Pick<DroppedField, 'path' | 'gate'>,
): string {
  const what = `${kind}.${path} has no effect: v1.24 drops it`;
  return isGateSimulated(gate)
    ? `${what} unless the feature gate ${gate} is on`
    : `${what}, as its feature gate ${gate} is off`;
}
