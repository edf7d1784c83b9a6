/** What a client does over one connection: requests, well sent and badly, and ways to leave. */
import * as fc from 'fast-check';
import { junk, junkText } from './junk.ts';
import { mutated } from './mutate.ts';
import { bytesOf, escapeQuery, type FuzzRequest } from './request.ts';
import { anyRequest } from './requests.ts';

/** How the client goes once all is sent: not at all, after the answers, or without waiting for them. */
export type Ending = 'stay' | 'finish' | 'reset';

export interface Scene {
  readonly what: string;
  /** Sent one after the other, with a pause between them. */
  readonly pieces: readonly Buffer[];
  readonly ending: Ending;
  /** What has to be answered, in order. Of none: whatever comes has to be an answer. */
  readonly asked: readonly FuzzRequest[];
  /** The answer may take as long as virtual time does: the client leaves after a while. */
  readonly isLong: boolean;
}

const admin = ['Authorization', 'Bearer admintoken'] as const;
const json = ['Content-Type', 'application/json'] as const;

function whole(what: string, asked: readonly FuzzRequest[], isLong = false): Scene {
  return { what, pieces: [Buffer.concat(asked.map(bytesOf))], ending: 'stay', asked, isLong };
}

const one = anyRequest.map((request) => whole('request', [request]));

/** Answers to requests that are not HTTP/1.1 end the connection: so does what follows a stream. */
const pipeline = fc
  .array(anyRequest, { minLength: 2, maxLength: 5 })
  .map((asked) => whole('pipeline', asked));

const inPieces = fc
  .tuple(anyRequest, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }))
  .map(([request, places]): Scene => {
    const pieces = split(bytesOf(request), places);
    return { ...whole('pieces', [request]), pieces };
  });

const cut = fc
  .tuple(anyRequest, fc.nat(), fc.constantFrom<Ending>('finish', 'reset'))
  .map(([request, place, ending]): Scene => {
    const bytes = bytesOf(request);
    const half = bytes.subarray(0, 1 + (place % (bytes.length - 1)));
    return { what: 'cut', pieces: [half], ending, asked: [], isLong: false };
  });

const gone = anyRequest.map((request): Scene => ({
  ...whole('gone', [request]),
  ending: 'reset',
}));

const chunkSize = fc.constantFrom('', '', '', 'zz', '-1', 'fffffffffffffffff', ';ext="', '0x5');

/** A body in chunks, the last of which may have an odd size. */
const chunked = fc
  .tuple(anyRequest, fc.array(fc.nat(), { maxLength: 3 }), chunkSize)
  .filter(([{ body }]) => body.length > 0)
  .map(([request, places, odd]): Scene => {
    const headers = [...request.headers, ['Transfer-Encoding', 'chunked'] as const];
    const [head] = bytesOf({ ...request, headers, body: Buffer.alloc(0) })
      .toString('latin1')
      .replace(/Content-Length: 0\r\n/, '')
      .split('\r\n\r\n', 1);
    // An empty chunk would be the end.
    const parts = split(request.body, places).filter(({ length }) => length > 0);
    const chunks = parts.flatMap((part, index, all) => {
      const size = odd !== '' && index === all.length - 1 ? odd : part.length.toString(16);
      return [Buffer.from(`${size}\r\n`), part, Buffer.from('\r\n')];
    });
    const pieces = [Buffer.from(`${head}\r\n\r\n`, 'latin1'), ...chunks, Buffer.from('0\r\n\r\n')];
    const asked = odd === '' ? [request] : [];
    return {
      what: 'chunked',
      pieces,
      ending: odd === '' ? 'stay' : 'finish',
      asked,
      isLong: false,
    };
  });

const change = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 3 }));

const garbled = fc
  .tuple(anyRequest, fc.array(change, { minLength: 1, maxLength: 4 }))
  // Whether the answer has a body, only the request's method tells.
  .filter(([{ method }]) => method !== 'HEAD')
  .map(([request, changes]): Scene => {
    const bytes = changes.reduce<Buffer>((all, [place, removed, put]) => {
      const at = place % all.length;
      return Buffer.concat([all.subarray(0, at), put, all.subarray(at + removed)]);
    }, bytesOf(request));
    return { what: 'garbled', pieces: [bytes], ending: 'finish', asked: [], isLong: false };
  });

