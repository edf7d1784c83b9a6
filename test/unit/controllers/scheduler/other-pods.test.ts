/** Rules about other pods: spreading, affinity, anti-affinity; and how they are kept count of. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import { selectLabels, selectorOf, type Labels } from '#values';
import type { Pod, PodSpec } from '#types';
import { ClusterCache } from '../../../../controllers/scheduler/cluster-cache.ts';
import { decide } from '../../../../controllers/scheduler/decide.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { spreadQuery } from '../../../../controllers/scheduler/pod-query.ts';
import { scoresFor, totalScores } from '../../../../controllers/scheduler/scores.ts';
import { makePod, type NodeParts } from '../objects.ts';
import { clusterOf, labelled, site, type Site } from './sites.ts';

const first = { startAt: 0, pick: () => 0 };
const zoned = (zone: string, name?: string): NodeParts => ({
  metadata: {
    labels: {
      'topology.kubernetes.io/zone': zone,
      ...(name !== undefined && { 'kubernetes.io/hostname': name }),
    },
  },
});
const web = (name: string): Pod => labelled(name, { app: 'web' });
const app = (name: string) => ({ matchLabels: { app: name } });

const spread = (
  topologyKey: string,
  maxSkew = 1,
  whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway' = 'DoNotSchedule',
): Partial<PodSpec> => ({
  topologySpreadConstraints: [
    { topologyKey, maxSkew, whenUnsatisfiable, labelSelector: app('web') },
  ],
});
const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';

const near = (name: string, topologyKey = ZONE): Partial<PodSpec> => ({
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: app(name) }],
    },
  },
});
const apart = (name: string, topologyKey = ZONE): Partial<PodSpec> => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: app(name) }],
    },
  },
});

/** Where the pod goes, or what is said. */
function outcome(pod: Pod, sites: readonly Site[], cluster = clusterOf(sites)): string {
  const decision = decide(candidateOf(pod), cluster, first);
  return decision.kind === 'bind' ? decision.nodeName : decision.message;
}

describe('hard spreading', () => {
  const sites = [
    site('a1', zoned('a'), [web('w1'), web('w2')]),
    site('b1', zoned('b'), [web('w3')]),
    site('c1', { metadata: { labels: {} } }),
  ];

  it('admits where the difference stays small enough', () => {
    expect(outcome(labelled('new', { app: 'web' }, spread(ZONE)), sites)).toBe('b1');
    // Without counting itself it may go to either zone.
    const other = labelled('new', { app: 'other' }, { ...spread(ZONE), nodeSelector: {} });
    expect(outcome(other, sites)).toBe('b1');
  });

  it('says what is against a node, and what cannot be helped', () => {
    const pod = labelled('new', { app: 'web' }, spread(ZONE));
    const full = [
      sites[0]!,
      site('b1', { ...zoned('b'), spec: { unschedulable: true } }),
      sites[2]!,
    ];
    expect(outcome(pod, full)).toBe(
      "0/3 nodes are available: 1 node(s) didn't match pod topology spread constraints, " +
        "1 node(s) didn't match pod topology spread constraints (missing required label), " +
        '1 node(s) were unschedulable. preemption: 0/3 nodes are available: ' +
        '1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.',
    );
  });

  it('counts neither pods that are on their way out nor those of other namespaces', () => {
    const leaving = labelled(
      'w2',
      { app: 'web' },
      {},
      {
        metadata: { deletionTimestamp: '2026-11-20T20:00:00Z' },
      },
    );
    const foreign = labelled('w4', { app: 'web' }, {}, { metadata: { namespace: 'other' } });
    const even = [
      site('a1', zoned('a'), [web('w1'), leaving, foreign]),
      site('b1', zoned('b'), [web('w3')]),
    ];
    expect(outcome(labelled('new', { app: 'web' }, spread(ZONE)), even)).toMatch(/^[ab]1$/);
  });

  it('counts the places behind a node that has none', () => {
    const pod = labelled('new', { app: 'web' }, spread(ZONE));
    const behind = [
      site('c1', { metadata: { labels: {} } }),
      site('a1', zoned('a'), [web('w1'), web('w2')]),
      site('b1', { ...zoned('b'), spec: { unschedulable: true } }, [web('w3')]),
    ];
    expect(outcome(pod, behind)).toMatch(/^0\/3 nodes are available/);
  });

  it('looks only at the nodes that the pod could go to', () => {
    const pod = labelled('new', { app: 'web' }, { ...spread(ZONE), nodeSelector: { [ZONE]: 'a' } });
    expect(outcome(pod, sites)).toBe('a1');
  });
});

