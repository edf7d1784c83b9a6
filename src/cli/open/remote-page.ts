/** The page of a server elsewhere: this command asks it, so that its token stays here. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { machineTimers, makeSecret, type Pace, type WallTimers } from '#clock';
import type { RequestPiece } from '#request';
import type { LivePage, RecordReader } from '#server';
import { Pauses } from '../pauses.ts';
import { pageOrders, sayingFirst } from '../serve/page.ts';
import type { Question } from '../ask-server.ts';

/** Asks the running server. @throws {Error} with its message */
export type Ask = (question: Question) => Promise<string>;

const mostBytes = 1_048_576;

/** @param kubeconfig the file that it is reached by; absent: the usual one */
export function remotePage(
  ask: Ask,
  kubeconfig?: string,
  timers: WallTimers = machineTimers(),
): LivePage {
  return {
    key: makeSecret(),
    readRecord: () => sayingFirst({ kubeconfig }, new RemoteReader(ask, timers)),
    orders: pageOrders,
    order: (path, req, res) => void passOn(path, req, res, ask),
  };
}

async function passOn(
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  ask: Ask,
): Promise<void> {
  try {
    const body = JSON.parse(await textOf(req)) as object;
    const text = await ask({ method: 'POST', path, body });
    res.writeHead(200, { 'content-type': 'application/json' }).end(text);
  } catch (error) {
    res
      .writeHead(502, { 'content-type': 'application/json' })
      .end(JSON.stringify({ message: (error as Error).message }));
  }
}

/** @throws {Error} for a text that is too long */
async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`expected at most ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** How often the server is asked whether anything was written, ms. */
const pollMs = 1_000;

/** The parts of a record that go to the page. */
interface Recorded {
  readonly scenario: string;
  readonly seed: number;
  readonly start: string;
  readonly seconds: number;
  readonly entries: readonly { readonly revision: number }[];
  readonly steps: readonly object[];
  readonly checks: readonly object[];
  readonly faults?: readonly object[];
}

/** Reads the whole record whenever it has grown, and tells what is new in it. */
class RemoteReader implements RecordReader {
  readonly #ask: Ask;
  #beginning: string | undefined;
  #progress = { revision: 0, steps: 0, checks: 0, faults: 0, seconds: -1 };
  #requestsFrom = 0;
  #lastPace: Pace | undefined;
  readonly #pauses: Pauses;

  constructor(ask: Ask, timers: WallTimers) {
    this.#ask = ask;
    this.#pauses = new Pauses(timers);
  }

  async next(): Promise<string | undefined> {
    while (!this.#pauses.isOver) {
      if (this.#beginning !== undefined) await this.#pauses.pause(pollMs);
      const path = '/orrery/v1/revision';
      const { revision } = JSON.parse(await this.#ask({ method: 'GET', path })) as {
        readonly revision: number;
      };
      if (revision === this.#progress.revision) {
        const [requests, pace] = [await this.#requests(), await this.#pace()];
        if (requests === undefined && pace === undefined) continue;
        return JSON.stringify({ requests, pace });
      }
      const text = await this.#ask({ method: 'GET', path: '/orrery/v1/record' });
      const { scenario, seed, start, ...rest } = JSON.parse(text) as Recorded;
      const beginning = JSON.stringify({ beginning: { scenario, seed, start } });
      if (this.#beginning === undefined) return (this.#beginning = beginning);
      // Another cluster has taken its place.
      if (beginning !== this.#beginning || revision < this.#progress.revision) return undefined;
      const { revision: after, steps, checks, faults } = this.#progress;
      const growth = {
        seconds: rest.seconds,
        entries: rest.entries.filter((entry) => entry.revision > after),
        steps: rest.steps.slice(steps),
        checks: rest.checks.slice(checks),
        faults: (rest.faults ?? []).slice(faults),
      };
      this.#progress = {
        ...{ revision, seconds: rest.seconds },
        ...{ steps: rest.steps.length, checks: rest.checks.length },
        faults: rest.faults?.length ?? 0,
      };
      return JSON.stringify({ growth, requests: await this.#requests() });
    }
    return undefined;
  }

  /** Undefined as long as it does not change. */
  async #pace(): Promise<Pace | undefined> {
    const text = await this.#ask({ method: 'GET', path: '/orrery/v1/clock' });
    const { mode, speed } = JSON.parse(text) as {
      readonly mode: 'manual' | 'auto' | 'max' | 'paced';
      readonly speed: number;
    };
    const pace = mode === 'paced' ? speed : mode;
    return pace === this.#lastPace ? undefined : (this.#lastPace = pace);
  }

  async #requests(): Promise<Omit<RequestPiece, 'next'> | undefined> {
    const path = `/orrery/v1/requests?from=${this.#requestsFrom}`;
    const text = await this.#ask({ method: 'GET', path });
    const { next, ...piece } = JSON.parse(text) as RequestPiece;
    this.#requestsFrom = next;
    return piece.requests.length === 0 ? undefined : piece;
  }

  stop(): void {
    this.#pauses.end();
  }
}