const oddHead = fc
  .constantFrom(
    'GET /version HTTP/1.0\r\n\r\n',
    'GET /version HTTP/3.0\r\n\r\n',
    'GET /version\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET /version HTTP/1.1\r\nHost: a\r\nExpect: the unexpected\r\n\r\n',
    'POST /version HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    'POST /version HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    `GET /version HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    `GET /version HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
    `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    '\r\n'.repeat(1000),
  )
  .map((text): Scene => {
    const pieces = [Buffer.from(text, 'latin1')];
    return { what: 'odd head', pieces, ending: 'finish', asked: [], isLong: false };
  });

const upgradeHeader = fc.oneof(
  fc.tuple(fc.constant('Sec-WebSocket-Key'), fc.constantFrom('dGhlIHNhbXBsZSBub25jZQ==', 'x', '')),
  fc.tuple(fc.constant('Sec-WebSocket-Version'), fc.constantFrom('13', '8', 'x')),
  fc.tuple(
    fc.constant('Sec-WebSocket-Protocol'),
    fc.constantFrom('base64.binary.k8s.io', 'v4.channel.k8s.io', ',,', 'a b'),
  ),
);
const goodUpgrade = [
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ['Sec-WebSocket-Version', '13'],
] as const;

const upgradeTarget = fc.oneof(
  fc.constantFrom(
    '/api/v1/namespaces/default/configmaps?watch=1',
    '/api/v1/pods?watch=1&timeoutSeconds=1',
    '/api/v1/configmaps?watch=1&resourceVersion=x',
    '/api/v1/namespaces/default/pods/a/exec?command=ls',
    '/api/v1/namespaces/default/pods/a/portforward',
    '/version',
    '/orrery/v1/clock',
  ),
  anyRequest.map(({ target }) => target),
);

const masked = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 125 }))
  .map(([first, data]) => Buffer.from([first, 0x80 | data.length, 0, 0, 0, 0, ...data]));
const frame = fc.oneof(
  masked,
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from([0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])),
);

/** An upgrade, behind other requests perhaps, with frames behind it. */
const upgrade = fc
  .tuple(
    fc.array(anyRequest, { maxLength: 2 }),
    fc.constantFrom('websocket', 'websocket', 'h2c', 'SPDY/3.1', 'x'),
    upgradeTarget,
    fc.oneof(fc.constant(goodUpgrade), fc.array(upgradeHeader, { maxLength: 4 })),
    fc.array(frame, { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([before, to, target, given, frames, isSeparate]): Scene => {
    const headers = [admin, ['Connection', 'Upgrade'] as const, ['Upgrade', to] as const, ...given];
    const asked = [...before, { method: 'GET', target, headers, body: Buffer.alloc(0) }];
    const requests = asked.map(bytesOf);
    const pieces = isSeparate
      ? [...requests, ...frames]
      : [Buffer.concat(requests), Buffer.concat(frames)];
    return { what: 'upgrade', pieces, ending: 'stay', asked, isLong: false };
  });

const controlPath = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '/orrery/v1/clock',
      '/orrery/v1/clock/advance',
      '/orrery/v1/clock/settle',
      '/orrery/v1/why',
      '/orrery/v1/revision',
    ),
  },
  { weight: 1, arbitrary: junkText.map((text) => `/orrery/v1/${escapeQuery(text)}`) },
);
const controlQuery = fc
  .array(
    fc.oneof(
      fc.tuple(
        fc.constant('kind'),
        fc.constantFrom('DaemonSet', 'Job', 'Deployment', 'Pod', 'pods', '__proto__', ''),
      ),
      fc.tuple(fc.constant('name'), fc.constantFrom('a', 'b', 'c', 'constructor')),
      fc.tuple(
        fc.constant('field'),
        fc.constantFrom('status.numberReady', 'status', 'status.conditions[0]', 'a[', '.'),
      ),
      fc.tuple(
        fc.constant('at'),
        fc.constantFrom('0s', '10s', '-1s', '2026-01-01T00:00:00Z', 'end', '1e9h', 'x'),
      ),
      fc.tuple(junkText, junkText),
    ),
    { maxLength: 4 },
  )
  .map((all) => all.map(([key, value]) => `${escapeQuery(key)}=${escapeQuery(value)}`).join('&'));
const controlBody = mutated(
  fc.oneof(
    fc.record({ seconds: fc.constantFrom<unknown>(0, 0.001, 1, 60, 3600, -1, 1e9, 1e400, '1') }),
    fc.record({ mode: fc.constantFrom('manual', 'realtime', 'paced', 'x') }),
    fc.record({ speed: fc.constantFrom<unknown>(1, 60, '60x', 1e6, 1e-300, 0, -1, 'x') }),
    fc.record({ now: fc.constantFrom('2026-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'x') }),
    junk,
  ),
  2,
);

/** What moves the clock, and asks about the past. */
const control = fc
  .tuple(
    fc.constantFrom('GET', 'PUT', 'POST', 'POST', 'DELETE', 'PATCH', 'HEAD'),
    controlPath,
    controlQuery,
    controlBody,
    fc.boolean(),
  )
  .map(([method, path, query, value, isBare]) => {
    const hasBody = !isBare && method !== 'GET' && method !== 'HEAD';
    const body = Buffer.from(hasBody ? (JSON.stringify(value) ?? '') : '');
    const target = query === '' ? path : `${path}?${query}`;
    return whole('control', [{ method, target, headers: [admin, json], body }], true);
  });

export const anyScene: fc.Arbitrary<Scene> = fc.oneof(
  { weight: 60, arbitrary: one },
  { weight: 8, arbitrary: pipeline },
  { weight: 6, arbitrary: inPieces },
  { weight: 4, arbitrary: chunked },
  { weight: 4, arbitrary: cut },
  { weight: 4, arbitrary: gone },
  { weight: 4, arbitrary: garbled },
  { weight: 1, arbitrary: oddHead },
  { weight: 5, arbitrary: upgrade },
  { weight: 4, arbitrary: control },
);

function split(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  );
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
