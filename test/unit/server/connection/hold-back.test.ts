/** What is written to clients waits until what it shows is kept, and may be slow or cut. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cutInHalf, throttle } from '../../../../src/server/faults/broken-answer.ts';
import { drained } from '../../../../src/server/connection/drained.ts';
import { heldBack, holdBack } from '../../../../src/server/connection/hold-back.ts';
import { microtasks } from '../../../support/fake-clock.ts';
import { PassThrough } from 'node:stream';

/** What is to be kept; each call waits for the test. */
class Keeping {
  readonly #waiting: { resolve: () => void; reject: () => void }[] = [];
  isKept = false;

  readonly kept = (): Promise<void> | undefined =>
    this.isKept
      ? undefined
      : new Promise<void>((resolve, reject) => {
          this.#waiting.push({ resolve, reject: () => reject(new Error('disk')) });
        });

  async next(isDone = true): Promise<void> {
    const { resolve, reject } = this.#waiting.shift()!;
    (isDone ? resolve : reject)();
    await microtasks(20);
  }
}

function sinkRig() {
  const log: string[] = [];
  const keeping = new Keeping();
  const sink = heldBack(
    {
      write: (bytes) => log.push(String(bytes)) > 1,
      drained: () => Promise.resolve(void log.push('drained')),
      end: () => void log.push('end'),
      cut: (bytes) => void log.push(`cut ${String(bytes)}`),
    },
    keeping.kept,
  );
  return { log, keeping, sink };
}

const bytes = (text: string): Buffer => Buffer.from(text);

describe('the events of a watch', () => {
  it('need not wait where all is kept', () => {
    const { log, keeping, sink } = sinkRig();
    keeping.isKept = true;
    expect([sink.write(bytes('a')), sink.write(bytes('b'))]).toEqual([false, true]);
    sink.cut(bytes('c'));
    sink.end();
    expect(log).toEqual(['a', 'b', 'cut c', 'end']);
  });

  it('wait, and keep their order', async () => {
    const { log, keeping, sink } = sinkRig();
    expect(sink.write(bytes('a'))).toBe(false);
    sink.cut(bytes('b'));
    // By itself this need not wait.
    keeping.isKept = true;
    expect(sink.write(bytes('c'))).toBe(false);
    sink.end();
    const room = sink.drained();
    await microtasks(20);
    expect(log).toEqual([]);
    await keeping.next();
    expect(log).toEqual(['a']);
    await keeping.next();
    await room;
    expect(log).toEqual(['a', 'cut b', 'c', 'end', 'drained']);
    expect(sink.write(bytes('d'))).toBe(true);
  });

  it('are not sent when they cannot be kept', async () => {
    const { log, keeping, sink } = sinkRig();
    sink.write(bytes('a'));
    await keeping.next(false);
    expect(log).toEqual(['cut ']);
  });
});

describe('an answer', () => {
  function rig() {
    const log: string[] = [];
    const keeping = new Keeping();
    const res = {
      write: (...args: readonly unknown[]) => log.push(`write ${args.join(' ')}`) > 1,
      end(...args: readonly unknown[]) {
        log.push(`end ${args.join(' ')}`);
        return res;
      },
      destroy: () => log.push('destroy'),
    } as unknown as ServerResponse;
    holdBack(res, keeping.kept);
    return { log, keeping, res };
  }

  it('need not wait where all is kept', () => {
    const { log, keeping, res } = rig();
    keeping.isKept = true;
    expect([res.write('a', 'utf8'), res.write('b')]).toEqual([false, true]);
    expect(res.end('c')).toBe(res);
    expect(log).toEqual(['write a utf8', 'write b', 'end c']);
  });

  it('waits, and keeps its order', async () => {
    const { log, keeping, res } = rig();
    expect(res.write('a')).toBe(true);
    expect(res.end('b', 'utf8')).toBe(res);
    expect(log).toEqual([]);
    await keeping.next();
    expect(log).toEqual(['write a']);
    await keeping.next();
    expect(log).toEqual(['write a', 'end b utf8']);
  });

  it('breaks off when it cannot be kept', async () => {
    const { log, keeping, res } = rig();
    res.end('a');
    await keeping.next(false);
    expect(log).toEqual(['destroy']);
  });
});

