import { describe, expect, it } from 'vitest';
import { withGrowth } from '#view';
import { largeRecord } from '../../../bench/support/large-record.ts';
import { packed, received, sent, unpacked } from '../../../ui/engine/packed.ts';
import { Session, type OpenRun } from '../../../ui/engine/session.ts';

const WRITES = 30_000;

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe('a long record', () => {
  const text = largeRecord(WRITES);

  it('is opened with its beginning, and is the same when it is read to its end', async () => {
    const session = new Session();
    const parts: number[] = [];
    const progress = (part: number): void => void parts.push(part);
    let { part, ...run } = await session.open(inPieces(text, 1 << 16), progress);
    const beginning = run.summary;
    expect(part).toBeLessThan(0.5);
    expect(beginning.writes.length).toBeLessThan(WRITES / 2);
    expect(() => session.record(run.id)).toThrow('not read to its end');
    const sizes = [beginning.writes.length];
    while (part < 1) {
      const { part: next, ...growth } = await session.more(run.id, progress);
      run = { ...run, ...withGrowth(run, growth) };
      part = next;
      sizes.push(run.summary.writes.length);
    }
    expect(sizes.length).toBeGreaterThan(2);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    const whole = await wholeOf(text);
    expect(run).toEqual({ ...whole, id: run.id });
    expect(() => session.record(run.id)).not.toThrow();
    await expect(session.more(run.id)).rejects.toThrow('read to its end');
  });

  it('says what is wrong behind its beginning, and keeps what is read', async () => {
    const session = new Session();
    const run = await session.open(inPieces(text.slice(0, -1000), 1 << 16));
    const toEnd = async (): Promise<void> => {
      for (let { part } = run; part < 1;) ({ part } = await session.more(run.id));
    };
    await expect(toEnd()).rejects.toThrow('a run record, found one that ends too early');
    expect(session.scene(run.id, 1000).nodes).toHaveLength(50);
  });
});

describe('writes on their way to the page', async () => {
  const run = await wholeOf(largeRecord(2_000));
  const { writes } = run.summary;

  it('are the same there', () => {
    const hooked = writes.map((write, at) =>
      at % 7 === 0 ? { ...write, webhooks: ['w'] } : write,
    );
    expect(unpacked(structuredClone(packed(hooked)))).toEqual(hooked);
  });

  it.each([
    ['open', run],
    ['more', { writes, events: [], part: 1 }],
    ['why', { steps: [] }],
  ] as const)('stand beside the result of %s', (ask, result) => {
    const answer = structuredClone(sent(ask, result));
    expect(answer.writes !== undefined).toBe(ask !== 'why');
    expect(JSON.stringify(answer.result)).not.toContain('readyReplicas 1→2');
    expect(received(answer)).toEqual(result);
  });
});

async function wholeOf(text: string): Promise<OpenRun> {
  const session = new Session();
  let { part, ...run } = await session.open(inPieces(text, text.length));
  while (part < 1) {
    const { part: next, ...growth } = await session.more(run.id);
    run = { ...run, ...withGrowth(run, growth) };
    part = next;
  }
  return run;
}
