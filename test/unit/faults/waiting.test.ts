/** Faults that wait for a change, for a time, or for both. */
import { describe, expect, it } from 'vitest';
import { readFault, faultText, type ObjectChange } from '#faults';
import type { KubeObject } from '#values';
import { FaultRig, overHttp } from './rig.ts';

function change(
  type: ObjectChange['type'],
  name = 'web',
  namespace: string | undefined = 'default',
): ObjectChange {
  const value = { kind: 'Pod', metadata: { name, namespace } } as KubeObject;
  return { revision: 17, bucket: 'pods', type, value, origin: { actor: 'kubelet' } };
}

const isStruck = ({ faults }: FaultRig): boolean => faults.strike(overHttp) !== undefined;

describe('a fault', () => {
  it('begins with the second of its changes, at its revision', () => {
    const rig = new FaultRig({
      ...{ name: 'second', stale: 'frozen' },
      when: { resource: 'pods', event: 'created', count: 2 },
    });
    const { faults } = rig;
    const seen = ['updated', 'created', 'updated', 'created'] as const;
    const states = seen.map((type) => {
      faults.see(change(type));
      return faults.list().map(({ waits }) => waits?.changes);
    });
    expect(states).toEqual([[0], [1], [1], [undefined]]);
    expect(faults.strike(overHttp)?.at).toBe(17);
    expect(rig.strikes[0]).toEqual({
      ...{ time: 0, revision: 17, fault: 'second' },
      effect: 'begins, when pods created, time 2',
      ...{ client: 'kubelet', verb: 'create', resource: 'pods', key: 'default/web' },
    });
    faults.see(change('created'));
    expect(rig.strikes).toHaveLength(2);
  });

  it.each([
    ['created', 'create'],
    ['updated', 'update'],
    ['deleted', 'delete'],
  ] as const)('says which change it was: %s', (type, verb) => {
    const rig = new FaultRig({ error: 500, when: { resource: 'pods' } });
    rig.faults.see({ ...change(type, 'web', ''), bucket: 'pods.example.com' });
    expect(rig.strikes).toMatchObject([{ verb, resource: 'pods', key: 'web' }]);
  });

  it('begins some time after its change', async () => {
    const rig = new FaultRig({ error: 500, when: { resource: 'pods' }, after: '5s' });
    expect(rig.faults.list()).toEqual([
      {
        ...{ name: 'fault-1', effect: 'InternalError', since: 0, seen: 0, struck: 0 },
        waits: { text: 'pods, time 1, then 5s', changes: 0 },
      },
    ]);
    await rig.clock.advanceTo(10_000);
    expect(isStruck(rig)).toBe(false);
    rig.faults.see(change('created'));
    await rig.clock.advanceTo(14_000);
    // One that comes later does not count any more.
    rig.faults.see(change('created'));
    expect(rig.faults.list()).toMatchObject([{ waits: { changes: 1 } }]);
    await rig.clock.advanceTo(14_999);
    expect(isStruck(rig)).toBe(false);
    await rig.clock.advanceTo(15_000);
    expect(isStruck(rig)).toBe(true);
    expect(rig.faults.list()).toMatchObject([{ since: 15_000, struck: 1 }]);
    expect(rig.strikes).toHaveLength(2);
  });

  it('of a time looks at no changes', async () => {
    const rig = new FaultRig({ error: 500, after: '5s' });
    await rig.clock.advanceTo(1000);
    rig.faults.see(change('created'));
    expect(rig.faults.list()).toMatchObject([{ waits: { text: '5s', changes: 0 } }]);
    await rig.clock.advanceTo(5000);
    expect(isStruck(rig)).toBe(true);
  });

  it('does not begin when it is lifted, or another comes in its place', async () => {
    const rig = new FaultRig({ name: 'a', error: 500, after: '5s' });
    rig.inject({ name: 'b', error: 500, after: '5s' });
    rig.faults.lift('b');
    expect(rig.faults.list().map(({ name }) => name)).toEqual(['a']);
    rig.inject({ name: 'a', error: 500, after: '8s' });
    expect(rig.faults.list()).toHaveLength(1);
    await rig.clock.advanceTo(7999);
    expect(isStruck(rig)).toBe(false);
    await rig.clock.advanceTo(8000);
    expect(isStruck(rig)).toBe(true);
    rig.inject({ name: 'a', error: 500, after: '8s' });
    expect(isStruck(rig)).toBe(false);
    rig.faults.lift();
    await rig.clock.advanceTo(60_000);
    expect([isStruck(rig), rig.faults.list()]).toEqual([false, []]);
  });
});

