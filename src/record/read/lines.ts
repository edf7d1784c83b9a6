/** Lines of text as bytes, in blocks of memory outside of what a collector looks through. */
import { Column } from './column.ts';

/** A block has as many bytes as this, or as the one line that may need more. */
const BLOCK = 1 << 20;
/** Texts up to this length are written at once. */
const PIECE = BLOCK / 4;
const LINE_END = 10;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class Lines {
  readonly #blocks: Uint8Array[] = [];
  /** How many bytes of the last block are taken. */
  #taken = 0;
  /** Of each block: which line is its first. */
  readonly #firsts = new Column(Uint32Array);
  /** Of each line: where it begins in its block. */
  readonly #starts = new Column(Uint32Array);

  get count(): number {
    return this.#starts.length;
  }

  /** Adds a text of whole lines. @param starts where those begin that are kept */
  add(text: string, starts: readonly number[]): void {
    if (starts.length === 0) return;
    if (text.length <= PIECE && this.#encode(text) === text.length) {
      for (const start of starts) this.#starts.push(this.#taken + start);
      this.#taken += text.length;
      return;
    }
    // A character may take more bytes than one, and a text may be that of a whole file: then each line by itself.
    for (const start of starts) {
      const length = this.#encode(text.slice(start, text.indexOf('\n', start) + 1));
      this.#starts.push(this.#taken);
      this.#taken += length;
    }
  }

  /** Writes a text behind what is taken, in another block where it does not fit. @returns how many bytes it has */
  #encode(text: string): number {
    const last = this.#blocks.at(-1)?.subarray(this.#taken);
    const { read, written } = last ? encoder.encodeInto(text, last) : { read: -1, written: 0 };
    if (read === text.length) return written;
    // No character of a text takes more than three.
    const block = new Uint8Array(Math.max(BLOCK, 3 * text.length));
    this.#blocks.push(block);
    this.#firsts.push(this.count);
    this.#taken = 0;
    return encoder.encodeInto(text, block).written;
  }

  at(position: number): string {
    const block = this.#blocks[this.#firsts.firstAbove(position) - 1]!;
    const start = this.#starts.at(position);
    return decoder.decode(block.subarray(start, block.indexOf(LINE_END, start)));
  }
}
