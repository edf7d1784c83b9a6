/** From the entries of a record to changes, with the whole objects before and after. */
import {
  customResourceDefinition,
  resourceOf,
  withDefined,
  type CustomResourceDefinition,
  type Kind,
  type KindRegistry,
  type KubeObject,
} from '#kinds';
import type { Millis } from '#clock';
import type { RecordEntry } from '../entry.ts';
import type { RecordChange } from './change.ts';
import { RecordError } from './error.ts';
import { checkForm, checkForms, checkTexts, formOf, type Place } from './form.ts';
import { madeIn, SharedOrigins, SharedTexts } from './shared.ts';
import { versionOf } from './version-of.ts';
import { UsualLines, type Part, type UsualLine } from './usual-line.ts';

const entryForm = formOf({
  revision: 'number',
  atMs: 'number',
  actor: 'text',
  requester: 'text?',
  reconcile: 'map?',
  causes: 'map?',
  note: 'text?',
  webhooks: 'list?',
  verb: 'text',
  kind: 'text',
  apiVersion: 'text',
  key: 'text',
  object: 'map?',
  changes: 'list?',
});
export const reconcileForm = formOf({ controller: 'text', key: 'text', number: 'number' });
const causesForm = formOf({ first: 'list', last: 'list', dropped: 'number' });
const causeForm = formOf({ revision: 'number?', timer: 'text?', retry: 'text?' });
const webhookForm = formOf({ webhook: 'text', fields: 'list' });
const fieldChangeForm = formOf({ path: 'list' });

/** What entries with the same apiVersion and kind are about. */
interface Shelf {
  readonly kind: Kind;
  readonly bucket: string;
  /** The objects of the bucket that are there, by their keys. */
  readonly present: Map<string, KubeObject>;
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

/** Reads entries one after the other, as it knows the objects that they change. */
export class EntryReader {
  readonly #startMs: Millis;
  readonly #present = new Map<string, Map<string, KubeObject>>();
  /** By apiVersion and kind, as far as they have been seen. */
  readonly #shelves = new Map<string, Map<string, Shelf>>();
  /** The kinds that are there from the start. */
  readonly #kinds: KindRegistry;
  readonly #definitions = new Map<string, CustomResourceDefinition>();
  #known: KindRegistry;
  #last = { revision: 0, atMs: 0 };
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
    return this.#read(entryOf(found, place), endMs);
  }

  /** The entry in a line of JSON. @throws {RecordError} */
  readLine(line: string, endMs: Millis, place: Place): ReadLine {
    const { entry, writer, written } =
      usualEntry(this.#lines.read(line)) ?? otherEntry(entryOf(parsed(line, place), place));
    const { change, kind } = this.#read(entry, endMs);
    return { change, kind, writer, written };
  }

  #read(entry: RecordEntry, endMs: Millis): ReadEntry {
    checkOrder(entry, this.#last, endMs - this.#startMs);
    this.#last = entry;
    const { kind, bucket, present } = this.#shelfOf(entry);
    const key = this.#texts.of(entry.key);
    const previous = present.get(key);
    const { value, isAsSaid } = versionOf(entry, previous, kind);
    if (entry.verb === 'deleted') present.delete(key);
    else present.set(key, value);
    if (bucket === definitionBucket) this.#define(key, value as CustomResourceDefinition);
    const { revision, verb: type } = entry;
    const time = this.#startMs + entry.atMs;
    const origin = this.#origins.of(entry);
    const changes = isAsSaid ? entry.changes : undefined;
    return {
      change: { revision, time, bucket, key, type, value, previous, origin, changes },
      kind,
    };
  }

  #define(key: string, definition: CustomResourceDefinition): void {
    this.#definitions.set(key, definition);
    this.#known = withDefined(this.#kinds, [...this.#definitions.values()]);
    this.#shelves.clear();
  }

  #shelfOf(entry: RecordEntry): Shelf {
    const byKind = madeIn(this.#shelves, entry.apiVersion, () => new Map<string, Shelf>());
    return madeIn(byKind, entry.kind, () => {
      const kind = kindOf(entry, this.#known);
      const bucket = resourceOf(kind);
      const present = madeIn(this.#present, bucket, () => new Map<string, KubeObject>());
      return { kind, bucket, present };
    });
  }
}

interface EntryInParts {
  readonly entry: RecordEntry;
  readonly writer: Part<unknown>;
  readonly written: Part<unknown>;
}

/** Written out: there may be a million. */
function usualEntry(usual: UsualLine | undefined): EntryInParts | undefined {
  if (usual === undefined) return undefined;
  const { revision, atMs, verb, writer, named, written } = usual;
  const { actor, requester, reconcile, causes } = writer.value;
  const { kind, apiVersion, key } = named.value;
  const { object, changes } = written.value;
  const by = { actor, requester, reconcile, causes };
  const entry = { revision, atMs, ...by, verb, kind, apiVersion, key, object, changes };
  return { entry: entry as RecordEntry, writer, written };
}

function otherEntry(entry: RecordEntry): EntryInParts {
  const { actor, requester, reconcile, causes, note, evidence, webhooks, object, changes } = entry;
  const by = { actor, requester, reconcile, causes, note, evidence, webhooks };
  return { entry, writer: partOf(by), written: partOf({ object, changes }) };
}

function partOf(value: object): Part<object> {
  return { text: JSON.stringify(value).slice(1, -1), value, isShared: false };
}

const none: readonly never[] = [];

/** @throws {RecordError} */
function parsed(line: string, place: Place): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new RecordError(`${place()}: expected an entry as JSON: ${(error as Error).message}`);
  }
}

/** @throws {RecordError} */
function entryOf(found: unknown, place: Place): RecordEntry {
  checkForm(found, entryForm, place);
  const entry = found as RecordEntry;
  const { verb, reconcile, causes, webhooks = none, changes = none } = entry;
  if (verb !== 'created' && verb !== 'updated' && verb !== 'deleted') {
    throw new RecordError(
      `${place()}.verb: expected created, updated or deleted, found ${JSON.stringify(verb)}`,
    );
  }
  if (reconcile !== undefined) checkForm(reconcile, reconcileForm, () => `${place()}.reconcile`);
  if (causes !== undefined) checkCauses(causes, () => `${place()}.causes`);
  webhooks.forEach((webhook, index) => {
    const where = (): string => `${place()}.webhooks[${index}]`;
    checkForm(webhook, webhookForm, where);
    checkTexts(webhook.fields, () => `${where()}.fields`);
  });
  checkForms(changes, fieldChangeForm, () => `${place()}.changes`);
  return entry;
}

function checkCauses(causes: object, place: Place): void {
  checkForm(causes, causesForm, place);
  const { first, last } = causes as { readonly first: unknown[]; readonly last: unknown[] };
  checkForms(first, causeForm, () => `${place()}.first`);
  checkForms(last, causeForm, () => `${place()}.last`);
}

/** Revisions rise, and times neither decrease nor pass the end. @throws {RecordError} */
function checkOrder(
  entry: RecordEntry,
  last: Pick<RecordEntry, 'revision' | 'atMs'>,
  endMs: number,
): void {
  const { revision, atMs } = entry;
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

function kindOf({ apiVersion, kind: name, revision }: RecordEntry, kinds: KindRegistry): Kind {
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
