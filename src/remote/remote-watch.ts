import type { IncomingMessage } from 'node:http';
import { ApiError, type FailureStatus, type KubeObject } from '#values';
import type { Watch, WatchEvent } from '#request';
import { textOf } from './http.ts';
import { errorOf } from './remote-error.ts';

/** One line of a watch. */
type Line<T> = WatchEvent<T> | { readonly type: 'ERROR'; readonly object: FailureStatus };

/** Turns the object of a line into the one that is delivered. */
export type ReadWatched<T> = (object: T, line: string) => T;

/** A watch over HTTP: reads only on demand, so that the socket applies backpressure. */
export class RemoteWatch<T extends KubeObject> implements Watch<T> {
  readonly #stop = new AbortController();
  readonly #batches: AsyncGenerator<readonly WatchEvent<T>[]>;
  readonly #read: ReadWatched<T>;

  constructor(open: (signal: AbortSignal) => Promise<IncomingMessage>, read: ReadWatched<T>) {
    this.#read = read;
    this.#batches = this.#batchesOf(open);
  }

  async next(): Promise<readonly WatchEvent<T>[]> {
    try {
      const { value, done } = await this.#batches.next();
      return done === true ? [] : (value as readonly WatchEvent<T>[]);
    } catch (error) {
      if (this.#stop.signal.aborted) return [];
      throw error;
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  async *#batchesOf(
    open: (signal: AbortSignal) => Promise<IncomingMessage>,
  ): AsyncGenerator<readonly WatchEvent<T>[]> {
    const stream = await open(this.#stop.signal);
    const status = stream.statusCode ?? 0;
    if (status !== 200) throw errorOf({ status, text: await textOf(stream) });
    stream.setEncoding('utf8');
    let rest = '';
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop()!;
      const events = lines.filter((line) => line !== '').map((line) => this.#eventOf(line));
      if (events.length > 0) yield events;
    }
  }

  /** @throws {ApiError} for an event that is an error */
  #eventOf(line: string): WatchEvent<T> {
    const event = JSON.parse(line) as Line<T>;
    if (event.type !== 'ERROR') return { ...event, object: this.#read(event.object, line) };
    const { code, reason, message, details } = event.object;
    throw new ApiError(code, reason, message, details);
  }
}
