/** Evictions mark pods since 1.26, and let unhealthy ones go that a budget does not hold back since 1.27. */
import { expect, it } from 'vitest';
import { pod, profileOf } from '#kinds';
import type { Pod, PodCondition } from '#types';
import { context, dryRun, refusal, startTime } from '../../support/api.ts';
import { admissionRig, inDefault, type AdmissionRig } from './admission/rig.ts';

const ref = { namespace: 'default', name: 'p' };

async function rigAt(minor: number, ready = true): Promise<AdmissionRig> {
  const rig = await admissionRig({ profile: profileOf(minor) });
  const made = await rig.createPod({ nodeName: 'n' }, { labels: { app: 'x' } });
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
  const status = { ...made.status, phase: 'Running', conditions };
  await rig.api.update(context, pod, ref, { ...made, status } as Pod, 'status');
  return rig;
}

const evict = (rig: AdmissionRig, by = context, deleteOptions: object = {}): Promise<unknown> =>
  rig.api.createSubresource(by, pod, ref, 'eviction', {
    ...{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
    deleteOptions,
  });

async function disruption(rig: AdmissionRig): Promise<PodCondition | undefined> {
  const { status } = await rig.api.get(pod, ref);
  return status.conditions?.find(({ type }) => type === 'DisruptionTarget');
}

it.each([
  [25, undefined],
  [26, 'EvictionByEvictionAPI'],
])('a pod that is evicted in 1.%i has a condition with the reason %s', async (minor, reason) => {
  const rig = await rigAt(minor);
  await evict(rig);
  expect((await disruption(rig))?.reason).toBe(reason);
  expect((await rig.api.get(pod, ref)).metadata.deletionTimestamp).toBeDefined();
});

it('a pod that is not evicted after all has none', async () => {
  const rig = await rigAt(26);
  await evict(rig, dryRun);
  const refused = await refusal(evict(rig, context, { preconditions: { uid: 'other' } }));
  expect(refused.code).toBe(409);
  expect(await disruption(rig)).toBeUndefined();
});

it('a version that is asked for is that from before the mark', async () => {
  const rig = await rigAt(26);
  const { resourceVersion } = (await rig.api.get(pod, ref)).metadata;
  await evict(rig, context, { preconditions: { resourceVersion } });
  expect((await rig.api.get(pod, ref)).metadata.deletionTimestamp).toBeDefined();
});

it.each(['AlwaysAllow', 'IfHealthyBudget'])(
  'an unhealthy pod goes though nothing may be disrupted, by the policy %s',
  async (unhealthyPodEvictionPolicy) => {
    const rig = await rigAt(27, false);
    await rig.put('poddisruptionbudgets.policy', {
      ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
      metadata: { ...inDefault('b'), uid: 'u', creationTimestamp: startTime, generation: 1 },
      spec: {
        minAvailable: 2,
        selector: { matchLabels: { app: 'x' } },
        unhealthyPodEvictionPolicy,
      },
      status: {
        ...{ observedGeneration: 1, disruptionsAllowed: 0, expectedPods: 2 },
        ...{ currentHealthy: 1, desiredHealthy: 2 },
      },
    });
    if (unhealthyPodEvictionPolicy === 'AlwaysAllow') await evict(rig);
    else expect((await refusal(evict(rig))).code).toBe(429);
    const { deletionTimestamp } = (await rig.api.get(pod, ref)).metadata;
    expect(deletionTimestamp !== undefined).toBe(unhealthyPodEvictionPolicy === 'AlwaysAllow');
  },
);
