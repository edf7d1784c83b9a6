/** When claims give their devices back, and when they are deleted. */
import { describe, expect, it } from 'vitest';
import type { Pod } from '#types';
import { syncClaim } from '../../../../controllers/resourceclaim/claim.ts';
import { listerOf } from '../handlers/recording.ts';
import {
  allocation,
  claimOf,
  finalizer,
  podOf,
  recordingClient,
  type ClaimParts,
} from './objects.ts';

interface Seen {
  readonly pods?: readonly Pod[];
  readonly live?: readonly Pod[];
  readonly gone?: readonly string[];
}

async function pass(parts: ClaimParts, { pods = [], live = pods, gone = [] }: Seen = {}) {
  const { calls, written, client } = recordingClient(live);
  const isGone = (uid: string): boolean => gone.includes(uid);
  await syncClaim(claimOf('c', parts), { pods: listerOf(pods), client, isGone });
  return { calls, written };
}

const user = (name: string) => ({ resource: 'pods', name, uid: `uid-${name}` });
const reserved = (...names: readonly string[]) => ({ allocation, reservedFor: names.map(user) });
const held = { finalizers: ['a.b/c', finalizer] };
const deleted = { deletionTimestamp: '2026-11-20T20:00:00Z' };

const freeing = ['update ResourceClaim c status', 'update ResourceClaim c'];
const running = podOf('a', { phase: 'Running', node: 'n' });

describe('a claim that a pod uses', () => {
  it.each<[why: string, seen: Seen]>([
    ['runs', { pods: [running] }],
    ['is new to the cache', { live: [running] }],
    ['is deleted, and still runs', { pods: [podOf('a', { node: 'n', metadata: deleted })] }],
    ['waits', { pods: [podOf('a')] }],
  ])('stays as long as the pod %s', async (_, seen) => {
    const { written } = await pass({ metadata: held, status: reserved('a') }, seen);
    expect(written).toEqual([]);
  });

  it.each<[why: string, seen: Seen]>([
    ['is gone', {}],
    ['was seen to go, though it is in the cache', { pods: [running], gone: ['uid-a'] }],
    ['has succeeded', { pods: [podOf('a', { phase: 'Succeeded', node: 'n' })] }],
    ['has failed', { pods: [podOf('a', { phase: 'Failed', node: 'n' })] }],
    ['is deleted and has no node', { pods: [podOf('a', { metadata: deleted })] }],
    ['is another of that name', { pods: [podOf('a', { metadata: { uid: 'other' } })] }],
  ])('gives its devices back when the pod %s', async (_, seen) => {
    const { calls, written } = await pass({ metadata: held, status: reserved('a') }, seen);
    expect(calls.filter((call) => !call.startsWith('get'))).toEqual(freeing);
    expect(written.map((object) => (object as { status?: object }).status)).toEqual([{}, {}]);
    expect(written.map(({ metadata }) => metadata.finalizers)).toEqual([
      held.finalizers,
      ['a.b/c'],
    ]);
  });

  it('asks the server only for pods that the cache does not have', async () => {
    expect((await pass({ status: reserved('a') }, { pods: [running] })).calls).toEqual([]);
    expect((await pass({ status: reserved('a') }, { live: [running] })).calls).toEqual([
      'get Pod a',
    ]);
  });

  it('keeps its devices as long as another pod uses it', async () => {
    const b = podOf('b', { node: 'n' });
    const { calls, written } = await pass(
      { metadata: held, status: reserved('a', 'b') },
      { pods: [b], gone: ['uid-a'] },
    );
    expect(calls).toEqual(['update ResourceClaim c status']);
    expect(written).toMatchObject([{ status: { allocation, reservedFor: [user('b')] } }]);
  });

  it('keeps devices that another scheduler has given it', async () => {
    const { calls, written } = await pass({ status: reserved('a') }, { gone: ['uid-a'] });
    expect(calls).toEqual(['update ResourceClaim c status']);
    expect(written).toMatchObject([{ status: { allocation } }]);
    expect(written[0]).not.toHaveProperty('status.reservedFor');
  });

  it.each([
    { resource: 'jobs', name: 'a', uid: 'u' },
    { resource: 'pods', apiGroup: 'batch', name: 'a', uid: 'u' },
  ])('is left alone when it is reserved for %j', async (consumer) => {
    const status = { allocation, reservedFor: [consumer] };
    await expect(pass({ metadata: held, status })).rejects.toThrow(
      `unsupported ReservedFor entry: ${consumer.resource} a`,
    );
  });

  it('is left alone when the server cannot say whether the pod is there', async () => {
    const { client, written } = recordingClient([], ['get']);
    const tools = { pods: listerOf<Pod>([]), client, isGone: () => false };
    const claim = claimOf('c', { metadata: held, status: reserved('a') });
    await expect(syncClaim(claim, tools)).rejects.toThrow('storage is down');
    expect(written).toEqual([]);
  });
});

describe('a claim that is deleted', () => {
  it.each<[parts: ClaimParts, calls: readonly string[]]>([
    [{ metadata: { ...held, ...deleted }, status: { allocation } }, freeing],
    [{ metadata: { ...held, ...deleted } }, ['update ResourceClaim c']],
    [{ metadata: deleted, status: { allocation } }, []],
    [{ metadata: held, status: { allocation } }, []],
  ])('%j is let go by %j', async (parts, calls) => {
    expect((await pass(parts)).calls).toEqual(calls);
  });

  it('waits for the pod that uses it', async () => {
    const metadata = { ...held, ...deleted };
    expect((await pass({ metadata, status: reserved('a') }, { pods: [running] })).calls).toEqual(
      [],
    );
  });
});

describe('a claim that was made for a pod', () => {
  it.each<[why: string, parts: ClaimParts, pods: readonly Pod[], isDeleted: boolean]>([
    ['goes with a pod that has ended', {}, [podOf('a', { phase: 'Succeeded' })], true],
    ['stays with one that runs', {}, [running], false],
    ['goes with another pod of that name', {}, [podOf('a', { metadata: { uid: 'x' } })], true],
    ['is left to the garbage collector without its pod', {}, [], false],
    ['is not deleted twice', { metadata: deleted }, [podOf('a', { phase: 'Failed' })], false],
  ])('%s', async (_, parts, pods, isDeleted) => {
    const { calls } = await pass({ owner: 'a', ...parts }, { pods });
    expect(calls).toEqual(isDeleted ? ['delete ResourceClaim c'] : []);
  });

  it('is not deleted with an owner other than a pod', async () => {
    const ownerReferences = [{ kind: 'Job', name: 'a', uid: 'x', controller: true }];
    const pods = [podOf('a', { phase: 'Failed' })];
    expect((await pass({ metadata: { ownerReferences } }, { pods })).calls).toEqual([]);
  });
});