describe('an answer that is cut', () => {
  it.each<[string, (res: ServerResponse) => void, string]>([
    ['as text', (res) => void res.write('abcde'), 'ab'],
    ['as bytes', (res) => void res.end(Buffer.from('abcd')), 'ab'],
    ['without a body', (res) => void res.end(), ''],
    ['in two parts', (res) => void (res.write('ab'), res.end('cd')), 'a'],
  ])('%s sends half of its first part', (_, answer, sent) => {
    const log: string[] = [];
    const res = {
      write(chunk: Buffer, encoding: string, done: () => void) {
        log.push(`${String(chunk)} ${encoding}`);
        done();
        return true;
      },
      end: () => log.push('end'),
      destroy: () => log.push('destroy'),
    } as unknown as ServerResponse;
    cutInHalf(res);
    answer(res);
    expect(log).toEqual([`${sent} utf8`, 'destroy']);
  });
});

describe('a slow answer', () => {
  it('is sent in parts, each after its time', async () => {
    const due: { readonly ms: number; readonly run: () => void }[] = [];
    const timers = {
      after(ms: number, run: () => void) {
        due.push({ ms, run });
        return () => undefined;
      },
    };
    const socket = new PassThrough();
    const seen: string[] = [];
    socket.on('data', (chunk: Buffer) => seen.push(String(chunk)));
    const res = Object.assign(new PassThrough(), { socket }) as unknown as ServerResponse;
    throttle(res, 40, timers as never);
    socket.write('abcde', 'latin1');
    for (const [ms, text] of [
      [50, 'ab'],
      [50, 'abcd'],
      [25, 'abcde'],
    ] as const) {
      expect(due.map((each) => each.ms)).toEqual([ms]);
      due.shift()!.run();
      await microtasks();
      expect(seen.join('')).toBe(text);
    }
    expect(due).toEqual([]);
    socket.write(Buffer.from('x'));
    socket.write('y');
    expect(due.map(({ ms }) => ms)).toEqual([25]);
    // A client that is gone needs nothing more.
    socket.destroy();
    due.shift()!.run();
    expect(seen.join('')).toBe('abcde');
  });

  it('sends a byte at least, and only while it lasts', async () => {
    const due: number[] = [];
    const timers = { after: (ms: number) => (due.push(ms), () => undefined) };
    const socket = new PassThrough();
    const res = Object.assign(new PassThrough(), { socket }) as unknown as ServerResponse;
    throttle(res, 2, timers as never);
    socket.write('ab');
    expect(due).toEqual([500]);
    res.destroy();
    await new Promise((resolve) => res.on('close', resolve));
    expect(Object.hasOwn(socket, '_write') || Object.hasOwn(socket, '_writev')).toBe(false);
    const gone = Object.assign(new PassThrough(), { socket: null }) as unknown as ServerResponse;
    expect(() => throttle(gone, 2, timers as never)).not.toThrow();
  });
});

describe('room for more', () => {
  const full = () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    stream.write('ab');
    return stream;
  };

  it('is there at once where little waits, or no client is left', async () => {
    await drained(new PassThrough() as unknown as ServerResponse);
    const gone = full();
    gone.destroy();
    await drained(gone as unknown as ServerResponse);
  });

  it.each(['drain', 'close'])('comes with %s', async (event) => {
    const [res, to] = [new PassThrough(), full()];
    let isThere = false;
    const room = drained(res as unknown as ServerResponse, to).then(() => (isThere = true));
    await microtasks();
    expect(isThere).toBe(false);
    (event === 'drain' ? to : res).emit(event);
    await room;
    expect([to.listenerCount('drain'), res.listenerCount('close')]).toEqual([0, 0]);
  });
});
