/**
 * The past of a record whose lines are kept as they are: of each entry only its place is known, and what it
 * says is read when it is looked at. All entries have been checked by the end of the record.
 */
import type { Millis } from '#clock';
import type { Kind } from '#kinds';
import type { KubeObject, Origin } from '#values';
import { CompactedError, FutureRevisionError, type Change, type Past } from '#store';
import { LateRecordChange, type ChangeSource, type RecordChange } from './change.ts';
import { Column } from './column.ts';
import type { ReadLine } from './entries.ts';
import { Lines } from './lines.ts';
import { ObjectVersions } from './object-versions.ts';
import { getOrCreate, SharedOrigins, SharedTexts } from './shared.ts';
import type { Written } from './usual-line.ts';
import { versionOf } from './version-of.ts';

const types: readonly Change['type'][] = ['created', 'updated', 'deleted'];
const DELETED = types.indexOf('deleted');

/** The objects of a bucket. */
interface Shelf {
  readonly kind: Kind;
  readonly byKey: Map<string, ObjectVersions>;
  /** In the order of their keys; absent when others have come. */
  inOrder: readonly ObjectVersions[] | undefined;
}

export class RecordPast implements Past, ChangeSource {
  readonly beginning = 0;
  /** Who wrote and why, and what they wrote. */
  readonly #writers = new Lines();
  readonly #written = new Lines();
  /** Of each entry: where these stand. */
  readonly #writerPlaces = new Column(Uint32Array);
  readonly #writtenPlaces = new Column(Uint32Array);
  readonly #revisions = new Column(Float64Array);
  readonly #times = new Column(Float64Array);
  readonly #types = new Column(Uint8Array);
  /** Of each entry: the number of its object. */
  readonly #numbers = new Column(Uint32Array);
  readonly #objects: ObjectVersions[] = [];
  /** Entries whose objects are not all that they say. */
  readonly #unlike = new Set<number>();
  readonly #shelves = new Map<string, Shelf>();
  readonly #origins = new SharedOrigins(new SharedTexts());

  /** Adds an entry that was read, behind those before it. */
  add(line: ReadLine): void {
    const { change, writer, written } = line;
    this.#writerPlaces.push(this.#writers.add(writer.text, writer.isShared));
    this.#writtenPlaces.push(this.#written.add(written.text, written.isShared));
    const { revision, time, type, changes } = change;
    const position = this.#revisions.length;
    this.#revisions.push(revision);
    this.#times.push(time);
    this.#types.push(types.indexOf(type));
    if (type === 'updated' && changes === undefined) this.#unlike.add(position);
    this.#numbers.push(line.number);
    const object = this.#objects[line.number] ?? this.#newObject(line);
    object.add(position, change);
  }

