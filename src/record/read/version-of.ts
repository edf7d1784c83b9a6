/** The versions of objects that entries make, checked. */
import { conform, fitsAt, TypeMismatch, UnreadableValue } from '#schema';
import { keyOf, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import { applied, type FieldChange } from '../diff.ts';
import type { RecordEntry } from '../entry.ts';
import { RecordError } from './error.ts';
import { checkForm, formOf, type Place } from './form.ts';
import type { Written } from './usual-line.ts';

export const objectForm = formOf({ apiVersion: 'text', kind: 'text', metadata: 'map' });
const metadataForm = formOf({ name: 'text', namespace: 'text?' });

/** What an entry makes of an object. */
export interface ReadVersion {
  /** The object after the write; of a deletion its last state. */
  readonly value: KubeObject;
  /** It is all that the entry says: nothing was dropped or brought into another form. */
  readonly isAsSaid: boolean;
}

/** @param previous the object before, if it was there @throws {RecordError} */
export function versionOf(
  { revision, verb, key }: Pick<RecordEntry, 'revision' | 'verb' | 'key'>,
  { object, changes = none }: Written,
  previous: KubeObject | undefined,
  kind: Kind,
): ReadVersion {
  const place = (): string => `${kind.kind} ${key} at revision ${revision}`;
  if (verb === 'created' && previous !== undefined) {
    throw new RecordError(`${place()} is created, but was there`);
  }
  const base = verb === 'created' ? object : previous;
  if (base === undefined) throw new RecordError(`${place()} is ${verb}, but was not there`);
  const result = verb === 'updated' ? changed(base, changes, place) : base;
  // A deleted object was checked when it was written.
  const isChecked = verb === 'deleted' || (verb === 'updated' && stayFitting(changes, kind));
  const value = isChecked ? (result as KubeObject) : fitted(result, previous, kind, place);
  // Its name was compared when its metadata was another.
  if (value.metadata !== previous?.metadata && keyOf(value) !== key)
    throw new RecordError(`${place()} is the object ${keyOf(value)}`);
  const isAsSaid = value === result;
  // What was made here belongs to this version alone: a copy less for each write.
  const isOthers = verb !== 'created' && (value === base || changes.some(({ to }) => to === value));
  const own: { metadata: KubeObject['metadata'] } & KubeObject = isOthers ? { ...value } : value;
  own.metadata = { ...value.metadata, resourceVersion: String(revision) };
  return { value: own, isAsSaid };
}

const none: readonly never[] = [];

/**
 * Returns whether an object that fits its kind does so after such changes: they set numbers and texts
 * below spec and status.
 */
export function stayFitting(changes: readonly FieldChange[], { schema, custom }: Kind): boolean {
  if (custom !== undefined) return false;
  return changes.every(({ path, to }) => {
    const isBelow = path.length > 1 && (path[0] === 'status' || path[0] === 'spec');
    return isBelow && fitsAt(schema, path, to);
  });
}

/**
 * Returns the object, checked against its schema; parts that it shares with the previous one are not
 * checked again. @throws {RecordError}
 */
function fitted(
  result: unknown,
  previous: KubeObject | undefined,
  { schema, custom }: Kind,
  place: Place,
): KubeObject {
  checkForm(result, objectForm, place);
  const { metadata } = result as KubeObject;
  if (metadata !== previous?.metadata)
    checkForm(metadata, metadataForm, () => `${place()}.metadata`);
  // What is stored of a custom resource may precede its schema.
  if (custom !== undefined) return result as KubeObject;
  try {
    return conform(schema, result, { fitting: previous }) as KubeObject;
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    throw new RecordError(`${place()}: ${error.message}`);
  }
}

/** @param fresh see {@link applied} @throws {RecordError} */
export function changed(
  base: unknown,
  changes: readonly FieldChange[],
  place: Place,
  fresh?: Set<object>,
): unknown {
  try {
    return applied(base, changes, fresh);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RecordError(`${place()}: ${error.message}`);
  }
}
