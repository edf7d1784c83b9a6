import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random, VirtualClock } from '#clock';
import { Faults, readFault, type Target, type Strike } from '#faults';

const update: Target = {
  client: { process: 'daemonset-controller' },
  verb: 'update',
  group: 'apps',
  resource: 'daemonsets',
  kind: 'DaemonSet',
  subresource: 'status',
  namespace: 'default',
  name: 'agent',
};

class Rig {
  readonly clock = new VirtualClock({ start: 0 });
  readonly strikes: Strike[] = [];
  readonly faults: Faults;

  constructor(seed = 1) {
    this.faults = new Faults({
      clock: this.clock,
      random: new Random(seed),
      revision: () => 41,
      drivers: ['scenario'],
      onStrike: (strike) => this.strikes.push(strike),
    });
  }

  inject(value: object): string {
    const { fault, problems } = readFault(value);
    expect(problems).toEqual([]);
    return this.faults.inject(fault!);
  }

  /** Which of several requests in a row are struck. */
  struck(count: number, asked: Target = update): readonly number[] {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return numbers.filter(() => this.faults.strike(asked) !== undefined);
  }
}

describe('which requests are struck', () => {
  it.each<[object, boolean]>([
    [{}, true],
    [{ client: 'daemonset-controller' }, true],
    [{ client: 'daemonset-*' }, true],
    [{ client: ['kubelet', 'daemonset-controller'] }, true],
    [{ client: 'kubelet' }, false],
    [{ client: { user: 'daemonset-controller' } }, false],
    [{ client: { process: 'daemonset-controller' } }, true],
    [{ verb: 'update' }, true],
    [{ verb: 'write' }, true],
    [{ verb: ['read', 'delete'] }, false],
    [{ verb: '*' }, true],
    [{ resource: 'daemonsets' }, true],
    [{ resource: 'DaemonSet' }, true],
    [{ resource: 'daemonsets.apps' }, true],
    [{ resource: 'daemonsets.example.com' }, false],
    [{ resource: 'pods' }, false],
    [{ subresource: 'status' }, true],
    [{ subresource: 'scale' }, false],
    [{ namespace: 'default', name: 'ag*' }, true],
    [{ namespace: 'kube-*' }, false],
    [{ name: 'other' }, false],
  ])('%j: %s', (match, isStruck) => {
    const rig = new Rig();
    rig.inject({ error: 500, match });
    expect(rig.struck(1)).toHaveLength(isStruck ? 1 : 0);
  });

  it.each<[string | undefined, readonly string[]]>([
    [undefined, ['none']],
    ['0', ['any']],
    ['41', ['exact']],
  ])('a list at version %s', (resourceVersion, struck) => {
    const asked = {
      ...update,
      verb: 'list',
      name: '',
      ...(resourceVersion && { resourceVersion }),
    };
    const found = ['none', 'any', 'exact'].filter((version) => {
      const rig = new Rig();
      rig.inject({ error: 500, match: { version } });
      return rig.struck(1, asked).length > 0;
    });
    expect(found).toEqual(struck);
  });

  it.each<[string, Target['client'], boolean]>([
    ['jane', { user: 'jane' }, true],
    ['kubectl', { user: 'admin', agent: 'kubectl/v1.24.17 (linux/amd64)' }, true],
    ['kubectl/v1.24*', { user: 'admin', agent: 'kubectl/v1.24.17 (linux/amd64)' }, true],
    ['curl', { user: 'admin', agent: 'kubectl/v1.24.17' }, false],
    ['secret', { user: 'admin', token: 'secret' }, false],
  ])('client %s', (client, asker, isStruck) => {
    const rig = new Rig();
    rig.inject({ error: 500, match: { client } });
    expect(rig.struck(1, { ...update, client: asker })).toHaveLength(isStruck ? 1 : 0);
  });

  it('finds a client by its token', () => {
    const rig = new Rig();
    rig.inject({ error: 401, match: { client: { token: 'secret' } } });
    expect(rig.struck(1, { ...update, client: { user: 'jane', token: 'secret' } })).toEqual([1]);
    expect(rig.struck(1, { ...update, client: { user: 'jane', token: 'other' } })).toEqual([]);
  });

  it('spares those that drive the run, unless they are named', () => {
    const rig = new Rig();
    const asked = { ...update, client: { process: 'scenario' } };
    rig.inject({ error: 500 });
    expect(rig.struck(1, asked)).toEqual([]);
    rig.inject({ error: 500, match: { client: 'scenario' } });
    expect(rig.struck(1, asked)).toEqual([1]);
  });

  it.each<[object, readonly number[]]>([
    [{ times: 2 }, [1, 2]],
    [{ from: 3, times: 2 }, [3, 4]],
    [{ every: 3 }, [1, 4]],
    [{ from: 2, every: 2, times: 2 }, [2, 4]],
  ])('%j of five', (when, numbers) => {
    const rig = new Rig();
    rig.inject({ error: 500, ...when });
    expect(rig.struck(5)).toEqual(numbers);
  });

  it('ends after its time, or when it is lifted', async () => {
    const rig = new Rig();
    rig.inject({ name: 'short', error: 500, for: '10s' });
    await rig.clock.advanceTo(9_999);
    expect(rig.struck(1)).toEqual([1]);
    expect(rig.faults.list()).toMatchObject([{ name: 'short', until: 10_000, seen: 1, struck: 1 }]);
    await rig.clock.advanceTo(10_000);
    expect(rig.struck(1)).toEqual([]);
    expect(rig.faults.isQuiet).toBe(true);
    expect(rig.inject({ error: 500 })).toBe('fault-2');
    rig.faults.lift('fault-2');
    expect(rig.struck(1)).toEqual([]);
    rig.inject({ name: 'other', error: 500 });
    expect(() => rig.faults.lift('fault-2')).toThrow(
      'there is no fault "fault-2" in force; there are "other"',
    );
  });

  it('begins after its time', async () => {
    const rig = new Rig();
    rig.inject({ name: 'late', error: 500, after: '10s', for: '5s' });
    expect(rig.faults.list()).toMatchObject([{ name: 'late', waits: { text: '10s', changes: 0 } }]);
    for (const [time, struck] of [
      [9_999, []],
      [10_000, [1]],
      [14_999, [1]],
      [15_000, []],
    ] as const) {
      await rig.clock.advanceTo(time);
      expect(rig.struck(1)).toEqual(struck);
    }
    rig.inject({ name: 'late', error: 500, after: '10s' });
    rig.faults.lift('late');
    await rig.clock.advanceTo(60_000);
    expect(rig.struck(1)).toEqual([]);
  });

  it('strikes what is not about objects only by its path', () => {
    const rig = new Rig();
    const version = {
      ...update,
      client: { user: 'jane' },
      resource: '',
      subresource: '',
      path: '/version',
    };
    rig.inject({ error: 403 });
    expect(rig.struck(1, version)).toEqual([]);
    rig.faults.lift();
    rig.inject({ error: 403, match: { path: '/v*' } });
    expect(rig.struck(1)).toEqual([]);
    expect(rig.struck(1, version)).toEqual([1]);
    expect(rig.strikes.at(-1)).toMatchObject({ resource: '', key: '/version' });
  });

  it('strikes as likely as it says, and the same for a seed', () => {
    const one = new Rig(7);
    const same = new Rig(7);
    const other = new Rig(8);
    for (const rig of [one, same, other]) rig.inject({ error: 500, chance: 0.3 });
    const numbers = one.struck(1000);
    expect(numbers.length).toBeGreaterThan(250);
    expect(numbers.length).toBeLessThan(350);
    expect(same.struck(1000)).toEqual(numbers);
    expect(other.struck(1000)).not.toEqual(numbers);
  });

  it('counts as arithmetic says', () => {
    const count = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        count,
        count,
        count,
        fc.integer({ min: 0, max: 40 }),
        (from, every, times, asked) => {
          const rig = new Rig();
          rig.inject({ error: 500, from, every, times });
          const expected = Array.from({ length: times }, (_, i) => from + i * every);
          expect(rig.struck(asked)).toEqual(expected.filter((number) => number <= asked));
        },
      ),
    );
  });
});

