/** What each kind of fault does to what it strikes, and what it cannot strike. */
import { describe, expect, it } from 'vitest';
import type { Target } from '#faults';
import { serverError, tooLargeResourceVersion, type KubeObject } from '#values';
import { connecting } from '../../../src/faults/target.ts';
import { FaultRig, overHttp } from './rig.ts';

const get = overHttp;
const list: Target = { ...get, verb: 'list', name: '' };
const watch: Target = { ...list, verb: 'watch' };
const create: Target = { ...get, verb: 'create' };
const inside: Target = { ...get, client: { process: 'kubelet' } };
const failure = { error: serverError('etcdserver: request timed out') };

describe('a request', () => {
  it.each<[readonly object[], Target, object | undefined]>([
    [[{ latency: '2s' }], get, { latencyMs: 2000, by: ['fault-1: latency 2s'] }],
    [[{ latency: '2s' }], inside, undefined],
    [
      [{ latency: { uniform: ['1s', '1s'] } }],
      get,
      { latencyMs: 1000, by: ['fault-1: latency {uniform:[1s,1s]}'] },
    ],
    [
      [{ latency: '2s' }, { name: 'more', latency: '3s' }],
      get,
      { latencyMs: 5000, by: ['fault-1: latency 2s', 'more: latency 3s'] },
    ],
    [
      [{ latency: '2s' }, { error: 500 }, { latency: '3s' }],
      get,
      { latencyMs: 2000, failure, by: ['fault-1: latency 2s', 'fault-2: InternalError'] },
    ],
    [
      [{ bandwidth: '1Ki' }, { bandwidth: '2Ki' }],
      get,
      { bytesPerSecond: 1024, by: ['fault-1: bandwidth 1Ki a second'] },
    ],
    [[{ bandwidth: '1Ki' }], inside, undefined],
    [
      [{ warning: 'old' }, { warning: 'older' }],
      get,
      { warning: 'old', by: ['fault-1: warning old'] },
    ],
    [[{ warning: 'old' }], inside, undefined],
    [[{ stale: { lag: 5 } }], get, { at: 36, by: ['fault-1: stale by 5 revisions'] }],
    [[{ stale: { lag: 41 } }], get, { at: 1, by: ['fault-1: stale by 41 revisions'] }],
    [[{ stale: { at: 40 } }], list, { at: 40, by: ['fault-1: stale: at revision 40'] }],
    [[{ stale: { at: 42 } }], list, { at: 41, by: ['fault-1: stale: at revision 42'] }],
    [[{ stale: 'frozen' }], inside, { at: 41, by: ['fault-1: stale: frozen'] }],
    [
      [{ stale: { at: 40 } }, { stale: { at: 30 } }],
      get,
      { at: 40, by: ['fault-1: stale: at revision 40'] },
    ],
    [
      [{ stale: { at: 40 } }],
      { ...get, resourceVersion: '40' },
      { at: 40, by: ['fault-1: stale: at revision 40'] },
    ],
    [
      [{ stale: { at: 40 } }],
      { ...get, resourceVersion: '41' },
      {
        failure: { error: tooLargeResourceVersion(41, 40) },
        by: ['fault-1: stale: at revision 40'],
      },
    ],
    [[{ stale: { lag: 5 } }], watch, undefined],
    [[{ stale: { lag: 5 } }], create, undefined],
    [[{ stale: { lag: 5 } }], { ...list, continue: 'x' }, undefined],
    [[{ connection: 'reset' }], get, { connection: 'reset', by: ['fault-1: connection: reset'] }],
    [
      [{ connection: 'reset', applied: true }, { latency: '1s' }],
      create,
      {
        ...{ connection: 'reset', isApplied: true },
        by: ['fault-1: connection: reset, though carried out'],
      },
    ],
    [[{ connection: 'cut' }], get, { connection: 'cut', by: ['fault-1: connection: cut'] }],
    [[{ connection: 'cut' }], inside, undefined],
    [[{ connection: 'refuse' }], get, undefined],
    [[{ connection: 'handshake' }], connecting, undefined],
    [[{ error: 500 }], inside, { failure, by: ['fault-1: InternalError'] }],
    [
      [{ error: 500, applied: true }],
      create,
      { failure, isApplied: true, by: ['fault-1: InternalError, though carried out'] },
    ],
    [[{ watch: 'drop' }], watch, undefined],
    [[{ bookmarks: 'withhold' }], watch, undefined],
    [[{ damage: { metadata: null } }], create, undefined],
    [[{ shown: { status: null } }], get, undefined],
    [[{ metrics: 'missing' }], { ...get, group: 'metrics.k8s.io' }, undefined],
    [[{ webhook: 'timeout' }], { ...get, verb: 'call' }, undefined],
    [[{ certificate: 'expired' }], connecting, undefined],
  ])('under %j: %#', (faults, asked, struck) => {
    const { faults: inForce } = new FaultRig(...faults);
    expect(inForce.strike(asked)).toEqual(struck && { latencyMs: 0, isApplied: false, ...struck });
  });

  it('draws a latency each time', () => {
    const { faults } = new FaultRig({ latency: { oneOf: ['1s', '2s'] } });
    const drawn = Array.from({ length: 40 }, () => faults.strike(get)!.latencyMs);
    expect(new Set(drawn)).toEqual(new Set([1000, 2000]));
  });

  it('is one that counts, or not', () => {
    const { faults } = new FaultRig({ error: 500, match: { name: 'web' } });
    expect([get, { ...get, name: 'db' }].map((asked) => faults.concerns(asked))).toEqual([
      true,
      false,
    ]);
    expect(faults.list()[0]).toMatchObject({ seen: 0, struck: 0 });
  });
});

