/** What a server does about its own defects: it reports them and keeps serving. */
import { sourceStack } from '../source-stack.ts';

/** So many different defects are told with their stacks: reading source maps takes a while. */
const mostStacks = 50;

export class DefectLog {
  readonly #write: (text: string) => void;
  readonly #seen = new Set<string>();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Reports a failure that nobody foresaw: the first time with its stack, then in a line. */
  readonly report = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const isNew = !this.#seen.has(stack) && this.#seen.size < mostStacks;
    if (isNew) this.#seen.add(stack);
    const told = isNew ? sourceStack(stack) : stack.split('\n', 1)[0]!;
    this.#write(`orrery serve: this is a defect; the server keeps running: ${told}\n`);
  };

  /**
   * The last line of defence: what was thrown outside of every request's own handling is reported,
   * and no more. Returns what takes the line down again.
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
