/** From the entries of a record to changes, with the whole objects before and after. */
import {
  customResourceDefinition,
  resourceOf,
  withDefined,
  type CustomResourceDefinition,
  type Kind,
  type KindRegistry,
  type KubeObject,
  type Origin,
} from '#kinds';
import type { Millis } from '#clock';
import type { RecordEntry } from '../entry.ts';
import type { RecordChange } from './change.ts';
import { RecordError } from './error.ts';
import { entryIn, entryOf } from './entry-form.ts';
import type { Place } from './form.ts';
import { MOST_SHARED, type Part } from './parts.ts';
import { madeIn, SharedOrigins, SharedTexts } from './shared.ts';
import { versionOf } from './version-of.ts';
import { UsualLines, type Named, type UsualLine, type Written } from './usual-line.ts';

/** An object of the record, at the entry that is read last. */
interface Subject {
  readonly bucket: string;
  readonly key: string;
  /** Absent when it is not there. */
  value: KubeObject | undefined;
}

/** What an entry is about. */
interface About {
  readonly kind: Kind;
  readonly subject: Subject;
}

/** What entries with the same apiVersion and kind are about. */
interface Shelf {
  readonly kind: Kind;
  readonly bucket: string;
  /** The objects of the bucket, by their keys. */
  readonly subjects: Map<string, Subject>;
}

/** An entry that was read. */
export interface ReadEntry {
  readonly change: RecordChange;
  /** That of its object. */
  readonly kind: Kind;
}

/** An entry that was read from its line. */
export interface ReadLine extends ReadEntry {
  /** What has to be kept of the line: all but what is known of the change. */
  readonly writer: Part<unknown>;
  readonly written: Part<unknown>;
}

type Moment = Pick<RecordEntry, 'revision' | 'atMs'>;

/** Reads entries one after the other, as it knows the objects that they change. */
export class EntryReader {
  readonly #startMs: Millis;
  readonly #subjects = new Map<string, Map<string, Subject>>();
  /** By apiVersion and kind, as far as they have been seen. */
  readonly #shelves = new Map<string, Map<string, Shelf>>();
  /** What names are about that many lines have in common. */
  readonly #about = new Map<Named, About>();
  /** The kinds that are there from the start. */
  readonly #kinds: KindRegistry;
  readonly #definitions = new Map<string, CustomResourceDefinition>();
  #known: KindRegistry;
  #last: Moment = { revision: 0, atMs: 0 };
  readonly #lines = new UsualLines();
  readonly #texts = new SharedTexts();
  readonly #origins = new SharedOrigins(this.#texts);

  /** @param startMs virtual time of the start, ms */
  constructor(startMs: Millis, kinds: KindRegistry) {
    this.#startMs = startMs;
    this.#kinds = kinds;
    this.#known = kinds;
  }

  /** @param endMs virtual time that no entry passes, ms @throws {RecordError} */
  read(found: unknown, endMs: Millis, place: Place): ReadEntry {
    return this.#readOther(entryOf(found, place), endMs);
  }

  /** The entry in a line of JSON. @throws {RecordError} */
  readLine(line: string, endMs: Millis, place: Place): ReadLine {
    const usual = this.#lines.read(line);
    if (usual !== undefined) return this.#readUsual(usual, endMs);
    const entry = entryIn(line, place);
    const { change, kind } = this.#readOther(entry, endMs);
    return { change, kind, ...partsOf(entry) };
  }

