/** The disruption controller in a whole control plane, and what evictions make of its numbers. */
import { afterEach, describe, expect, it } from 'vitest';
import { daemonSet, deployment, event, pod, podDisruptionBudget } from '#kinds';
import type { NewObject } from '#values';
import type { Pod, PodDisruptionBudget, PodDisruptionBudgetSpec } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const timing = { 'sim/start-seconds': '3', 'sim/ready-seconds': '2', 'sim/terminate-seconds': '2' };
const ref = { namespace: 'default', name: 'web' };
const selector = { matchLabels: { app: 'web' } };
const template = {
  metadata: { labels: { app: 'web' }, annotations: timing },
  spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
};

/** A budget over a Deployment of 4 replicas, all ready. */
async function begin(spec: PodDisruptionBudgetSpec): Promise<void> {
  simulation = await simulate(2);
  const { client } = simulation;
  await client.create(deployment, { metadata: ref, spec: { replicas: 4, selector, template } });
  await client.create(podDisruptionBudget, budget(spec));
  await simulation.run(10);
}

const budget = (spec: PodDisruptionBudgetSpec): NewObject<PodDisruptionBudget> => ({
  metadata: ref,
  spec: { selector, ...spec },
});

const status = async (): Promise<PodDisruptionBudget['status']> =>
  (await simulation.get(podDisruptionBudget, 'web')).status;

/** expected/desired/current/allowed */
async function numbers(): Promise<string> {
  const { expectedPods, desiredHealthy, currentHealthy, disruptionsAllowed } = await status();
  return [expectedPods, desiredHealthy, currentHealthy, disruptionsAllowed].join('/');
}

async function evict({ metadata }: Pod): Promise<void> {
  const { namespace, name } = metadata;
  const body = { metadata: { namespace, name } };
  await simulation.client.createSubresource(pod, { namespace, name }, 'eviction', body);
}

async function events(reason: string): Promise<readonly (string | undefined)[]> {
  const { items } = await simulation.client.list(event);
  return items.filter((each) => each.reason === reason).map(({ message }) => message);
}

