import { describe, expect, it } from 'vitest';
import { KeyQueue } from '../../../src/runtime/work-queue.ts';
import { startWorkers } from '../../../src/runtime/workers.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';

const cause = { revision: 1 };

function setUp(count: number) {
  const clock = new FakeClock();
  const queue = new KeyQueue({ clock, name: 'q' });
  const log: string[] = [];
  const finish = new Map<string, () => void>();
  const start = () =>
    startWorkers({
      queue,
      count,
      work: ({ key }) => {
        log.push(`begin ${key}`);
        return new Promise((resolve) => {
          finish.set(key, () => {
            log.push(`end ${key}`);
            resolve();
          });
        });
      },
    });
  return { clock, queue, log, start, finish: (key: string) => finish.get(key)!() };
}

describe('startWorkers', () => {
  it('works on as many keys at once as told, in order', async () => {
    const { queue, log, start, finish, clock } = setUp(2);
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key, cause);
    start();
    await microtasks();
    expect(log).toEqual(['begin a', 'begin b']);
    finish('b');
    await microtasks();
    expect(log.slice(2)).toEqual(['end b', 'begin c']);
    finish('a');
    finish('c');
    await microtasks();
    expect(log.slice(4)).toEqual(['end a', 'end c', 'begin d']);
    finish('d');
    await microtasks();
    expect(clock.holds()).toBe(0);
  });

  it('never works on a key twice at once, even with workers to spare', async () => {
    const { queue, log, start, finish } = setUp(3);
    start();
    queue.add('a', cause);
    await microtasks();
    queue.add('a', cause);
    await microtasks();
    expect(log).toEqual(['begin a']);
    finish('a');
    await microtasks();
    expect(log).toEqual(['begin a', 'end a', 'begin a']);
  });

  it('begins nothing inside the call that adds a key', async () => {
    const { queue, log, start } = setUp(1);
    start();
    queue.add('a', cause);
    expect(log).toEqual([]);
    await microtasks();
    expect(log).toEqual(['begin a']);
  });
});
