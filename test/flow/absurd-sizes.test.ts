/** Absurd sizes end in a message that names the object, and the clock keeps running. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  deployment,
  event,
  job,
  replicaSet,
  replicationController,
  statefulSet,
  type Kind,
} from '#kinds';
import type { KubeObject } from '#values';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const SIZE = 2_000_000_000;
const labels = { app: 'huge' };
const container = { name: 'main', image: 'example.com/huge:1' };
const template = { metadata: { labels }, spec: { containers: [container] } };
const selector = { matchLabels: labels };
const task = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };

const cases: [string, unknown, object][] = [
  ['Deployment', deployment, { replicas: SIZE, selector, template }],
  ['ReplicaSet', replicaSet, { replicas: SIZE, selector, template }],
  ['ReplicationController', replicationController, { replicas: SIZE, selector: labels, template }],
  ['StatefulSet', statefulSet, { replicas: SIZE, selector, template, serviceName: 'x' }],
  [
    'StatefulSet of one go',
    statefulSet,
    { replicas: SIZE, selector, template, serviceName: 'x', podManagementPolicy: 'Parallel' },
  ],
  ['Job', job, { parallelism: SIZE, completions: SIZE, template: task }],
  [
    'indexed Job',
    job,
    { parallelism: 100_000, completions: 100_000, completionMode: 'Indexed', template: task },
  ],
];

describe('an absurd size', () => {
  it.each(cases)(
    'of a %s is reported on the object, and no pods are created',
    async (_, kind, spec) => {
      simulation = await simulate(1);
      const object = { metadata: { namespace: 'default', name: 'huge' }, spec };
      await simulation.client.create(kind as Kind, object as unknown as KubeObject);
      await simulation.run(60);
      expect(simulation.now()).toBe(60);
      expect(await simulation.pods()).toEqual([]);
      const { items } = await simulation.client.list(event);
      const told = items.filter(({ reason }) => reason === 'FailedCreate');
      expect(told[0]?.message).toMatch(
        /\w+ default\/huge\S* wants \d+ pods; the simulator makes 20000 at most for one object/,
      );
      expect(simulation.changes.length).toBeLessThan(300);
    },
  );

  it('is cleared once it is fixed', async () => {
    simulation = await simulate(1);
    const ref = { namespace: 'default', name: 'huge' };
    const spec = { replicas: SIZE, selector, template };
    await simulation.client.create(replicaSet, { metadata: ref, spec } as never);
    await simulation.run(60);
    const body = { spec: { replicas: 2 } };
    await simulation.client.patch(replicaSet, ref, { type: 'merge', body });
    await simulation.run(10);
    expect(await simulation.pods()).toHaveLength(2);
  });
});
