/** Watches over plain HTTP: one line for each event, in an answer that goes on. */
import type { ServerResponse } from 'node:http';
import type { Negotiated } from '../exchange.ts';
import type { Route } from '../route.ts';
import { listOptionsOf } from '../verbs/read.ts';
import { eventWriter } from './event-writer.ts';
import { WatchSession, type Sink } from './session.ts';

/** How long a stream lives that does not say: somewhere in this range of seconds. */
const shortestDefault = 1800;

export async function watch(exchange: Negotiated, route: Route): Promise<void> {
  const { res, output } = exchange;
  const session = await openSession(exchange, route, () => {
    res.writeHead(200, {
      'Content-Type': output.mediaType,
      'Cache-Control': 'no-cache, private',
    });
    res.flushHeaders();
    return new ResponseSink(res);
  });
  res.on('close', () => session.end());
  await session.run();
}

/**
 * Opens a watch as the query asks for it.
 * @param connect makes the stream, once nothing is wrong with the request any more
 * @throws {ApiError}
 */
export async function openSession(
  exchange: Negotiated,
  { served }: Route,
  connect: () => Sink,
): Promise<WatchSession> {
  const { server, query } = exchange;
  const options = listOptionsOf(exchange);
  const timeoutSeconds = query.integer('timeoutSeconds') || defaultTimeout(server.spread.next());
  const filter = `${options.labelSelector ?? ''}\n${options.fieldSelector ?? ''}`;
  const writer = await eventWriter(exchange, served, server.batches, filter);
  const opened = server.api.watch(served.kind, options);
  return new WatchSession({
    watch: opened,
    served,
    writer,
    sink: connect(),
    timers: server.timers,
    open: server.watches,
    timeoutSeconds,
    ...(query.flag('allowWatchBookmarks') && { revision: () => server.api.revision() }),
  });
}

/** @param chance in [0, 1): so that clients which came together don't all come back together */
function defaultTimeout(chance: number): number {
  return Math.floor(shortestDefault * (1 + chance));
}

class ResponseSink implements Sink {
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  write(bytes: Buffer): boolean {
    return this.#res.write(bytes);
  }

  drained(): Promise<void> {
    const res = this.#res;
    return new Promise((resolve) => {
      if (res.destroyed || !res.writableNeedDrain) {
        resolve();
        return;
      }
      const done = (): void => {
        res.off('drain', done);
        res.off('close', done);
        resolve();
      };
      res.on('drain', done);
      res.on('close', done);
    });
  }

  end(): void {
    this.#res.end();
  }
}
