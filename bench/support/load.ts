/**
 * The clients of the server's benchmarks, as a process of their own: they share no thread with what
 * they measure. Jobs come as messages from the parent, results go back the same way.
 */
import { connect, type TLSSocket } from 'node:tls';
import { headEnd, readAnswers } from './answers.ts';
import { startPaced, type Latencies, type PacedJob } from './paced.ts';

/** Requests one after the other on each of some connections, for a while. */
export interface RequestJob {
  readonly kind: 'requests';
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  readonly method: string;
  /**
   * `########` stands for a number: the number of the request, in path and body. With `objects`
   * the path's number wraps at this many.
   */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly objects?: number;
  /** The first number. */
  readonly from: number;
}

/** Connections on which lines arrive; done when each has received this many. */
export interface WatchJob {
  readonly kind: 'watches';
  readonly port: number;
  readonly connections: number;
  readonly lines: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Ends what is paced. */
export interface StopJob {
  readonly kind: 'stop';
}

export type Job = RequestJob | WatchJob | PacedJob | StopJob;

export type Report =
  | {
      readonly kind: 'requests';
      readonly count: number;
      readonly failed: number;
      readonly ms: number;
    }
  /** All watches are open. */
  | { readonly kind: 'open' }
  /** All lines have come. */
  | { readonly kind: 'lines'; readonly bytes: number }
  | { readonly kind: 'latencies'; readonly all: readonly Latencies[] };

const placeholder = '########';
const newline = 0x0a;

let stopPaced: ReturnType<typeof startPaced> | undefined;

process.on('message', (job: Job) => {
  switch (job.kind) {
    case 'requests':
      return void makeRequests(job);
    case 'watches':
      return void watch(job);
    case 'paced':
      stopPaced = startPaced(job);
      return;
    case 'stop':
      return void stopPaced!().then((all) => report({ kind: 'latencies', all }));
  }
});

function report(message: Report): void {
  process.send!(message);
}

async function makeRequests(job: RequestJob): Promise<void> {
  const { connections, ms } = job;
  const sockets = await openAll(job.port, connections);
  let number = job.from;
  let count = 0;
  let failed = 0;
  const start = performance.now();
  const end = start + ms;
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const request = requestMaker(job);
          const ask = (): void => void socket.write(request(number++));
          readAnswers(socket, (status) => {
            count++;
            if (status >= 300) failed++;
            if (performance.now() < end) ask();
            else resolve();
          });
          ask();
        }),
    ),
  );
  const took = performance.now() - start;
  for (const socket of sockets) socket.destroy();
  report({ kind: 'requests', count, failed, ms: took });
}

/** A request in one buffer, of which only the numbers change. */
function requestMaker({ method, path, headers, body, objects }: RequestJob): (n: number) => Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}${length}\r\n`;
  const bytes = Buffer.from(head + body);
  const inHead = placesIn(Buffer.from(head));
  const inBody = placesIn(Buffer.from(body)).map((place) => place + Buffer.byteLength(head));
  return (number) => {
    put(bytes, inHead, objects === undefined ? number : number % objects);
    put(bytes, inBody, number);
    // The stream may still hold the last one: it has been answered, so it does not.
    return bytes;
  };
}

function placesIn(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(placeholder); at >= 0; at = bytes.indexOf(placeholder, at + 1)) {
    places.push(at);
    at += placeholder.length;
  }
  return places;
}

function put(bytes: Buffer, places: readonly number[], number: number): void {
  if (places.length === 0) return;
  const text = String(number).padStart(placeholder.length, '0');
  for (const place of places) bytes.write(text, place, 'latin1');
}

async function watch({ port, connections, lines, path, headers }: WatchJob): Promise<void> {
  const sockets = await openAll(port, connections);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields.join('')}\r\n`;
  let opened = 0;
  let bytes = 0;
  const finished = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        let missing = lines;
        let isOpen = false;
        socket.on('data', (chunk: Buffer) => {
          let start = 0;
          if (!isOpen) {
            const end = chunk.indexOf(headEnd);
            if (end < 0) throw new Error('the answer begins in pieces');
            isOpen = true;
            if (++opened === connections) report({ kind: 'open' });
            start = end + headEnd.length;
          }
          bytes += chunk.length;
          // Chunks have lines of their own, which end in \r\n; those of events end in }\n.
          for (
            let at = chunk.indexOf(newline, start);
            at >= 0;
            at = chunk.indexOf(newline, at + 1)
          ) {
            if (at > 0 && chunk[at - 1] === 0x7d) missing--;
          }
          if (missing <= 0) resolve();
        });
        socket.write(request);
      }),
  );
  await Promise.all(finished);
  report({ kind: 'lines', bytes });
  for (const socket of sockets) socket.destroy();
}

async function openAll(port: number, count: number): Promise<TLSSocket[]> {
  const sockets: TLSSocket[] = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(50, count - sockets.length) }, () => open(port));
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

/** The certificate is made by the bench and for it, so it is not checked. */
function open(port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      socket.setNoDelay(true);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