it('calls back after each write, and after each change of what is in force', () => {
  const rig = new FaultRig();
  const seen: string[] = [];
  const forgetWrites = rig.faults.onWrite(() => seen.push('write'));
  const forgetChanges = rig.faults.onChange(() => seen.push('change'));
  rig.faults.see(change('created'));
  rig.inject({ error: 500 });
  forgetWrites();
  rig.faults.see(change('created'));
  rig.faults.lift();
  forgetChanges();
  rig.inject({ error: 500 });
  expect(seen).toEqual(['write', 'change', 'change']);
});

it.each([
  [{ error: 500 }, 'InternalError'],
  [{ name: 'storm', error: 429, retryAfter: '5s' }, 'storm: TooManyRequests, retry after 5s'],
  [{ error: 500, applied: true, times: 1 }, 'InternalError, though carried out, once'],
  [
    { error: 500, match: { verb: 'update', resource: 'pods', client: 'kubelet' }, times: 3 },
    'InternalError for update pods of kubelet, 3 times',
  ],
  [
    { error: 500, match: { verb: ['get', 'list'], resource: 'pods', subresource: 'status' } },
    'InternalError for get, list pods/status',
  ],
  [{ error: 500, match: { subresource: ['status', 'scale'] } }, 'InternalError for /status, scale'],
  [
    { error: 500, match: { name: 'a*', namespace: ['x', 'y'], version: ['none', 'any'] } },
    'InternalError for a* in x, y at version none, any',
  ],
  [{ error: 500, match: { path: '/api*' } }, 'InternalError for /api*'],
  [{ error: 500, match: { client: ['a', 'b'] } }, 'InternalError for a, b'],
  [
    { error: 500, match: { client: { token: 's', agent: 'curl', user: 'jane', process: 'p' } } },
    'InternalError for p, jane, curl, a token',
  ],
  [{ latency: '200ms', for: '1m' }, 'latency 200ms, for 1m'],
  [{ latency: { normal: { mean: '2s', sd: '1s' } } }, 'latency {normal:{mean:2s,sd:1s}}'],
  [{ bandwidth: '1Ki' }, 'bandwidth 1Ki a second'],
  [{ warning: 'old' }, 'warning old'],
  [{ connection: 'cut' }, 'connection: cut'],
  [{ connection: 'reset', applied: true }, 'connection: reset, though carried out'],
  [{ certificate: 'renewed' }, 'certificate: renewed'],
  [{ watch: 'drop' }, 'watch: drop'],
  [{ watch: { delay: '5s' } }, 'watch: delay 5s'],
  [{ bookmarks: 'now' }, 'bookmarks: now'],
  [{ stale: 'frozen' }, 'stale: frozen'],
  [{ stale: { lag: 3 } }, 'stale by 3 revisions'],
  [{ stale: { at: 3 } }, 'stale: at revision 3'],
  [{ damage: { spec: null } }, 'damage {"spec":null}'],
  [{ shown: { spec: null } }, 'shown {"spec":null}'],
  [{ metrics: 'missing' }, 'metrics: missing'],
  [{ webhook: 'timeout', after: '5s' }, 'webhook: timeout, after 5s'],
  [{ error: 500, when: { resource: 'pods' } }, 'InternalError, when pods, time 1'],
  [
    { error: 500, when: { resource: 'pods', event: 'deleted', count: 2 }, after: '5s' },
    'InternalError, when pods deleted, time 2, then 5s',
  ],
])('%j in words', (value, text) => {
  expect(faultText(readFault(value).fault!)).toBe(text);
});
