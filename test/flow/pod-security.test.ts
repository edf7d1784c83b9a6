/** Controllers in a namespace that refuses their pods. */
import { afterEach, expect, it } from 'vitest';
import { daemonSet, deployment, event, job, namespace, pod } from '#kinds';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const matchLabels = { app: 'web' };
const bad = { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] };
const template = { metadata: { labels: matchLabels }, spec: bad };
const why =
  'is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)';

async function begin(): Promise<void> {
  simulation = await simulate(1);
  const labels = { 'pod-security.kubernetes.io/enforce': 'baseline' };
  await simulation.client.create(namespace, { metadata: { name: 'strict', labels } });
}

async function events(): Promise<readonly string[]> {
  const { items } = await simulation.client.list(event, { namespace: 'strict' });
  return items.map(({ reason, message }) => `${reason}: ${message}`);
}

const inStrict = { namespace: 'strict', name: 'web' };

it('make a Deployment say why its pods are refused, until the template is another one', async () => {
  await begin();
  const { client } = simulation;
  const spec = { replicas: 2, selector: { matchLabels }, template };
  await client.create(deployment, { metadata: inStrict, spec });
  await simulation.run(5);
  const { status } = await client.get(deployment, inStrict);
  const failure = status!.conditions!.find(({ type }) => type === 'ReplicaFailure')!;
  expect(failure).toMatchObject({ status: 'True', reason: 'FailedCreate' });
  expect(failure.message).toMatch(/^pods "web-\w+-\w{5}" is forbidden: /);
  expect(failure.message!.endsWith(why)).toBe(true);
  expect((await client.list(pod, { namespace: 'strict' })).items).toEqual([]);
  const body = { spec: { template: { spec: { hostNetwork: null } } } };
  await client.patch(deployment, inStrict, { type: 'merge', body });
  await simulation.run(60);
  expect((await client.list(pod, { namespace: 'strict' })).items).toHaveLength(2);
});

it.each([
  ['Job', job, { template: { spec: { ...bad, restartPolicy: 'Never' } } }],
  ['DaemonSet', daemonSet, { selector: { matchLabels }, template }],
] as const)('make events of a %s', async (_, kind, spec) => {
  await begin();
  await simulation.client.create(kind as typeof job, { metadata: inStrict, spec: spec as never });
  await simulation.run(5);
  const failed = (await events()).filter((text) =>
    text.startsWith('FailedCreate: Error creating: '),
  );
  expect(failed).not.toEqual([]);
  expect(failed.every((text) => text.endsWith(why))).toBe(true);
});
