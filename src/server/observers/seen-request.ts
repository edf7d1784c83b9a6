/** What a client asks, as those see it who judge clients: a request that fills up until it is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Millis } from '#clock';
import { protobufType } from '../media/accept.ts';
import type { Serializers } from '../media/serializer.ts';
import { readTarget } from '../request/target.ts';

/** A request over HTTP, and what is known of its answer so far. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** About objects; otherwise about a path such as `/version`. */
  readonly isResource: boolean;
  /** `get`, `list`, `watch`, `create`, ...; of a path the method in lower case. */
  readonly verb: string;
  /** `pods`, `deployments.apps`; empty when it is not about objects. */
  readonly resource: string;
  readonly version: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The options in the query. */
  readonly query: Readonly<Record<string, string>>;
  readonly userAgent: string;
  /** The media type of the body. */
  readonly contentType: string;
  /** Wall ms, from any origin. */
  readonly beganMs: number;
  /** Virtual time, ms since 1970. */
  readonly beganAt: Millis;
  /** The body, as far as it has arrived and is at most 256 KiB; of one in protobuf the same in JSON, once it is there. */
  readonly body: string;
  /** The status, of a watch over WebSocket 101; undefined until it is sent. */
  readonly code: number | undefined;
  /** Wall ms; undefined while it is open. */
  readonly endedMs: number | undefined;
  /** Who ended it; undefined while it is open. */
  readonly endedBy: 'client' | 'server' | undefined;
  /** Bytes of the answer's body so far. */
  readonly bytes: number;
  /** Events of a watch in JSON so far, bookmarks and errors included. */
  readonly events: number;
  /** The highest resourceVersion in an answer in JSON so far; 0: none. */
  readonly newest: number;
}

const longestBody = 256 * 1024;

export interface Seeing {
  readonly wall: () => number;
  /** Virtual time. */
  readonly now: Millis;
  /** Read what is not text. */
  readonly serializers: Serializers;
}

/** Follows a request: to be called before anything else has looked at it. */
export function seeRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { wall, now, serializers }: Seeing,
): SeenRequest {
  const { method = '', url = '', headers } = req;
  const { path, query } = readTarget(method, url);
  const record = {
    ...{ method, url, isResource: path.isResource, verb: path.verb },
    resource: path.group === '' ? path.resource : `${path.resource}.${path.group}`,
    ...{ version: path.version, subresource: path.subresource },
    ...{ namespace: path.namespace, name: path.name },
    query: Object.fromEntries(query.entries()),
    userAgent: headers['user-agent'] ?? '',
    contentType: headers['content-type'] ?? '',
    ...{ beganMs: wall(), beganAt: now, body: '' },
    get code(): number | undefined {
      return res.headersSent ? res.statusCode : undefined;
    },
    endedMs: undefined as number | undefined,
    endedBy: undefined as SeenRequest['endedBy'],
    ...{ bytes: 0, events: 0, newest: 0 },
  };
  if (record.contentType.startsWith(protobufType)) {
    followObject(req, async (bytes) => {
      record.body = await textOf(serializers, bytes);
    });
  } else {
    followBody(req, (bytes) => {
      const text = String(bytes);
      if (record.body.length + text.length <= longestBody) record.body += text;
    });
  }
  const isWatch = path.verb === 'watch';
  const take = (bytes: Buffer): void => {
    record.bytes += bytes.length;
    const text = bytes.toString('latin1');
    for (const [, version] of text.matchAll(/"resourceVersion":\s?"(\d{1,15})"/g)) {
      record.newest = Math.max(record.newest, Number(version));
    }
    if (isWatch) record.events += text.split('\n').length - 1;
  };
  followAnswer(res, take);
  // Of a watch over WebSocket.
  let hasEnded = false;
  res.on('sent', take).once('ended', () => (hasEnded = true));
  res.once('close', () => {
    record.endedMs = wall();
    record.endedBy = hasEnded || res.writableFinished ? 'server' : 'client';
  });
  return record;
}

/** Whoever reads the body reads it as before: a listener of our own would begin to read it too early. */
function followBody(
  req: IncomingMessage,
  take: (bytes: unknown) => void,
  end: () => void = () => undefined,
): void {
  const emit = req.emit.bind(req);
  req.emit = (event: string, ...args: unknown[]): boolean => {
    if (event === 'data') take(args[0]);
    if (event === 'end') end();
    return emit(event, ...args);
  };
}

/** A body that can be read only as a whole. */
function followObject(req: IncomingMessage, take: (bytes: Buffer) => Promise<void>): void {
  const parts: Uint8Array[] = [];
  let size = 0;
  const add = (bytes: unknown): void => {
    if (!(bytes instanceof Uint8Array)) return;
    size += bytes.length;
    if (size <= longestBody) parts.push(bytes);
  };
  followBody(req, add, () => void (size <= longestBody && take(Buffer.concat(parts))));
}

/** Returns the object in JSON; empty: it cannot be read. */
async function textOf(serializers: Serializers, bytes: Buffer): Promise<string> {
  try {
    const serializer = await serializers.find(protobufType);
    const body = await serializer?.read(bytes, undefined);
    return JSON.stringify(body?.value) ?? '';
  } catch {
    // Whoever carries the request out says why. Nothing awaits this promise, so it must not reject.
    return '';
  }
}

function followAnswer(res: ServerResponse, take: (bytes: Buffer) => void): void {
  const follow = (name: 'write' | 'end'): void => {
    const send = res[name].bind(res) as (...args: unknown[]) => never;
    const followed = (...args: unknown[]): never => {
      const [chunk] = args;
      if (typeof chunk === 'string') take(Buffer.from(chunk));
      else if (chunk instanceof Uint8Array) take(Buffer.from(chunk));
      return send(...args);
    };
    Object.assign(res, { [name]: followed });
  };
  follow('write');
  follow('end');
}
