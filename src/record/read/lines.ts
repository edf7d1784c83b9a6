/** Lines of a text that came in pieces: they stay where they are in these. */
import { Column } from './column.ts';

export class Lines {
  readonly #pieces: string[] = [];
  /** Of each piece: which line is its first. */
  readonly #firsts = new Column(Uint32Array);
  /** Of each line: where it begins in its piece. */
  readonly #starts = new Column(Uint32Array);

  get count(): number {
    return this.#starts.length;
  }

  /** Adds the line that begins there; one after the other. */
  add(piece: string, start: number): void {
    if (this.#pieces.at(-1) !== piece) {
      this.#pieces.push(piece);
      this.#firsts.push(this.count);
    }
    this.#starts.push(start);
  }

  at(position: number): string {
    const piece = this.#pieces[this.#firsts.firstAbove(position) - 1]!;
    const start = this.#starts.at(position);
    return piece.slice(start, piece.indexOf('\n', start));
  }
}
