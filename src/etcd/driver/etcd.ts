/** A cluster of etcd: the calls of its API that Kubernetes needs, to whichever member answers. */
import type { WallTimers } from '#clock';
import { Connection, type EtcdTls } from './connection.ts';
import { codes, EtcdError } from './error.ts';
import {
  longIn,
  numberIn,
  rangeMessage,
  readRange,
  readTxn,
  readWatch,
  textIn,
  txnMessage,
  watchMessage,
  type RangeAnswer,
  type RangeRequest,
  type TxnAnswer,
  type TxnRequest,
  type WatchAnswer,
} from './messages.ts';
import { Message } from './protobuf.ts';

export interface EtcdOptions {
  /** Of its members, such as `http://127.0.0.1:2379`; at least one. */
  readonly urls: readonly string[];
  readonly tls?: EtcdTls | undefined;
  readonly user?: { readonly name: string; readonly password: string } | undefined;
  readonly timers: WallTimers;
  /** How long a call may take, ms. Default: 5,000. */
  readonly timeoutMs?: number;
}

export interface FollowedWatch {
  /** Of all keys in [key, end). */
  readonly key: string;
  readonly end: string;
  /** The first revision to deliver. */
  readonly start: number;
  onAnswer(answer: WatchAnswer): void;
  /** Called once: it was refused, or its connection is lost. */
  onEnd(error: EtcdError): void;
}

const usualTimeoutMs = 5000;

export class Etcd {
  readonly #options: EtcdOptions;
  readonly #timeoutMs: number;
  /** Index of the member that is connected, or tried next. */
  #member = 0;
  #connecting: Promise<Connection> | undefined;
  #token = '';
  #isClosed = false;

  constructor(options: EtcdOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? usualTimeoutMs;
  }

