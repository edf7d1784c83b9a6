/** Changes as the entries of a record have them. */
import type { Millis } from '#clock';
import type { KubeObject, Origin } from '#values';
import type { Change } from '#store';
import type { FieldChange } from '../diff.ts';
import type { Version } from './late-version.ts';

export interface RecordChange extends Change {
  /** Of an update: what its entry says. Absent where the object is not all that the entry says. */
  readonly changes?: readonly FieldChange[] | undefined;
}

/**
 * Returns the same as a store keeps it. Written out: there may be many, and a spread takes more
 * memory.
 */
export function changeOf(change: RecordChange): Change {
  const { revision, time, bucket, key, type, value, previous, origin } = change;
  return previous === undefined
    ? { revision, time, bucket, key, type, value, origin }
    : { revision, time, bucket, key, type, value, previous, origin };
}

/** A change that was read in order. */
export class ReadChange implements RecordChange {
  readonly revision: number;
  readonly time: Millis;
  readonly bucket: string;
  readonly key: string;
  readonly type: Change['type'];
  readonly origin: Origin;
  readonly changes: readonly FieldChange[] | undefined;
  readonly #version: Version;
  readonly #before: Version | undefined;

  /** @param before the object before, if it was there */
  constructor(
    { revision, time, bucket, key, type, origin, changes }: Omit<RecordChange, 'value'>,
    version: Version,
    before: Version | undefined,
  ) {
    this.revision = revision;
    this.time = time;
    this.bucket = bucket;
    this.key = key;
    this.type = type;
    this.origin = origin;
    this.changes = changes;
    this.#version = version;
    this.#before = before;
  }

  get value(): KubeObject {
    return this.#version.value;
  }

  get previous(): KubeObject | undefined {
    return this.#before?.value;
  }
}

/** What a change reads when it is looked at. */
export interface ChangeSource {
  /** The object that an entry writes. */
  valueAt(position: number): KubeObject;
  /** The object before; undefined when there was none. */
  previousAt(position: number): KubeObject | undefined;
  /** Who wrote it, why, and what it changed. */
  detailsAt(position: number): Pick<RecordChange, 'origin' | 'changes'>;
}

/** A change of which only the place is known until it is looked at. */
export class LateRecordChange implements RecordChange {
  readonly revision: number;
  readonly time: Millis;
  readonly bucket: string;
  readonly key: string;
  readonly type: Change['type'];
  readonly #source: ChangeSource;
  readonly #position: number;
  #details: Pick<RecordChange, 'origin' | 'changes'> | undefined;

  constructor(
    { revision, time, bucket, key, type }: Omit<Change, 'value' | 'origin'>,
    source: ChangeSource,
    position: number,
  ) {
    this.revision = revision;
    this.time = time;
    this.bucket = bucket;
    this.key = key;
    this.type = type;
    this.#source = source;
    this.#position = position;
  }

  get value(): KubeObject {
    return this.#source.valueAt(this.#position);
  }

  get previous(): KubeObject | undefined {
    return this.#source.previousAt(this.#position);
  }

  get origin(): Origin {
    return this.#known.origin;
  }

  get changes(): readonly FieldChange[] | undefined {
    return this.#known.changes;
  }

  get #known(): Pick<RecordChange, 'origin' | 'changes'> {
    return (this.#details ??= this.#source.detailsAt(this.#position));
  }
}
