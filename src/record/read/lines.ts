/** Lines of text as bytes, in blocks of memory outside of what a collector looks through. */
import { Column } from './column.ts';

/** A block has as many bytes as this, or as lines may need that are added together. */
const BLOCK = 1 << 20;
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

  add(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join('');
    if (this.#encode(text) === text.length) {
      for (const line of lines) this.#append(line.length + 1);
      return;
    }
    // A character may take more bytes than one: then each line by itself.
    for (const line of lines) this.#append(this.#encode(`${line}\n`));
  }

  /** Takes a line that was written, with its end. */
  #append(bytes: number): void {
    this.#starts.push(this.#taken);
    this.#taken += bytes;
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
