/** What releases say about pods that fit nowhere, and about those that have to go. */
import { afterEach, describe, expect, it } from 'vitest';
import { event, pod, priorityClass, profileOf } from '#kinds';
import type { Pod } from '#types';
import { decide } from '../../../../controllers/scheduler/decide.ts';
import {
  preempted,
  unavailable,
  volumeConflict,
} from '../../../../controllers/scheduler/messages.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { simulate, type Simulation } from '../../../support/simulate.ts';
import { makePod, type NodeParts } from '../objects.ts';
import { clusterOf, site } from '../scheduler/sites.ts';

const chance = { startAt: 0, pick: () => 0 };

const messageIn = (minor: number, spec: object = {}): string => {
  const cluster = clusterOf([site('n1')], {}, profileOf(minor));
  const decision = decide(candidateOf(makePod('p', spec)), cluster, chance);
  return decision.kind === 'failure' ? decision.message : 'fits';
};

const large = { containers: [{ name: 'main', resources: { requests: { cpu: '999' } } }] };
const none = 'preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.';

it.each([
  [25, `0/1 nodes are available: 1 Insufficient cpu. ${none}`],
  [26, `0/1 nodes are available: 1 Insufficient cpu. ${none}.`],
  [28, `0/1 nodes are available: 1 Insufficient cpu. ${none}.`],
  [29, `0/1 nodes are available: 1 Insufficient cpu. ${none}`],
  [33, `0/1 nodes are available: 1 Insufficient cpu. ${none}`],
  [34, `0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, ${none}`],
  [37, `0/1 nodes are available: 1 Insufficient cpu. ${none}`],
])('1.%i reports about a pod that is too large: %s', (minor, message) => {
  expect(messageIn(minor, large)).toBe(message);
});

it.each([
  [25, '1 pod has unbound'],
  [26, 'pod has unbound'],
])('1.%i reports about a pod without a volume: %s', (minor, start) => {
  const cluster = clusterOf(
    [site('n1')],
    {
      claim: () =>
        ({ metadata: { name: 'c' }, spec: { storageClassName: '' }, status: {} }) as never,
      storage: () => ({ storageClass: () => undefined, volume: () => undefined }) as never,
    },
    profileOf(minor),
  );
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }];
  const decision = decide(candidateOf(makePod('p', { volumes })), cluster, chance);
  expect(decision.kind === 'failure' && decision.message).toMatch(
    new RegExp(String.raw`^0/1 nodes are available: ${start} immediate PersistentVolumeClaims\.`),
  );
});

it('taints are not named since 1.34, and the affinity of volumes is since 1.33', () => {
  const reasons = new Map([
    ['node(s) had untolerated taint {a: 1}', 1],
    ['node(s) had untolerated taint {b: }', 1],
    [volumeConflict, 1],
  ]);
  const told = (minor: number): string => unavailable(3, reasons, profileOf(minor));
  const [a, b] = [
    '1 node(s) had untolerated taint {a: 1}',
    '1 node(s) had untolerated taint {b: }',
  ];
  const affinity = "1 node(s) didn't match PersistentVolume's node affinity";
  const start = '0/3 nodes are available: ';
  expect(told(32)).toBe(`${start}${a}, ${b}, 1 ${volumeConflict}.`);
  expect(told(33)).toBe(`${start}${affinity}, ${a}, ${b}.`);
  expect(told(34)).toBe(`${start}${affinity}, 2 node(s) had untolerated taint(s).`);
});

it('victims learn the uid of the pod that they go for since 1.29', () => {
  expect(preempted('u', 'n1', profileOf(28))).toBe('Preempted by a pod on node n1');
  expect(preempted('u', 'n1', profileOf(29))).toBe('Preempted by pod u on node n1');
});

let run: Simulation | undefined;
afterEach(() => run?.stop());

it.each([
  [25, undefined, /No preemption|Insufficient cpu\.$/],
  [26, 'PreemptionByKubeScheduler', /Insufficient cpu\.$/],
  [27, 'PreemptionByScheduler', /Insufficient cpu\.$/],
  [37, 'PreemptionByScheduler', /placement for pod on node node-1, preempting 1 victims$/],
])(
  '1.%i marks victims with %s, and reports about the other: %s',
  async (minor, reason, message) => {
    run = await simulate(1, { profile: profileOf(minor) });
    const { client, changes, run: pass } = run;
    const asking = (name: string, more: object = {}): Pod =>
      ({
        metadata: { name, namespace: 'default', annotations: { 'sim/terminate-seconds': '5' } },
        spec: {
          containers: [{ name: 'main', image: 'a', resources: { requests: { cpu: '3' } } }],
          ...more,
        },
      }) as never;
    await client.create(priorityClass, { metadata: { name: 'high' }, value: 1000 } as never);
    await client.create(pod, asking('low'));
    await pass(10);
    await client.create(pod, asking('high', { priorityClassName: 'high' }));
    await pass(2);
    const low = changes
      .map(({ value }) => value as Pod)
      .findLast((each) => each.metadata.name === 'low');
    const marked = low?.status.conditions?.find(({ type }) => type === 'DisruptionTarget');
    expect(marked?.reason).toBe(reason);
    const events = (await client.list(event, { namespace: 'default' })).items;
    const failed = events.find((each) => each.reason === 'FailedScheduling');
    expect(failed?.message).toMatch(message);
  },
);

describe('a pod that is to be spread', () => {
  const hosts = (labels: object = {}, spec: object = {}): NodeParts =>
    ({ metadata: { labels: { zone: 'z', ...labels } }, spec }) as never;
  const spread = (more: object) => ({
    topologySpreadConstraints: [
      {
        ...{ topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
        ...{ labelSelector: { matchLabels: { app: 'web' } }, ...more },
      },
    ],
  });
  const web = (version: string, spec: object = {}): Pod =>
    makePod('web', spec, { labels: { app: 'web', version } });
  const placeOf = (sites: Parameters<typeof clusterOf>[0], more: object): string => {
    const decision = decide(candidateOf(web('2', spread(more))), clusterOf(sites), chance);
    return decision.kind === 'bind' ? decision.nodeName : 'nowhere';
  };
  const a = site('a', hosts({ zone: 'a' }), [web('1')]);
  const b = site('b', hosts({ zone: 'b' }, { taints: [{ key: 'x', effect: 'NoSchedule' }] }));

  it('counts pods with the same values of the labels that it names only', () => {
    expect(placeOf([a, b], {})).toBe('nowhere');
    expect(placeOf([a, b], { matchLabelKeys: ['version'] })).toBe('a');
  });

  it('leaves out places whose taints it does not tolerate, where these are to be honoured', () => {
    expect(placeOf([a, b], { nodeTaintsPolicy: 'Honor' })).toBe('a');
  });

  it('counts no pods anywhere while there are too few places', () => {
    expect(placeOf([a], {})).toBe('a');
    expect(placeOf([a], { minDomains: 2 })).toBe('nowhere');
  });
});
