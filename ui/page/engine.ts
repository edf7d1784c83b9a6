/** The engine, seen from the page: questions to its worker. */
import type { Answer, Asks, Failure, Question, Result } from '../engine/messages.ts';
import { received } from '../engine/packed.ts';
import type { Session } from '../engine/session.ts';

/** A question that the engine could not answer. */
export class EngineError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly progress: ((part: number) => void) | undefined;
}

export class Engine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #latest = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#take(data);
    worker.onerror = (event) => this.#fail(new Error(event.message || 'the engine did not start'));
  }

  ask<A extends Asks>(
    ask: A,
    args: A extends 'open'
      ? [bytes: ArrayBuffer]
      : A extends 'play'
        ? [Parameters<Session['play']>[0]]
        : Parameters<Session[A]>,
    progress?: (part: number) => void,
  ): Promise<Result<A>> {
    const id = ++this.#latest;
    const question: Question = { id, ask, args };
    return new Promise<Result<A>>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, progress });
      // A record is handed over, not copied.
      this.#worker.postMessage(question, ask === 'open' ? [args[0] as ArrayBuffer] : []);
    });
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    if ('progress' in answer) {
      waiting.progress?.(answer.progress);
      return;
    }
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting.reject(new EngineError(answer.error));
    else waiting.resolve(received(answer));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
