/** One connection to one member of etcd: gRPC over HTTP/2. */
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { WallTimers } from '#clock';
import { codes, EtcdError } from './error.ts';
import { Deframer, framed } from './frame.ts';

/** Files in PEM, by their contents. */
export interface EtcdTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface ConnectionOptions {
  readonly tls?: EtcdTls | undefined;
  readonly timers: WallTimers;
}

/** How long a connection may take to open, ms. */
const connectMs = 2000;
/** A member that is stopped says nothing, so it is asked for a sign of life. More often than every 5 s etcd refuses. */
const pingEveryMs = 6000;
const pingTimeoutMs = 3000;

/** A watch fails when its member has lost its leader, instead of staying silent. */
const needsLeader = { hasleader: 'true' } as const;

const { HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH, HTTP2_HEADER_CONTENT_TYPE, HTTP2_HEADER_TE } =
  constants;

/** Bytes that etcd may send ahead: a page of objects at once. */
const windowBytes = 16 * 1024 * 1024;

export class Connection {
  readonly #session: ClientHttp2Session;
  readonly #url: string;
  readonly #timers: WallTimers;
  #failure: EtcdError | undefined;

  private constructor(session: ClientHttp2Session, url: string, timers: WallTimers) {
    this.#session = session;
    this.#url = url;
    this.#timers = timers;
    session.on('error', (error) => this.#fail(error.message));
    session.on('goaway', () => this.close('etcd closes the connection'));
    session.on('close', () => this.#fail('the connection was closed'));
    this.#pingLater();
  }

  /** @throws {EtcdError} */
  static open(url: string, { tls, timers }: ConnectionOptions): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const session = connect(url, {
        ...tls,
        settings: { initialWindowSize: windowBytes, enablePush: false },
        maxSessionMemory: 1024,
      });
      const refuse = (why: string): void => {
        session.destroy();
        reject(new EtcdError(codes.unavailable, notConnected(url, why)));
      };
      const cancel = timers.after(connectMs, () => refuse(`no answer within ${connectMs} ms`));
      const fail = (error: Error): void => {
        cancel();
        refuse(error.message);
      };
      session.once('error', fail);
      session.once('connect', () => {
        cancel();
        session.off('error', fail);
        session.setLocalWindowSize(windowBytes * 4);
        resolve(new Connection(session, url, timers));
      });
    });
  }

  get isOpen(): boolean {
    const { closed, destroyed } = this.#session;
    return this.#failure === undefined && !closed && !destroyed;
  }

  close(why = 'the connection was closed'): void {
    this.#fail(why);
    this.#session.destroy();
  }

  /** One message there, one back. @throws {EtcdError} */
  call(path: string, body: Uint8Array, token: string, timeoutMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const stream = this.#open(path, token);
      const frames = new Deframer();
      let answer: Buffer | undefined;
      const end = (error?: EtcdError): void => {
        cancel();
        if (error !== undefined || answer === undefined) {
          reject(error ?? new EtcdError(codes.unavailable, 'etcd has sent no answer', true));
        } else resolve(answer);
      };
      const cancel = this.#timers.after(timeoutMs, () => {
        end(new EtcdError(codes.deadlineExceeded, 'etcdserver: request timed out', true));
        stream.close(constants.NGHTTP2_CANCEL);
      });
      stream.on('data', (chunk: Buffer) => {
        for (const frame of frames.take(chunk)) answer = frame;
      });
      this.#onEnd(stream, end);
      stream.end(framed(body));
    });
  }

  /** Sends one message, and calls back for each that comes until it ends; with what ended it. */
  follow(
    path: string,
    body: Uint8Array,
    token: string,
    on: { answer(bytes: Buffer): void; end(error: EtcdError): void },
  ): () => void {
    const stream = this.#open(path, token, needsLeader);
    const frames = new Deframer();
    stream.on('data', (chunk: Buffer) => {
      for (const frame of frames.take(chunk)) on.answer(frame);
    });
    this.#onEnd(stream, (error) =>
      on.end(error ?? new EtcdError(codes.unavailable, 'etcd has ended the watch')),
    );
    stream.write(framed(body));
    return () => stream.close(constants.NGHTTP2_CANCEL);
  }

  #open(path: string, token: string, more: Record<string, string> = {}): ClientHttp2Stream {
    if (!this.isOpen) throw this.#failure ?? this.#lost('the connection was closed');
    return this.#session.request({
      [HTTP2_HEADER_METHOD]: 'POST',
      [HTTP2_HEADER_PATH]: path,
      [HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      [HTTP2_HEADER_TE]: 'trailers',
      ...(token !== '' && { token }),
      ...more,
    });
  }

  /** Calls once, when the stream has ended; without an error when etcd has ended it well. */
  #onEnd(stream: ClientHttp2Stream, end: (error?: EtcdError) => void): void {
    let status: EtcdError | 'ok' | undefined;
    const read = (headers: Record<string, unknown>): void => {
      const code = headers['grpc-status'];
      if (code === undefined) return;
      const message = unescaped(String(headers['grpc-message'] ?? ''));
      status = code === '0' ? 'ok' : new EtcdError(Number(code), message);
    };
    stream.on('response', read);
    stream.on('trailers', read);
    stream.on('error', () => undefined); // followed by close
    stream.on('close', () => {
      if (status === 'ok') end();
      else end(status ?? this.#failure ?? this.#lost('the call was cut off'));
    });
  }

  #lost(why: string): EtcdError {
    return new EtcdError(codes.unavailable, notConnected(this.#url, why), true);
  }

  #fail(why: string): void {
    this.#failure ??= this.#lost(why);
  }

  #pingLater(): void {
    this.#timers.after(pingEveryMs, () => {
      if (!this.isOpen) return;
      const cancel = this.#timers.after(pingTimeoutMs, () =>
        this.close(`no sign of life within ${pingTimeoutMs} ms`),
      );
      const isSent = this.#session.ping(() => {
        cancel();
        this.#pingLater();
      });
      if (!isSent) this.close('too many pings wait');
    });
  }
}

/** gRPC escapes messages as URLs are; a proxy may not. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** In the words of v1.24's client. */
function notConnected(url: string, why: string): string {
  return `rpc error: code = Unavailable desc = connection error: desc = "transport: ${url}: ${why}"`;
}
