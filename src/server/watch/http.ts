/** Watches over plain HTTP: one line for each event, in an answer that goes on. */
import type { ServerResponse } from 'node:http';
import type { Negotiated } from '../exchange.ts';
import { jsonType } from '../media/accept.ts';
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
      'Content-Type': streamType(output.mediaType),
      'Cache-Control': 'no-cache, private',
    });
    res.flushHeaders();
    return new ResponseSink(res);
  });
  if (session === undefined) return;
  res.on('close', () => void session.end());
  // Gone while the watch was being opened, and nobody was told.
  if (res.destroyed) void session.end();
  await session.run();
}

/**
 * Opens a watch as the query asks for it.
 * @param connect makes the stream, once nothing is wrong with the request any more; undefined when
 *   the client turns out to want none
 * @throws {ApiError}
 */
export async function openSession(
  exchange: Negotiated,
  { served }: Route,
  connect: () => Sink | undefined,
): Promise<WatchSession | undefined> {
  const { server, query } = exchange;
  const options = listOptionsOf(exchange);
  const timeoutSeconds = query.integer('timeoutSeconds') || defaultTimeout(server.spread.next());
  const filter = `${options.labelSelector ?? ''}\n${options.fieldSelector ?? ''}`;
  const writer = await eventWriter(exchange, served, server.batches, filter);
  const opened = server.api.read({ verb: 'watch', kind: served.kind, options });
  const sink = connect();
  if (sink === undefined) {
    opened.stop();
    return undefined;
  }
  return new WatchSession({
    watch: opened,
    served,
    writer,
    sink,
    timers: server.timers,
    open: server.watches,
    onDefect: server.onDefect,
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

/** Streams of JSON go by the name of JSON. */
function streamType(mediaType: string): string {
  return mediaType === jsonType ? mediaType : `${mediaType};stream=watch`;
}
