/** What a pass of the collector asks the API, when that says no, and with what status pods go. */
import { describe, expect, it } from 'vitest';
import { node as nodeKind, pod as podKind, profileOf } from '#kinds';
import { internalError, notFound, type KubeObject } from '#values';
import type { Node, Pod } from '#types';
import type { Lister, ReconcileTools } from '#runtime';
import { PodCollector } from '../../../../controllers/podgc/collector.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { listerOf } from '../handlers/recording.ts';
import { makePod } from '../objects.ts';
import { Recorded } from '../recorded.ts';

const broken = internalError('storage is down');
const gone = notFound(podKind, 'x');
const noNode = notFound(nodeKind, 'lost');
const fail = (error: Error) => (): never => {
  throw error;
};

interface Given {
  readonly pods: readonly Pod[];
  readonly minor?: number;
  readonly answers?: Readonly<Record<string, (object?: unknown) => unknown>>;
}

/** A collector that has missed the node `lost` for forty seconds, and has these pods. */
async function collect({ pods, minor = 24, answers = {} }: Given) {
  const clock = new FakeClock(1_767_225_600_000);
  const nodes = listerOf<Node>([]);
  const indexed = {
    ...listerOf(pods),
    byIndex: (_: string, name: string) => pods.filter(({ spec }) => spec.nodeName === name),
  } as Lister<Pod>;
  const collector = new PodCollector(clock, nodes, indexed, profileOf(minor));
  for (const each of pods) collector.see(each);
  await collector.collect(new Recorded({ 'get Node': fail(noNode) }).tools);
  clock.advance(40_000);
  const { done, tools } = new Recorded({ 'get Node': fail(noNode), ...answers });
  const error = await collector.collect(tools as ReconcileTools).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  const calls = done.map((each) => {
    const [call, object] = each as [string, KubeObject & { name?: string }];
    return `${call} ${object.name ?? object.metadata.name}`;
  });
  const statuses = done.flatMap((each) => {
    const { status } = (each as [string, Pod])[1];
    return status === undefined ? [] : [status];
  });
  return { calls, error, statuses };
}

const on = (name: string, nodeName: string, phase: string): Pod =>
  ({ ...makePod(name, { nodeName }), status: { phase } }) as Pod;
const pods = [on('a', 'lost', 'Running'), on('b', 'lost', 'Succeeded')];

describe('the pods of a node that is gone', () => {
  it('are deleted as they are before 1.26', async () => {
    expect(await collect({ pods })).toEqual({
      calls: ['delete Pod a', 'delete Pod b'],
      error: undefined,
      statuses: [],
    });
  });

  it('have failed since, unless they had ended', async () => {
    const { calls, statuses } = await collect({ pods, minor: 31 });
    expect(calls).toEqual(['update Pod/status a', 'delete Pod a', 'delete Pod b']);
    expect(statuses).toEqual([
      {
        phase: 'Failed',
        conditions: [
          {
            ...{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC' },
            message: 'PodGC: node no longer exists',
            ...{ lastProbeTime: null, lastTransitionTime: '2026-01-01T00:00:40Z' },
          },
        ],
      },
    ]);
  });

  it('stay when the API still knows the node', async () => {
    const answers = { 'get Node': () => ({ metadata: { name: 'lost' } }) };
    expect(await collect({ pods, answers })).toEqual({ calls: [], error: undefined, statuses: [] });
  });

  it('stay when the API does not say, which is an error', async () => {
    const answers = { 'get Node': fail(broken) };
    expect(await collect({ pods, answers })).toEqual({
      ...{ calls: [], statuses: [] },
      error: broken.message,
    });
  });
});

describe('a pod that cannot be deleted', () => {
  it('does not keep the others, and is an error', async () => {
    const answers = {
      'delete Pod': (ref?: unknown) => {
        if ((ref as { name: string }).name === 'a') throw broken;
        return ref;
      },
    };
    expect(await collect({ pods, answers })).toEqual({
      ...{ calls: ['delete Pod a', 'delete Pod b'], statuses: [] },
      error: broken.message,
    });
  });

  it('does not fail the pass when it is gone by then', async () => {
    const { calls, error } = await collect({ pods, answers: { 'delete Pod': fail(gone) } });
    expect([calls, error]).toEqual([['delete Pod a', 'delete Pod b'], undefined]);
  });

  it('is not deleted when its status cannot be written', async () => {
    for (const [refusal, message] of [
      [broken, broken.message],
      [gone, undefined],
    ] as const) {
      const answers = { 'update Pod': fail(refusal) };
      const { calls, error } = await collect({ pods, minor: 31, answers });
      expect([calls, error]).toEqual([['update Pod/status a', 'delete Pod b'], message]);
    }
  });
});

describe('a pod that is being deleted', () => {
  const deletionTimestamp = '2025-12-31T00:00:00Z';

  it('goes at once where no kubelet could end it, with no word about a node', async () => {
    const unbound = makePod('u', {}, { deletionTimestamp });
    expect((await collect({ pods: [unbound] })).calls).toEqual(['delete Pod u']);
    const { calls, statuses } = await collect({ pods: [unbound], minor: 31 });
    expect([calls, statuses]).toEqual([
      ['update Pod/status u', 'delete Pod u'],
      [{ phase: 'Failed' }],
    ]);
  });
});
