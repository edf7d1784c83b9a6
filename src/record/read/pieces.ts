/**
 * A record that is read as its text arrives, entry by entry: neither the text nor all entries have to be in
 * memory at once.
 */
import type { KindRegistry } from '#kinds';
import type { Change, Store } from '#store';
import { keptStore } from '../kept-store.ts';
import type { RunLog } from '../run-log.ts';
import { EntryReader } from './entries.ts';
import { RecordError } from './error.ts';
import { documentOf, logOf, type LogWithoutPast } from './read.ts';

/** What stands before the lines of the entries, as a record is written. */
const BEFORE_ENTRIES = ',\n"entries":[\n';
/** The line after them. */
const BEHIND_ENTRIES = ']}';

/** What entries need that are read already. */
interface Reading {
  readonly log: LogWithoutPast;
  readonly store: Store;
  readonly reader: EntryReader;
  count: number;
  atMs: number;
  hasEnded: boolean;
}

export class RecordInPieces {
  readonly #kinds: KindRegistry;
  /** What has arrived and is not read yet. */
  #text = '';
  /** Where its entries may begin: not before. */
  #searched = 0;
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
    return this.#reading && { ...this.#reading.log, past: this.#reading.store.past };
  }

  /** Reads more of the text. @returns the writes in it @throws {RecordError} that says what is wrong */
  take(text: string): readonly Change[] {
    this.#text += text;
    if (this.#reading === undefined && !this.#isOtherwise) this.#begin();
    return this.#reading === undefined ? [] : this.#readLines(this.#reading);
  }

  /** The whole log, when all has been taken. @throws {RecordError} */
  end(): RunLog {
    if (this.#reading === undefined) return this.#readWhole();
    if (this.#reading.hasEnded) return this.log!;
    throw new RecordError('expected a run record, found one that ends too early');
  }

  #begin(): void {
    const at = this.#text.indexOf(BEFORE_ENTRIES, this.#searched);
    this.#searched = Math.max(0, this.#text.length - BEFORE_ENTRIES.length);
    if (at < 0) return;
    const front = `${this.#text.slice(0, at)},"entries":[]}`;
    // A field of this name within another one: not as records are written.
    this.#isOtherwise = !isJson(front);
    if (this.#isOtherwise) return;
    this.#reading = this.#readingOf(logOf(documentOf(front)));
    this.#text = this.#text.slice(at + BEFORE_ENTRIES.length);
  }

  #readingOf(log: LogWithoutPast): Reading {
    const { startMs, endMs } = log.head;
    const reader = new EntryReader(startMs, this.#kinds);
    return { log, store: keptStore(endMs), reader, count: 0, atMs: 0, hasEnded: false };
  }

  #readLines(reading: Reading): readonly Change[] {
    const changes: Change[] = [];
    let from = 0;
    for (;;) {
      const to = this.#text.indexOf('\n', from);
      if (to < 0) break;
      const change = readLine(this.#text.slice(from, to), reading);
      if (change !== undefined) changes.push(change);
      from = to + 1;
    }
    this.#text = this.#text.slice(from);
    return changes;
  }

  #readWhole(): RunLog {
    const document = documentOf(this.#text);
    const reading = this.#readingOf(logOf(document));
    for (const entry of document.entries) readEntry(entry, reading);
    return { ...reading.log, past: reading.store.past };
  }
}

/** The write in a line; undefined where there is none: at the end. */
function readLine(line: string, reading: Reading): Change | undefined {
  if (reading.hasEnded) {
    if (line.trim() === '') return undefined;
    throw new RecordError('expected the end of a run record, found more behind its entries');
  }
  reading.hasEnded = line === BEHIND_ENTRIES;
  if (reading.hasEnded) return undefined;
  let entry: unknown;
  try {
    entry = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line);
  } catch (error) {
    const place = `entries[${reading.count}]`;
    throw new RecordError(`${place}: expected an entry as JSON: ${(error as Error).message}`);
  }
  return readEntry(entry, reading);
}

function readEntry(entry: unknown, reading: Reading): Change {
  const { reader, store, log } = reading;
  const index = reading.count++;
  const change = reader.read(entry, log.head.endMs, () => `entries[${index}]`);
  reading.atMs = change.time - log.head.startMs;
  store.load(change);
  return change;
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
