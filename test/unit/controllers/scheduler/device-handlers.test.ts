/** Which waiting pods changes of claims and devices may help, and when selectors are ready. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import type { Pod, resourceV1 } from '#types';
import {
  claimHandlers,
  deviceHandlers,
} from '../../../../controllers/scheduler/devices/handlers.ts';
import { SelectorsGate } from '../../../../controllers/scheduler/devices/late-selectors.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { start } from '../../../support/api.ts';
import { cause } from '../handlers/recording.ts';
import { allocation, claimOf, named, podOf } from '../resourceclaim/objects.ts';

type ResourceClaim = resourceV1.ResourceClaim;
type Handled = Parameters<typeof claimHandlers>[0];

const waitingFor = (name: string, ...claims: readonly string[]): Pod =>
  podOf(name, { claims: claims.map((claim) => named(claim, claim)) });

const refused = (pod: Pod, ...filters: readonly string[]) => ({
  candidate: candidateOf(pod),
  refusedBy: new Set(filters),
});

/** Pods that wait, with what refused them. */
const pods = [
  refused(waitingFor('uses-c', 'c'), 'DynamicResources'),
  refused(waitingFor('uses-d', 'd'), 'DynamicResources'),
  refused(waitingFor('untried', 'c')),
  refused(waitingFor('too-large', 'c'), 'NodeResourcesFit'),
  refused(podOf('plain')),
];

/** Names of the pods that are tried again. */
function rig(letGo: readonly Pod[] = []) {
  const retried: string[] = [];
  const seen: string[] = [];
  const cluster = {
    devices: {
      noteSeen: ({ metadata }: ResourceClaim, isDeleted = false) =>
        void seen.push(`${metadata.name}${isDeleted ? ' is gone' : ''}`),
      letGo: () => letGo,
    },
  };
  const waiting = {
    add: (candidate: { pod: Pod }) => void retried.push(`add ${candidate.pod.metadata.name}`),
    retryIf: (helps: (pod: (typeof pods)[number]) => boolean) =>
      void retried.push(...pods.filter(helps).map(({ candidate }) => candidate.pod.metadata.name)),
  };
  const observed = { cluster, waiting } as unknown as Handled;
  return { retried, seen, claims: claimHandlers(observed), slices: deviceHandlers(observed) };
}

describe('pods are tried again', () => {
  const allocated = claimOf('c', { status: { allocation } });
  const free = claimOf('c');

  it.each<[why: string, change: (r: ReturnType<typeof rig>) => void, retried: readonly string[]]>([
    [
      'that use a claim that came',
      ({ claims }) => claims.added!(free, cause),
      ['uses-c', 'untried'],
    ],
    [
      'that use a claim whose status changed',
      ({ claims }) => claims.updated!(allocated, free, cause),
      ['uses-c', 'untried'],
    ],
    [
      'all that want devices, when some are free again',
      ({ claims }) => claims.updated!(free, allocated, cause),
      ['uses-c', 'uses-d', 'untried'],
    ],
    [
      'unless only other fields changed',
      ({ claims }) =>
        claims.updated!(claimOf('c', { metadata: { labels: { a: 'b' } } }), free, cause),
      [],
    ],
    ['not when a claim goes', ({ claims }) => claims.deleted!(allocated, cause), []],
    [
      'all that want devices, when some came',
      ({ slices }) => slices.added!(free, cause),
      ['uses-c', 'uses-d', 'untried'],
    ],
    [
      'all that want devices, when some changed',
      ({ slices }) => slices.updated!(free, free, cause),
      ['uses-c', 'uses-d', 'untried'],
    ],
  ])('%s', (_, change, retried) => {
    const made = rig();
    change(made);
    expect(made.retried).toEqual(retried);
  });

  it('that have waited for a claim to come', () => {
    const { claims, retried } = rig([podOf('held')]);
    claims.updated!(free, free, cause);
    expect(retried).toEqual(['add held']);
  });

  it('and what the cache shows of claims is noted', () => {
    const { claims, seen } = rig();
    claims.added!(free, cause);
    claims.updated!(free, free, cause);
    claims.deleted!(free, cause);
    expect(seen).toEqual(['c', 'c', 'c is gone']);
  });
});

it('pods with claims wait for selectors, and are tried in their order', async () => {
  const clock = new VirtualClock({ start });
  const gate = new SelectorsGate(clock);
  const tried: string[] = [];
  const passes = (name: string): boolean => gate.passes(() => void tried.push(name));
  expect([passes('a'), passes('b')]).toEqual([false, false]);
  expect(tried).toEqual([]);
  await clock.advanceBy(0);
  expect(tried).toEqual(['a', 'b']);
  expect(passes('c')).toBe(true);
  await clock.advanceBy(0);
  expect(tried).toEqual(['a', 'b']);
});
