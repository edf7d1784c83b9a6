/** Rules of controllers that are a few lines each: what is signed, which jobs stay, what definitions say. */
import { expect, it } from 'vitest';
import { notFound, unsupportedMediaType } from '#values';
import type { CertificateSigningRequest, CronJob, CustomResourceDefinition, Job } from '#types';
import type { Client } from '#runtime';
import { beyondLimits } from '../../../controllers/cronjob/job.ts';
import { faultOf, isOfCluster, lifetimeMs } from '../../../controllers/csrsigning/policy.ts';
import {
  approved,
  establish,
  terminating,
} from '../../../controllers/customresourcedefinitions/conditions.ts';
import {
  getLive,
  liftFinalizer,
  release,
  remove,
  unblock,
} from '../../../controllers/garbagecollector/api.ts';

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

it.each<[seconds: number | undefined, ms: number]>([
  [undefined, year],
  [0, 10 * minute],
  [599, 10 * minute],
  [601, 601_000],
  [year / 1000 + 1, year],
])('a certificate for %s s holds for %d ms', (seconds, ms) => {
  expect(lifetimeMs(seconds)).toBe(ms);
});

it.each<[signer: string, usages: readonly string[] | undefined, fault: string | undefined]>([
  ['kubernetes.io/kube-apiserver-client', ['client auth'], undefined],
  [
    'kubernetes.io/kube-apiserver-client',
    ['key encipherment', 'client auth', 'digital signature'],
    undefined,
  ],
  [
    'kubernetes.io/kube-apiserver-client',
    ['client auth', 'server auth'],
    'invalid usage for client certificate: server auth',
  ],
  [
    'kubernetes.io/kube-apiserver-client',
    undefined,
    'missing required usage for client certificate: client auth',
  ],
  ['kubernetes.io/legacy-unknown', ['any'], undefined],
  ['example.com/other', ['any'], undefined],
])('%s signs for %j: %s', (signerName, usages, fault) => {
  const spec = { signerName, usages } as CertificateSigningRequest['spec'];
  expect(faultOf(spec, {} as never)).toBe(fault);
  expect(isOfCluster(signerName)).toBe(!signerName.startsWith('example'));
});

const jobOf = (name: string, type: string, startTime?: string): Job =>
  ({
    metadata: { name },
    status: { ...(startTime && { startTime }), conditions: [{ type, status: 'True' }] },
  }) as unknown as Job;
const jobs = [
  jobOf('c', 'Complete', '2026-01-03T00:00:00Z'),
  jobOf('never', 'Complete'),
  jobOf('b', 'Complete', '2026-01-02T00:00:00Z'),
  jobOf('a', 'Complete', '2026-01-02T00:00:00Z'),
  jobOf('f', 'Failed', '2026-01-01T00:00:00Z'),
  jobOf('never either', 'Failed'),
  jobOf('running', 'Suspended', '2026-01-01T00:00:00Z'),
];

it.each<[successful: number | undefined, failed: number | undefined, gone: readonly string[]]>([
  [undefined, undefined, []],
  [4, 2, []],
  [3, 1, ['a', 'f']],
  [2, 0, ['a', 'b', 'f', 'never either']],
  [0, 2, ['a', 'b', 'c', 'never']],
])('of finished jobs %s and %s stay: %j go', (successful, failed, gone) => {
  const spec = { successfulJobsHistoryLimit: successful, failedJobsHistoryLimit: failed };
  const found = beyondLimits({ spec } as unknown as CronJob, jobs);
  expect(found.map(({ metadata }) => metadata.name)).toEqual(gone);
});

const definitionOf = (group: string, annotation?: string, conditions: readonly object[] = []) =>
  ({
    metadata: {
      name: 'd',
      ...(annotation !== undefined && {
        annotations: { 'api-approved.kubernetes.io': annotation },
      }),
    },
    spec: { group },
    status: { conditions },
  }) as unknown as CustomResourceDefinition;
const now = 0;
const lastTransitionTime = '1970-01-01T00:00:00Z';
const protectedText = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
const see = 'see https://github.com/kubernetes/enhancements/pull/1111';

it.each<[annotation: string | undefined, status: string, reason: string, message: string]>([
  ['https://a.example.com', 'True', 'ApprovedAnnotation', 'approved in https://a.example.com'],
  ['unapproved, a test', 'False', 'UnapprovedAnnotation', 'not approved: "unapproved, a test"'],
  [
    'odd',
    'False',
    'InvalidAnnotation',
    `${protectedText} with either a URL or a reason starting with "unapproved", ${see}`,
  ],
  [undefined, 'False', 'MissingAnnotation', `${protectedText}, ${see}`],
])('a protected group with the annotation %s', (annotation, status, reason, message) => {
  const type = 'KubernetesAPIApprovalPolicyConformant';
  expect(approved(definitionOf('x.k8s.io', annotation), now).status.conditions).toEqual([
    { type, status, lastTransitionTime, reason, message },
  ]);
});

it('other groups need no approval', () => {
  const definition = definitionOf('example.com', 'odd');
  expect(approved(definition, now)).toBe(definition);
});