  #newObject({ change: { bucket, key }, kind }: ReadLine): ObjectVersions {
    const shelf = getOrCreate(this.#shelves, bucket, (): Shelf => {
      return { kind, byKey: new Map(), inOrder: undefined };
    });
    const object = new ObjectVersions({ bucket, key }, shelf.kind);
    this.#objects.push(object);
    shelf.byKey.set(key, object);
    shelf.inOrder = undefined;
    return object;
  }

  get revision(): number {
    const { length } = this.#revisions;
    return length === 0 ? 0 : this.#revisions.at(length - 1);
  }

  get buckets(): Iterable<string> {
    return this.#shelves.keys();
  }

  get(bucket: string, key: string, revision: number): KubeObject | undefined {
    this.#checkReadable(revision);
    const object = this.#shelves.get(bucket)?.byKey.get(key);
    return object && this.#stateBefore(object, this.#revisions.firstAbove(revision));
  }

  list(bucket: string, revision: number, prefix = ''): readonly KubeObject[] {
    this.#checkReadable(revision);
    const shelf = this.#shelves.get(bucket);
    if (shelf === undefined) return [];
    shelf.inOrder ??= [...shelf.byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    const position = this.#revisions.firstAbove(revision);
    const objects: KubeObject[] = [];
    for (const object of shelf.inOrder) {
      if (!object.key.startsWith(prefix)) continue;
      const state = this.#stateBefore(object, position);
      if (state !== undefined) objects.push(state);
    }
    return objects;
  }

  /** The state of an object before the entry at a position. */
  #stateBefore(object: ObjectVersions, position: number): KubeObject | undefined {
    const version = object.lastBefore(position);
    if (version < 0 || this.#types.at(object.positionOf(version)) === DELETED) return undefined;
    return object.at(version, this.#make);
  }

  change(revision: number): Change | undefined {
    const position = this.#revisions.firstAbove(revision) - 1;
    if (position < 0 || this.#revisions.at(position) !== revision) return undefined;
    return this.#changeAt(position);
  }

  *changes(after = 0): Iterable<RecordChange> {
    for (let at = this.#revisions.firstAbove(after); at < this.#revisions.length; at++)
      yield this.#changeAt(at);
  }

  *changesBefore(before: number): Iterable<RecordChange> {
    for (let at = this.#revisions.firstAbove(before - 1) - 1; at >= 0; at--)
      yield this.#changeAt(at);
  }

  *changesOf(bucket: string, key: string, upTo = this.revision): Iterable<RecordChange> {
    const object = this.#shelves.get(bucket)?.byKey.get(key);
    if (object === undefined) return;
    const before = this.#revisions.firstAbove(upTo);
    for (let version = object.lastBefore(before); version >= 0; version--)
      yield this.#changeAt(object.positionOf(version));
  }

  revisionAt(time: Millis): number {
    const position = this.#times.firstAbove(time) - 1;
    return position < 0 ? 0 : this.#revisions.at(position);
  }

  timeOf(revision: number): Millis | undefined {
    const position = this.#revisions.firstAbove(revision) - 1;
    return position < 0 ? undefined : this.#times.at(position);
  }

  /** @throws {CompactedError} @throws {FutureRevisionError} */
  #checkReadable(revision: number): void {
    if (revision > this.revision) throw new FutureRevisionError(revision, this.revision);
    if (revision < this.beginning) throw new CompactedError(revision, this.beginning);
  }

  #changeAt(position: number): RecordChange {
    const { bucket, key } = this.#objectAt(position);
    const revision = this.#revisions.at(position);
    const time = this.#times.at(position);
    const type = types[this.#types.at(position)]!;
    return new LateRecordChange({ revision, time, bucket, key, type }, this, position);
  }

  #objectAt(position: number): ObjectVersions {
    return this.#objects[this.#numbers.at(position)]!;
  }

  valueAt(position: number): KubeObject {
    const object = this.#objectAt(position);
    return object.at(object.lastBefore(position + 1), this.#make);
  }

  previousAt(position: number): KubeObject | undefined {
    return this.#stateBefore(this.#objectAt(position), position);
  }

  detailsAt(position: number): Pick<RecordChange, 'origin' | 'changes'> {
    const writer = JSON.parse(`{${this.#writers.at(this.#writerPlaces.at(position))}}`) as Origin;
    const origin = this.#origins.of(writer);
    return this.#unlike.has(position)
      ? { origin }
      : { origin, changes: this.#writtenAt(position).changes };
  }

  readonly #make = (position: number, previous: KubeObject | undefined, kind: Kind): KubeObject => {
    const verb = types[this.#types.at(position)]!;
    const revision = this.#revisions.at(position);
    const { key } = this.#objectAt(position);
    const before = verb === 'created' ? undefined : previous;
    return versionOf({ revision, verb, key }, this.#writtenAt(position), before, kind).value;
  };

  #writtenAt(position: number): Written {
    return JSON.parse(`{${this.#written.at(this.#writtenPlaces.at(position))}}`) as Written;
  }
}
