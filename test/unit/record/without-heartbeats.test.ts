/** What records leave out, and that they leave it unmade. */
import { expect, test } from 'vitest';
import type { KubeObject } from '#values';
import type { Change } from '#store';
import { WithoutHeartbeats } from '../../../src/record/without-heartbeats.ts';

const states = [1, 2, 3, 4, 5].map(
  (revision) => ({ metadata: { name: 'n', resourceVersion: `${revision}` } }) as KubeObject,
);

const write = (revision: number, more: Partial<Change> = {}): Change => ({
  revision,
  time: 0,
  bucket: 'leases',
  key: 'n',
  type: 'updated',
  value: states[revision - 1]!,
  previous: states[revision - 2],
  origin: { actor: 'kubelet' },
  ...more,
});

/** A heartbeat behind another: nothing may ask for its objects. */
const unread = (revision: number): Change => {
  const fail = (): never => {
    throw new Error(`the object of revision ${revision} was made`);
  };
  const heartbeat = write(revision, { isRepetition: true });
  return Object.defineProperties(heartbeat, { value: { get: fail }, previous: { get: fail } });
};

test('heartbeats are left out, and only the state before the first of a run is read', () => {
  const reported = new WithoutHeartbeats();
  const changes = [write(1), write(2, { isRepetition: true }), unread(3), unread(4)];
  expect(changes.map((change) => reported.of(change))).toEqual([
    changes[0],
    undefined,
    undefined,
    undefined,
  ]);
  expect(reported.of(write(5))).toMatchObject({ value: states[4], previous: states[0] });
  expect(reported.of(write(5))).toMatchObject({ previous: states[3] });
});
