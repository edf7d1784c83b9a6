/** What the controllers of EndpointSlices do alike. */
import { describe, expect, it } from 'vitest';
import { ApiError, notFound, type Cause, type KubeObject } from '#values';
import type { discoveryV1 } from '#types';
import { SliceTracker, writeSlices, type Client } from '#runtime';
import { sliceRepairs } from '../../../src/runtime/slice-writes.ts';

type Slice = discoveryV1.EndpointSlice;

const cause: Cause = { timer: 'test' };

const slice = (name: string, generation = 1, labels = {}): Slice =>
  ({ metadata: { name, namespace: 'ns', uid: name, generation, labels } }) as unknown as Slice;

describe('writing slices', () => {
  const terminating = new ApiError(403, 'Forbidden', 'no', {
    causes: [{ reason: 'NamespaceTerminating', message: 'no', field: 'metadata.namespace' }],
  } as never);
  const planned = {
    create: [slice('a'), slice('b')],
    update: [slice('c', 2)],
    delete: [slice('d')],
  };

  async function write(owner: object, fails: Readonly<Record<string, Error>> = {}) {
    const calls: string[] = [];
    const tracker = new SliceTracker();
    const call = (verb: string, { name }: { name: string }, value: unknown): Promise<unknown> => {
      calls.push(`${verb} ${name}`);
      const failure = fails[name];
      return failure === undefined ? Promise.resolve(value) : Promise.reject(failure);
    };
    const client = {
      create: (_: unknown, object: Slice) => call('create', object.metadata, object),
      update: (_: unknown, object: Slice) => call('update', object.metadata, object),
      delete: (_: unknown, ref: { name: string }) => call('delete', ref, undefined),
    } as unknown as Client;
    const failure = await writeSlices(client, tracker, 'ns/web', owner as KubeObject, planned).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { calls, failure, tracker };
  }

  it('creates, updates and deletes, and remembers what it wrote', async () => {
    const { calls, tracker } = await write({ metadata: {} });
    expect(calls).toEqual(['create a', 'create b', 'update c', 'delete d']);
    const seen = [slice('a'), slice('b'), slice('c', 2)];
    expect(tracker.isStale('ns/web', seen)).toBe(false);
    for (const missing of seen) {
      expect(
        tracker.isStale(
          'ns/web',
          seen.filter((each) => each !== missing),
        ),
      ).toBe(true);
    }
    expect(tracker.isStale('ns/web', [...seen, slice('d')])).toBe(true);
  });

  it('creates nothing for an owner that is going away', async () => {
    const { calls } = await write({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } });
    expect(calls).toEqual(['update c', 'delete d']);
  });

  it('does no more in a namespace that is going away', async () => {
    const { calls, failure } = await write({ metadata: {} }, { a: terminating });
    expect([calls, failure]).toEqual([['create a'], undefined]);
  });

  it('takes what is gone for deleted', async () => {
    const gone = notFound({ group: 'discovery.k8s.io', plural: 'endpointslices' } as never, 'd');
    const { failure, tracker } = await write({ metadata: {} }, { d: gone });
    expect(failure).toBeUndefined();
    expect(tracker.isUnexpectedDeletion('ns/web', slice('d'))).toBe(false);
  });

  it.each(['a', 'c', 'd'])('stops at another failure, of %s', async (name) => {
    const broken = new Error('broken');
    const { calls, failure } = await write({ metadata: {} }, { [name]: broken });
    expect([calls.at(-1)?.split(' ')[1], failure]).toEqual([name, broken]);
  });
});

describe('repairs of slices', () => {
  function rig() {
    const tracker = new SliceTracker();
    const repaired: string[] = [];
    const keyFor = ({ metadata }: Slice): string | undefined => metadata.labels?.['for'];
    const handlers = sliceRepairs(tracker, keyFor, (key) => void repaired.push(key));
    return { tracker, handlers, repaired };
  }
  const mine = slice('a', 1, { for: 'web' });

  it('leave alone what was written, and what is of others', () => {
    const { tracker, handlers, repaired } = rig();
    tracker.wrote('web', mine);
    handlers.added!(mine, cause);
    handlers.updated!(mine, mine, cause);
    handlers.added!(slice('x'), cause);
    handlers.updated!(slice('x', 2), slice('x'), cause);
    handlers.deleted!(slice('x'), cause);
    tracker.removed('web', mine);
    handlers.deleted!(mine, cause);
    expect(repaired).toEqual([]);
  });

  it.each<[string, (handlers: ReturnType<typeof rig>['handlers']) => void, readonly string[]]>([
    ['was made', ({ added }) => added!(slice('y', 1, { for: 'web' }), cause), ['web']],
    ['was changed', ({ updated }) => updated!(slice('a', 2, { for: 'web' }), mine, cause), ['web']],
    ['was deleted', ({ deleted }) => deleted!(mine, cause), ['web']],
    ['was given away', ({ updated }) => updated!(slice('a', 2), mine, cause), ['web']],
    [
      'was given to another',
      ({ updated }) => updated!(slice('a', 2, { for: 'db' }), mine, cause),
      ['web', 'db'],
    ],
  ])('follow when one %s by others', (_, act, keys) => {
    const { tracker, handlers, repaired } = rig();
    tracker.wrote('web', mine);
    act(handlers);
    expect(repaired).toEqual(keys);
  });
});
