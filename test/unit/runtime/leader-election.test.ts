import { beforeEach, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import { conflict, formatMicroTime } from '#values';
import { lease } from '#kinds';
import type { Lease } from '#types';
import { LeaderElector, timesError } from '../../../src/runtime/leader-election.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { FakeApi } from './fake-api.ts';

const times = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };
const lock = { namespace: 'kube-system', name: 'manager' };

let clock: FakeClock;
let api: FakeApi;
let log: string[];
beforeEach(() => {
  clock = new FakeClock();
  api = new FakeApi();
  log = [];
});

function elector(identity: string): LeaderElector {
  return new LeaderElector({
    ...times,
    clock,
    client: api.as({ actor: identity }),
    random: new Random(1).stream(identity),
    lock,
    identity,
    onWait: (holder) => log.push(`${identity} waits for ${holder}`),
    onError: (error) => log.push(`${identity}: ${(error as Error).message}`),
  });
}

/** Tries to lead, and says how it goes. */
function run(identity: string): LeaderElector {
  const candidate = elector(identity);
  void candidate.acquire().then(async (leads) => {
    if (!leads) return;
    log.push(`${identity} leads`);
    if (await candidate.hold()) log.push(`${identity} has lost`);
  });
  return candidate;
}

async function pass(ms: number, stepMs = 100): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    clock.advance(Math.min(stepMs, left));
    await microtasks(20);
  }
}

const held = (): Lease => api.get('leases', 'kube-system/manager') as Lease;
const news = (): readonly string[] => log.splice(0);

describe('of several that would lead', () => {
  it('the first does, and renews its lease every two seconds', async () => {
    run('a');
    await pass(100);
    expect(news()).toEqual(['a leads']);
    const first = { holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 0 };
    expect(held().spec).toMatchObject({ ...first, acquireTime: formatMicroTime(100) });
    await pass(10_000);
    expect(held().spec).toMatchObject({ ...first, acquireTime: formatMicroTime(100) });
    expect(held().spec.renewTime! > formatMicroTime(8_000)).toBe(true);
  });

  it('the others wait, and one takes over when the lease has run out since they last saw it renewed', async () => {
    const a = run('a');
    await pass(100);
    run('b');
    await pass(30_000);
    expect(news()).toEqual(['a leads', 'b waits for a']);
    a.stop();
    const { renewTime } = held().spec;
    await pass(14_000);
    expect(news()).toEqual([]);
    expect(held().spec.renewTime).toBe(renewTime);
    await pass(9_000);
    expect(news()).toEqual(['b leads']);
    expect(held().spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
    expect(held().spec.acquireTime).not.toBe(formatMicroTime(100));
  });

  it('one that is stopped while it waits never leads', async () => {
    run('a');
    await pass(100);
    const b = run('b');
    await pass(3_000);
    b.stop();
    await pass(60_000);
    expect(news()).toEqual(['a leads', 'b waits for a']);
  });

  it('one whose write comes too late does not lead', async () => {
    api.put('leases', {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { ...lock, creationTimestamp: '' },
      spec: { holderIdentity: '' },
    } as unknown as Lease);
    api.gate = ({ verb }) => {
      if (verb === 'update') throw conflict(lease, lock.name, 'changed');
    };
    run('a');
    await pass(100);
    expect(news()).toEqual([expect.stringMatching(/^a: .*changed/)]);
  });
});

describe('a leader', () => {
  it('that cannot renew leads until the deadline, and has lost before others can lead', async () => {
    run('a');
    await pass(100);
    run('b');
    await pass(4_000);
    news();
    api.gate = ({ verb, origin }) => {
      if (verb === 'update' && origin.actor === 'a') throw new Error('refused');
    };
    await pass(8_000);
    expect(news().filter((line) => line !== 'a: refused')).toEqual([]);
    await pass(30_000);
    expect(news().filter((line) => line !== 'a: refused')).toEqual(['a has lost', 'b leads']);
  });

  it('that can renew again in time stays the leader', async () => {
    run('a');
    await pass(4_000);
    api.gate = ({ verb }) => {
      if (verb === 'update') throw new Error('refused');
    };
    await pass(7_000);
    api.gate = () => undefined;
    await pass(60_000);
    expect(news()).not.toContain('a has lost');
  });

  it('whose calls are not answered has lost', async () => {
    run('a');
    await pass(100);
    api.gate = () => new Promise(() => undefined);
    await pass(20_000);
    expect(news()).toEqual(['a leads', 'a has lost']);
  });
});

it('leaves no timer behind when it stops', async () => {
  const [leader, waiting] = [run('a'), elector('b')];
  await pass(100);
  const acquired = waiting.acquire();
  await pass(100);
  expect(clock.timers().length).toBeGreaterThan(1);
  for (const each of [leader, waiting]) each.stop();
  await microtasks(20);
  expect(await acquired).toBe(false);
  expect(clock.timers()).toEqual([]);
});

it('says which times make no sense together', () => {
  expect(timesError(times)).toBeUndefined();
  expect(timesError({ ...times, leaseDurationMs: 10_000 })).toMatch(/greater than renewDeadline/);
  expect(timesError({ ...times, retryPeriodMs: 9_000 })).toMatch(/JitterFactor/);
});
