/** Lines of text as bytes, equal ones once, in blocks of memory outside of what a collector looks through. */
import { Column } from './column.ts';

/** A block has as many bytes as this, or as lines may need that are added together. */
const BLOCK = 1 << 20;
const LINE_END = 10;
/** How many lines are written at once. */
const WRITTEN_AT_ONCE = 1_000;
const MOST_KNOWN = 20_000;

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

  /** Lines that are not written into blocks yet. */
  #waiting: string[] = [];
  /** Where lines stand that may come again. */
  readonly #known = new Map<string, number>();

  /** @param mayRepeat the same line may come again @returns its position; that of an equal one */
  add(line: string, mayRepeat: boolean): number {
    const known = mayRepeat ? this.#known.get(line) : undefined;
    if (known !== undefined) return known;
    const position = this.#starts.length + this.#waiting.push(line) - 1;
    if (mayRepeat) this.#remember(line, position);
    if (this.#waiting.length === WRITTEN_AT_ONCE) this.#write();
    return position;
  }

  #remember(line: string, position: number): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(line, position);
  }

  #write(): void {
    const lines = this.#waiting;
    this.#waiting = [];
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
    this.#firsts.push(this.#starts.length);
    this.#taken = 0;
    return encoder.encodeInto(text, block).written;
  }

  at(position: number): string {
    if (position >= this.#starts.length) this.#write();
    const block = this.#blocks[this.#firsts.firstAbove(position) - 1]!;
    const start = this.#starts.at(position);
    return decoder.decode(block.subarray(start, block.indexOf(LINE_END, start)));
  }
}
