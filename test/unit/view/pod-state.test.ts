/** What a page shows of a pod. */
import { describe, expect, it } from 'vitest';
import type { Pod } from '#types';
import { stateOf } from '../../../src/view/pod-state.ts';

function podOf(status: object = {}, spec: object = {}, metadata: object = {}): Pod {
  return { metadata: { namespace: 'default', name: 'p', ...metadata }, spec, status } as Pod;
}

const placed = { nodeName: 'n1' };
const waiting = (reason: string): object => ({
  containerStatuses: [{ state: { running: {} } }, { state: { waiting: { reason } } }],
});
const isReady = (status: string): object => ({ conditions: [{ type: 'Ready', status }] });

describe('a pod is shown as', () => {
  it.each<[string, string, Pod]>([
    ['waiting', 'Pending', podOf()],
    ['waiting', 'Pending', podOf({ phase: 'Pending' })],
    ['starting', 'Pending', podOf({}, placed)],
    ['starting', 'ContainerCreating', podOf(waiting('ContainerCreating'), placed)],
    ['starting', 'PodInitializing', podOf(waiting('PodInitializing'), placed)],
    ['failing', 'ErrImagePull', podOf(waiting('ErrImagePull'), placed)],
    [
      'failing',
      'CrashLoopBackOff',
      podOf({ phase: 'Running', ...waiting('CrashLoopBackOff'), ...isReady('True') }, placed),
    ],
    ['running', 'Running, not ready', podOf({ phase: 'Running' }, placed)],
    ['running', 'Running, not ready', podOf({ phase: 'Running', ...isReady('False') }, placed)],
    ['ready', 'Ready', podOf({ phase: 'Running', ...isReady('True') }, placed)],
    ['succeeded', 'Succeeded', podOf({ phase: 'Succeeded' }, placed)],
    ['failed', 'Failed', podOf({ phase: 'Failed' }, placed)],
    ['failed', 'Evicted', podOf({ phase: 'Failed', reason: 'Evicted' }, placed)],
    [
      'terminating',
      'Terminating',
      podOf({ phase: 'Failed' }, placed, { deletionTimestamp: 'then' }),
    ],
  ])('%s: %s', (state, text, shown) => {
    expect(stateOf(shown)).toEqual([state, text]);
  });
});
