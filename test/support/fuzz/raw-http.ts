/**
 * An HTTP client that sends any bytes, and takes nothing for an answer that is not HTTP/1.1 to the
 * letter. What it is sent by a server under test has to be read without good will.
 */
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { machineTimers } from '#clock';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; of repeated ones the values in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Of a stream: what of it had come with the headers. */
  readonly body: Buffer;
  /** Chunked: continues, perhaps without end. */
  readonly isStream: boolean;
}

/** The server's bytes are not HTTP. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

const headEnd = Buffer.from('\r\n\r\n');
/** Nothing of what is sent here keeps a server busy for so long, ms. */
const usualPatience = 20_000;

export interface RawOptions {
  readonly isSecure?: boolean;
  /** How long an answer may take, ms. */
  readonly timeoutMs?: number;
}

/** A connection, for one request after the other. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #timers = machineTimers();
  readonly #patience: number;
  #received: Buffer = Buffer.alloc(0);
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor(port: number, { isSecure = false, timeoutMs = usualPatience }: RawOptions = {}) {
    this.#patience = timeoutMs;
    const host = '127.0.0.1';
    this.#socket = isSecure
      ? connectSecurely({ port, host, rejectUnauthorized: false })
      : connect({ port, host, noDelay: true });
    this.#socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#wake?.();
    });
    const over = (): void => {
      this.#isOver = true;
      this.#wake?.();
    };
    this.#socket.on('end', over);
    this.#socket.on('error', over);
    this.#socket.on('close', over);
  }

  /** The other side has no more to say. */
  get isOver(): boolean {
    return this.#isOver;
  }

  send(bytes: Buffer): void {
    if (!this.#isOver) this.#socket.write(bytes);
  }

  /** Ends this side's half; the other may still answer. */
  finish(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Resolves once the connection stands, and what was sent before is on its way. */
  async connected(): Promise<void> {
    if (this.#socket.connecting) {
      await new Promise((resolve) => this.#socket.once('connect', resolve));
    }
  }

  /** Breaks the connection off, which the other side sees as an error. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Reads nothing any more until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /**
   * The next answer; undefined when the other side ends the connection without one.
   * @throws {BadAnswer}
   */
  async receive(isHead = false): Promise<RawAnswer | undefined> {
    const cancel = this.#timers.after(this.#patience, () =>
      this.#socket.destroy(new Error('no answer')),
    );
    try {
      for (;;) {
        const answer = this.#take(isHead);
        // 100 Continue announces the answer and is none.
        if (answer !== undefined && answer.status !== 100) return answer;
        if (answer !== undefined) continue;
        if (!(await this.#more())) {
          const last = this.#take(isHead);
          if (last !== undefined) return last;
          break;
        }
      }
    } finally {
      cancel();
    }
    if (this.#received.length > 0) throw new BadAnswer(`cut off: ${show(this.#received)}`);
    return undefined;
  }

  /** All bytes up to this text or these bytes, with them; or up to the end of the connection. */
  async readUntil(text: string | Buffer): Promise<Buffer> {
    let looked = 0;
    for (;;) {
      const found = this.#received.indexOf(text, looked);
      if (found >= 0) {
        const end = found + Buffer.byteLength(text);
        const all = this.#received.subarray(0, end);
        this.#received = this.#received.subarray(end);
        return all;
      }
      looked = Math.max(0, this.#received.length - text.length);
      if (!(await this.#more())) return this.drain();
    }
  }

  /** All bytes up to the end of the connection. */
  async drain(): Promise<Buffer> {
    while (await this.#more()) continue;
    const all = this.#received;
    this.#received = Buffer.alloc(0);
    return all;
  }

  /** Waits until there is something more to read; false at the end. */
  async #more(): Promise<boolean> {
    if (this.#isOver) return false;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
    return true;
  }

  /** Undefined: not all of it has come. */
  #take(isHead: boolean): RawAnswer | undefined {
    const end = this.#received.indexOf(headEnd);
    if (end < 0) return undefined;
    const { status, headers } = readHead(this.#received.toString('latin1', 0, end));
    const rest = this.#received.subarray(end + headEnd.length);
    const length = bodyLength(status, headers, isHead);
    if (length === undefined) {
      this.#received = Buffer.alloc(0);
      return { status, headers, body: rest, isStream: true };
    }
    if (rest.length < length) {
      const isWhole = length === Infinity && this.#isOver;
      if (!isWhole) return undefined;
    }
    this.#received = rest.subarray(length);
    return { status, headers, body: rest.subarray(0, length), isStream: false };
  }
}

function readHead(text: string): Pick<RawAnswer, 'status' | 'headers'> {
  const [first = '', ...lines] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/.exec(first)?.[1]);
  if (!(status > 0)) throw new BadAnswer(`status line: ${JSON.stringify(first)}`);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    if (name === undefined) throw new BadAnswer(`header: ${JSON.stringify(line)}`);
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value!]);
  }
  return { status, headers };
}

/** Undefined for a body in chunks; Infinity for one that ends with the connection. */
function bodyLength(
  status: number,
  headers: RawAnswer['headers'],
  isHead: boolean,
): number | undefined {
  if (isHead || status === 204 || status === 304 || status < 200) return 0;
  if (headers.get('transfer-encoding')?.[0] === 'chunked') return undefined;
  if (!headers.has('content-length') && headers.get('connection')?.[0] === 'close') return Infinity;
  const [length = '', ...others] = headers.get('content-length') ?? [];
  if (others.length > 0 || !/^\d+$/.test(length)) {
    throw new BadAnswer(`content-length: ${JSON.stringify([length, ...others])}`);
  }
  return Number(length);
}

function show(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, 200));
}