describe('a budget', () => {
  it.each<[PodDisruptionBudgetSpec, string]>([
    [{ minAvailable: 3 }, '4/3/4/1'],
    [{ minAvailable: 9 }, '4/9/4/0'],
    [{ minAvailable: '30%' }, '4/2/4/2'],
    [{ minAvailable: '100%' }, '4/4/4/0'],
    [{ maxUnavailable: 1 }, '4/3/4/1'],
    [{ maxUnavailable: '30%' }, '4/2/4/2'],
    [{ maxUnavailable: 9 }, '4/0/4/4'],
    [{}, '0/0/4/0'],
  ])('of %j counts', async (spec, counts) => {
    await begin(spec);
    expect(await numbers()).toBe(counts);
  });

  it('says whether disruptions are allowed', async () => {
    await begin({ minAvailable: 3 });
    expect(await status()).toEqual({
      expectedPods: 4,
      desiredHealthy: 3,
      currentHealthy: 4,
      disruptionsAllowed: 1,
      observedGeneration: 1,
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: 'True',
          reason: 'SufficientPods',
          message: '',
          observedGeneration: 1,
          lastTransitionTime: '2026-01-01T00:00:05Z',
        },
      ],
    });
  });

  it('lets pods be evicted while there are enough', async () => {
    await begin({ minAvailable: 3 });
    const [first, second] = await simulation.pods();
    await evict(first!);
    await expect(evict(second!)).rejects.toMatchObject({ code: 429 });
    await simulation.run(1);
    // The pod that went is no longer waited for; its successor is not ready yet.
    expect((await status()).disruptedPods).toBeUndefined();
    expect(await numbers()).toBe('5/3/3/0');
    await expect(evict(second!)).rejects.toMatchObject({ code: 429 });
    await simulation.run(10);
    expect(await numbers()).toBe('4/3/4/1');
    await evict(second!);
    await simulation.run(10);
    expect(await numbers()).toBe('4/3/4/1');
  });

  it('counts an evicted pod again that is not deleted within 2 minutes', async () => {
    await begin({ minAvailable: 3 });
    const live = await simulation.get(podDisruptionBudget, 'web');
    const [{ metadata }] = (await simulation.pods()) as [Pod];
    const disruptedPods = { [metadata.name]: '2026-01-01T00:00:10Z', gone: '2026-01-01T00:00:10Z' };
    const told = { ...live, status: { ...live.status, disruptedPods } };
    await simulation.client.update(podDisruptionBudget, told, { subresource: 'status' });
    await simulation.run(119);
    expect(await numbers()).toBe('4/3/3/0');
    expect(Object.keys((await status()).disruptedPods!)).toEqual([metadata.name]);
    await simulation.run(2);
    expect(await numbers()).toBe('4/3/4/1');
    expect((await status()).disruptedPods).toBeUndefined();
    expect(await events('NotDeleted')).toEqual([
      "Pod was expected by PDB default/default to be deleted but it wasn't",
    ]);
  });

  it('without pods allows nothing, and says so', async () => {
    simulation = await simulate(0);
    await simulation.client.create(podDisruptionBudget, budget({ maxUnavailable: 1 }));
    await simulation.run(1);
    expect(await numbers()).toBe('0/0/0/0');
    expect((await status()).observedGeneration).toBe(1);
    expect(await events('NoPods')).toEqual(['No matching pods found']);
  });

  it('does not count pods without a controller where it takes a share', async () => {
    simulation = await simulate(1);
    const metadata = { ...template.metadata, ...ref };
    await simulation.client.create(pod, { metadata, spec: template.spec });
    await simulation.client.create(podDisruptionBudget, budget({ maxUnavailable: '50%' }));
    await simulation.run(10);
    expect(await numbers()).toBe('0/0/1/0');
    const [message] = await events('UnmanagedPods');
    expect(message).toContain(
      '(selector: &LabelSelector{MatchLabels:map[string]string{app: web,},MatchExpressions:[]LabelSelectorRequirement{},})',
    );
  });

  it('fails over pods of controllers that cannot be scaled, and allows nothing', async () => {
    simulation = await simulate(2);
    await simulation.client.create(daemonSet, { metadata: ref, spec: { selector, template } });
    await simulation.client.create(podDisruptionBudget, budget({ maxUnavailable: 1 }));
    await simulation.run(10);
    const why = 'daemonsets.apps does not implement the scale subresource';
    expect((await status()).conditions).toMatchObject([
      { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: why },
    ]);
    expect(await events('CalculateExpectedPodCountFailed')).toEqual([
      `Failed to calculate the number of expected pods: ${why}`,
    ]);
    // A plain number needs no controller.
    const body = { spec: { maxUnavailable: null, minAvailable: 1 } };
    await simulation.client.patch(podDisruptionBudget, ref, { type: 'merge', body });
    await simulation.run(1);
    expect(await numbers()).toBe('2/1/2/1');
  });

  it('beside another one over the same pods is reported on the pods', async () => {
    await begin({ minAvailable: 3 });
    expect(await events('MultiplePodDisruptionBudgets')).toEqual([]);
    await simulation.client.create(podDisruptionBudget, {
      metadata: { namespace: 'default', name: 'also' },
      spec: { selector, minAvailable: 1 },
    });
    const [victim] = await simulation.pods();
    const { namespace, name } = victim!.metadata;
    await simulation.client.delete(pod, { namespace, name });
    await simulation.run(1);
    const text = `Pod "default"/"${name}" matches multiple PodDisruptionBudgets.  Chose`;
    expect(await events('MultiplePodDisruptionBudgets')).toContainEqual(
      expect.stringContaining(text),
    );
  });
});
