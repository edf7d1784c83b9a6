/** How pods of a silent node are made not ready, and what happens when the API says no. */
import { expect, it } from 'vitest';
import { pod as podKind } from '#kinds';
import { conflict, internalError, notFound, staleWrite } from '#values';
import type { Pod } from '#types';
import { markNotReady } from '../../../../controllers/nodelifecycle/pods.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { listerOf } from '../handlers/recording.ts';
import { makePod } from '../objects.ts';
import { Recorded } from '../recorded.ts';

const podWith = (ready: string): Pod => {
  const lastTransitionTime = '2025-01-01T00:00:00Z';
  const conditions = [{ type: 'Ready', status: ready, lastTransitionTime }];
  return { ...makePod('web'), status: { phase: 'Running', conditions } } as Pod;
};

async function mark(pod: Pod, error?: Error) {
  const { done, tools } = new Recorded({
    'update Pod': (object) => {
      if (error !== undefined) throw error;
      return object;
    },
  });
  const clock = new FakeClock(1_767_225_600_000);
  const result = await markNotReady('default/web', listerOf([pod]), clock, tools);
  return { done, result };
}

it('a pod that was ready is not, with an event', async () => {
  const { done, result } = await mark(podWith('True'));
  const changed = podWith('False');
  const [condition] = changed.status.conditions!;
  const conditions = [{ ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' }];
  expect(done).toEqual([
    ['update Pod/status', { ...changed, status: { ...changed.status, conditions } }],
    'web Warning NodeNotReady: Node is not ready',
  ]);
  expect(result).toBeUndefined();
});

it('a pod that is not ready, or is gone, is left alone', async () => {
  expect(await mark(podWith('False'))).toEqual({ done: [], result: undefined });
  const other = { ...podWith('True'), metadata: { ...podWith('True').metadata, name: 'other' } };
  expect(await mark(other)).toEqual({ done: [], result: undefined });
});

it.each([
  ['is gone by then', notFound(podKind, 'web'), undefined],
  ['has changed since', conflict(podKind, 'web', staleWrite), { retry: true }],
])('a pod that %s has no event', async (_, error, result) => {
  const { done, result: found } = await mark(podWith('True'), error);
  expect([done.length, found]).toEqual([1, result]);
});

it('another refusal is an error', async () => {
  const broken = internalError('storage is down');
  await expect(mark(podWith('True'), broken)).rejects.toBe(broken);
});
