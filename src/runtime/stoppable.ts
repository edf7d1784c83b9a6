import { Client, isWrite } from '#request';

/** Thrown at the calls of a controller that was stopped. Never reported: it is how a run ends. */
export class ControllerStoppedError extends Error {
  override readonly name = 'ControllerStoppedError';
  constructor() {
    super('the controller was stopped');
  }
}

/**
 * The calls of one run of a controller: they pass until it is stopped, and fail from then on. A
 * reconcile that is in flight when its controller is killed gets no further than its next call, as
 * in a process that was killed.
 */
export class RunCalls {
  #stopped = false;
  /** Writes that were sent and not answered yet. */
  #inFlight = 0;
  #waiting: (() => void)[] = [];

  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Resolves once all writes in flight have been answered; undefined if there are none. */
  get lastAnswers(): Promise<void> | undefined {
    if (this.#inFlight === 0) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The client, as one of this run. */
  of({ call }: Client): Client {
    return new Client((request) => {
      if (this.#stopped) throw new ControllerStoppedError();
      const answer = call(request);
      if (isWrite(request)) this.#await(answer as Promise<unknown>);
      return answer;
    });
  }

  #await(answer: Promise<unknown>): void {
    this.#inFlight++;
    answer.then(this.#answered, this.#answered);
  }

  readonly #answered = (): void => {
    this.#inFlight--;
    if (this.#inFlight > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  };
}