const reads = ['get', 'list', 'watch'];
const writes = ['create', 'update', 'patch', 'delete', 'deletecollection'];

it.each([
  ...[...reads, ...writes].map((verb): [string, string[]] => [verb, [verb]]),
  ['read', reads],
  ['write', writes],
])('the verbs of %s', (verb, struck) => {
  const { faults } = new FaultRig({ error: 500, match: { verb } });
  const all = [...reads, ...writes, 'call'];
  expect(all.filter((each) => faults.strike({ ...get, verb: each }) !== undefined)).toEqual(struck);
});

it.each([
  [429, 'TooManyRequests', 'Too many requests, please try again later.', 1],
  [503, 'ServiceUnavailable', 'service unavailable', undefined],
])('%d is answered as plain text', (error, reason, message, retryAfterSeconds) => {
  const { failure: found } = new FaultRig({ error }).faults.strike(get)!;
  expect(found?.text).toBe(`${message}\n`);
  const details = retryAfterSeconds && { retryAfterSeconds };
  expect(found?.error.status).toMatchObject({
    code: error,
    reason,
    message,
    ...(details && { details }),
  });
  const { failure: other } = new FaultRig({ error, message: 'no', retryAfter: '7s' }).faults.strike(
    get,
  )!;
  expect(other?.text).toBe('no\n');
  expect(other?.error.status.details).toEqual({ retryAfterSeconds: 7 });
});