  async range(request: RangeRequest): Promise<RangeAnswer> {
    return readRange(await this.#read('KV/Range', rangeMessage(request)));
  }

  /** All keys of a range at one revision, a page at a time. @throws {EtcdError} */
  async *pages(request: RangeRequest & { readonly limit: number }): AsyncGenerator<RangeAnswer> {
    let { key, revision } = request;
    for (;;) {
      const page = await this.range({ ...request, key, revision });
      yield page;
      if (!page.more) return;
      revision ??= page.revision;
      key = `${page.found.at(-1)!.key}\0`;
    }
  }

  /** Never sent twice: a transaction whose answer is lost may have been carried out. */
  async txn(request: TxnRequest): Promise<TxnAnswer> {
    return readTxn(await this.#call('KV/Txn', txnMessage(request)));
  }

  async compact(revision: number): Promise<void> {
    await this.#call('KV/Compact', new Message().number(1, revision));
  }

  /** @returns its id */
  async grantLease(seconds: number): Promise<bigint> {
    return longIn(await this.#call('Lease/LeaseGrant', new Message().number(1, seconds)), 2);
  }

  /** @returns how many seconds it lasts from now; 0: it has run out */
  async renewLease(id: bigint): Promise<number> {
    return numberIn(await this.#call('Lease/LeaseKeepAlive', new Message().number(1, id)), 3);
  }

  /** Ends a lease, and deletes its keys. */
  async revokeLease(id: bigint): Promise<void> {
    await this.#call('Lease/LeaseRevoke', new Message().number(1, id));
  }

  /** The version of the member, such as 3.4.23. */
  async version(): Promise<string> {
    return textIn(await this.#read('Maintenance/Status', new Message()), 2);
  }

  /** Watches until the returned function is called, or it ends. */
  watch({ key, end, start, onAnswer, onEnd }: FollowedWatch): () => void {
    let stop: (() => void) | undefined;
    let isOver = false;
    const over = (error: EtcdError): void => {
      if (isOver) return;
      isOver = true;
      stop?.();
      onEnd(error);
    };
    const open = async (): Promise<void> => {
      const connection = await this.#connected();
      if (isOver) return;
      const body = watchMessage(key, end, start).finish();
      stop = connection.follow('/etcdserverpb.Watch/Watch', body, this.#token, {
        answer: (bytes) => {
          if (!isOver) attempt(() => onAnswer(this.#noteExpiry(readWatch(bytes))), over);
        },
        end: (error) => {
          this.#check(error, connection);
          over(error);
        },
      });
    };
    open().catch((error: unknown) => over(asEtcdError(error)));
    return () => {
      isOver = true;
      stop?.();
    };
  }

  /** A watch is refused, not answered with an error, when its token is no longer valid. */
  #noteExpiry(answer: WatchAnswer): WatchAnswer {
    if (answer.isCanceled && answer.compacted === 0) this.#token = '';
    return answer;
  }

  close(): void {
    this.#isClosed = true;
    void this.#connecting?.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  /** A call that changes nothing is tried with each member. */
  async #read(path: string, body: Message): Promise<Buffer> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#call(path, body);
      } catch (error) {
        const isUnavailable = error instanceof EtcdError && error.code === codes.unavailable;
        if (!isUnavailable || tries >= this.#options.urls.length + 1) throw error;
      }
    }
  }

  async #call(path: string, body: Message): Promise<Buffer> {
    const bytes = body.finish();
    try {
      return await this.#send(path, bytes);
    } catch (error) {
      // A token lasts for minutes, or until its member restarts: the call was not carried out.
      if (this.#token === '' || !isTokenRefused(error)) throw error;
      this.#token = '';
      return await this.#send(path, bytes);
    }
  }

  async #send(path: string, bytes: Uint8Array): Promise<Buffer> {
    const connection = await this.#connected();
    try {
      return await connection.call(`/etcdserverpb.${path}`, bytes, this.#token, this.#timeoutMs);
    } catch (error) {
      this.#check(error, connection);
      throw error;
    }
  }

  /** After an error that another member may not have, the next call goes to that one. */
  #check(error: unknown, connection: Connection): void {
    if (!(error instanceof EtcdError)) return;
    const { unavailable, deadlineExceeded } = codes;
    if (error.code !== unavailable && error.code !== deadlineExceeded) return;
    if (connection.isOpen && this.#options.urls.length === 1) return;
    connection.close();
  }

  async #connected(): Promise<Connection> {
    this.#connecting ??= this.#connect();
    try {
      const connection = await this.#connecting;
      if (connection.isOpen) return await this.#authenticated(connection);
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
    this.#connecting = undefined;
    this.#member++;
    return this.#connected();
  }

  /** To the first member that can be reached. */
  async #connect(): Promise<Connection> {
    const { urls, tls, timers } = this.#options;
    let failure: unknown;
    for (let tries = 0; tries < urls.length && !this.#isClosed; tries++) {
      try {
        return await Connection.open(urls[this.#member % urls.length]!, { tls, timers });
      } catch (error) {
        failure = error;
        this.#member++;
      }
    }
    throw failure ?? new EtcdError(codes.unavailable, 'the connection to etcd was closed');
  }

  async #authenticated(connection: Connection): Promise<Connection> {
    const { user } = this.#options;
    if (user === undefined || this.#token !== '') return connection;
    const body = new Message().bytes(1, user.name).bytes(2, user.password).finish();
    const answer = await connection.call(
      '/etcdserverpb.Auth/Authenticate',
      body,
      '',
      this.#timeoutMs,
    );
    this.#token = textIn(answer, 2);
    return connection;
  }
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof EtcdError && error.code === codes.unauthenticated;
}

function attempt(work: () => void, failed: (error: EtcdError) => void): void {
  try {
    work();
  } catch (error) {
    failed(asEtcdError(error));
  }
}

function asEtcdError(error: unknown): EtcdError {
  return error instanceof EtcdError ? error : new EtcdError(codes.unavailable, String(error));
}
