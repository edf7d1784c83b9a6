import { describe, expect, test } from 'vitest';
import {
  plan,
  stateOf,
  type Plan,
  type ReferenceState,
} from '../../../../controllers/garbagecollector/plan.ts';
import { makePod } from '../objects.ts';

const keep: Plan = { action: 'keep' };
const release = (...owners: string[]): Plan => ({ action: 'release', owners });
const remove = (policy: 'Background' | 'Foreground' | 'Orphan'): Plan => ({
  action: 'delete',
  policy,
});

describe('an object', () => {
  test.each<[string, readonly ReferenceState[], boolean, readonly string[], Plan]>([
    ['without references stays', [], true, [], keep],
    ['with an owner stays', ['solid', 'solid'], false, [], keep],
    ['keeps its owner only', ['dangling', 'solid', 'waiting'], true, [], release('0', '2')],
    ['without owners goes', ['dangling', 'dangling'], true, [], remove('Background')],
    ['goes as its finalizers say', ['dangling'], true, ['x', 'orphan'], remove('Orphan')],
    [
      'goes in the foreground if it began so',
      ['dangling'],
      false,
      ['foregroundDeletion'],
      remove('Foreground'),
    ],
    ['that is waited for goes', ['waiting', 'dangling'], false, [], remove('Background')],
    ['passes the wait on to its dependents', ['waiting'], true, ['orphan'], remove('Foreground')],
    ['with an owner of unknown state stays', ['dangling', 'unknown'], false, [], keep],
    ['is not even released then', ['dangling', 'solid', 'unknown'], false, [], keep],
  ])('%s', (_what, states, hasDependents, finalizers, expected) => {
    const references = states.map((state, index) => ({ uid: String(index), state }));
    expect(plan({ references, hasDependents, finalizers })).toEqual(expected);
  });
});

describe('an owner', () => {
  const deletionTimestamp = '2026-11-20T20:00:00Z';
  test.each([
    ['is solid', {}, 'solid'],
    ['is solid while it is deleted in the background', { deletionTimestamp }, 'solid'],
    ['is solid before it is deleted', { finalizers: ['foregroundDeletion'] }, 'solid'],
    [
      'waits in the foreground',
      { deletionTimestamp, finalizers: ['foregroundDeletion'] },
      'waiting',
    ],
  ])('%s', (_what, metadata, expected) => {
    expect(stateOf(makePod('a', {}, metadata))).toBe(expected);
  });
});
