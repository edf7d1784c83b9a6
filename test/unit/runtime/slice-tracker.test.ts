import { expect, it } from 'vitest';
import type { discoveryV1 } from '#types';
import { SliceTracker } from '../../../src/runtime/slice-tracker.ts';

const slice = (uid: string, generation: number): discoveryV1.EndpointSlice =>
  ({ metadata: { uid, generation } }) as discoveryV1.EndpointSlice;

it('takes a cache for stale until it shows what was written', () => {
  const tracker = new SliceTracker();
  expect(tracker.isStale('ns/web', [])).toBe(false);
  tracker.wrote('ns/web', slice('a', 1));
  expect(tracker.isStale('ns/web', [])).toBe(true);
  expect(tracker.isStale('ns/web', [slice('a', 1)])).toBe(false);
  tracker.wrote('ns/web', slice('a', 2));
  expect(tracker.isStale('ns/web', [slice('a', 1)])).toBe(true);
  expect(tracker.isStale('ns/web', [slice('a', 3), slice('b', 1)])).toBe(false);
  tracker.removed('ns/web', slice('a', 2));
  expect(tracker.isStale('ns/web', [slice('a', 3)])).toBe(true);
  expect(tracker.isStale('ns/web', [])).toBe(false);
  expect(tracker.isStale('ns/other', [])).toBe(false);
});

it('waits for a slice that has no generation too', () => {
  const tracker = new SliceTracker();
  const bare = { metadata: { uid: 'a' } } as discoveryV1.EndpointSlice;
  tracker.wrote('ns/web', bare);
  expect(tracker.isStale('ns/web', [])).toBe(true);
  expect(tracker.isStale('ns/web', [bare])).toBe(false);
  expect(tracker.isUnexpectedDeletion('ns/web', bare)).toBe(true);
});

it('tells what others did from what it did', () => {
  const tracker = new SliceTracker();
  expect(tracker.isUnexpected('ns/web', slice('a', 1))).toBe(true);
  tracker.wrote('ns/web', slice('a', 1));
  expect(tracker.isUnexpected('ns/web', slice('a', 1))).toBe(false);
  expect(tracker.isUnexpected('ns/web', slice('a', 2))).toBe(true);
  expect(tracker.isUnexpectedDeletion('ns/web', slice('a', 2))).toBe(true);
  expect(tracker.isUnexpectedDeletion('ns/web', slice('a', 2))).toBe(false);
  tracker.wrote('ns/web', slice('b', 1));
  tracker.removed('ns/web', slice('b', 1));
  expect(tracker.isUnexpectedDeletion('ns/web', slice('b', 1))).toBe(false);
});

it('forgets', () => {
  const tracker = new SliceTracker();
  tracker.wrote('ns/web', slice('a', 1));
  tracker.forget('ns/web');
  expect(tracker.isStale('ns/web', [])).toBe(false);
});
