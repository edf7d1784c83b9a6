/** Lines of text as bytes, in blocks of memory outside of what a collector looks through. */
import { Column } from './column.ts';

/** A block is as long as this, or as the one text that does not fit. */
const BLOCK = 1 << 20;
const LINE_END = 10;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class Lines {
  readonly #blocks: Uint8Array[] = [];
  /** How many bytes of the last block are taken. */
  #taken = BLOCK;
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
    const bytes = encoder.encode(text);
    if (bytes.length === text.length) this.#append(bytes, starts);
    // A character may take more bytes than one: then each line by itself.
    else for (const start of starts) this.#append(encoder.encode(lineAt(text, start)), [0]);
  }

  #append(bytes: Uint8Array, starts: readonly number[]): void {
    if (this.#taken + bytes.length > (this.#blocks.at(-1)?.length ?? 0)) {
      this.#blocks.push(new Uint8Array(Math.max(BLOCK, bytes.length)));
      this.#firsts.push(this.count);
      this.#taken = 0;
    }
    this.#blocks.at(-1)!.set(bytes, this.#taken);
    for (const start of starts) this.#starts.push(this.#taken + start);
    this.#taken += bytes.length;
  }

  at(position: number): string {
    const block = this.#blocks[this.#firsts.firstAbove(position) - 1]!;
    const start = this.#starts.at(position);
    return decoder.decode(block.subarray(start, block.indexOf(LINE_END, start)));
  }
}

/** With its end. */
function lineAt(text: string, start: number): string {
  return text.slice(start, text.indexOf('\n', start) + 1);
}
