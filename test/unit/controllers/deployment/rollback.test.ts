/** Going back to an earlier revision, and writing sizes. */
import { expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { Deployment, ReplicaSet } from '#types';
import { applySizes, type Pass } from '../../../../controllers/deployment/pass.ts';
import { planRollingUpdate } from '../../../../controllers/deployment/rolling-update.ts';
import { rollBack } from '../../../../controllers/deployment/rollback.ts';
import { contestedMessage, unmanagedMessage } from '../../../../controllers/disruption/messages.ts';
import { Recorded } from '../recorded.ts';

const request = 'deprecated.deployment.rollback.to';
const revisionKey = 'deployment.kubernetes.io/revision';
const sizes = {
  'deployment.kubernetes.io/desired-replicas': '3',
  'deployment.kubernetes.io/max-replicas': '4',
};
const template = (image: string, labels: object = {}): object => ({
  metadata: { labels: { app: 'web', ...labels } },
  spec: { containers: [{ name: 'c', image }] },
});
const deployment = {
  metadata: { name: 'd', annotations: { [request]: '1', own: 'x' } },
  spec: {
    ...{ replicas: 3, template: template('new') },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  },
} as unknown as Deployment;

const setOf = (revision: string, image: string, annotations: object = {}): ReplicaSet =>
  ({
    metadata: {
      ...{ name: `d-${revision}`, uid: `uid-${revision}` },
      annotations: { [revisionKey]: revision, ...annotations },
    },
    spec: { replicas: 1, template: template(image, { 'pod-template-hash': revision }) },
  }) as unknown as ReplicaSet;

const before = { metadata: { name: 'd', annotations: { own: 'x' } } };

it.each<[what: string, revision: bigint, sets: readonly ReplicaSet[], done: readonly string[]]>([
  [
    'nothing to go back to',
    0n,
    [],
    ['d Warning DeploymentRollbackRevisionNotFound: Unable to find last revision.', 'new'],
  ],
  [
    'only the present revision',
    0n,
    [setOf('1', 'new')],
    ['d Warning DeploymentRollbackRevisionNotFound: Unable to find last revision.', 'new'],
  ],
  [
    'another revision',
    7n,
    [setOf('1', 'old')],
    [
      'd Warning DeploymentRollbackRevisionNotFound: Unable to find the revision to rollback to.',
      'new',
    ],
  ],
  [
    'a revision with the same template',
    1n,
    [setOf('1', 'new')],
    [
      'd Warning DeploymentRollbackTemplateUnchanged: The rollback revision contains the same template as current deployment "d"',
      'new',
    ],
  ],
  [
    'the revision',
    1n,
    [setOf('1', 'old'), setOf('2', 'new')],
    ['old', 'd Normal DeploymentRollback: Rolled back deployment "d" to revision 1'],
  ],
  [
    'the revision before',
    0n,
    [setOf('1', 'older'), setOf('2', 'old'), setOf('3', 'new')],
    ['old', 'd Normal DeploymentRollback: Rolled back deployment "d" to revision 2'],
  ],
])('with %s', async (_, revision, oldSets, done) => {
  const recorded = new Recorded();
  await rollBack(
    recorded.tools as unknown as Pass,
    deployment,
    { newSet: undefined, oldSets },
    revision,
  );
  const found = recorded.done.map((each) => {
    if (typeof each === 'string') return each;
    const [what, { metadata, spec }] = each as [string, Deployment];
    expect(what).toBe('update Deployment');
    expect(spec.template.metadata).toEqual({ labels: { app: 'web' } });
    expect(metadata.annotations?.[request]).toBeUndefined();
    return spec.template.spec.containers[0]!.image;
  });
  expect(found).toEqual(done);
});

it('the annotations that the Deployment had come back with the template', async () => {
  const recorded = new Recorded();
  const sets = { newSet: undefined, oldSets: [setOf('1', 'old', { then: 'y', ...sizes })] };
  await rollBack(recorded.tools as unknown as Pass, deployment, sets, 1n);
  const [, { metadata }] = recorded.done[0] as [string, Deployment];
  expect(metadata).toEqual({ ...before.metadata, annotations: { then: 'y' } });
});

it('sizes are written where something changes, and events say where the size does', async () => {
  const recorded = new Recorded();
  const [small, noted, same] = [setOf('1', 'a'), setOf('2', 'b'), setOf('3', 'c', sizes)];
  const to = (set: ReplicaSet, replicas: number, direction: 'up' | 'down') => ({
    ...{ set, replicas, direction },
  });
  await applySizes({ ...recorded.tools, profile: defaultProfile } as unknown as Pass, deployment, [
    to(small, 3, 'up'),
    to(noted, 1, 'up'),
    to(same, 1, 'down'),
    to(small, 0, 'down'),
  ]);
  const written = (set: ReplicaSet, replicas: number): unknown => [
    'update ReplicaSet',
    {
      metadata: { ...set.metadata, annotations: { ...set.metadata.annotations, ...sizes } },
      spec: { ...set.spec, replicas },
    },
  ];
  expect(recorded.done).toEqual([
    written(small, 3),
    'd Normal ScalingReplicaSet: Scaled up replica set d-1 to 3',
    written(noted, 1),
    written(small, 0),
    'd Normal ScalingReplicaSet: Scaled down replica set d-1 to 0',
  ]);
});

it('budgets say what is wrong with their pods', () => {
  const selector = { matchLabels: { app: 'web' } };
  expect(unmanagedMessage({ spec: { selector } } as never)).toBe(
    'Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:map[string]string{app: web,},MatchExpressions:[]LabelSelectorRequirement{},}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.',
  );
  const pod = { metadata: { namespace: 'n', name: 'p' } } as never;
  expect(contestedMessage(pod, { metadata: { name: 'b' } } as never)).toBe(
    'Pod "n"/"p" matches multiple PodDisruptionBudgets.  Chose "b" arbitrarily.',
  );
});

it('old sets stay as they are until there is a new one', () => {
  const oldSets = [{ ...setOf('1', 'old'), status: { availableReplicas: 1 } } as ReplicaSet];
  expect(planRollingUpdate(deployment, { newSet: undefined, oldSets })).toEqual([]);
});
