import { describe, expect, it } from 'vitest';
import type { ClientState, WatchState } from '../../../src/lockstep/client.ts';
import { waitFor } from '../../../src/lockstep/decide.ts';

interface Case {
  readonly name: string;
  readonly watches?: readonly Partial<WatchState>[];
  readonly barriers?: Readonly<Record<string, number>>;
  readonly state?: Partial<ClientState>;
  readonly wait: number;
}

const sent = { sent: 9 };

// It is 1,000 ms, and 20 ms are quiet.
const cases: readonly Case[] = [
  { name: 'nothing happened', wait: 0 },
  { name: 'it watches nothing', watches: [], state: { stirred: 1000, inFlight: 1 }, wait: 0 },
  { name: 'it has been told something now', watches: [sent], state: { stirred: 1000 }, wait: 20 },
  { name: 'a while ago', watches: [sent], state: { stirred: 985 }, wait: 5 },
  { name: 'long ago', watches: [sent], state: { stirred: 900 }, wait: 0 },
  { name: 'a request is in flight', state: { stirred: 900, inFlight: 1 }, wait: Infinity },
  { name: 'it only reads', state: { read: 1000, inFlight: 1 }, wait: 0 },
  { name: 'a read prolongs the wait', state: { stirred: 950, read: 995 }, wait: 15 },
  { name: 'it polls without end', state: { stirred: 880, read: 1000 }, wait: 0 },
  { name: 'events are being written', watches: [{ isBusy: true }], wait: Infinity },
  { name: 'its barrier is behind', watches: [sent], barriers: { pods: 8 }, wait: Infinity },
  { name: 'its barrier has caught up', watches: [sent], barriers: { pods: 9 }, wait: 0 },
  {
    name: 'the wait was given up',
    watches: [{ sent: 9, done: 9 }],
    barriers: { pods: 8 },
    wait: 0,
  },
  {
    name: 'a barrier is for its resource alone',
    watches: [sent, { resource: 'jobs.batch', sent: 12 }],
    barriers: { pods: 20, 'jobs.batch': 11 },
    wait: Infinity,
  },
  {
    name: 'with a barrier a request in flight counts too',
    watches: [sent],
    barriers: { pods: 9 },
    state: { inFlight: 1 },
    wait: Infinity,
  },
  {
    name: 'is waited for to watch again',
    watches: [{ isExpected: true }],
    barriers: { pods: 9 },
    wait: Infinity,
  },
];

describe('waiting for a program', () => {
  it.each(cases)('$name', ({ watches = [{}], barriers = {}, state, wait }) => {
    const client: ClientState = {
      ...{ key: 'a', name: 'test' },
      watches: new Set(
        watches.map((watch) => ({
          ...{ resource: 'pods', sent: 0, done: 0, isBusy: false, isExpected: false },
          ...watch,
        })),
      ),
      barriers: new Map(Object.entries(barriers)),
      ...{ inFlight: 0, stirred: undefined, read: -Infinity },
      ...state,
    };
    expect(waitFor(client, 1000, 20)).toBe(wait);
  });
});
