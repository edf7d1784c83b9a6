/** What strikes the connections of a server: the faults of the cluster of the moment. */
import type { Line, LineState } from '#faults';

export class HostLine implements Line {
  #current: Line;
  #forget: () => void;
  readonly #listeners = new Set<() => void>();

  constructor(line: Line) {
    this.#current = line;
    this.#forget = line.onChange(() => this.#call());
  }

  /** Another cluster has taken the place of the last one. */
  follow(line: Line): void {
    this.#forget();
    this.#current = line;
    this.#forget = line.onChange(() => this.#call());
    this.#call();
  }

  get line(): LineState {
    return this.#current.line;
  }

  strikeConnection(): boolean {
    return this.#current.strikeConnection();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #call(): void {
    for (const listener of this.#listeners) listener();
  }
}
