/** Watches over plain HTTP: one line for each event, in a streamed answer. */
import type { ServerResponse } from 'node:http';
import type { Profile } from '#kinds';
import type { WatchOptions } from '#request';
import { verbNotSupported, type ApiError } from '#values';
import { drained } from '../connection/drained.ts';
import { faultyWatch } from './faulty.ts';
import type { Negotiated } from '../exchange/exchange.ts';
import { jsonType } from '../media/accept.ts';
import type { Route } from '../request/route.ts';
import { callerOf, resourceName } from '../observers/callers.ts';
import { listOptionsOf } from '../verbs/read.ts';
import { eventWriter } from './event-writer.ts';
import { WatchSession, type Sink, type Watched } from './session.ts';

/** How long a stream without a timeout lives: a random time in this range, in seconds. */
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
  // The client disconnected while the watch was being opened, before the listener was added.
  if (res.destroyed) void session.end();
  await session.run();
}

/**
 * Returns whether a bookmark ends the events about objects that exist: where they are asked for, and where
 * watch lists are served also for a watch that begins with them.
 */
function endsInitialEvents(
  { sendInitialEvents, resourceVersion, resourceVersionMatch: match }: WatchOptions,
  profile: Profile,
): boolean {
  if (!profile.enabled('WatchList')) return false;
  const isFromStart = !match && ['', '0'].includes(resourceVersion ?? '');
  return sendInitialEvents ?? isFromStart;
}

/**
 * Opens a watch as the query asks for it.
 * @param connect creates the stream, once the request is valid; undefined when the client has
 *   disconnected
 * @throws {ApiError}
 */
export async function openSession(
  exchange: Negotiated,
  { served }: Route,
  connect: () => Sink | undefined,
): Promise<WatchSession | undefined> {
  const { server, query } = exchange;
  if (served.kind.wire.readOnly === true) throw verbNotSupported(served.kind, 'watch');
  const options = listOptionsOf(exchange);
  const timeoutSeconds = query.integer('timeoutSeconds') || defaultTimeout(server.spread.next());
  const filter = `${options.labelSelector ?? ''}\n${options.fieldSelector ?? ''}`;
  const writer = await eventWriter(exchange, served, server.batches, filter);
  const { failure } = exchange;
  const wantsBookmarks = query.flag('allowWatchBookmarks');
  const onPresented =
    wantsBookmarks && endsInitialEvents(options, server.profile)
      ? (revision: number) => session.endInitialEvents(revision)
      : undefined;
  const opened =
    failure === undefined
      ? faultyWatch(exchange, (gate) =>
          server.api.read({ verb: 'watch', kind: served.kind, options, gate, onPresented }),
        )
      : failedWatch(failure);
  const sink = connect();
  if (sink === undefined) {
    opened.stop();
    return undefined;
  }
  const session = new WatchSession({
    watch: opened,
    served,
    writer,
    sink,
    timers: server.timers,
    open: server.watches,
    onDefect: server.onDefect,
    timeoutSeconds,
    refresh: server.api.own.whileWatched(served.kind),
    outside: server.outside?.watching(callerOf(exchange), resourceName(exchange.path)),
    ...(wantsBookmarks && { revision: () => server.api.revision() }),
  });
  return session;
}

/** @param chance in [0, 1): so that clients which connected together do not reconnect together */
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
    return drained(this.#res);
  }

  end(): void {
    this.#res.end();
  }

  cut(bytes: Buffer): void {
    // What is written first has to be sent first.
    this.#res.write(bytes, () => void this.#res.destroy());
  }
}

/** Streams of JSON have the media type of JSON. */
function streamType(mediaType: string): string {
  return mediaType === jsonType ? mediaType : `${mediaType};stream=watch`;
}

/** Returns a watch that cannot be served: the error is its only event. */
function failedWatch(failure: ApiError): Watched {
  return { next: () => Promise.reject(failure), stop: () => undefined };
}
