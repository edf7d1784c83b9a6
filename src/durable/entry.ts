/**
 * The place that a record has, and whether it can be one: a checksum shows that it is as it was written, not that a store
 * has written it, or that it belongs where it is.
 */
import type { Millis } from '#clock';
import type { UnreadWrite } from '#store';
import { headLengthBytes, writeOf, type Head } from './record.ts';
import { isSoundObject } from './sound-object.ts';

/** What a record of a log says: a write, or a time that the clock had reached. */
export interface Entry {
  readonly time: Millis;
  /** Undefined: the record is of a time. */
  readonly revision: number | undefined;
  readonly write: UnreadWrite | undefined;
  /** Where its record ends in its file, in bytes. */
  readonly end: number;
}

/** Why a record cannot be one. */
export class Fault {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The furthest a Date reaches, either way from 1970. */
const lastTime: Millis = 8.64e15;
const types: readonly unknown[] = ['created', 'updated', 'deleted'];

/** @param end where it ends in its file */
export function entryOf(record: Buffer, end: number): Entry | Fault {
  const parts = partsOf(record);
  if (parts instanceof Fault) return parts;
  const { head, bodyAt } = parts;
  const { time, revision } = head;
  if (!isTime(time)) return new Fault(`its time is ${shown(time)}`);
  if (!('revision' in head))
    return bodyAt === record.length
      ? { time, revision: undefined, write: undefined, end }
      : new Fault('its revision is missing');
  if (!isRevision(revision)) return new Fault(`its revision is ${shown(revision)}`);
  if (!isText(head.bucket) || !isText(head.key)) return new Fault('it names no object');
  if (!types.includes(head.type)) return new Fault(`its type is ${shown(head.type)}`);
  if (!isFields(head.origin) || !isText(head.origin.actor)) return new Fault('it names no writer');
  if (head.expires !== undefined && !isTime(head.expires)) {
    return new Fault(`its expiry is ${shown(head.expires)}`);
  }
  const fault = faultOfObject(record, bodyAt, revision);
  // It has been looked at as far as a store relies on it.
  return fault ?? { time, revision, write: writeOf(record, bodyAt, head as unknown as Head), end };
}

/** The place of a record of a snapshot. */
export type StateEntry =
  | { readonly place: string; readonly revision: number }
  | { readonly end: { readonly revision: number; readonly time: Millis } };

/** Returns an object of a snapshot, or its end. */
export function stateEntryOf(record: Buffer): StateEntry | Fault {
  const parts = partsOf(record);
  if (parts instanceof Fault) return parts;
  const { head, bodyAt } = parts;
  const { revision, time, created, bucket, key } = head;
  if (!('key' in head)) return endOf(revision, time);
  if (!isRevision(revision)) return new Fault(`its revision is ${shown(revision)}`);
  if (!isText(bucket) || !isText(key)) return new Fault('it names no object');
  if (!isRevision(created) || created > revision) {
    return new Fault(`it was created at revision ${shown(created)}`);
  }
  if (head.expires !== undefined && !isTime(head.expires)) {
    return new Fault(`its expiry is ${shown(head.expires)}`);
  }
  return faultOfObject(record, bodyAt, revision) ?? { place: `${bucket} ${key}`, revision };
}

/** Of nothing at all the revision is 0. */
function endOf(revision: unknown, time: unknown): StateEntry | Fault {
  if (revision !== 0 && !isRevision(revision))
    return new Fault(`its revision is ${shown(revision)}`);
  return isTime(time) ? { end: { revision, time } } : new Fault(`its time is ${shown(time)}`);
}

interface ParsedRecord {
  readonly head: Fields;
  /** Where the object begins; the end of the record: it has none. */
  readonly bodyAt: number;
}

function partsOf(record: Buffer): ParsedRecord | Fault {
  const bodyAt = headLengthBytes + record.readUInt32LE(0);
  const head = parsed(record.toString('utf8', headLengthBytes, bodyAt));
  return isFields(head) ? { head, bodyAt } : new Fault('its head is not JSON');
}

/** What the store relies on in each object. */
function faultOfObject(record: Buffer, bodyAt: number, revision: number): Fault | undefined {
  if (isSoundObject(record, bodyAt, revision)) return undefined;
  const object = bodyAt === record.length ? {} : parsed(record.toString('utf8', bodyAt));
  if (object === undefined) return new Fault('its object is not JSON');
  if (!isFields(object) || !isFields(object.metadata) || !isText(object.metadata.name)) {
    return new Fault('its object has no metadata');
  }
  const { resourceVersion } = object.metadata;
  if (resourceVersion === String(revision)) return undefined;
  return new Fault(`its object has resourceVersion ${shown(resourceVersion)}, not ${revision}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isTime(value: unknown): value is Millis {
  return typeof value === 'number' && Math.abs(value) <= lastTime;
}

/** Short enough for a message. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 40);
}
