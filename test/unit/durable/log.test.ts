/** Records on their way to a file, which does what the test says. */
import type { FileHandle } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Log, type LogOptions } from '../../../src/durable/log.ts';

/** Notes what is done to it; takes only a part of what is to be written at once. */
class File {
  bytes = Buffer.alloc(0);
  readonly calls: string[] = [];
  failing: Error | undefined;
  readonly #name: string;
  readonly #most: number;

  constructor(name: string, start = '', most = Infinity) {
    this.#name = name;
    this.#most = most;
    this.bytes = Buffer.from(start);
  }

  get end(): number {
    return this.bytes.length;
  }

  get text(): string {
    return this.bytes.toString();
  }

  readonly file = {
    write: (bytes: Buffer, from: number, length: number, at: number) => {
      this.#note('write');
      const bytesWritten = Math.min(length, this.#most);
      const part = bytes.subarray(from, from + bytesWritten);
      this.bytes = Buffer.concat([this.bytes.subarray(0, at), part]);
      return Promise.resolve({ bytesWritten });
    },
    datasync: () => Promise.resolve(this.#note('flush')),
    close: () => Promise.resolve(this.#note('close')),
  } as unknown as FileHandle;

  #note(call: string): void {
    if (this.failing !== undefined) throw this.failing;
    this.calls.push(call);
  }

  get logFile() {
    return { file: this.file, path: `/data/${this.#name}`, end: this.end };
  }
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await Promise.resolve();
}

function logRig(file = new File('one', 'head'), more: Partial<LogOptions> = {}) {
  const seen: string[] = [];
  let waiting: (() => void)[] = [];
  const log = new Log({
    ...file.logFile,
    isFlushed: true,
    turn: () => new Promise((resolve) => waiting.push(resolve)),
    confirm: () => undefined,
    onWritten: () => seen.push('written'),
    onFailure: (error) => seen.push(error.message),
    ...more,
  });
  const turn = async (): Promise<void> => {
    const now = waiting;
    waiting = [];
    for (const resolve of now) resolve();
    await settled();
  };
  const append = (...texts: readonly string[]): void => {
    for (const text of texts) log.append(() => Buffer.from(text));
  };
  return { log, file, seen, append, turn, isWaiting: () => waiting.length > 0 };
}

/** Whether a promise has resolved, and to what; or why it has not been kept. */
async function stateOf(promise: Promise<unknown> | undefined): Promise<string> {
  if (promise === undefined) return 'nothing to wait for';
  let state = 'waits';
  promise.then(
    () => (state = 'kept'),
    (error: Error) => (state = error.message),
  );
  await settled();
  return state;
}

describe('a log', () => {
  it('writes the records of a turn together, with one flush', async () => {
    const { log, file, seen, append, turn, isWaiting } = logRig();
    expect(await stateOf(log.awaitDurable())).toBe('nothing to wait for');
    append('a', 'b');
    const kept = log.awaitDurable();
    expect(await stateOf(kept)).toBe('waits');
    expect([file.calls, log.size]).toEqual([[], 4]);
    await turn();
    expect(await stateOf(kept)).toBe('kept');
    expect([file.text, file.calls, log.size]).toEqual(['headab', ['write', 'flush'], 6]);
    expect([seen, isWaiting()]).toEqual([['written'], false]);
    expect(await stateOf(log.awaitDurable())).toBe('nothing to wait for');
    append('c');
    await turn();
    expect([file.text, log.size, seen.length]).toEqual(['headabc', 7, 2]);
  });

  it('leaves flushes to the system where it may', async () => {
    const { file, append, turn } = logRig(new File('one'), { isFlushed: false });
    append('a');
    await turn();
    expect(file.calls).toEqual(['write']);
  });

  it('makes bytes of a record when it is written', async () => {
    const { log, file, turn } = logRig();
    let text = 'early';
    log.append(() => Buffer.from(text));
    text = 'late';
    await turn();
    expect(file.text).toBe('headlate');
  });

  it('writes as often as a file takes only a part', async () => {
    const { log, file, append, turn } = logRig(new File('one', 'head', 3));
    append('abcdefgh');
    await turn();
    expect(file.text).toBe('headabcdefgh');
    expect(file.calls).toEqual(['write', 'write', 'write', 'flush']);
    expect(log.size).toBe(12);
  });

  it('waits with what comes while it writes for the next turn', async () => {
    const { log, file, append, turn, seen } = logRig();
    log.append(() => {
      append('later');
      return Buffer.from('a');
    });
    await turn();
    expect(file.text).toBe('heada');
    const kept = log.awaitDurable();
    expect(await stateOf(kept)).toBe('waits');
    await turn();
    expect([await stateOf(kept), file.text, seen.length]).toEqual(['kept', 'headalater', 2]);
  });

  it('is kept when the batch under way is', async () => {
    const { log, append, turn } = logRig();
    let during: Promise<unknown> | undefined;
    log.append(() => {
      during = log.awaitDurable();
      return Buffer.from('a');
    });
    append('b');
    await turn();
    expect(await stateOf(during)).toBe('kept');
  });

  it('ends when all is written, and closes its file', async () => {
    const { log, file, append, turn } = logRig();
    append('a');
    const closed = log.close();
    expect(await stateOf(closed)).toBe('waits');
    await turn();
    expect(await stateOf(closed)).toBe('kept');
    expect(file.calls).toEqual(['write', 'flush', 'close']);
  });
});

describe('a log that continues in another file', () => {
  it('has what came before in the first, on the disk, and what comes then in the other', async () => {
    const first = new File('one', 'head');
    const { log, append, turn } = logRig(first, { isFlushed: false });
    const second = new File('two', 'second');
    append('a');
    const begun = log.continueIn(() => {
      // The first is whole when the second is made.
      expect([first.text, first.calls]).toEqual(['heada', ['write', 'flush']]);
      return Promise.resolve(second.logFile);
    });
    append('b');
    await turn();
    expect(await stateOf(begun)).toBe('kept');
    expect([first.text, second.text]).toEqual(['heada', 'secondb']);
    expect([first.calls, second.calls]).toEqual([['write', 'flush', 'close'], ['write']]);
    expect(log.size).toBe(second.end);
  });

  it('begins with it even if nothing is to be written', async () => {
    const { log, file, turn, append } = logRig();
    const second = new File('two');
    const begun = log.continueIn(() => Promise.resolve(second.logFile));
    expect(await stateOf(log.awaitDurable())).toBe('waits');
    await turn();
    expect(await stateOf(begun)).toBe('kept');
    expect([file.calls, log.size]).toEqual([['flush', 'close'], 0]);
    append('a');
    await turn();
    expect(second.text).toBe('a');
  });
});

describe('a log that cannot be written', () => {
  it('says so once, loses all that waits, and takes nothing more', async () => {
    const { log, file, seen, append, turn, isWaiting } = logRig();
    file.failing = new Error('the disk is full');
    log.append(() => {
      append('next');
      return Buffer.from('a');
    });
    const first = log.awaitDurable();
    await turn();
    const why = expect.stringContaining('the disk is full') as string;
    expect(await stateOf(first)).toEqual(why);
    expect(await stateOf(log.awaitDurable())).toEqual(why);
    expect([seen, isWaiting()]).toEqual([[why], false]);
    expect(seen[0]).toContain('/data/one');
    file.failing = undefined;
    append('more');
    expect(isWaiting()).toBe(false);
    expect(await stateOf(log.continueIn(() => Promise.resolve(file.logFile)))).toEqual(why);
    expect([file.text, file.calls, log.size]).toEqual(['head', [], 4]);
    await log.close();
  });

  it('loses what comes while it fails', async () => {
    const { log, file, append, turn } = logRig();
    let later: Promise<unknown> | undefined;
    log.append(() => {
      append('next');
      later = log.awaitDurable();
      file.failing = new Error('it is gone');
      return Buffer.from('a');
    });
    await turn();
    expect(await stateOf(later)).toContain('it is gone');
  });

  it('fails where the next file cannot be made', async () => {
    const { log, seen, append, turn } = logRig();
    append('a');
    const begun = log.continueIn(() => Promise.reject(new Error('no place')));
    await turn();
    expect(await stateOf(begun)).toContain('no place');
    expect(seen).toHaveLength(1);
  });
});
