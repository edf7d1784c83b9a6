import { pause } from '../../tools/etcd-process.ts';
import type { Held } from './checker.ts';
import type { Client, Event, Watching } from './clients.ts';

/** A client that outlives its server. */
export class Lasting implements Client {
  #client: Client;
  /** Resolves with the client of the server that comes next. */
  #next: Promise<Client> | undefined;
  #isClosed = false;
  #came: (client: Client) => void = () => undefined;
  /** Ends what waits for the present server. */
  readonly #waiting = new Set<() => void>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The server ends: what it has not answered by now is lost. */
  end(): void {
    this.#next = new Promise((resolve) => (this.#came = resolve));
    for (const stop of this.#waiting) stop();
  }

  replace(client: Client): void {
    void this.#client.close();
    this.#client = client;
    this.#next = undefined;
    this.#came(client);
  }

  read(key: string): Promise<Held> {
    return this.#ask((client) => client.read(key));
  }

  write(key: string, mark: string | undefined, expected: number): Promise<number | undefined> {
    return this.#ask((client) => client.write(key, mark, expected));
  }

  revision(): Promise<number> {
    return this.#ask((client) => client.revision());
  }

  /** @throws {Error} when the server ends before it answers */
  async #ask<T>(ask: (client: Client) => Promise<T>): Promise<T> {
    const client = (await this.#next) ?? this.#client;
    const answer = await ask(client);
    if (this.#next !== undefined || client !== this.#client)
      throw new Error('the server has ended');
    return answer;
  }

  /** A watch that fails begins again where it was. */
  watch(after: number): Watching {
    let at = after;
    let isStopped = false;
    let watching: Watching | undefined;
    const next = async (): Promise<Event | undefined> => {
      while (!isStopped) {
        if (this.#isClosed) throw new Error('the client is closed');
        const client = (await this.#next) ?? this.#client;
        watching ??= client.watch(at);
        const event = await this.#unlessEnded(watching.next());
        if (event !== undefined && client === this.#client && this.#next === undefined) {
          at = event.revision;
          return event;
        }
        watching.stop();
        watching = undefined;
        // One that is refused at once must not keep the process busy.
        await pause(10);
      }
      return undefined;
    };
    return {
      next,
      stop() {
        isStopped = true;
        watching?.stop();
      },
    };
  }

  /** Undefined where it fails, or the server ends before. */
  async #unlessEnded<T>(asked: Promise<T>): Promise<T | undefined> {
    let stop!: () => void;
    const ended = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
    this.#waiting.add(stop);
    try {
      return await Promise.race([asked, ended]);
    } catch {
      return undefined;
    } finally {
      this.#waiting.delete(stop);
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#waiting) stop();
    return this.#client.close();
  }
}
