/** Fields that a cluster's release does not keep: dropped as its server would, and said once. */
import { expect, it, onTestFinished } from 'vitest';
import { createCluster, type ClusterOptions } from '#kit';

async function writing(options: ClusterOptions): Promise<readonly string[]> {
  const said: string[] = [];
  const cluster = await createCluster({ onLostField: (text) => void said.push(text), ...options });
  onTestFinished(() => cluster.dispose());
  for (const name of ['a', 'b']) {
    await cluster.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        nosuch: 1,
        schedulingGates: [{ name: 'example.com/wait' }],
        containers: [{ name: 'c', image: 'example.com/x:1', restartPolicyRules: [] }],
      },
    });
  }
  const { kubernetes } = options;
  if (kubernetes === undefined) await cluster.patch('Pod', 'a', { spec: { hostUsers: true } });
  return said;
}

it('says which fields 1.24 drops, each once', async () => {
  expect(await writing({})).toEqual([
    'Pod: PodSpec.schedulingGates is of Kubernetes 1.26 and later (stable in 1.30); v1.24 drops it',
    'Pod: Container.restartPolicyRules is of Kubernetes 1.34 and later; v1.24 drops it',
    'Pod: PodSpec.hostUsers is of Kubernetes 1.25 and later (stable in 1.36); v1.24 drops it',
  ]);
});

it('says which fields gates drop, and how they are turned on', async () => {
  expect(await writing({ kubernetes: '1.26' })).toEqual([
    'Pod: Container.restartPolicyRules is of Kubernetes 1.34 and later; v1.26 drops it',
    'Pod.spec.schedulingGates has no effect: v1.26 drops it unless the feature gate PodSchedulingReadiness is on (featureGates: { PodSchedulingReadiness: true })',
  ]);
});

it('says nothing where the release keeps them', async () => {
  const gates = { ContainerRestartRules: true };
  expect(await writing({ kubernetes: '1.37', featureGates: gates })).toEqual([]);
});
