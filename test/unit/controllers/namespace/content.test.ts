/** Emptying a namespace: what is deleted, what is left, and what is said about it. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { methodNotSupported, notFound, parseTime, type KubeObject } from '#values';
import type { Discovery } from '#catalog';
import type { Namespace, NamespaceStatus } from '#types';
import type { Client } from '#runtime';
import { withConditions } from '../../../../controllers/namespace/conditions.ts';
import { emptyNamespace } from '../../../../controllers/namespace/content.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';
const namespace = { metadata: { name: 'n', deletionTimestamp } } as unknown as Namespace;
const verbs = ['delete', 'deletecollection', 'get', 'list'];
const resource = (plural: string, more: object = {}): object => ({
  ...{ group: 'g', version: 'v1', kind: plural, plural, namespaced: true, verbs, ...more },
});
const item = (name: string, finalizers?: readonly string[]): KubeObject =>
  ({ metadata: { name, ...(finalizers && { finalizers }) } }) as never;

interface Around {
  readonly minor?: number;
  readonly resources?: readonly object[];
  readonly failures?: readonly (readonly [string, string])[];
  /** What is left, by resource. */
  readonly left?: Readonly<Record<string, readonly KubeObject[]>>;
  readonly pods?: readonly object[];
  /** What calls throw, by `VERB RESOURCE`. */
  readonly throws?: Readonly<Record<string, unknown>>;
}

async function emptied(around: Around, seconds = 0) {
  const { resources = [], failures = [], left = {}, pods = [], throws = {} } = around;
  const calls: string[] = [];
  const call = (verb: string, what: string, result?: unknown): Promise<never> => {
    calls.push(`${verb} ${what}`);
    const failure = throws[`${verb} ${what}`];
    return failure === undefined
      ? Promise.resolve(result as never)
      : Promise.reject(failure as Error);
  };
  type Named = { readonly plural: string };
  const client = {
    discover: () =>
      call('discover', 'all', { resources, failures: new Map(failures) } as unknown as Discovery),
    list: ({ plural }: Named) => call('list all', plural, { items: pods }),
    metadata: {
      list: ({ plural }: Named, options: unknown) => {
        expect(options).toEqual({ namespace: 'n' });
        return call('list', plural, { items: left[plural] ?? [] });
      },
      deleteCollection: ({ plural }: Named, which: unknown, options: unknown) => {
        expect([which, options]).toEqual([{ namespace: 'n' }, { propagationPolicy: 'Background' }]);
        return call('deletecollection', plural);
      },
      delete: ({ plural }: Named, ref: { readonly name: string }, options: unknown) => {
        expect([ref, options]).toEqual([
          { namespace: 'n', name: ref.name },
          { propagationPolicy: 'Background' },
        ]);
        return call('delete', `${plural}/${ref.name}`);
      },
    },
  } as unknown as Client;
  const now = parseTime(deletionTimestamp) + seconds * 1000;
  const { remaining, finalizers, ...rest } = await emptyNamespace(
    namespace,
    client,
    now,
    profileOf(around.minor ?? 24),
  );
  return { calls, remaining: [...remaining], finalizers: [...finalizers], ...rest };
}

const nothing = { remaining: [], finalizers: [], errors: [], estimateSeconds: 0 };