describe('what is answered', () => {
  const list = { ...update, verb: 'list', subresource: '', name: '' };
  it.each<[object, Target, object | undefined]>([
    [{ error: 401 }, update, { code: 401, reason: 'Unauthorized', message: 'Unauthorized' }],
    [
      { error: 403 },
      update,
      {
        code: 403,
        reason: 'Forbidden',
        message:
          'daemonsets.apps "agent" is forbidden: User "daemonset-controller" cannot update resource "daemonsets/status" in API group "apps" in the namespace "default"',
        details: { name: 'agent', group: 'apps', kind: 'daemonsets' },
      },
    ],
    [
      { error: 409 },
      update,
      {
        code: 409,
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on daemonsets.apps "agent": the object has been modified; please apply your changes to the latest version and try again',
      },
    ],
    [{ error: 409 }, { ...update, verb: 'create' }, { code: 409, reason: 'AlreadyExists' }],
    [{ error: 409 }, list, undefined],
    [{ error: 410 }, list, undefined],
    [{ error: 410 }, { ...list, resourceVersion: '0' }, undefined],
    [
      { error: 410 },
      { ...list, resourceVersion: '7' },
      {
        code: 410,
        reason: 'Expired',
        message: 'The resourceVersion for the provided list is too old.',
      },
    ],
    [
      { error: 410 },
      { ...list, verb: 'watch', resourceVersion: '7' },
      { code: 410, reason: 'Expired', message: 'too old resource version: 7 (41)' },
    ],
    [{ error: 410 }, { ...list, continue: 'x' }, { code: 410, reason: 'Expired' }],
    [{ error: 'TooLargeResourceVersion' }, list, undefined],
    [
      { error: 'TooLargeResourceVersion' },
      { ...list, resourceVersion: '41' },
      {
        code: 504,
        reason: 'Timeout',
        message: 'Timeout: Too large resource version: 1041, current: 41',
        details: {
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
          retryAfterSeconds: 1,
        },
      },
    ],
    [{ error: 429 }, update, { code: 429, details: { retryAfterSeconds: 1 } }],
    [{ error: 429, retryAfter: '5s' }, update, { code: 429, details: { retryAfterSeconds: 5 } }],
    [{ error: 500 }, update, { code: 500, message: 'etcdserver: request timed out' }],
    [
      { error: 500, message: 'etcdserver: leader changed' },
      update,
      { message: 'etcdserver: leader changed' },
    ],
    [{ error: 503 }, update, { code: 503, message: 'service unavailable' }],
    [
      { error: 504 },
      update,
      {
        code: 504,
        reason: 'Timeout',
        message: 'Timeout: request did not complete within the allotted timeout',
      },
    ],
  ])('%j to %j', (fault, asked, status) => {
    const rig = new Rig();
    rig.inject(fault);
    const struck = rig.faults.strike(asked);
    if (status === undefined) expect(struck).toBeUndefined();
    else expect(struck?.failure?.error.status).toMatchObject(status);
  });

  it('says what it struck, and no secret', async () => {
    const rig = new Rig();
    await rig.clock.advanceTo(5);
    rig.inject({ name: 'storm', error: 429 });
    rig.struck(1, { ...update, client: { user: 'jane', token: 'secret' } });
    expect(rig.strikes).toEqual([
      {
        time: 5,
        revision: 41,
        fault: 'storm',
        effect: 'TooManyRequests',
        client: 'jane',
        verb: 'update',
        resource: 'daemonsets/status',
        key: 'default/agent',
      },
    ]);
  });
});
