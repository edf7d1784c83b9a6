/** What is worth asking about an object. */
import { expect, it } from 'vitest';
import { accountants } from '#accounts';
import { deployment, pod, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { plainStyle, worthAsking } from '#record';
import { worthText } from '../../../src/cli/why/worth-text.ts';

const web = {
  ...{ kind: 'Deployment', metadata: { name: 'web' } },
  status: {
    ...{ observedGeneration: 2, replicas: 3, readyReplicas: 2 },
    conditions: [{ type: 'Available', status: 'True', reason: 'x' }],
  },
} as unknown as KubeObject;

it('is what somebody accounts for and has a value, and the conditions', () => {
  expect(worthAsking(deployment as unknown as Kind, web, accountants)).toEqual([
    { field: 'replicas', value: 3 },
    { field: 'readyReplicas', value: 2 },
    { field: 'Available', value: 'True' },
  ]);
});

it('is what is counted, and switched, of each container', () => {
  const item = { name: 'web', restartCount: 2, ready: false, image: 'i:1', state: {} };
  const object = { status: { containerStatuses: [item] } } as unknown as KubeObject;
  expect(worthAsking(pod as unknown as Kind, object, accountants)).toEqual([
    { field: 'containerStatuses.web.restartCount', value: 2 },
    { field: 'containerStatuses.web.ready', value: false },
  ]);
});

it('is what is plain in the status where no controller accounts for it', () => {
  const object = { status: { phase: 'Running', hostIPs: ['x'.repeat(90)] } };
  expect(worthAsking(pod as unknown as Kind, object as unknown as KubeObject, [])).toEqual([
    { field: 'phase', value: 'Running' },
  ]);
  expect(worthAsking(pod as unknown as Kind, {} as KubeObject, [])).toEqual([]);
});

it('is printed with the command that asks', () => {
  const worth = [
    { field: 'replicas', value: 3 },
    { field: 'Available', value: 'True' },
  ];
  expect(worthText('deploy/web', worth, ' --at 9s', plainStyle)).toEqual([
    'What can be asked about deploy/web:',
    '  replicas   3     orrery why deploy/web replicas --at 9s',
    '  Available  True  orrery why deploy/web Available --at 9s',
  ]);
  expect(worthText('cm/a', [], '', plainStyle)).toEqual([
    'cm/a has no status yet; any field can be asked: orrery why cm/a spec',
  ]);
});
