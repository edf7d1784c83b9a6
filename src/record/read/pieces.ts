/**
 * A record that is read as its text arrives, entry by entry: neither the text nor all entries have to be in
 * memory at once.
 */
import type { KindRegistry } from '#catalog';
import type { RecordDocument } from '../document.ts';
import { keptStore } from '../kept-store.ts';
import type { RunLog } from '../run-log.ts';
import { changeOf, type RecordChange } from './change.ts';
import { EntryReader, type ReadLine } from './entries.ts';
import { RecordError } from './error.ts';
import { pastOf } from '../past-of-releases.ts';
import { documentOf, logOf, type LogWithoutPast } from './read.ts';
import { RecordPast } from './record-past.ts';

/** What stands before the lines of the entries, as a record is written. */
const BEFORE_ENTRIES = ',\n"entries":[\n';
/** The line after them. */
const BEHIND_ENTRIES = ']}';

/** What entries need that are read already. */
interface Reading {
  readonly log: LogWithoutPast;
  readonly past: RecordPast;
  readonly reader: EntryReader;
  count: number;
  atMs: number;
  hasEnded: boolean;
}

export class RecordInPieces {
  readonly #kinds: KindRegistry;
  /** What has arrived before the entries begin. */
  #front: string[] = [];
  /** The end of that, in which their beginning may have begun. */
  #frontEnd = '';
  /** The line that has begun to arrive. */
  #line = '';
  /** Absent until the entries begin, and for a document that is written in another way. */
  #reading: Reading | undefined;
  #isOtherwise = false;

  constructor(kinds: KindRegistry) {
    this.#kinds = kinds;
  }

  /** Which part of the time of the run is read, from 0 to 1. */
  get part(): number {
    if (this.#reading === undefined) return 0;
    const { log, atMs } = this.#reading;
    return atMs / Math.max(1, log.head.endMs - log.head.startMs);
  }

  /** The log as far as it is read: its past grows. Absent until the entries begin, and see {@link end}. */
  get log(): RunLog | undefined {
    if (this.#reading === undefined) return undefined;
    const { log, past } = this.#reading;
    return { ...log, past: pastOf(past, log.head) };
  }

  /** Reads more of the text. @returns the writes in it @throws {RecordError} that says what is wrong */
  take(text: string): readonly RecordChange[] {
    if (this.#reading !== undefined) return this.#readLines(text, this.#reading);
    this.#front.push(text);
    const rest = this.#isOtherwise ? undefined : this.#begin(text);
    return rest === undefined ? [] : this.#readLines(rest, this.#reading!);
  }

  /** The whole log, when all has been taken. @throws {RecordError} */
  end(): RunLog {
    if (this.#reading === undefined)
      return readWhole(documentOf(this.#front.join('')), this.#kinds);
    if (this.#reading.hasEnded) {
      this.#reading.reader.finish();
      return this.log!;
    }
    throw new RecordError('expected a run record, found one that ends too early');
  }

  /** Looks for the entries in what has arrived last. @returns what stands behind their beginning */
  #begin(text: string): string | undefined {
    const searched = this.#frontEnd + text;
    this.#frontEnd = searched.slice(1 - BEFORE_ENTRIES.length);
    if (!searched.includes(BEFORE_ENTRIES)) return undefined;
    const all = this.#front.join('');
    const at = all.indexOf(BEFORE_ENTRIES);
    const front = `${all.slice(0, at)},"entries":[]}`;
    // A field of this name within another one: not as records are written.
    this.#isOtherwise = !isJson(front);
    if (this.#isOtherwise) return undefined;
    this.#reading = this.#readingOf(logOf(documentOf(front)));
    this.#front = [];
    return all.slice(at + BEFORE_ENTRIES.length);
  }

  #readingOf(log: LogWithoutPast): Reading {
    const reader = new EntryReader(log.head, this.#kinds);
    return { log, past: new RecordPast(), reader, count: 0, atMs: 0, hasEnded: false };
  }

  #readLines(text: string, reading: Reading): readonly RecordChange[] {
    const changes: RecordChange[] = [];
    let from = 0;
    for (;;) {
      const to = text.indexOf('\n', from);
      if (to < 0) break;
      const end = text.slice(from, to);
      const line = readLine(from === 0 ? this.#line + end : end, reading);
      if (line !== undefined) {
        changes.push(line.change);
        reading.past.add(line);
      }
      from = to + 1;
    }
    const rest = text.slice(from);
    this.#line = from === 0 ? this.#line + rest : rest;
    return changes;
  }
}

/** Reads a document that is written in other lines. @throws {RecordError} */
function readWhole(document: RecordDocument, kinds: KindRegistry): RunLog {
  const log = logOf(document);
  const { endMs } = log.head;
  const reader = new EntryReader(log.head, kinds);
  const store = keptStore(endMs);
  for (const [index, entry] of document.entries.entries()) {
    const { change } = reader.read(entry, endMs, () => `entries[${index}]`);
    store.load(changeOf(change));
  }
  return { ...log, past: pastOf(store.past, log.head) };
}

/** Returns the entry in a line; undefined where there is none: at the end. */
function readLine(line: string, reading: Reading): ReadLine | undefined {
  if (reading.hasEnded) {
    if (line.trim() === '') return undefined;
    throw new RecordError('expected the end of a run record, found more behind its entries');
  }
  reading.hasEnded = line === BEHIND_ENTRIES;
  if (reading.hasEnded) return undefined;
  const { reader, log } = reading;
  const index = reading.count++;
  const text = line.endsWith(',') ? line.slice(0, -1) : line;
  const read = reader.readLine(text, log.head.endMs, () => `entries[${index}]`);
  reading.atMs = read.change.time - log.head.startMs;
  return read;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a document back into a run's log, whose past is a store. Versions share what did not change between them.
 * @throws {RecordError} that says what is wrong
 */
export function readRecord(text: string, kinds: KindRegistry): RunLog {
  const record = new RecordInPieces(kinds);
  record.take(text);
  return record.end();
}
