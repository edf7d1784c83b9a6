/** A record that is opened: a first part of it at once, and more whenever the page asks. */
import { RecordInPieces, type RunLog } from '#record';
import type { KindRegistry } from '#catalog';
import type { Change } from '#store';
import { loadPackages } from '#machine';

/** Progress is told in steps of this part: the page draws each. */
const TOLD_STEP = 0.02;
/** No word is longer that decides which packages a record needs. */
const LONGEST_WORD = 20;

export class Opening {
  readonly #record: RecordInPieces;
  readonly #pieces: AsyncIterator<string>;
  #whole: RunLog | undefined;
  #last = '';
  #told = 0;

  /** @param pieces the text of a record */
  constructor(pieces: AsyncIterable<string>, kinds: KindRegistry) {
    this.#record = new RecordInPieces(kinds);
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  get isWhole(): boolean {
    return this.#whole !== undefined;
  }

  /** Which part is read, from 0 to 1. */
  get part(): number {
    return this.isWhole ? 1 : this.#record.part;
  }

  /** The log as far as it is read. */
  get log(): RunLog {
    return this.#whole ?? this.#record.log!;
  }

  /**
   * Reads on until there are this many more writes, or the record ends.
   * @param take gets the writes in order, as they are read
   * @param progress which part of the record is read, from 0 to 1
   * @throws {RecordError}
   */
  async next(
    count: number,
    take: (changes: readonly Change[]) => void,
    progress?: (part: number) => void,
  ): Promise<void> {
    let left = count;
    while (left > 0 && !this.isWhole) {
      const changes = await this.#take();
      take(changes);
      left -= changes.length;
      this.#tell(progress);
    }
  }

  async #take(): Promise<readonly Change[]> {
    const { done, value } = await this.#pieces.next();
    if (done === true) {
      this.#whole = this.#record.end();
      return [];
    }
    await loadPackages(value);
    // A word may stand at the edge of two pieces.
    await loadPackages(this.#last.slice(-LONGEST_WORD) + value.slice(0, LONGEST_WORD));
    this.#last = value;
    return this.#record.take(value);
  }

  #tell(progress: ((part: number) => void) | undefined): void {
    const { part } = this;
    if (part < this.#told + TOLD_STEP) return;
    this.#told = part;
    progress?.(part);
  }
}
