/** Handles defects of the server: it reports them and keeps serving. */
import { sourceStack } from '../source-stack.ts';

/** How many different defects are reported with their stacks: reading source maps takes a while. */
const mostStacks = 50;

export class DefectLog {
  readonly #write: (text: string) => void;
  readonly #stacks = new Set<string>();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Reports an unexpected failure: the first time with its stack, then in one line. */
  readonly report = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const isNew = !this.#stacks.has(stack) && this.#stacks.size < mostStacks;
    if (isNew) this.#stacks.add(stack);
    const text = isNew ? sourceStack(stack) : stack.split('\n', 1)[0]!;
    this.#write(`orrery serve: this is a defect; the server keeps running: ${text}\n`);
  };

  /**
   * Catches errors outside of all request handling, and only reports them. Returns a function that
   * removes the handlers.
   */
  guardProcess(): () => void {
    process.on('uncaughtException', this.report);
    process.on('unhandledRejection', this.report);
    return () => {
      process.off('uncaughtException', this.report);
      process.off('unhandledRejection', this.report);
    };
  }
}
