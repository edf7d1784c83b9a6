/** What is said about the statuses of deployments, daemon sets and budgets, in every situation of a rollout. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import type { Pod } from '#types';
import { daemonSet } from '../../../../controllers/daemonset/index.ts';
import { deployment } from '../../../../controllers/deployment/index.ts';
import { disruption } from '../../../../controllers/disruption/index.ts';
import { makeDeployment, makeSet } from '../deployment/objects.ts';
import { makeNode, makePod } from '../objects.ts';
import { explainedAll, labels, now, ownedBy, pods, type Scene } from './explained.ts';

const golden = (name: string): string => join(import.meta.dirname, `${name}.txt`);

it('about deployments', async () => {
  const old = '2026-01-01T00:00:00Z';
  const claimed = (object: KubeObject, sets: readonly KubeObject[]): readonly KubeObject[] => [
    object,
    ...sets.map((each) => ({
      ...each,
      metadata: { ...each.metadata, ...ownedBy(object), labels },
    })),
  ];
  const progress = (reason: string, lastUpdateTime: string | undefined = old) => ({
    conditions: [{ type: 'Progressing', status: 'True', reason, lastUpdateTime }],
  });
  const scene = (
    evidence: object | undefined,
    [size, ready, oldSize]: readonly [number, number, number],
    status: object = {},
    spec: object = {},
    failing: readonly string[] = [],
  ): Scene => {
    const object = makeDeployment(4, { status: status as never, spec: spec as never });
    const failure = (name: string) =>
      failing.includes(name) && {
        conditions: [
          {
            type: 'ReplicaFailure',
            status: 'True',
            reason: 'FailedCreate',
            message: `${name} fails`,
          },
        ],
      };
    const sets = [
      makeSet('new', size, {
        status: { availableReplicas: ready, readyReplicas: ready, ...failure('new') } as never,
      }),
      makeSet('old', oldSize, { image: 'old', status: { ...failure('old') } as never }),
    ];
    const parts = { 'status.conditions': ['Available', 'Progressing', 'ReplicaFailure'] };
    return { object, objects: claimed(object, sets), now, evidence, parts };
  };
  const counted = { counted: 'progress' };
  const text = explainedAll(deployment, {
    'in progress': scene(counted, [2, 1, 3], { replicas: 4 }),
    'only counted': scene({ counted: 'numbers' }, [2, 1, 3], progress('ReplicaSetUpdated')),
    complete: scene(counted, [4, 4, 0], progress('ReplicaSetUpdated')),
    'complete before': scene(counted, [4, 4, 0], {
      ...progress('NewReplicaSetAvailable'),
      replicas: 4,
    }),
    'complete before, but one is down': scene(
      counted,
      [4, 3, 0],
      progress('NewReplicaSetAvailable'),
    ),
    stuck: scene(counted, [2, 1, 3], {
      replicas: 5,
      updatedReplicas: 2,
      readyReplicas: 4,
      availableReplicas: 4,
      ...progress('ReplicaSetUpdated'),
    }),
    waiting: scene(counted, [2, 1, 3], {
      replicas: 5,
      updatedReplicas: 2,
      readyReplicas: 4,
      availableReplicas: 4,
      ...progress('ReplicaSetUpdated', '2026-11-20T20:55:00Z'),
    }),
    'without a deadline': scene(counted, [2, 1, 3], progress('ReplicaSetUpdated'), {
      progressDeadlineSeconds: undefined,
    }),
    failing: scene(counted, [2, 1, 3], {}, {}, ['new', 'old']),
    'an old one failing': scene(counted, [2, 1, 3], {}, {}, ['old']),
    'told something': scene(
      {
        told: {
          type: 'Progressing',
          status: 'Unknown',
          reason: 'DeploymentPaused',
          message: 'Deployment is paused',
        },
      },
      [2, 1, 3],
    ),
    'a name is taken': scene({ collided: 'web-1' }, [2, 1, 3], { collisionCount: 2 }),
    'a name is taken for the first time': scene({ collided: 'web-1' }, [2, 1, 3]),
    refused: scene({ refused: 'selects all' }, [2, 1, 3]),
    'no evidence': scene(undefined, [2, 1, 3], { observedGeneration: 1 }),
  });
  await expect(text).toMatchFileSnapshot(golden('deployments'));
});

it('about daemon sets', async () => {
  const template = {
    metadata: { labels },
    spec: { containers: [], nodeSelector: { agent: 'yes' } },
  };
  const object = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'default', uid: 'u', generation: 2 },
    spec: { selector: { matchLabels: labels }, template, minReadySeconds: 10 },
    status: {},
  } as unknown as KubeObject;
  const revision = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: 'r',
      namespace: 'default',
      labels: { 'controller-revision-hash': 'h' },
      ...ownedBy(object),
    },
    data: { spec: { template: { ...template, $patch: 'replace' } } },
    revision: 1,
  } as unknown as KubeObject;
  const [fresh, starts, older, outside] = pods('rnRr', object, { 'controller-revision-hash': 'h' });
  const on = (pod: Pod, nodeName: string): Pod => ({ ...pod, spec: { ...pod.spec, nodeName } });
  const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) =>
    makeNode(name, { metadata: { labels: { agent: 'yes' } } }),
  );
  const objects = [
    object,
    ...nodes,
    makeNode('other', { metadata: { labels: {} } }),
    makeNode('left', { metadata: { labels: {} } }),
    on(fresh!, 'n1'),
    on(starts!, 'n2'),
    on(older!, 'n3'),
    on(outside!, 'left'),
  ];
  const text = explainedAll(daemonSet, {
    'all sorts of nodes': { object, objects: [...objects, revision], now },
    'later, without a revision': { object, objects, now: now + 10_000 },
  });
  await expect(text).toMatchFileSnapshot(golden('daemonsets'));
});

it('about budgets', async () => {
  const set = makeSet('web', 3);
  const budget = (spec: object, status: object = {}): KubeObject =>
    ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: 'default', uid: 'b', generation: 4 },
      spec: { selector: { matchLabels: labels }, ...spec },
      status: { disruptionsAllowed: 1, observedGeneration: 4, ...status },
    }) as unknown as KubeObject;
  const lone = makePod('lone', {}, { labels });
  const scene = (object: KubeObject, more: Partial<Scene> = {}): Scene => ({
    object,
    objects: [object, set, ...pods('rnrg', set), lone],
    now,
    ...more,
  });
  const disruptedPods = {
    a: '2026-11-20T20:59:00Z',
    c: '2026-11-20T20:57:00Z',
    d: '2026-11-20T20:59:30Z',
    gone: '2026-11-20T20:59:30Z',
  };
  const text = explainedAll(disruption, {
    'a number available': scene(budget({ minAvailable: 1 })),
    'a share available': scene(budget({ minAvailable: '50%' })),
    'a number unavailable': scene(budget({ maxUnavailable: 1 })),
    'a share unavailable': scene(budget({ maxUnavailable: '50%' })),
    'none expected': scene(budget({}), { objects: [] }),
    evicted: scene(budget({ minAvailable: 0 }, { disruptedPods })),
    'cannot be counted': scene(budget({ maxUnavailable: 1 }), { objects: pods('r', set) }),
    failed: scene(budget({ maxUnavailable: 1 }, { currentHealthy: 3 }), {
      evidence: { failed: 'no controllers' },
    }),
    'an eviction': scene(budget({ minAvailable: 1 }), {
      actor: 'eviction',
      evidence: { evicted: 'a' },
    }),
  });
  await expect(text).toMatchFileSnapshot(golden('budgets'));
});
