/** From the entries of a record to the changes that they tell of, with the whole objects before and after. */
import {
  conform,
  keyOf,
  resourceOf,
  TypeMismatch,
  UnreadableValue,
  type Kind,
  type KindRegistry,
  type KubeObject,
} from '#kinds';
import type { Change } from '#store';
import { applied, type FieldChange } from '../diff.ts';
import type { RecordEntry } from '../entry.ts';
import type { Span } from '../question/moment.ts';
import { RecordError } from './error.ts';
import { checkForm, type Form } from './form.ts';

const entryForm: Form = {
  revision: 'number',
  atMs: 'number',
  actor: 'text',
  requester: 'text?',
  reconcile: 'map?',
  causes: 'map?',
  note: 'text?',
  verb: 'text',
  kind: 'text',
  apiVersion: 'text',
  key: 'text',
  object: 'map?',
  changes: 'list?',
};
const reconcileForm: Form = { controller: 'text', key: 'text', number: 'number' };
const causesForm: Form = { first: 'list', last: 'list', dropped: 'number' };
export const objectForm: Form = { apiVersion: 'text', kind: 'text', metadata: 'map' };
const metadataForm: Form = { name: 'text', namespace: 'text?' };

/**
 * Every change, in order. Versions share what did not change between them.
 * @throws {RecordError} at the first entry that is none
 */
export function* changesOf(
  entries: readonly unknown[],
  { startMs, endMs }: Span,
  kinds: KindRegistry,
): Generator<Change> {
  const present = new Map<string, KubeObject>();
  let last = { revision: 0, atMs: 0 };
  for (const [index, found] of entries.entries()) {
    const entry = entryOf(found, `entries[${index}]`);
    checkOrder(entry, last, endMs - startMs);
    last = entry;
    const kind = kindOf(entry, kinds);
    const bucket = resourceOf(kind);
    const name = `${bucket} ${entry.key}`;
    const previous = present.get(name);
    const value = valueOf(entry, previous, kind);
    if (entry.verb === 'deleted') present.delete(name);
    else present.set(name, value);
    const { revision, atMs, key, verb: type } = entry;
    const before = previous === undefined ? {} : { previous };
    const origin = originOf(entry);
    yield { revision, time: startMs + atMs, bucket, key, type, value, ...before, origin };
  }
}

/** @throws {RecordError} */
function entryOf(found: unknown, where: string): RecordEntry {
  checkForm(found, entryForm, where);
  const entry = found as RecordEntry;
  const { verb, reconcile, causes, changes = [] } = entry;
  if (verb !== 'created' && verb !== 'updated' && verb !== 'deleted') {
    throw new RecordError(
      `${where}.verb: expected created, updated or deleted, found ${JSON.stringify(verb)}`,
    );
  }
  if (reconcile !== undefined) checkForm(reconcile, reconcileForm, `${where}.reconcile`);
  if (causes !== undefined) checkCauses(causes, `${where}.causes`);
  for (const [index, change] of changes.entries()) {
    checkForm(change, { path: 'list' }, `${where}.changes[${index}]`);
  }
  return entry;
}

function checkCauses(causes: object, where: string): void {
  checkForm(causes, causesForm, where);
  const { first, last } = causes as { readonly first: unknown[]; readonly last: unknown[] };
  for (const cause of [...first, ...last]) {
    checkForm(cause, { revision: 'number?', timer: 'text?', retry: 'text?' }, where);
  }
}

/** Revisions rise, and time does not go back, nor beyond the end. @throws {RecordError} */
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

function kindOf({ apiVersion, kind: name, revision }: RecordEntry, kinds: KindRegistry): Kind {
  const kind = kinds.byKind(apiVersion, name);
  if (kind !== undefined && kind.storage === undefined) return kind;
  throw new RecordError(`unknown kind ${name} in ${apiVersion} at revision ${revision}`);
}

function originOf(entry: RecordEntry): Change['origin'] {
  const { actor, requester, reconcile, causes, note, evidence } = entry;
  return {
    actor,
    ...(requester === undefined ? {} : { requester }),
    ...(reconcile === undefined ? {} : { reconcile }),
    ...(causes === undefined ? {} : { causes }),
    ...(note === undefined ? {} : { note }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** The object after the write; of a deletion its last state. @throws {RecordError} */
function valueOf(entry: RecordEntry, previous: KubeObject | undefined, kind: Kind): KubeObject {
  const { revision, verb, object, changes = [], key } = entry;
  const where = `${kind.kind} ${key} at revision ${revision}`;
  if (verb === 'created' && previous !== undefined) {
    throw new RecordError(`${where} is created, but was there`);
  }
  const base = verb === 'created' ? object : previous;
  if (base === undefined) throw new RecordError(`${where} is ${verb}, but was not there`);
  const value = typed(verb === 'updated' ? changed(base, changes, where) : base, previous, kind);
  if (keyOf(value) !== key) throw new RecordError(`${where} is the object ${keyOf(value)}`);
  const metadata = { ...value.metadata, resourceVersion: String(revision) };
  return { ...value, metadata };

  function typed(made: unknown, fitting: KubeObject | undefined, of: Kind): KubeObject {
    checkForm(made, objectForm, where);
    checkForm((made as KubeObject).metadata, metadataForm, `${where}.metadata`);
    try {
      return conform(of.schema, made, { fitting }) as KubeObject;
    } catch (error) {
      if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
      throw new RecordError(`${where}: ${error.message}`);
    }
  }
}

function changed(base: KubeObject, changes: readonly FieldChange[], where: string): unknown {
  try {
    return applied(base, changes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RecordError(`${where}: ${error.message}`);
  }
}