describe('soft spreading', () => {
  const scores = (pod: Pod, sites: readonly Site[], siblings?: Labels): readonly number[] => {
    const cluster = clusterOf(sites, {
      siblingsOf: () => siblings && spreadQuery('default', selectLabels(siblings)),
    });
    const candidate = candidateOf(pod);
    const plugins = scoresFor(candidate, cluster.nodes, cluster).filter(
      ({ name }) => name === 'PodTopologySpread',
    );
    return totalScores(candidate, cluster.nodes, plugins);
  };

  it('rates nodes by what is in their place', () => {
    const sites = [
      site('a1', zoned('a'), [web('w1'), web('w2')]),
      site('b1', zoned('b'), [web('w3')]),
      site('c1', zoned('c')),
    ];
    const pod = labelled('new', { app: 'web' }, spread(ZONE, 1, 'ScheduleAnyway'));
    // Weight ln(3 + 2): raw 3, 2, 0; from 0 to 3: 0, 33, 100; counted twice. In turns of zones.
    expect(scores(pod, sites)).toEqual([0, 66, 200]);
  });

  it('gives nothing for nodes without the place', () => {
    const pod = labelled('new', { app: 'web' }, spread(ZONE, 1, 'ScheduleAnyway'));
    expect(scores(pod, [site('a1', zoned('a')), site('x')])).toEqual([200, 0]);
  });

  it('counts what is in places behind a node without the place', () => {
    const pod = labelled('new', { app: 'web' }, spread(ZONE, 1, 'ScheduleAnyway'));
    const sites = [
      site('x', {}, [web('w0')]),
      site('a1', zoned('a'), [web('w1'), web('w2')]),
      site('b1', zoned('b'), [web('w3')]),
    ];
    const rated = scores(pod, sites);
    const of = (name: string): number =>
      rated[clusterOf(sites).nodes.findIndex(({ node }) => node.metadata.name === name)]!;
    // Weight ln(2 + 2): raw 3 and 1; from 1 to 3: 33 and 100; counted twice.
    expect([of('x'), of('a1'), of('b1')]).toEqual([0, 66, 200]);
  });

  it('tells hosts without a name apart by their zones', () => {
    const sites = [site('a1', zoned('a'), [web('w1'), web('w2')]), site('b1', zoned('b'))];
    const [a, b] = scores(web('new'), sites, { app: 'web' });
    expect(b).toBeGreaterThan(a!);
    const alike = [site('a1', zoned('a'), [web('w1'), web('w2')]), site('a2', zoned('a'))];
    const [one, other] = scores(web('new'), alike, { app: 'web' });
    expect(one).toBe(other);
  });

  it('counts only the places of the nodes that the pod fits on', () => {
    const sites = [
      site('a1', zoned('a'), [web('w1'), web('w2')]),
      site('b1', zoned('b'), [web('w3')]),
      site('c1', zoned('c'), [web('w4')]),
    ];
    const cluster = clusterOf(sites);
    const candidate = candidateOf(
      labelled('new', { app: 'web' }, spread(ZONE, 1, 'ScheduleAnyway')),
    );
    const fitting = cluster.nodes.filter(({ node }) => node.metadata.name !== 'c1');
    const plugins = scoresFor(candidate, fitting, cluster).filter(
      ({ name }) => name === 'PodTopologySpread',
    );
    // Weight ln(2 + 2): raw 3 and 1; from 1 to 3: 33 and 100; counted twice.
    expect(totalScores(candidate, fitting, plugins)).toEqual([66, 200]);
  });

  it('is usual for pods of services and controllers, by host and zone', () => {
    const sites = [
      site('a1', zoned('a', 'a1'), [web('w1')]),
      site('a2', zoned('a', 'a2')),
      site('b1', zoned('b', 'b1')),
    ];
    // Hosts: ln 5 = 1.61, zones: ln 4 = 1.39, and 2 + 4 for the allowed skews: 9, 7, 6 in all.
    // Turns of zones: a1, b1, a2.
    expect(scores(web('new'), sites, { app: 'web' })).toEqual([2 * 66, 2 * 100, 2 * 88]);
    expect(scores(web('new'), sites)).toEqual([0, 0, 0]);
  });
});

