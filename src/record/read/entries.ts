/** From the entries of a record to changes, with the whole objects before and after. */
import { customResourceDefinition } from '#custom';
import { resourceOf, type Kind } from '#kinds';
import { atRelease, withDefined, type KindRegistry } from '#catalog';
import type { CustomResourceDefinition } from '#types';
import type { Origin } from '#values';
import type { Millis } from '#clock';
import type { RecordEntry } from '../entry.ts';
import { ReadChange, type RecordChange } from './change.ts';
import { RecordError } from './error.ts';
import { entryIn, entryOf } from './entry-form.ts';
import type { Place } from './form.ts';
import { profileAt, type Releases } from './kinds-of-run.ts';
import { LateVersion, type Version } from './late-version.ts';
import type { LineFragment } from './fragments.ts';
import { getOrCreate, SharedOrigins, SharedTexts } from './shared.ts';
import { stayFitting, versionOf } from './version-of.ts';
import { UsualLines, type Named, type UsualLine, type Written } from './usual-line.ts';

/** An object of the record, at the entry that is read last. */
interface Subject {
  readonly bucket: string;
  readonly key: string;
  /** Its place among all objects of the record, in the order of their first entries. */
  readonly number: number;
  /** Absent when it is not there. */
  version: Version | undefined;
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
  /** The place of its object among all of the record, from 0. */
  readonly number: number;
}

/** An entry that was read from its line. */
export interface ReadLine extends ReadEntry {
  /** What has to be kept of the line: all but what is known of the change. */
  readonly writer: LineFragment<unknown>;
  readonly written: LineFragment<unknown>;
}

/** What a record's head says about time and releases. */
type RecordedRelease = Releases & { readonly startMs: Millis };

type Moment = Pick<RecordEntry, 'revision' | 'atMs'>;

/** Reads entries one after the other, as it knows the objects that they change. */
export class EntryReader {
  readonly #head: RecordedRelease;
  readonly #subjects = new Map<string, Map<string, Subject>>();
  /** By apiVersion and kind, as far as they have been seen. */
  readonly #shelves = new Map<string, Map<string, Shelf>>();
  #count = 0;
  /** Those of any release. */
  readonly #registry: KindRegistry;
  /** The kinds that every cluster of the present release has. */
  #kinds: KindRegistry;
  /** How many of the releases behind the first one have begun. */
  #begun = 0;
  readonly #definitions = new Map<string, CustomResourceDefinition>();
  #known: KindRegistry;
  #last: Moment = { revision: 0, atMs: 0 };
  readonly #lines = new UsualLines((named, revision) => this.#aboutOf(named, revision));
  readonly #texts = new SharedTexts();
  readonly #origins = new SharedOrigins(this.#texts);

  /** @param head of the record; releases may be added while it is read */
  constructor(head: RecordedRelease, registry: KindRegistry) {
    this.#head = head;
    this.#registry = registry;
    this.#kinds = atRelease(registry, profileAt(head, 0));
    this.#known = this.#kinds;
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
    return { ...this.#readOther(entry, endMs), ...partsOf(entry) };
  }

  /** Checks what was not looked at yet. @throws {RecordError} */
  finish(): void {
    for (const subjects of this.#subjects.values()) {
      for (const { version } of subjects.values()) void version?.value;
    }
  }

  #readUsual(usual: UsualLine<About>, endMs: Millis): ReadLine {
    this.#follow(usual, endMs);
    const { writer, about, written } = usual;
    const { kind, subject } = about;
    const change = this.#changeOf(usual, about, writer.value, written.value);
    return { change, kind, number: subject.number, writer, written };
  }

  #readOther(entry: RecordEntry, endMs: Millis): ReadEntry {
    this.#follow(entry, endMs);
    const about = this.#aboutOf(entry, entry.revision);
    const change = this.#changeOf(entry, about, this.#origins.of(entry), entry);
    return { change, kind: about.kind, number: about.subject.number };
  }

  /** Takes the next moment. @throws {RecordError} */
  #follow(next: Moment, endMs: Millis): void {
    checkOrder(next, this.#last, endMs - this.#head.startMs);
    this.#last = next;
    const coming = this.#head.releases?.[this.#begun];
    if (coming !== undefined && coming.behind < next.revision) this.#beginReleases(next.revision);
  }

  /** From here on entries are about the kinds of another release. */
  #beginReleases(revision: number): void {
    const { releases = [] } = this.#head;
    while (releases[this.#begun] !== undefined && releases[this.#begun]!.behind < revision)
      this.#begun++;
    this.#kinds = atRelease(this.#registry, profileAt(this.#head, revision));
    this.#setKnown();
  }

  #changeOf(
    entry: Moment & Pick<RecordEntry, 'verb'>,
    { kind, subject }: About,
    origin: Origin,
    written: Written,
  ): RecordChange {
    const { revision, atMs, verb: type } = entry;
    const { bucket, key, version: before } = subject;
    const time = this.#head.startMs + atMs;
    const { changes } = written;
    if (type === 'updated' && before && changes && stayFitting(changes, kind)) {
      const version = (subject.version = new LateVersion(before, revision, changes));
      const change = { revision, time, bucket, key, type, origin, changes };
      return new ReadChange(change, version, before);
    }
    const version = versionOf({ revision, verb: type, key }, written, before?.value, kind);
    subject.version = type === 'deleted' ? undefined : version;
    if (bucket === definitionBucket) this.#define(key, version.value as CustomResourceDefinition);
    const ownChanges = version.isAsSaid ? changes : undefined;
    const change = { revision, time, bucket, key, type, origin, changes: ownChanges };
    return new ReadChange(change, version, before);
  }

  #define(key: string, definition: CustomResourceDefinition): void {
    this.#definitions.set(key, definition);
    this.#setKnown();
  }

  /** What was derived from the kinds of before is derived again. */
  #setKnown(): void {
    this.#known = withDefined(this.#kinds, [...this.#definitions.values()]);
    this.#shelves.clear();
    this.#lines.forget();
  }

  #aboutOf(named: Named, revision: number): About {
    const { kind, bucket, subjects } = this.#shelfOf(named, revision);
    const key = this.#texts.of(named.key);
    const subject = getOrCreate(subjects, key, () => {
      return { bucket, key, number: this.#count++, version: undefined };
    });
    return { kind, subject };
  }

  #shelfOf(named: Named, revision: number): Shelf {
    const byKind = getOrCreate(this.#shelves, named.apiVersion, () => new Map<string, Shelf>());
    return getOrCreate(byKind, named.kind, () => {
      const kind = kindOf(named, revision, this.#known);
      const bucket = resourceOf(kind);
      const subjects = getOrCreate(this.#subjects, bucket, () => new Map<string, Subject>());
      return { kind, bucket, subjects };
    });
  }
}

function partsOf(entry: RecordEntry): Pick<ReadLine, 'writer' | 'written'> {
  const { actor, requester, reconcile, causes, note, evidence, webhooks, object, changes } = entry;
  const by = { actor, requester, reconcile, causes, note, evidence, webhooks };
  return { writer: partOf(by), written: partOf({ object, changes }) };
}

function partOf(value: object): LineFragment<object> {
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
