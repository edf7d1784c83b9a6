/**
 * The run record as a document: one line a write, so that two can be compared by line, and the
 * same bytes for the same scenario and seed, whatever the speed. docs/reference/run-record.md
 * describes it.
 */
import { formatTime, parseTime, resourceOf, type KindRegistry, type KubeObject } from '#kinds';
import type { Change } from '#store';
import { applied } from './diff.ts';
import { entryOf, type RecordEntry } from './entry.ts';
import type { CheckMark, RunLog, StepMark } from './run-log.ts';

/** Raised when a reader of older documents would be misled. */
const FORMAT = 'orrery-run/1';

interface Document {
  readonly format: string;
  readonly scenario: string;
  readonly description?: string;
  readonly seed: number;
  readonly start: string;
  readonly seconds: number;
  readonly features?: Readonly<Record<string, boolean>>;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly passed: boolean;
  readonly steps: readonly StepMark[];
  readonly checks: readonly CheckMark[];
  readonly entries: readonly RecordEntry[];
}

/** The document in pieces, to be written one after the other. */
export function* recordText({ head, steps, checks, changes }: RunLog): Generator<string> {
  const { scenario, description, seed, startMs, endMs, features, variables } = head;
  const fields = JSON.stringify({
    format: FORMAT,
    scenario,
    ...(description === undefined ? {} : { description }),
    seed,
    start: formatTime(startMs),
    seconds: (endMs - startMs) / 1000,
    ...(features === undefined ? {} : { features }),
    ...(variables === undefined ? {} : { variables }),
    passed: checks.every(({ passed }) => passed),
  });
  yield fields.slice(0, -1);
  yield* list('steps', steps);
  yield* list('checks', checks);
  yield* list('entries', changes, (change) => entryOf(change, startMs));
  yield '}\n';
}

function* list<T>(
  name: string,
  items: readonly T[],
  form: (item: T) => unknown = (item) => item,
): Generator<string> {
  yield `,\n"${name}":[`;
  let separator = '\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(form(item))}`;
    separator = ',\n';
  }
  yield items.length === 0 ? ']' : '\n]';
}

/** A file that holds no run record, or one that this version cannot read. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}

/**
 * Reads a document back. Versions share what did not change between them.
 * @throws {RecordError} saying what is wrong
 */
export function readRecord(text: string, kinds: KindRegistry): RunLog {
  const document = parse(text);
  const startMs = parseTime(document.start);
  const { scenario, description, seed, seconds, features, variables, steps, checks } = document;
  return {
    head: {
      scenario,
      ...(description === undefined ? {} : { description }),
      seed,
      startMs,
      endMs: startMs + Math.round(seconds * 1000),
      ...(features === undefined ? {} : { features }),
      ...(variables === undefined ? {} : { variables }),
    },
    steps,
    checks,
    changes: changesOf(document.entries, startMs, kinds),
  };
}

function parse(text: string): Document {
  let document: Partial<Document>;
  try {
    document = JSON.parse(text) as Partial<Document>;
  } catch (error) {
    throw new RecordError(
      `expected a run record (JSON, as orrery run --record writes it): ${(error as Error).message}`,
    );
  }
  const format = (document as Partial<Document> | null)?.format;
  if (format !== FORMAT) {
    const found = format === undefined ? 'none' : JSON.stringify(format);
    throw new RecordError(`expected a run record with "format": "${FORMAT}", found ${found}`);
  }
  return document as Document;
}

/** Every change with the whole objects before and after it. */
function changesOf(
  entries: readonly RecordEntry[],
  startMs: number,
  kinds: KindRegistry,
): readonly Change[] {
  const present = new Map<string, KubeObject>();
  return entries.map((entry) => {
    const kind = kinds.byKind(entry.apiVersion, entry.kind);
    if (kind === undefined) {
      throw new RecordError(
        `unknown kind ${entry.kind} in ${entry.apiVersion} at revision ${entry.revision}`,
      );
    }
    const bucket = resourceOf(kind);
    const name = `${bucket} ${entry.key}`;
    const previous = present.get(name);
    const value = valueOf(entry, previous);
    if (entry.verb === 'deleted') present.delete(name);
    else present.set(name, value);
    const { revision, atMs, key, verb, actor, requester, reconcile, causes, note, evidence } =
      entry;
    return {
      revision,
      time: startMs + atMs,
      bucket,
      key,
      type: verb,
      value,
      ...(previous === undefined ? {} : { previous }),
      origin: {
        actor,
        ...(requester === undefined ? {} : { requester }),
        ...(reconcile === undefined ? {} : { reconcile }),
        ...(causes === undefined ? {} : { causes }),
        ...(note === undefined ? {} : { note }),
        ...(evidence === undefined ? {} : { evidence }),
      },
    };
  });
}

function valueOf(entry: RecordEntry, previous: KubeObject | undefined): KubeObject {
  const { revision, verb, object, changes = [], kind, key } = entry;
  const base = verb === 'created' ? object : (applied(previous, changes) as KubeObject | undefined);
  if (base === undefined) {
    throw new RecordError(`${kind} ${key} is ${verb} at revision ${revision}, but was not there`);
  }
  return { ...base, metadata: { ...base.metadata, resourceVersion: String(revision) } };
}
