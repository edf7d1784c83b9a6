/** Nothing leaves the server that could be lost: answers and events wait until what they show is kept. */
import type { ServerResponse } from 'node:http';
import type { Sink } from '../watch/session.ts';

/** Resolves once all that has been written to the store so far is kept; undefined: it is. */
export type AwaitDurable = () => Promise<void> | undefined;

/** Delays what is written to a response. */
export function holdBack(res: ServerResponse, awaitDurable: AwaitDurable): void {
  const write = res.write.bind(res) as (...args: readonly unknown[]) => boolean;
  const end = res.end.bind(res) as (...args: readonly unknown[]) => ServerResponse;
  const line = new WaitingLine(awaitDurable, () => void res.destroy());
  res.write = ((...args: readonly unknown[]): boolean =>
    line.later(() => void write(...args)) || write(...args)) as typeof res.write;
  res.end = ((...args: readonly unknown[]): ServerResponse => {
    if (!line.later(() => void end(...args))) end(...args);
    return res;
  }) as typeof res.end;
}

/** Delays the events of a watch that is not a response. */
export function heldBack(sink: Sink, awaitDurable: AwaitDurable): Sink {
  const nothing = Buffer.alloc(0);
  const line = new WaitingLine(awaitDurable, () => sink.cut(nothing));
  return {
    write: (bytes) => !line.later(() => void sink.write(bytes)) && sink.write(bytes),
    async drained() {
      await line.last;
      await sink.drained();
    },
    end() {
      if (!line.later(() => sink.end())) sink.end();
    },
    cut(bytes) {
      if (!line.later(() => sink.cut(bytes))) sink.cut(bytes);
    },
  };
}

/** What waits is sent in order, also where some of it need not wait by itself. */
class WaitingLine {
  readonly #awaitDurable: AwaitDurable;
  readonly #fail: () => void;
  #last: Promise<void> | undefined;

  /** @param fail called when something cannot be kept: it is not sent */
  constructor(awaitDurable: AwaitDurable, fail: () => void) {
    this.#awaitDurable = awaitDurable;
    this.#fail = fail;
  }

  /** Resolves when nothing waits; undefined: nothing does. */
  get last(): Promise<void> | undefined {
    return this.#last;
  }

  /** Sends later; false: it need not wait, and is not sent. */
  later(send: () => void): boolean {
    const wait = this.#awaitDurable();
    const before = this.#last;
    if (wait === undefined && before === undefined) return false;
    // Nothing is acknowledged that cannot be kept.
    const sent = Promise.all([wait, before]).then(send, this.#fail);
    this.#last = sent;
    void sent.finally(() => {
      if (this.#last === sent) this.#last = undefined;
    });
    return true;
  }
}