describe('affinity', () => {
  const sites = [
    site('a1', zoned('a'), [labelled('db-0', { app: 'db' })]),
    site('b1', zoned('b')),
    site('x'),
  ];

  it('goes where the others are', () => {
    expect(outcome(labelled('new', { app: 'web' }, near('db')), sites)).toBe('a1');
  });

  it('refuses where they are not, for good', () => {
    expect(outcome(labelled('new', { app: 'web' }, near('cache')), sites)).toBe(
      "0/3 nodes are available: 3 node(s) didn't match pod affinity rules. preemption: " +
        '0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    );
  });

  it('lets the first of a group in, where the place exists', () => {
    expect(outcome(labelled('new', { app: 'cache' }, near('cache')), sites)).toMatch(/^[ab]1$/);
    expect(outcome(labelled('new', { app: 'cache' }, near('cache')), [site('x')])).toContain(
      "1 node(s) didn't match pod affinity rules",
    );
  });

  it('means only pods that all terms mean', () => {
    const terms = [app('db'), { matchLabels: { tier: 'back' } }].map((labelSelector) => ({
      topologyKey: ZONE,
      labelSelector,
    }));
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } };
    const pod = labelled('new', {}, { affinity });
    const both = labelled('db-1', { app: 'db', tier: 'back' });
    expect(outcome(pod, [...sites, site('c1', zoned('c'), [both])])).toBe('c1');
  });

  it('reaches into namespaces by name and by label', () => {
    const foreign = labelled('db-9', { app: 'db' }, {}, { metadata: { namespace: 'data' } });
    const there = [site('a1', zoned('a')), site('b1', zoned('b'), [foreign])];
    const term = { topologyKey: ZONE, labelSelector: app('db') };
    const pod = (more: object): Pod =>
      labelled(
        'new',
        {},
        {
          affinity: {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, ...more }],
            },
          },
        },
      );
    const cluster = clusterOf(there, {
      namespacesWith: (selector) => (selector.matches({ team: 'data' }) ? ['data'] : []),
    });
    expect(outcome(pod({ namespaces: ['data'] }), there, cluster)).toBe('b1');
    expect(outcome(pod({ namespaceSelector: {} }), there, cluster)).toBe('b1');
    const byTeam = { namespaceSelector: { matchLabels: { team: 'data' } } };
    expect(outcome(pod(byTeam), there, cluster)).toBe('b1');
    expect(outcome(pod({}), there, cluster)).toContain("didn't match pod affinity rules");
  });
});

describe('anti-affinity', () => {
  it('keeps away from others, in the words of v1.24', () => {
    const sites = [site('a1', zoned('a'), [web('w1')]), site('b1', zoned('b'))];
    expect(outcome(labelled('new', { app: 'web' }, apart('web')), sites)).toBe('b1');
    expect(outcome(labelled('new', { app: 'web' }, apart('web')), sites.slice(0, 1))).toBe(
      "0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules. preemption: " +
        '0/1 nodes are available: 1 No preemption victims found for incoming pod.',
    );
  });

  it('of those that are there keeps others away', () => {
    const hermit = labelled('hermit', { app: 'hermit' }, apart('web'));
    const sites = [site('a1', zoned('a'), [hermit]), site('b1', zoned('b'))];
    expect(outcome(web('new'), sites)).toBe('b1');
    expect(outcome(web('new'), sites.slice(0, 1))).toContain(
      "1 node(s) didn't satisfy existing pods anti-affinity rules.",
    );
    expect(outcome(labelled('new', { app: 'db' }), sites.slice(0, 1))).toBe('a1');
  });

  it('does not matter once the pods have gone', () => {
    const sites = [site('a1', zoned('a'), [labelled('hermit', {}, apart('web'))])];
    const cluster = clusterOf(sites);
    cluster.removePod('uid-hermit');
    expect(outcome(web('new'), sites, cluster)).toBe('a1');
    expect(cluster.pods.apart.isEmpty).toBe(true);
  });
});

