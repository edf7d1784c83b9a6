/** The tracked fields of the objects of a kind, by the endpoint of a write. */
import { omitFields, type KubeObject } from '#values';
import type { Endpoint } from '../endpoint.ts';
import type { Resource } from '../resource.ts';
import { blankOf } from './blank.ts';
import type { Known } from './compare.ts';
import { leaf, self, type FieldSet } from './field-set.ts';
import { fieldElement } from './fields-v1.ts';
import { reshaped, type Shapes, type StructShape } from './shape.ts';

export interface Tracking {
  /** All fields that a write through the endpoint can change. */
  readonly writable: StructShape;
  /** Those of them that have owners: without the object's identity and the fields that the server sets. */
  readonly owned: StructShape;
  /** Whether writers own what they write of the metadata. */
  readonly ownsMetadata: boolean;
  /** The fields that a write through the endpoint never changes. */
  readonly reset: StructShape;
  /** The object before its creation. */
  readonly blank: object;
  /** The object that was created last: those made from one template share parts with it. */
  last?: Known | undefined;
}

/** Fields without an owner, in addition to the object's identity. */
const unowned = [
  'clusterName',
  'creationTimestamp',
  'generation',
  'managedFields',
  'name',
  'namespace',
  'resourceVersion',
  'selfLink',
  'uid',
];

/** Members that entries never have: the metadata as such, and the object's identity. */
export const identity: FieldSet = {
  [fieldElement('apiVersion')]: leaf,
  [fieldElement('kind')]: leaf,
  [fieldElement('metadata')]: {
    [self]: leaf,
    ...Object.fromEntries(unowned.map((name) => [fieldElement(name), leaf])),
  },
};

export function trackingOf(shapes: Shapes, { kind }: Resource, { part }: Endpoint): Tracking {
  const { keeps, ownsNoMetadata } = part;
  const whole = shapes.struct(kind.schema);
  const metadata = whole.fields.get('metadata')!.shape as StructShape;
  const unwritten = typeof ownsNoMetadata === 'string' ? [] : (ownsNoMetadata ?? []);
  const written = without(metadata, [...unwritten, 'managedFields']);
  const ownsMetadata = ownsNoMetadata !== 'all' && !keeps.includes('metadata');
  const writable = reshaped(whole, { metadata: written, ...omitting(keeps) });
  const owned = reshaped(writable, {
    apiVersion: undefined,
    kind: undefined,
    metadata: ownsMetadata ? without(written, unowned) : undefined,
  });
  const others = [...whole.fields.keys()].filter((name) => !keeps.includes(name));
  const reset = { ...without(whole, others), others: undefined };
  return { writable, owned, ownsMetadata, reset, blank: blankOf(kind.schema) };
}

/** Returns fields without those that a writer through the endpoint cannot own. */
export function ownableOf(
  { ownsMetadata }: Tracking,
  fields: FieldSet | undefined,
): FieldSet | undefined {
  const metadata = fieldElement('metadata');
  if (ownsMetadata || fields?.[metadata] === undefined) return fields;
  return omitFields(fields, [metadata]);
}

function without(shape: StructShape, fields: readonly string[]): StructShape {
  return reshaped(shape, omitting(fields));
}

function omitting(fields: readonly string[]): Record<string, undefined> {
  const changes: Record<string, undefined> = {};
  for (const field of fields) changes[field] = undefined;
  return changes;
}

/** An object as v1.24 compares it: in the form that is served. */
export function comparableForm({ kind, fromStorage }: Resource, stored: KubeObject): KubeObject {
  const object = fromStorage(stored);
  return kind.rules.comparable?.(object) ?? object;
}