  #readUsual(usual: UsualLine, endMs: Millis): ReadLine {
    this.#follow(usual, endMs);
    const { writer, named, written } = usual;
    const about = this.#aboutNamed(named.value, usual.revision);
    const change = this.#changeOf(usual, about, writer.value, written.value);
    return { change, kind: about.kind, writer, written };
  }

  #readOther(entry: RecordEntry, endMs: Millis): ReadEntry {
    this.#follow(entry, endMs);
    const about = this.#aboutOf(entry, entry.revision);
    return { change: this.#changeOf(entry, about, entry, entry), kind: about.kind };
  }

  /** Takes the next moment. @throws {RecordError} */
  #follow(next: Moment, endMs: Millis): void {
    checkOrder(next, this.#last, endMs - this.#startMs);
    this.#last = next;
  }

  #changeOf(
    entry: Moment & Pick<RecordEntry, 'verb'>,
    { kind, subject }: About,
    writer: Origin,
    written: Written,
  ): RecordChange {
    const { revision, atMs, verb: type } = entry;
    const { bucket, key, value: previous } = subject;
    const { value, isAsSaid } = versionOf({ revision, verb: type, key }, written, previous, kind);
    subject.value = type === 'deleted' ? undefined : value;
    if (bucket === definitionBucket) this.#define(key, value as CustomResourceDefinition);
    const time = this.#startMs + atMs;
    const origin = this.#origins.of(writer);
    const changes = isAsSaid ? written.changes : undefined;
    return { revision, time, bucket, key, type, value, previous, origin, changes };
  }

  #define(key: string, definition: CustomResourceDefinition): void {
    this.#definitions.set(key, definition);
    this.#known = withDefined(this.#kinds, [...this.#definitions.values()]);
    this.#shelves.clear();
    this.#about.clear();
  }

  #aboutNamed(named: Named, revision: number): About {
    const known = this.#about.get(named);
    if (known !== undefined) return known;
    if (this.#about.size >= MOST_SHARED) this.#about.clear();
    const about = this.#aboutOf(named, revision);
    this.#about.set(named, about);
    return about;
  }

  #aboutOf(named: Named, revision: number): About {
    const { kind, bucket, subjects } = this.#shelfOf(named, revision);
    const key = this.#texts.of(named.key);
    return { kind, subject: madeIn(subjects, key, () => ({ bucket, key, value: undefined })) };
  }

  #shelfOf(named: Named, revision: number): Shelf {
    const byKind = madeIn(this.#shelves, named.apiVersion, () => new Map<string, Shelf>());
    return madeIn(byKind, named.kind, () => {
      const kind = kindOf(named, revision, this.#known);
      const bucket = resourceOf(kind);
      const subjects = madeIn(this.#subjects, bucket, () => new Map<string, Subject>());
      return { kind, bucket, subjects };
    });
  }
}

function partsOf(entry: RecordEntry): Pick<ReadLine, 'writer' | 'written'> {
  const { actor, requester, reconcile, causes, note, evidence, webhooks, object, changes } = entry;
  const by = { actor, requester, reconcile, causes, note, evidence, webhooks };
  return { writer: partOf(by), written: partOf({ object, changes }) };
}

function partOf(value: object): Part<object> {
  return { text: JSON.stringify(value).slice(1, -1), value, isShared: false };
}

/** Revisions rise, and times neither decrease nor pass the end. @throws {RecordError} */
function checkOrder({ revision, atMs }: Moment, last: Moment, endMs: number): void {
  if (!Number.isSafeInteger(revision) || revision <= last.revision) {
    throw new RecordError(`revision ${revision} stands behind ${last.revision}`);
  }
  if (!Number.isSafeInteger(atMs) || atMs < last.atMs) {
    throw new RecordError(`revision ${revision} is of ${atMs} ms, behind ${last.atMs} ms`);
  }
  if (atMs > endMs) {
    throw new RecordError(`revision ${revision} is of ${atMs} ms, behind the end of the run`);
  }
}

const definitionBucket = resourceOf(customResourceDefinition);

function kindOf({ apiVersion, kind: name }: Named, revision: number, kinds: KindRegistry): Kind {
  const kind = kinds.byKind(apiVersion, name) ?? otherVersionOf(apiVersion, name, kinds);
  if (kind !== undefined && kind.storage === undefined) return kind;
  throw new RecordError(`unknown kind ${name} in ${apiVersion} at revision ${revision}`);
}

/** A custom resource may be stored in a version that is not served. */
function otherVersionOf(apiVersion: string, name: string, kinds: KindRegistry): Kind | undefined {
  return kinds.all.find(
    ({ custom, group, kind }) =>
      custom !== undefined && kind === name && apiVersion.startsWith(`${group}/`),
  );
}
