import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Cause } from '#values';
import type { WorkQueue } from '#runtime';
import { Heap } from '../../../../controllers/scheduler/heap.ts';
import { candidateOf, type Candidate } from '../../../../controllers/scheduler/pod-info.ts';
import {
  SchedulingQueue,
  type QueuedPod,
} from '../../../../controllers/scheduler/scheduling-queue.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { makePod } from '../objects.ts';

const cause: Cause = { revision: 1 };
const refusedByFit = new Set(['NodeResourcesFit']);

function pod(name: string, priority = 0): Candidate {
  return candidateOf(makePod(name, { priority }));
}

/** A work queue that only notes which keys were woken, with client-go's one waiting slot per key. */
class Woken implements WorkQueue {
  readonly keys: string[] = [];
  readonly #slots = new Map<string, number>();
  readonly #clock: FakeClock;
  readonly length = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  add(key: string): void {
    if (!this.keys.includes(key)) this.keys.push(key);
  }

  addAfter(key: string, delayMs: number): void {
    const due = this.#clock.now() + delayMs;
    if ((this.#slots.get(key) ?? Infinity) <= due) return;
    this.#slots.set(key, due);
    this.#clock.after(
      delayMs,
      () => {
        if (this.#slots.get(key) !== due) return;
        this.#slots.delete(key);
        this.add(key);
      },
      { name: key },
    );
  }

  addWhenSettled(): void {
    throw new Error('never');
  }
  addRateLimited(): void {
    throw new Error('never');
  }
  forget(): void {
    throw new Error('never');
  }
  failures(): number {
    return 0;
  }
}

describe('SchedulingQueue', () => {
  let clock: FakeClock;
  let woken: Woken;
  let queue: SchedulingQueue;
  beforeEach(() => {
    clock = new FakeClock(500);
    woken = new Woken(clock);
    queue = new SchedulingQueue({ clock, work: woken });
  });

  /** Works off the keys as the scheduler does. */
  function takeAll(): readonly string[] {
    const taken: string[] = [];
    for (let key = woken.keys.shift(); key !== undefined; key = woken.keys.shift()) {
      const turn = queue.take(key);
      if (turn === 'after others') woken.add(key);
      else if (turn !== 'not yet') taken.push(turn.candidate.pod.metadata.name);
    }
    return taken;
  }

  function tryAndFail(key: string): QueuedPod {
    const turn = queue.take(key);
    if (turn === 'not yet' || turn === 'after others') throw new Error(turn);
    queue.putBack(turn, refusedByFit);
    return turn;
  }

  it('gives pods by priority, then by time, each once', () => {
    for (const [name, priority] of [
      ['a', 0],
      ['b', 5],
      ['c', 0],
      ['d', 9],
      ['e', 5],
    ] as const) {
      queue.add(pod(name, priority), cause);
    }
    expect(takeAll()).toEqual(['d', 'b', 'e', 'a', 'c']);
    expect(queue.has('default/a')).toBe(false);
  });

  it('forgets pods that are removed', () => {
    queue.add(pod('a', 9), cause);
    queue.add(pod('b'), cause);
    queue.remove('default/a');
    expect(takeAll()).toEqual(['b']);
  });

  it('counts tries and passes on who refused', () => {
    queue.add(pod('a'), cause);
    expect(tryAndFail('default/a').attempts).toBe(0);
    const seen: QueuedPod[] = [];
    queue.retryIf((waiting) => (seen.push(waiting), false), cause);
    expect(seen).toMatchObject([{ attempts: 1, refusedBy: refusedByFit, since: 500 }]);
  });

  it('doubles the back-off from 1 s to 10 s, and looks once a second', () => {
    queue.add(pod('a'), cause);
    woken.keys.shift();
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      clock.advance(100); // not on a full second of the queue
      tryAndFail('default/a');
      const failed = clock.now();
      queue.retryIf(() => true, cause);
      expect(takeAll()).toEqual([]);
      while (woken.keys.length === 0) clock.advance(100);
      waits.push(clock.now() - failed);
      woken.keys.length = 0;
    }
    expect(waits).toEqual([1900, 2900, 4900, 8900, 10_900, 10_900]);
  });

  it('tries at once on a change after the back-off', () => {
    queue.add(pod('a'), cause);
    woken.keys.shift();
    tryAndFail('default/a');
    clock.advance(1000);
    queue.retryIf(() => true, cause);
    expect(takeAll()).toEqual(['a']);
  });

  it('tries again after more than five minutes, and looks every 30 s', () => {
    queue.add(pod('a'), cause);
    woken.keys.shift();
    tryAndFail('default/a');
    clock.advance(329_999);
    expect(takeAll()).toEqual([]);
    clock.advance(1);
    expect(takeAll()).toEqual(['a']);
  });

  it('keeps its five minutes although an earlier wake-up is still under way', () => {
    queue.add(pod('a'), cause);
    woken.keys.shift();
    tryAndFail('default/a'); // to be woken at 330 s
    clock.advance(60_000);
    queue.retryIf(() => true, cause);
    tryAndFail(woken.keys.shift()!); // at 60 s: to be woken at 390 s
    clock.advance(329_999);
    expect(takeAll()).toEqual([]);
    clock.advance(1);
    expect(takeAll()).toEqual(['a']);
  });

  it('a change of a pod ends its wait, not its back-off', () => {
    queue.add(pod('a'), cause);
    woken.keys.shift();
    tryAndFail('default/a');
    queue.update(pod('a', 7), cause);
    expect(takeAll()).toEqual([]);
    clock.advance(1000);
    expect(takeAll()).toEqual(['a']);
  });

  it('a change of an active pod keeps its place in the row', () => {
    queue.add(pod('a'), cause);
    clock.advance(10);
    queue.add(pod('b'), cause);
    queue.update(pod('a'), cause);
    expect(takeAll()).toEqual(['a', 'b']);
  });
});

describe('Heap', () => {
  it('gives all members in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const heap = new Heap<number>((a, b) => a < b);
        for (const number of numbers) heap.push(number);
        const popped: number[] = [];
        for (let top = heap.pop(); top !== undefined; top = heap.pop()) popped.push(top);
        expect(popped).toEqual(numbers.toSorted((a, b) => a - b));
        expect(heap.peek()).toBeUndefined();
      }),
    );
  });
});
