/** From the entries of a record to changes, with the whole objects before and after. */
import {
  conform,
  customResourceDefinition,
  keyOf,
  resourceOf,
  TypeMismatch,
  UnreadableValue,
  withDefined,
  type CustomResourceDefinition,
  type Kind,
  type KindRegistry,
  type KubeObject,
} from '#kinds';
import type { Millis } from '#clock';
import type { Change } from '#store';
import { applied, type FieldChange } from '../diff.ts';
import type { RecordEntry } from '../entry.ts';
import { RecordError } from './error.ts';
import { checkForm, checkForms, checkTexts, formOf, type Place } from './form.ts';

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
export const objectForm = formOf({ apiVersion: 'text', kind: 'text', metadata: 'map' });
const metadataForm = formOf({ name: 'text', namespace: 'text?' });

/** Reads entries one after the other, as it knows the objects that they change. */
export class EntryReader {
  readonly #startMs: Millis;
  readonly #present = new Map<string, KubeObject>();
  /** The kinds that are there from the start. */
  readonly #kinds: KindRegistry;
  readonly #definitions = new Map<string, CustomResourceDefinition>();
  #known: KindRegistry;
  #last = { revision: 0, atMs: 0 };
  readonly #texts = new SharedTexts();

  /** @param startMs virtual time of the start, ms */
  constructor(startMs: Millis, kinds: KindRegistry) {
    this.#startMs = startMs;
    this.#kinds = kinds;
    this.#known = kinds;
  }

  /** @param endMs virtual time that no entry passes, ms @throws {RecordError} */
  read(found: unknown, endMs: Millis, place: Place): Change {
    const entry = entryOf(found, place);
    checkOrder(entry, this.#last, endMs - this.#startMs);
    this.#last = entry;
    const kind = kindOf(entry, this.#known);
    const bucket = resourceOf(kind);
    const name = `${bucket} ${entry.key}`;
    const previous = this.#present.get(name);
    const value = valueOf(entry, previous, kind);
    if (entry.verb === 'deleted') this.#present.delete(name);
    else this.#present.set(name, value);
    if (bucket === definitionBucket) {
      this.#definitions.set(entry.key, value as CustomResourceDefinition);
      this.#known = withDefined(this.#kinds, [...this.#definitions.values()]);
    }
    const { revision, atMs, verb: type } = entry;
    const key = this.#texts.of(entry.key);
    const before = previous === undefined ? {} : { previous };
    const origin = originOf(entry, this.#texts);
    return { revision, time: this.#startMs + atMs, bucket, key, type, value, ...before, origin };
  }
}

/** Equal texts, kept once: those of a million writes are a few thousand. */
class SharedTexts {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_SHARED) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}

const MOST_SHARED = 100_000;

/** @throws {RecordError} */
function entryOf(found: unknown, place: Place): RecordEntry {
  checkForm(found, entryForm, place);
  const entry = found as RecordEntry;
  const { verb, reconcile, causes, webhooks = [], changes = [] } = entry;
  if (verb !== 'created' && verb !== 'updated' && verb !== 'deleted') {
    throw new RecordError(
      `${place()}.verb: expected created, updated or deleted, found ${JSON.stringify(verb)}`,
    );
  }
  if (reconcile !== undefined) checkForm(reconcile, reconcileForm, () => `${place()}.reconcile`);
  if (causes !== undefined) checkCauses(causes, () => `${place()}.causes`);
  for (const [index, webhook] of webhooks.entries()) {
    const where = (): string => `${place()}.webhooks[${index}]`;
    checkForm(webhook, webhookForm, where);
    checkTexts(webhook.fields, () => `${where()}.fields`);
  }
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

function originOf(entry: RecordEntry, texts: SharedTexts): Change['origin'] {
  const { actor, requester, reconcile, causes, note, evidence, webhooks } = entry;
  return {
    actor: texts.of(actor),
    ...(requester === undefined ? {} : { requester: texts.of(requester) }),
    ...(reconcile === undefined ? {} : { reconcile: sharedReconcile(reconcile, texts) }),
    ...(causes === undefined ? {} : { causes }),
    ...(note === undefined ? {} : { note }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(webhooks === undefined ? {} : { webhooks }),
  };
}

function sharedReconcile(
  { controller, key, number }: NonNullable<RecordEntry['reconcile']>,
  texts: SharedTexts,
): NonNullable<RecordEntry['reconcile']> {
  return { controller: texts.of(controller), key: texts.of(key), number };
}

/** The object after the write; of a deletion its last state. @throws {RecordError} */
function valueOf(entry: RecordEntry, previous: KubeObject | undefined, kind: Kind): KubeObject {
  const { revision, verb, object, changes = [], key } = entry;
  const place = (): string => `${kind.kind} ${key} at revision ${revision}`;
  if (verb === 'created' && previous !== undefined) {
    throw new RecordError(`${place()} is created, but was there`);
  }
  const base = verb === 'created' ? object : previous;
  if (base === undefined) throw new RecordError(`${place()} is ${verb}, but was not there`);
  const made = verb === 'updated' ? changed(base, changes, place) : base;
  // A deleted object was checked when it was written.
  const value = verb === 'deleted' ? base : fitted(made, previous, kind, place);
  if (keyOf(value) !== key) throw new RecordError(`${place()} is the object ${keyOf(value)}`);
  const metadata = { ...value.metadata, resourceVersion: String(revision) };
  return { ...value, metadata };
}

/** The object, checked against its schema; parts that it shares with the previous one are not checked again. @throws {RecordError} */
function fitted(
  made: unknown,
  previous: KubeObject | undefined,
  { schema, custom }: Kind,
  place: Place,
): KubeObject {
  checkForm(made, objectForm, place);
  checkForm((made as KubeObject).metadata, metadataForm, () => `${place()}.metadata`);
  // What is stored of a custom resource may precede its schema.
  if (custom !== undefined) return made as KubeObject;
  try {
    return conform(schema, made, { fitting: previous }) as KubeObject;
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    throw new RecordError(`${place()}: ${error.message}`);
  }
}

function changed(base: KubeObject, changes: readonly FieldChange[], place: Place): unknown {
  try {
    return applied(base, changes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RecordError(`${place()}: ${error.message}`);
  }
}