describe('what strikes only its own', () => {
  const metrics: Target = { ...list, group: 'metrics.k8s.io' };
  const call: Target = { ...get, verb: 'call', resource: 'webhooks' };
  const update: Target = { ...get, verb: 'update' };
  const patch = { metadata: { labels: null } };
  it.each([
    ['strikeWatch', { watch: 'drop' }, { kind: 'watch', fate: 'drop', ms: 0 }, [watch]],
    ['strikeBookmark', { bookmarks: 'regress' }, { kind: 'bookmarks', fate: 'regress' }, [watch]],
    ['strikeShown', { shown: patch }, { kind: 'shown', patch }, [get, list, watch]],
    ['strikeDamage', { damage: patch }, { kind: 'damage', patch }, [create, update]],
    ['strikeWebhook', { webhook: 'refuse' }, { kind: 'webhook', fate: 'refuse' }, [call]],
  ] as const)('%s', (method, fault, effect, struck) => {
    for (const asked of [get, list, watch, create, update, call]) {
      const { faults } = new FaultRig({ error: 500 }, fault);
      const isStruck = struck.some((one) => one === asked);
      expect(faults[method](asked)?.effect).toEqual(isStruck ? effect : undefined);
      expect(faults.list()[1]).toMatchObject({ struck: isStruck ? 1 : 0 });
    }
    expect(new FaultRig({ error: 500 }).faults[method](struck[0])).toBeUndefined();
  });

  it.each([
    ['now', undefined, ['now']],
    ['withhold', ['withhold'], undefined],
  ])('a bookmark that is due or comes at once: %s', (fate, due, atOnce) => {
    const { faults } = new FaultRig({ bookmarks: fate });
    const strike = (isDue: boolean): string[] | undefined => {
      const hit = faults.strikeBookmark(watch, isDue);
      return hit && [hit.effect.fate];
    };
    expect([strike(true), strike(false)]).toEqual([due, atOnce]);
  });

  it.each<[object, object, Target, boolean]>([
    [{ name: 'web', namespace: 'default' }, { name: 'web' }, metrics, true],
    [{ name: 'web', namespace: 'default' }, { namespace: 'default' }, metrics, true],
    [{ name: 'web', namespace: 'other' }, { namespace: 'default' }, metrics, false],
    [{ name: 'node' }, { name: 'node' }, metrics, true],
    [{ name: 'node' }, { namespace: 'default' }, { ...metrics, namespace: 'default' }, false],
    [{ name: 'web', namespace: 'default' }, { name: 'db' }, metrics, false],
    [{ name: 'web', namespace: 'default' }, {}, list, false],
  ])('the measurements of %j, for those of %j', (metadata, match, asked, isHidden) => {
    const { faults } = new FaultRig({ error: 500 }, { metrics: 'missing', match });
    expect(faults.hides(asked, { metadata } as KubeObject)).toBe(isHidden);
    expect(faults.list().map(({ struck }) => struck)).toEqual([0, isHidden ? 1 : 0]);
  });
});

describe('connections', () => {
  it('break before anything is said', () => {
    const { faults } = new FaultRig({ connection: 'reset' }, { connection: 'handshake', times: 2 });
    expect([1, 2, 3].map(() => faults.strikeConnection())).toEqual([true, true, false]);
    expect(faults.line).toEqual({});
  });

  it('find a closed port, and another certificate', () => {
    const rig = new FaultRig({ connection: 'handshake' }, { error: 500 });
    rig.inject({ name: 'closed', connection: 'refuse' });
    rig.inject({ name: 'later', connection: 'refuse' });
    rig.inject({ certificate: 'expired' });
    rig.inject({ certificate: 'renewed' });
    const { refused, certificate } = rig.faults.line;
    expect([refused?.name, certificate]).toEqual(['closed', 'expired']);
    expect(rig.strikes.map(({ fault, client, verb }) => [fault, client, verb])).toEqual([
      ['closed', 'any client', 'connect'],
      ['later', 'any client', 'connect'],
      ['fault-5', 'any client', 'connect'],
      ['fault-6', 'any client', 'connect'],
    ]);
    expect(rig.faults.strikeConnection()).toBe(true);
  });
});

describe('a replica that lags', () => {
  it('holds back what is newer, until it has it', () => {
    const rig = new FaultRig({ error: 500, match: { verb: 'get' } }, { stale: { lag: 5 } });
    const { faults } = rig;
    expect(faults.newestOf(watch)).toBe(36);
    expect(faults.strikeNewer(watch, 36)).toBeUndefined();
    expect(faults.strikeNewer(create, 37)).toBeUndefined();
    const lagging = faults.strikeNewer(watch, 37)!;
    expect(faults.list()[1]).toMatchObject({ seen: 1, struck: 1 });
    expect(lagging.isBehind()).toBe(true);
    rig.revision = 42;
    expect(lagging.isBehind()).toBe(false);
    rig.revision = 41;
    faults.lift();
    expect(lagging.isBehind()).toBe(false);
    expect(faults.newestOf(watch)).toBeUndefined();
  });

  it('is asked only about what it can show', () => {
    const { faults } = new FaultRig({ stale: { at: 7 }, match: { name: 'web' } });
    expect(faults.newestOf(watch)).toBeUndefined();
    expect(faults.newestOf({ ...watch, name: 'web' })).toBe(7);
  });

  it('remains in force while it holds something back', () => {
    const { faults } = new FaultRig({ stale: { at: 7 }, times: 1 });
    expect(faults.strikeNewer(watch, 8)?.isBehind()).toBe(true);
    expect(faults.list()).toMatchObject([{ struck: 1 }]);
    expect(faults.strikeNewer(watch, 9)).toBeUndefined();
  });
});
