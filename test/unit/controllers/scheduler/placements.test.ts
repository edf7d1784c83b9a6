/** Where pods of all sorts go in one varied cluster, how its nodes are rated for them, and what is said if they fit nowhere. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Pod, PodDisruptionBudget, PodSpec } from '#types';
import { decide } from '../../../../controllers/scheduler/decide.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { scoresFor, totalScores } from '../../../../controllers/scheduler/scores.ts';
import { makeContainer, type NodeParts } from '../objects.ts';
import { clusterOf, labelled, site, type Site } from './sites.ts';

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

function nodeParts(
  name: string,
  zone: string,
  more: NodeParts = {},
  labels: object = {},
): NodeParts {
  const metadata = { labels: { [HOST]: name, ...(zone && { [ZONE]: zone }), ...labels } };
  return { ...more, metadata };
}

const requesting = (cpu: string, memory = '128Mi'): Partial<PodSpec> => ({
  containers: [makeContainer({ cpu, memory })],
});

const resident = (name: string, app: string, cpu: string, spec: Partial<PodSpec> = {}): Pod =>
  labelled(name, { app }, { ...requesting(cpu), ...spec });

const web = { labelSelector: { matchLabels: { app: 'web' } } };
const term = (topologyKey: string, selector: object = web) => ({ topologyKey, ...selector });

function sites(): readonly Site[] {
  const port = {
    containers: [
      { ...makeContainer({ cpu: '500m' }), ports: [{ containerPort: 80, hostPort: 80 }] },
    ],
  };
  const shy = {
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(HOST)] } },
  } as never;
  const fond = {
    affinity: {
      podAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 50, podAffinityTerm: term(ZONE) },
        ],
      },
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 10, podAffinityTerm: term(HOST) },
        ],
      },
    },
  } as never;
  const tainted = (key: string, effect: string): NodeParts => ({
    spec: { taints: [{ key, effect }] } as never,
  });
  return [
    site('a1', nodeParts('a1', 'a', {}, { disk: 'ssd' }), [
      resident('w1', 'web', '500m'),
      resident('d1', 'db', '1'),
    ]),
    site('a2', nodeParts('a2', 'a'), [
      resident('p', 'port', '500m', port as never),
      resident('f', 'fond', '200m', fond),
    ]),
    site('b1', nodeParts('b1', 'b', tainted('dedicated', 'NoSchedule')), [
      resident('w2', 'web', '1'),
    ]),
    site('b2', nodeParts('b2', 'b', tainted('busy', 'PreferNoSchedule')), [
      resident('s', 'shy', '3', shy),
    ]),
    site('c1', nodeParts('c1', '', { spec: { unschedulable: true } }), []),
    site('c2', nodeParts('c2', '', { allocatable: { cpu: '8', memory: '1Gi', pods: '1' } }), [
      resident('l', 'low', '100m', { priority: -5 }),
    ]),
  ];
}

const affinity = (
  kind: 'podAffinity' | 'podAntiAffinity',
  topologyKey: string,
  selector: object = web,
) => ({
  affinity: {
    [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [term(topologyKey, selector)] },
  },
});
const preferred = (kind: 'podAffinity' | 'podAntiAffinity', topologyKey: string) => ({
  affinity: {
    [kind]: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, podAffinityTerm: term(topologyKey) },
      ],
    },
  },
});
const spread = (topologyKey: string, whenUnsatisfiable: string, maxSkew = 1) => ({
  topologySpreadConstraints: [{ topologyKey, whenUnsatisfiable, maxSkew, ...web }],
});
const nodes = (operator: string, key: string, ...values: string[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }] },
        ],
      },
    },
  },
});
const fonder = (weight: number) => ({
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight,
          preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] },
        },
      ],
    },
  },
});
const tolerating = (key: string, effect?: string) => ({
  tolerations: [{ key, operator: 'Exists', ...(effect && { effect }) }],
});

const specs: Readonly<Record<string, object>> = {
  small: {},
  'without requests': { containers: [makeContainer()] },
  large: requesting('3'),
  'too large': requesting('9'),
  'too much memory': requesting('100m', '9Gi'),
  'on ssd': { nodeSelector: { disk: 'ssd' } },
  'on nothing there is': { nodeSelector: { disk: 'tape' } },
  'in zone b': nodes('In', ZONE, 'b'),
  'not in zone a': nodes('NotIn', ZONE, 'a'),
  'in no zone': nodes('DoesNotExist', ZONE),
  'rather on ssd': fonder(100),
  'a little rather on ssd': fonder(1),
  'tolerates dedicated': tolerating('dedicated'),
  'tolerates busy': tolerating('busy', 'PreferNoSchedule'),
  'tolerates all': { tolerations: [{ operator: 'Exists' }] },
  'wants port 80': {
    containers: [
      { ...makeContainer({ cpu: '100m' }), ports: [{ containerPort: 80, hostPort: 80 }] },
    ],
  },
  'wants port 80 of UDP': {
    containers: [
      {
        ...makeContainer({ cpu: '100m' }),
        ports: [{ containerPort: 80, hostPort: 80, protocol: 'UDP' }],
      },
    ],
  },
  'on node a2': { nodeName: '', ...nodes('In', HOST, 'a2') },
  'near web, by node': affinity('podAffinity', HOST),
  'near web, by zone': affinity('podAffinity', ZONE),
  'near none': affinity('podAffinity', ZONE, { labelSelector: { matchLabels: { app: 'none' } } }),
  'away from web, by node': affinity('podAntiAffinity', HOST),
  'away from web, by zone': affinity('podAntiAffinity', ZONE),
  'rather near web': preferred('podAffinity', ZONE),
  'rather away from web': preferred('podAntiAffinity', ZONE),
  'spread over zones': spread(ZONE, 'DoNotSchedule'),
  'spread over nodes': spread(HOST, 'DoNotSchedule'),
  'spread over nodes by two': spread(HOST, 'DoNotSchedule', 2),
  'spread over racks': spread('rack', 'DoNotSchedule'),
  'rather spread over zones': spread(ZONE, 'ScheduleAnyway'),
  'rather spread over nodes': spread(HOST, 'ScheduleAnyway'),
  'large and important': { ...requesting('4'), priority: 1000 },
  'large, important and peaceful': {
    ...requesting('4'),
    priority: 1000,
    preemptionPolicy: 'Never',
  },
  'important, for the one place': { ...nodes('DoesNotExist', ZONE), priority: 10 },
  'important, near none': {
    ...affinity('podAffinity', HOST, { labelSelector: { matchLabels: { app: 'none' } } }),
    priority: 10,
  },
  'important, port 80': {
    containers: [
      { ...makeContainer({ cpu: '100m' }), ports: [{ containerPort: 80, hostPort: 80 }] },
    ],
    ...nodes('In', HOST, 'a2'),
    priority: 10,
  },
};

it.each(['web', 'other'])('of pods %s', async (app) => {
  const lines = Object.entries(specs).flatMap(([title, spec]) => {
    const cluster = clusterOf(sites());
    const pod = labelled('x', { app }, {
      ...requesting('250m'),
      priority: 0,
      ...spec,
    } as Partial<PodSpec>);
    const candidate = candidateOf(pod);
    const budgets = [
      {
        metadata: { namespace: 'default', name: 'web' },
        spec: { selector: web.labelSelector },
        status: { disruptionsAllowed: 0 },
      },
    ] as unknown as readonly PodDisruptionBudget[];
    const decision = decide(
      candidate,
      cluster,
      { startAt: 0, pick: (count) => count - 1 },
      budgets,
    );
    const scores = totalScores(
      candidate,
      cluster.nodes,
      scoresFor(candidate, cluster.nodes, cluster),
    );
    const rated = cluster.nodes
      .map(({ node }, i) => `${node.metadata.name} ${scores[i]}`)
      .join(', ');
    if (decision.kind === 'bind') return [`${title}: ${decision.nodeName} (${rated})`];
    const { message, refusedBy, clearing, isNominationOver } = decision;
    const victims = clearing?.victims.map(({ pod: { metadata } }) => metadata.name).join(', ');
    return [
      `${title}: ${message} (${rated})`,
      `  refused by ${[...refusedBy].sort().join(', ')}; nomination over: ${isNominationOver}`,
      ...(clearing === undefined
        ? []
        : [`  clears ${clearing.nodeName} of ${victims}, ${clearing.violations} against budgets`]),
    ];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, `placements-${app}.txt`),
  );
});
