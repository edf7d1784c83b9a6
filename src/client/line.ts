import type { ApiError } from '#kinds';
import { StoppedError } from './stopped-error.ts';

/** The connection that all clients of one factory share, and that can be cut. */
export class Line {
  readonly #watches = new Set<{ stop(): void }>();
  #isCut = false;
  #refusal: ApiError | undefined;

  /** @throws {StoppedError} once the line has been cut */
  check(actor: string): void {
    if (this.#isCut) throw new StoppedError(actor);
  }

  /** @throws {ApiError} while writes are refused */
  checkWrites(): void {
    if (this.#refusal !== undefined) throw this.#refusal;
  }

  /** From now on writes are refused; undefined: no more. */
  refuseWrites(refusal: ApiError | undefined): void {
    this.#refusal = refusal;
  }

  /** `watch` ends with the line. */
  opened(watch: { stop(): void }): void {
    this.#watches.add(watch);
  }

  closed(watch: { stop(): void }): void {
    this.#watches.delete(watch);
  }

  cut(): void {
    this.#isCut = true;
    for (const watch of this.#watches) watch.stop();
    this.#watches.clear();
  }
}
