/** One pass over a budget: what is written, what is said, and when it is looked at again. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { podDisruptionBudget, profileOf } from '#kinds';
import { conflict, formatTime, internalError } from '#values';
import type { Pod, PodDisruptionBudget } from '#types';
import type { ReconcileTools } from '#runtime';
import { sync, type Caches } from '../../../../controllers/disruption/sync.ts';
import { start } from '../../../support/api.ts';
import { listerOf } from '../handlers/recording.ts';
import { makePod } from '../objects.ts';

const key = 'default/web';

function budgetOf(spec: object = {}, status: object = {}): PodDisruptionBudget {
  return {
    metadata: { name: 'web', namespace: 'default', generation: 1, uid: 'b' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } }, ...spec },
    status,
  } as unknown as PodDisruptionBudget;
}

const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
const podOf = (name: string, metadata: object = {}): Pod =>
  ({ ...makePod(name, {}, { labels: { app: 'web' }, ...metadata }), status: ready }) as Pod;

async function pass(
  budgets: readonly PodDisruptionBudget[],
  pods: readonly Pod[],
  fails: (status: PodDisruptionBudget['status']) => Error | undefined = () => undefined,
) {
  const written: PodDisruptionBudget['status'][] = [];
  const knowing: object[] = [];
  const said: string[] = [];
  const client = {
    update: (_: unknown, object: PodDisruptionBudget) => {
      const error = fails(object.status);
      if (error !== undefined) return Promise.reject(error);
      written.push(object.status);
      return Promise.resolve(object);
    },
  };
  const event = (about: { metadata: { name: string } }, type: string, why: string, text: string) =>
    void said.push(`${about.metadata.name}: ${type} ${why}: ${text}`);
  const tools = {
    ...{ client, events: { event } },
    clientKnowing: (evidence: object) => (knowing.push(evidence), client),
  } as unknown as ReconcileTools;
  const none = listerOf([]);
  const caches = {
    ...{ clock: new VirtualClock({ start }), profile: profileOf(24) },
    ...{ budgets: listerOf(budgets), pods: listerOf(pods) },
    ...{ deployments: none, replicaSets: none, statefulSets: none, replicationControllers: none },
  } as unknown as Caches;
  const again = await sync(key, caches, tools).catch((error: unknown) => error as Error);
  return { again, written, said, knowing };
}

describe('a pass over a budget', () => {
  it('does nothing for one that is gone', async () => {
    expect(await pass([], [podOf('a')])).toEqual({
      ...{ again: undefined, written: [], said: [], knowing: [] },
    });
  });

  it('counts the pods of its namespace that it selects', async () => {
    const others = [podOf('c', { labels: {} }), podOf('d', { namespace: 'other' })];
    const { written, said, again } = await pass([budgetOf()], [podOf('a'), podOf('b'), ...others]);
    expect(written).toMatchObject([
      { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1 },
    ]);
    expect([said, again]).toEqual([[], undefined]);
  });

  it('says that there are none', async () => {
    const { written, said } = await pass([budgetOf()], []);
    expect(said).toEqual(['web: Normal NoPods: No matching pods found']);
    expect(written).toMatchObject([{ expectedPods: 0, disruptionsAllowed: 0 }]);
  });

  it('looks again once a pod that is to go has had its time', async () => {
    const disruptedPods = { a: formatTime(start - 30_000) };
    const { again, said, written } = await pass([budgetOf({}, { disruptedPods })], [podOf('a')]);
    expect(again).toBe(90_001);
    expect(said).toEqual([]);
    expect(written).toMatchObject([{ currentHealthy: 0, disruptedPods }]);
  });

  it('tells that a pod should have gone', async () => {
    const disruptedPods = { a: formatTime(start - 121_000) };
    const { again, said } = await pass([budgetOf({}, { disruptedPods })], [podOf('a')]);
    expect(again).toBeUndefined();
    expect(said).toEqual([
      "a: Warning NotDeleted: Pod was expected by PDB default/default to be deleted but it wasn't",
    ]);
  });

  it('says that pods have no controller, where it has to know', async () => {
    const { said } = await pass([budgetOf({ minAvailable: '50%' })], [podOf('a')]);
    expect(said).toEqual([expect.stringMatching(/^web: Warning UnmanagedPods: /)]);
  });

  it('writes why it could not count, and that nothing may be disrupted', async () => {
    const ownerReferences = [
      { kind: 'ReplicaSet', apiVersion: 'apps/v1', name: 'x', uid: 'x', controller: true },
    ];
    const pods = [podOf('a', { ownerReferences })];
    const { again, said, written, knowing } = await pass([budgetOf({ maxUnavailable: 1 })], pods);
    expect(said).toEqual([
      expect.stringMatching(
        /^web: Warning CalculateExpectedPodCountFailed: Failed to calculate the number of expected pods: /,
      ),
    ]);
    expect(again).toBeUndefined();
    expect(written).toMatchObject([{ disruptionsAllowed: 0 }]);
    expect(knowing).toEqual([{ failed: expect.any(String) as string }]);
  });

  it('is tried again after another write', async () => {
    const { again, written, knowing } = await pass([budgetOf()], [podOf('a')], () =>
      conflict(podDisruptionBudget, 'web', 'it has changed'),
    );
    expect((again as Error).message).toContain('it has changed');
    expect([written, knowing]).toEqual([[], []]);
  });

  it('writes what kept it from writing', async () => {
    const failing = ({ expectedPods = 0 }: PodDisruptionBudget['status']) =>
      expectedPods > 0 ? internalError('storage is down') : undefined;
    const { again, written, knowing } = await pass([budgetOf()], [podOf('a')], failing);
    expect(again).toBeUndefined();
    expect(knowing).toEqual([{ failed: 'Internal error occurred: storage is down' }]);
    expect(written).toMatchObject([{ disruptionsAllowed: 0 }]);
  });
});