it.each<[conditions: readonly string[], isEstablished: boolean]>([
  [[], false],
  [['NamesAccepted'], true],
  [['NamesAccepted', 'Established'], false],
])('a definition with %j is established: %s', (types, isEstablished) => {
  const conditions = types.map((type) => ({ type, status: 'True' }));
  const definition = definitionOf('example.com', undefined, conditions);
  const next = establish(definition, now);
  expect(next !== definition).toBe(isEstablished);
  if (!isEstablished) return;
  expect(next.status.conditions!.at(-1)).toEqual({
    ...{ type: 'Established', status: 'True', lastTransitionTime, reason: 'InitialNamesAccepted' },
    message: 'the initial names have been accepted',
  });
});

it.each(['inProgress', 'completed', 'neverEstablished'] as const)('it goes: %s', (step) => {
  const texts = {
    inProgress: ['True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress'],
    completed: ['False', 'InstanceDeletionCompleted', 'removed all instances'],
    neverEstablished: ['False', 'NeverEstablished', 'resource was never established'],
  };
  const [status, reason, message] = texts[step];
  expect(terminating(definitionOf('example.com'), step, now).status.conditions).toEqual([
    { type: 'Terminating', status, lastTransitionTime, reason, message },
  ]);
});

const kind = { group: 'example.com', plural: 'widgets' };
const node = {
  ...{ kind, namespace: 'n', name: 'w', uid: 'wu' },
  owners: [
    { uid: 'a', blockOwnerDeletion: true },
    { uid: 'b', blockOwnerDeletion: true },
  ],
} as never;
const metadata = {
  ...{ uid: 'wu', resourceVersion: '7', finalizers: ['x', 'y'] },
  ownerReferences: [
    { uid: 'a', blockOwnerDeletion: true },
    { uid: 'c', name: 'c' },
  ],
};

/** What the collector asks, and the answers to it by `VERB` or `VERB TYPE`. */
function asking(answers: Readonly<Record<string, unknown>>) {
  const asked: unknown[] = [];
  const answer = (what: string, ...rest: readonly unknown[]): Promise<unknown> => {
    asked.push([what, ...rest]);
    const found = answers[what];
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  };
  const client = {
    metadata: {
      get: () => answer('get'),
      delete: (_: unknown, ref: unknown, options: unknown) => answer('delete', ref, options),
      patch: (_: unknown, ref: unknown, patch: { readonly type: string; readonly body: unknown }) =>
        answer(`patch ${patch.type}`, ref, patch.body),
    },
  } as unknown as Client;
  return { client, asked };
}

const ref = { namespace: 'n', name: 'w' };
const gone = notFound(kind, 'w');
const failure = new Error('broken');

it.each<
  [what: string, change: (client: Client) => Promise<void>, strategic: object, merge: object]
>([
  [
    'leaves owners',
    (client) => release(client, node, ['a']),
    { ownerReferences: [{ $patch: 'delete', uid: 'a' }] },
    { ownerReferences: [{ uid: 'c', name: 'c' }] },
  ],
  [
    'holds nothing up',
    (client) => unblock(client, node),
    {
      ownerReferences: [
        { uid: 'a', blockOwnerDeletion: false },
        { uid: 'b', blockOwnerDeletion: false },
      ],
    },
    {
      ownerReferences: [
        { uid: 'a', blockOwnerDeletion: false },
        { uid: 'c', name: 'c', blockOwnerDeletion: false },
      ],
    },
  ],
  [
    'loses a finalizer',
    (client) => liftFinalizer(client, node, 'x'),
    { '$deleteFromPrimitiveList/finalizers': ['x'] },
    { finalizers: ['y'] },
  ],
])('an object %s', async (_, change, strategic, merge) => {
  const first = ['patch strategic', ref, { metadata: { uid: 'wu', ...strategic } }];
  const plain = asking({});
  await change(plain.client);
  expect(plain.asked).toEqual([first]);

  const simple = asking({ 'patch strategic': unsupportedMediaType([]), get: { metadata } });
  await change(simple.client);
  expect(simple.asked).toEqual([
    ...[first, ['get']],
    ['patch merge', ref, { metadata: { uid: 'wu', resourceVersion: '7', ...merge } }],
  ]);

  const other = { metadata: { ...metadata, uid: 'other' } };
  const replaced = asking({ 'patch strategic': unsupportedMediaType([]), get: other });
  await change(replaced.client);
  expect(replaced.asked).toEqual([first, ['get']]);

  await change(asking({ 'patch strategic': gone }).client);
  await expect(change(asking({ 'patch strategic': failure }).client)).rejects.toBe(failure);
});

it('an object is deleted as long as it is the one meant', async () => {
  const { client, asked } = asking({});
  await remove(client, node, 'Orphan');
  expect(asked).toEqual([
    ['delete', ref, { propagationPolicy: 'Orphan', preconditions: { uid: 'wu' } }],
  ]);
  await remove(asking({ delete: gone }).client, node, 'Background');
  await expect(remove(asking({ delete: failure }).client, node, 'Orphan')).rejects.toBe(failure);
});

it('an object is read as long as it is the one meant', async () => {
  const read = (answer: unknown): Promise<unknown> =>
    getLive(asking({ get: answer }).client, node, 'wu');
  const live = { metadata };
  expect(await read(live)).toBe(live);
  expect(await read({ metadata: { uid: 'other' } })).toBeUndefined();
  expect(await read(gone)).toBeUndefined();
  await expect(read(failure)).rejects.toBe(failure);
});