describe('preferred affinity', () => {
  const terms = (weight: number, name: string) => ({
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight, podAffinityTerm: { topologyKey: HOST, labelSelector: app(name) } },
    ],
  });
  const preferring = (kind: 'podAffinity' | 'podAntiAffinity', name: string) => ({
    affinity: { [kind]: terms(10, name) },
  });
  const torn = (draws: number, repels: number) => ({
    affinity: { podAffinity: terms(draws, 'db'), podAntiAffinity: terms(repels, 'db') },
  });
  const sites = (there: Pod): readonly Site[] => [
    site('n1', { metadata: { labels: { [HOST]: 'n1' } } }, [there]),
    site('n2', { metadata: { labels: { [HOST]: 'n2' } } }),
  ];

  it.each([
    ['draws the pod', labelled('db', { app: 'db' }), preferring('podAffinity', 'db'), 'n1'],
    ['repels the pod', labelled('db', { app: 'db' }), preferring('podAntiAffinity', 'db'), 'n2'],
    ['repels the pod more than it is drawn', labelled('db', { app: 'db' }), torn(50, 100), 'n2'],
    ['draws the pod more than it is repelled', labelled('db', { app: 'db' }), torn(100, 50), 'n1'],
    ['of those there draws it', labelled('db', {}, preferring('podAffinity', 'web')), {}, 'n1'],
    [
      'of those there repels it',
      labelled('db', {}, preferring('podAntiAffinity', 'web')),
      {},
      'n2',
    ],
    ['of those who need it draws it', labelled('db', {}, near('web', HOST)), {}, 'n1'],
  ] as const)('%s', (_, there, spec, chosen) => {
    expect(outcome(labelled('new', { app: 'web' }, spec), sites(there))).toBe(chosen);
  });
});

describe('images', () => {
  it('draw pods to where they are', () => {
    const having = (name: string, ...names: readonly string[]): Site => {
      const made = site(name);
      const images = [{ names, sizeBytes: 500 * 2 ** 20 }];
      return { ...made, node: { ...made.node, status: { ...made.node.status, images } } };
    };
    const pod = makePod('new', { containers: [{ name: 'main', image: 'app' }] });
    expect(outcome(pod, [having('n1', 'other:v1'), having('n2', 'app:latest')])).toBe('n2');
    const cluster = clusterOf([having('n1', 'app:latest'), site('n2')]);
    const scores = scoresFor(candidateOf(pod), cluster.nodes, cluster);
    const images = scores.filter(({ name }) => name === 'ImageLocality');
    // Half of 500 MiB, as one of two nodes has it, between 23 and 1000 MiB.
    expect(totalScores(candidateOf(pod), cluster.nodes, images)).toEqual([23, 0]);
    cluster.removeNode('n1');
    expect(cluster.images.isEmpty).toBe(true);
  });
});

describe('zones', () => {
  it('take turns', () => {
    const sites = [
      site('a1', zoned('a')),
      site('a2', zoned('a')),
      site('b1', zoned('b')),
      site('a3', zoned('a')),
      site('c1', zoned('c')),
    ];
    const names = clusterOf(sites).nodes.map(({ node }) => node.metadata.name);
    expect(names).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });
});

describe('the count of pods', () => {
  it('is always what counting again gives', () => {
    const step = fc.record({
      pod: fc.integer({ min: 0, max: 5 }),
      node: fc.constantFrom('n1', 'n2'),
      app: fc.constantFrom('web', 'db'),
      leaving: fc.boolean(),
      act: fc.constantFrom('set', 'set', 'remove', 'ask'),
    });
    const query = spreadQuery('default', selectorOf(app('web')));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const there = new Map<string, Pod>();
        const cluster: ClusterCache = new ClusterCache(
          {
            labelled: () => [...there.values()],
            namespaceLabels: () => undefined,
            namespacesWith: () => [],
            siblingsOf: () => undefined,
            claim: () => undefined,
          },
          defaultProfile,
        );
        for (const { pod, node, app: name, leaving, act } of steps) {
          const uid = `uid-p${pod}`;
          if (act === 'set') {
            const nodeName = there.get(uid)?.spec.nodeName ?? node;
            const gone = leaving ? { deletionTimestamp: '2026-11-20T20:00:00Z' } : {};
            const made = makePod(`p${pod}`, { nodeName }, { labels: { app: name }, ...gone });
            there.set(uid, made);
            cluster.addPod(made);
          } else if (act === 'remove') {
            there.delete(uid);
            cluster.removePod(uid);
          }
          if (act !== 'ask') continue;
          const expected: Record<string, number> = {};
          for (const each of there.values()) {
            if (!query.matches(each)) continue;
            expected[each.spec.nodeName!] = (expected[each.spec.nodeName!] ?? 0) + 1;
          }
          expect(Object.fromEntries(cluster.pods.countsOf(query))).toEqual(expected);
        }
      }),
    );
  });
});
