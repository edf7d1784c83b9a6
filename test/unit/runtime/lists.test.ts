/** Small tools of controllers: lists in an order of their own, and pods by what they use. */
import { describe, expect, it } from 'vitest';
import type { Pod, Service } from '#types';
import { byDigest, digestOf } from '../../../src/runtime/by-digest.ts';
import { Fifo } from '../../../src/runtime/fifo.ts';
import { addClaimIndex, podsUsing } from '../../../src/runtime/pods-by-claim.ts';
import { addNodeIndex, podsOnNode } from '../../../src/runtime/pods-by-node.ts';
import { TriggerTimes } from '../../../src/runtime/trigger-times.ts';

describe('by digest', () => {
  it('are sorted by the digests of what they are dumped as', () => {
    const values = ['a', 'b', 'c', 'd', 'e', 'f'];
    const sorted = byDigest(values, (value) => value);
    const digests = sorted.map(digestOf);
    expect(digests).toEqual(values.map(digestOf).toSorted());
    expect(sorted).not.toEqual(values);
    expect(byDigest([3, 3, 1], String)).toHaveLength(3);
  });

  it('stay in their order where they are dumped alike', () => {
    expect(byDigest([1, 2, 3], () => 'x')).toEqual([1, 2, 3]);
  });

  it('are left alone where there is nothing to sort', () => {
    const never = (): string => {
      throw new Error('dumped');
    };
    for (const values of [[], [1]]) expect(byDigest(values, never)).toBe(values);
  });
});

describe('first in, first out', () => {
  const filled = (count: number): Fifo<number> => {
    const fifo = new Fifo<number>();
    for (let i = 0; i < count; i++) fifo.push(i);
    return fifo;
  };

  it('takes the oldest', () => {
    const fifo = filled(3);
    expect([fifo.shift(), [...fifo], fifo.length]).toEqual([0, [1, 2], 2]);
    expect([fifo.shift(), fifo.shift(), fifo.shift(), fifo.length]).toEqual([1, 2, undefined, 0]);
    fifo.push(9);
    expect([...fifo]).toEqual([9]);
  });

  it('is the same after thousands were taken', () => {
    const fifo = filled(2100);
    for (let i = 0; i < 1100; i++) expect(fifo.shift()).toBe(i);
    expect([fifo.length, [...fifo][0], fifo.take(2)]).toEqual([1000, 1100, 1102]);
    fifo.push(7);
    expect([fifo.length, [...fifo].at(-1), fifo.shift(), fifo.shift(), fifo.shift()]).toEqual([
      ...[1000, 7, 1100, 1101, 1103],
    ]);
  });

  it('takes any other, too', () => {
    const fifo = filled(4);
    fifo.shift();
    expect([fifo.take(1), [...fifo]]).toEqual([2, [1, 3]]);
    expect([fifo.take(2), fifo.take(0), [...fifo]]).toEqual([undefined, 1, [3]]);
    fifo.clear();
    expect([fifo.length, fifo.shift(), [...fifo]]).toEqual([0, undefined, []]);
  });
});

describe('pods', () => {
  const indexes = new Map<string, (pod: Pod) => readonly string[]>();
  const informer = {
    addIndex: (name: string, keysOf: (pod: Pod) => readonly string[]) => indexes.set(name, keysOf),
  } as never;
  const pod = (spec: object): Pod =>
    ({ metadata: { name: 'web', namespace: 'default' }, spec }) as unknown as Pod;
  const claim = { persistentVolumeClaim: { claimName: 'data' } };
  const all = [
    pod({ nodeName: 'n', volumes: [{ name: 'v', ...claim }] }),
    pod({ nodeName: '', volumes: [] }),
    pod({}),
  ];
  const lister = {
    byIndex: (name: string, key: string) =>
      all.filter((each) => indexes.get(name)!(each).includes(key)),
  } as never;

  it('are found by their node and their claims', () => {
    addNodeIndex(informer);
    addClaimIndex(informer);
    expect(indexes.size).toBe(2);
    expect([podsOnNode(lister, 'n'), podsOnNode(lister, ''), podsOnNode(lister, 'm')]).toEqual([
      ...[[all[0]], [], []],
    ]);
    const named = (name: string) => ({ metadata: { name, namespace: 'default' } }) as never;
    expect(podsUsing(lister, named('data'))).toEqual([all[0]]);
    expect(podsUsing(lister, named('other'))).toEqual([]);
  });
});

describe('the time of the change that led to endpoints', () => {
  const at = (second: number): string => `2026-01-01T00:00:0${second}Z`;
  const service = (second: number): Service =>
    ({ metadata: { creationTimestamp: at(second) } }) as Service;
  const pod = (name: string, second?: number): Pod => {
    const ready = { type: 'Ready', status: 'True', lastTransitionTime: second && at(second) };
    return { metadata: { name }, status: { conditions: [ready] } } as unknown as Pod;
  };

  it('is the earliest since the last call', () => {
    const times = new TriggerTimes();
    const next = (second: number, ...pods: readonly Pod[]): string | undefined =>
      times.next('a', service(second), pods);
    expect(next(1, pod('x', 5))).toBe(at(1));
    expect(next(1, pod('x', 5))).toBeUndefined();
    expect(next(1, pod('x', 7), pod('y', 6))).toBe(at(6));
    expect(next(1, pod('y', 6), pod('x', 8))).toBe(at(8));
    expect(next(1, pod('z'), pod('x', 9))).toBe(at(9));
    // It was not there at the last call.
    expect(next(1, pod('y', 6))).toBe(at(6));
    expect(next(2, pod('y', 7))).toBe(at(2));
    times.forget('a');
    expect(next(3, pod('y', 2))).toBe(at(3));
    expect(times.next('b', service(4), [])).toBe(at(4));
  });
});