describe('a namespace', () => {
  it('loses what can be deleted in it, each in its preferred version', async () => {
    const resources = [
      resource('as'),
      resource('as', { version: 'v2' }),
      resource('clusterwide', { namespaced: false }),
      resource('fixed', { verbs: ['get', 'list'] }),
      resource('unseen', { verbs: ['delete', 'deletecollection'] }),
    ];
    expect(await emptied({ resources })).toEqual({
      ...nothing,
      calls: ['discover all', 'deletecollection as', 'list as', 'deletecollection unseen'],
      undiscovered: undefined,
    });
  });

  it.each<[what: string, resource: object, throws: Readonly<Record<string, unknown>>]>([
    ['that discovery does not offer', { verbs: ['delete', 'list'] }, {}],
    ['that cannot be deleted so', {}, { 'deletecollection as': methodNotSupported() }],
    ['that is gone', {}, { 'deletecollection as': notFound({ group: 'g', plural: 'as' }, 'x') }],
  ])('loses the members of a collection %s one by one', async (_, more, throws) => {
    const resources = [resource('as', more)];
    const left = { as: [item('a'), item('b')] };
    const gone = { 'delete as/a': notFound({ group: 'g', plural: 'as' }, 'a') };
    const found = await emptied({ resources, left, throws: { ...throws, ...gone } });
    expect(found.calls.slice(-4)).toEqual(['list as', 'delete as/a', 'delete as/b', 'list as']);
    expect(found.errors).toEqual([
      'unexpected items still remain in namespace: n for gvr: g/v1, Resource=as',
    ]);
    expect(found.remaining).toEqual([['as.g', 2]]);
  });

  it('loses its pods first, since 1.33, and then says nothing of what remains until they are gone', async () => {
    const pods = { group: '', version: 'v1', kind: 'Pod' };
    const resources = [resource('as'), resource('pods', pods)];
    const running = { spec: { terminationGracePeriodSeconds: 30 }, status: { phase: 'Running' } };
    const around = { resources, left: { pods: [item('p', ['x'])] }, pods: [running] };
    const calls = (of: { readonly calls: readonly string[] }): string => of.calls.join(', ');
    const before = await emptied({ ...around, minor: 32 });
    expect(calls(before)).toContain('deletecollection as');
    expect(before).toMatchObject({ remaining: [['pods.', 1]], estimateSeconds: 30 });
    const since = await emptied({ ...around, minor: 33 });
    expect(calls(since)).not.toContain('as,');
    expect(since).toMatchObject({ remaining: [], finalizers: [], estimateSeconds: 30 });
    const last = await emptied({ resources, minor: 33 });
    expect(calls(last)).toMatch(/deletecollection pods, list pods, deletecollection as, list as$/);
  });

  it('waits for finalizers', async () => {
    const left = { as: [item('a', ['x', 'y']), item('b')], bs: [item('c', ['x'])] };
    const found = await emptied({ resources: [resource('as'), resource('bs')], left });
    expect(found).toMatchObject({
      remaining: [
        ['as.g', 2],
        ['bs.g', 1],
      ],
      finalizers: [
        ['x', 2],
        ['y', 1],
      ],
      errors: [],
      estimateSeconds: 15,
    });
  });

  it.each<[seconds: number, estimate: number]>([
    [0, 40],
    [39, 40],
    [40, 0],
    [41, 0],
  ])('after %d s waits %d s for pods', async (seconds, estimate) => {
    const pod = (phase: string, grace?: number): object => ({
      ...{ metadata: {}, status: { phase }, spec: { terminationGracePeriodSeconds: grace } },
    });
    const pods = [pod('Running', 40), pod('Running', 5), pod('Succeeded', 99), pod('Pending')];
    const resources = [resource('pods', { group: '', kind: 'Pod' })];
    const found = await emptied({ resources, pods, left: { pods: [item('p')] } }, seconds);
    expect(found.calls[1]).toBe('list all pods');
    expect([found.estimateSeconds, found.errors.length]).toEqual([estimate, estimate > 0 ? 0 : 1]);
  });

  it('keeps what is not known to be gone', async () => {
    const failures = [['a/v1', 'gone']] as const;
    const throws = { 'list as': new Error('broken'), 'deletecollection bs': new Error('late') };
    const found = await emptied({ resources: [resource('as'), resource('bs')], failures, throws });
    expect(found).toMatchObject({
      errors: ['broken', 'late'],
      undiscovered:
        'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: a/v1: gone',
    });
    expect(await emptied({ throws: { 'discover all': new Error('down') } })).toEqual({
      ...{ ...nothing, calls: ['discover all'], undiscovered: 'down' },
    });
  });
});

describe('the conditions', () => {
  const now = '2026-01-01T00:00:00Z';
  const none = { remaining: new Map(), finalizers: new Map(), errors: [] };
  const said = ({ conditions = [] }: NamespaceStatus): readonly string[] =>
    conditions.map(
      ({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`,
    );
  const start: NamespaceStatus = { phase: 'Terminating' };

  it('say that nothing is in the way, and stay the same then', () => {
    const status = withConditions(start, none, now);
    expect(said(status)).toEqual([
      'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types successfully parsed',
      'NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be waiting on finalization',
      'NamespaceContentRemaining False ContentRemoved: All content successfully removed',
      'NamespaceFinalizersRemaining False ContentHasNoFinalizers: All content-preserving finalizers finished',
    ]);
    expect(withConditions(status, none, '2026-01-01T00:00:01Z')).toBe(status);
  });

  it('name every obstacle, in order and once', () => {
    const outcome = {
      remaining: new Map([
        ['pods.', 2],
        ['as.g', 1],
      ]),
      finalizers: new Map([
        ['y', 1],
        ['x', 3],
      ]),
      errors: ['b', 'a', 'b'],
      undiscovered: 'unknown',
    };
    expect(said(withConditions(start, outcome, now))).toEqual([
      'NamespaceDeletionDiscoveryFailure True DiscoveryFailed: unknown',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types successfully parsed',
      'NamespaceDeletionContentFailure True ContentDeletionFailed: Failed to delete all resource types, 2 remaining: a, b',
      'NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: as.g has 1 resource instances, pods. has 2 resource instances',
      'NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: x in 3 resource instances, y in 1 resource instances',
    ]);
  });
});
