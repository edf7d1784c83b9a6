/** What is written into the claims of a pod before it is bound. */
import { describe, expect, it } from 'vitest';
import { profileOf, resourceClaim } from '#kinds';
import { conflict, formatTime, notFound } from '#values';
import type { resourceV1 } from '#types';
import type { Client } from '#runtime';
import { bindClaim } from '../../../../controllers/scheduler/devices/bind-claims.ts';
import { start } from '../../../support/api.ts';
import { allocation, claimOf, finalizer, podOf } from '../resourceclaim/objects.ts';

type ResourceClaim = resourceV1.ResourceClaim;

const pod = podOf('a');
const user = { resource: 'pods', name: 'a', uid: 'uid-a' };
const other = { resource: 'pods', name: 'b', uid: 'uid-b' };
const held = { finalizers: [finalizer] };

interface Bound {
  readonly claim: ResourceClaim;
  readonly isGiven?: boolean;
  readonly minor?: number;
  /** What the server has by then. */
  readonly live?: ResourceClaim;
  readonly isGone?: boolean;
}

async function bind({ claim, isGiven = false, minor = 34, live, isGone = false }: Bound) {
  const calls: string[] = [];
  let latest = live ?? claim;
  const client = {
    async update(_: unknown, object: ResourceClaim, { subresource = '' } = {}) {
      await Promise.resolve();
      calls.push(`update ${subresource}`.trim());
      if (isGone) throw notFound(resourceClaim, 'c');
      if (object.metadata.resourceVersion !== latest.metadata.resourceVersion) {
        throw conflict(resourceClaim, 'c', 'it has changed');
      }
      return (latest = object);
    },
    async get() {
      await Promise.resolve();
      calls.push('get');
      return latest;
    },
  } as unknown as Client;
  const writer = { client, profile: profileOf(minor), now: start };
  const choice = isGiven ? { claim, allocation } : { claim };
  const bound = await bindClaim(pod, choice, writer).catch((error: unknown) => error as Error);
  return { bound, calls, problem: bound instanceof Error ? bound.message : undefined };
}

describe('a claim that a pod gets', () => {
  it('is held and given its devices, for the pod', async () => {
    const { bound, calls } = await bind({ claim: claimOf('c'), isGiven: true });
    expect(calls).toEqual(['update', 'update status']);
    expect(bound).toMatchObject({
      metadata: { finalizers: [finalizer] },
      status: { allocation: { devices: { results: [] } }, reservedFor: [user] },
    });
  });

  it('says when it was given them, in releases with conditions of binding', async () => {
    const times = [34, 36].map(async (minor) => {
      const { bound } = await bind({ claim: claimOf('c'), isGiven: true, minor });
      return (bound as ResourceClaim).status.allocation!.allocationTimestamp;
    });
    expect(await Promise.all(times)).toEqual([undefined, formatTime(start)]);
  });

  it('keeps the finalizers that it has', async () => {
    const own = await bind({ claim: claimOf('c', { metadata: held }), isGiven: true });
    expect(own.calls).toEqual(['update status']);
    const metadata = { finalizers: ['a.b/c'] };
    const { bound } = await bind({ claim: claimOf('c', { metadata }), isGiven: true });
    expect((bound as ResourceClaim).metadata.finalizers).toEqual(['a.b/c', finalizer]);
  });

  it('that has its devices is only reserved, beside other pods', async () => {
    const claim = claimOf('c', { status: { allocation, reservedFor: [other] } });
    const { bound, calls } = await bind({ claim });
    expect(calls).toEqual(['update status']);
    expect(bound).toMatchObject({ status: { allocation, reservedFor: [other, user] } });
  });

  it('that is reserved for it already is left alone', async () => {
    const claim = claimOf('c', { status: { allocation, reservedFor: [other, user] } });
    expect(await bind({ claim })).toMatchObject({ bound: claim, calls: [] });
  });

  it('that has changed is read again', async () => {
    const claim = claimOf('c', { metadata: { resourceVersion: '1', ...held } });
    const metadata = { resourceVersion: '2', labels: { l: '1' }, ...held };
    const { bound, calls } = await bind({ claim, isGiven: true, live: claimOf('c', { metadata }) });
    expect(calls).toEqual(['update status', 'get', 'update status']);
    expect(bound).toMatchObject({ metadata: { labels: { l: '1' } }, status: { allocation } });
  });
});

describe('a claim cannot be given', () => {
  const first = { resourceVersion: '1' };
  const deleted = { deletionTimestamp: '2026-11-20T20:00:00Z' };
  const elsewhere = { metadata: { resourceVersion: '2', ...held }, status: { allocation } };

  it.each<[why: string, bound: Bound, problem: string]>([
    [
      'that another pod has got in between',
      {
        claim: claimOf('c', { metadata: { ...first, ...held } }),
        isGiven: true,
        live: claimOf('c', elsewhere),
      },
      'add allocation and reservation to claim default/c: claim default/c got allocated elsewhere in the meantime',
    ],
    [
      'that is deleted',
      { claim: claimOf('c', { metadata: { ...deleted, ...held } }), isGiven: true },
      'add allocation and reservation to claim default/c: claim default/c got deleted in the meantime',
    ],
    [
      'that is deleted before it is held',
      { claim: claimOf('c', { metadata: deleted }), isGiven: true },
      'add finalizer to claim default/c: claim default/c got deleted in the meantime',
    ],
    [
      'that is deleted before it is reserved',
      { claim: claimOf('c', { metadata: deleted, status: { allocation } }) },
      'add reservation to claim default/c: claim default/c got deleted in the meantime',
    ],
    [
      'that is gone',
      { claim: claimOf('c', { status: { allocation } }), isGone: true },
      'add reservation to claim default/c: it is gone',
    ],
  ])('%s', async (_, bound, problem) => {
    expect((await bind(bound)).problem).toBe(problem);
  });
});
