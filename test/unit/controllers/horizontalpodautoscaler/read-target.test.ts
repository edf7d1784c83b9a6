/** How the target of an autoscaler is found, and its size written although others change it. */
import { describe, expect, it } from 'vitest';
import { defaultProfile, profileOf, replicaSet, scaleOf } from '#kinds';
import { conflict, notFound, staleWrite } from '#values';
import type { autoscalingV2, ReplicaSet, Scale } from '#types';
import type { Client } from '#runtime';
import { podSelector } from '../../../../controllers/horizontalpodautoscaler/evaluate.ts';
import { Lookups } from '../../../../controllers/horizontalpodautoscaler/lookups.ts';
import { readTarget } from '../../../../controllers/horizontalpodautoscaler/read-target.ts';

type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;

const metadata = { name: 'web', namespace: 'd', uid: 'u', resourceVersion: '1' };

const hpaOf = (apiVersion: string, kind: string): HorizontalPodAutoscaler =>
  ({
    metadata,
    spec: { scaleTargetRef: { apiVersion, kind, name: 'web' }, maxReplicas: 3 },
    status: {},
  }) as unknown as HorizontalPodAutoscaler;

const scale = scaleOf(replicaSet, {
  metadata,
  spec: { replicas: 5, selector: { matchLabels: { app: 'web' } } },
  status: { replicas: 4 },
} as unknown as ReplicaSet)!;

const stale = conflict(replicaSet, 'web', staleWrite);
const gone = notFound(replicaSet, 'web');

/** A client whose writes and reads of scales are answered one after the other; a scale or an error. */
function clientWith(writes: readonly (Error | undefined)[], reads: readonly Error[] = []) {
  const written: Scale[] = [];
  const [answers, readAnswers] = [[...writes], [...reads]];
  let gets = 0;
  const client = {
    getScale() {
      const error = gets++ === 0 ? undefined : readAnswers.shift();
      const live = { ...scale, metadata: { ...scale.metadata, resourceVersion: String(gets) } };
      return error === undefined ? Promise.resolve(live) : Promise.reject(error);
    },
    updateScale(_: unknown, object: Scale) {
      written.push(object);
      const error = answers.shift();
      return error === undefined ? Promise.resolve(object) : Promise.reject(error);
    },
  } as unknown as Client;
  return { client, written };
}

async function rescale(minor: number, ...given: Parameters<typeof clientWith>) {
  const { client, written } = clientWith(...given);
  const hpa = hpaOf('apps/v1', 'ReplicaSet');
  const target = await readTarget(client, hpa, new Lookups(profileOf(minor)));
  const error = await target.rescale(3, client).then(
    () => undefined,
    (refused: unknown) => refused,
  );
  const tries = written.map((each) => [each.metadata.resourceVersion, each.spec]);
  return { error, tries };
}

const three = { replicas: 3 };

describe('writing a size', () => {
  it('is tried once before 1.34', async () => {
    expect(await rescale(33, [stale])).toEqual({ error: stale, tries: [['1', three]] });
  });

  it('is repeated after a conflict since 1.34, with what is there then', async () => {
    expect(await rescale(34, [stale, stale])).toEqual({
      error: undefined,
      tries: [
        ['1', three],
        ['2', three],
        ['3', three],
      ],
    });
  });

  it('is given up after five conflicts', async () => {
    const { error, tries } = await rescale(
      34,
      Array.from({ length: 9 }, () => stale),
    );
    expect([error, tries.length]).toEqual([stale, 5]);
  });

  it('is not repeated after another error, also not amid conflicts', async () => {
    expect(await rescale(34, [gone])).toEqual({ error: gone, tries: [['1', three]] });
    const { error, tries } = await rescale(34, [stale, gone]);
    expect([error, tries.length]).toEqual([gone, 2]);
  });

  it('fails with the conflict where the scale cannot be read again', async () => {
    expect(await rescale(34, [stale], [gone])).toEqual({ error: stale, tries: [['1', three]] });
  });
});

describe('a target of a kind that only discovery knows', () => {
  const served = [
    { group: 'other.example.com', kind: 'Farm', resource: 'farms' },
    { group: 'example.com', kind: 'Barn', resource: 'barns' },
    { group: 'example.com', kind: 'Farm', resource: 'farms' },
  ];
  const lookups = new Lookups(defaultProfile);
  const asked: unknown[] = [];
  const client = (answer: Scale | Error): Client =>
    ({
      discover: () => Promise.resolve({ resources: served }),
      getScale(resource: unknown, ref: unknown) {
        asked.splice(0, Infinity, resource, ref);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    }) as unknown as Client;

  it('is found by its group and kind, and its scale is kept', async () => {
    const target = await readTarget(client(scale), hpaOf('example.com/v1', 'Farm'), lookups);
    expect(asked).toEqual([served[2], { namespace: 'd', name: 'web' }]);
    const state = { replicas: 5, statusReplicas: 4, selector: 'app=web' };
    expect([target.scale, target.shown]).toEqual([state, state]);
  });

  it.each([
    ['example.com/v1', 'Field', 'no matches for kind "Field" in group "example.com"'],
    ['v1', 'Farm', 'no matches for kind "Farm" in group ""'],
  ])('is missing where nothing serves it: %s %s', async (apiVersion, kind, message) => {
    const read = readTarget(client(scale), hpaOf(apiVersion, kind), lookups);
    const doing = 'unable to determine resource for scale target reference';
    await expect(read).rejects.toMatchObject({ doing, message });
  });

  it('may have no scale', async () => {
    const read = readTarget(client(gone), hpaOf('example.com/v1', 'Farm'), lookups);
    const doing = 'failed to query scale subresource for Farm/d/web';
    await expect(read).rejects.toMatchObject({ doing, message: gone.message });
  });
});

it('a target without a selector, or with one that cannot be read, is not measured', () => {
  const conditionOf = (message: string) => [
    { type: 'ScalingActive', status: 'False', reason: 'InvalidSelector', message },
  ];
  expect(podSelector('')).toEqual({
    error: 'selector is required',
    findings: conditionOf("the HPA target's scale is missing a selector"),
    events: [{ type: 'Warning', reason: 'SelectorRequired', message: 'selector is required' }],
    opinions: [],
  });
  const failure = podSelector('a in b') as { error: string; findings: unknown; events: unknown };
  const { error, findings, events } = failure;
  expect(
    error.startsWith("couldn't convert selector into a corresponding internal selector object: "),
  ).toBe(true);
  expect([findings, events]).toEqual([
    conditionOf(error),
    [{ type: 'Warning', reason: 'InvalidSelector', message: error }],
  ]);
});
