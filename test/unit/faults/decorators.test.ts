/** Functions that faults strike: requests of clients in the process, writes, and calls of webhooks. */
import { describe, expect, it } from 'vitest';
import { damageBy, withFaults, withWebhookFaults } from '#faults';
import { notFound, serverError, type KubeObject, type Origin } from '#values';
import type { ResourceType } from '#catalog';
import type { Call, ChangeEvent, Request, Watch, WatchGate } from '#request';
import { FaultRig } from './rig.ts';

const pods = { group: '', plural: 'pods', kind: 'Pod' } as ResourceType;
const metrics = { group: 'metrics.k8s.io', plural: 'pods', kind: 'PodMetrics' } as ResourceType;
const ref = { namespace: 'default', name: 'web' };
const origin: Origin = { actor: 'kubelet' };
const object = (name: string): KubeObject =>
  ({ metadata: { name, namespace: 'default' } }) as KubeObject;

const get: Request = { verb: 'get', kind: pods, ref };
const list: Request = { verb: 'list', kind: pods, options: { namespace: 'default' } };
const update: Request = { verb: 'update', kind: pods, ref, body: object('web') };

class Calls {
  readonly requests: Request[] = [];
  readonly call: Call;

  constructor(rig: FaultRig, answer: unknown = 'answer', by = origin) {
    const real = (request: Request): unknown => {
      this.requests.push(request);
      return request.verb === 'watch' ? { next: () => undefined } : Promise.resolve(answer);
    };
    this.call = withFaults(real as Call, rig.faults, by);
  }

  async ask(request: Request): Promise<unknown> {
    const answer: unknown = await this.call(request);
    return answer;
  }
}

const failure = serverError('etcdserver: request timed out');

describe('a request', () => {
  it.each<[readonly object[], Request, Request]>([
    [[], get, get],
    [[], update, update],
    [[{ error: 500, match: { verb: 'delete' } }], get, get],
    [[{ error: 500 }], { verb: 'discover' }, { verb: 'discover' }],
    [[{ stale: { at: 3 } }], get, { ...get, at: 3 } as Request],
    [
      [{ stale: { at: 3 } }],
      list,
      {
        ...list,
        options: { namespace: 'default', resourceVersion: '3', resourceVersionMatch: 'Exact' },
      } as Request,
    ],
    [[{ stale: { at: 3 } }], update, update],
  ])('under %j is passed as it should be: %#', async (faults, request, passed) => {
    const calls = new Calls(new FaultRig(...faults));
    expect(await calls.ask(request)).toBe('answer');
    expect(calls.requests).toEqual([passed]);
  });

  it.each<[object, Request, readonly Request[]]>([
    [{ error: 500 }, get, []],
    [{ error: 500 }, update, []],
    [{ error: 500, applied: true }, get, []],
    [{ error: 500, applied: true }, update, [update]],
  ])('under %j fails: %#', async (fault, request, passed) => {
    const calls = new Calls(new FaultRig(fault));
    await expect(calls.ask(request)).rejects.toEqual(failure);
    expect(calls.requests).toEqual(passed);
  });

  describe('about metrics', () => {
    const question = { group: 'external.metrics.k8s.io', namespace: 'default', resource: 'q' };
    const measure: Request = { verb: 'measure', question };
    const fault = { error: 500, match: { resource: 'q.external.metrics.k8s.io' } };

    it('fails as a list of them', async () => {
      const rig = new FaultRig(fault);
      await expect(new Calls(rig).ask(measure)).rejects.toEqual(failure);
      expect(rig.strikes).toMatchObject([{ verb: 'list', resource: question.resource }]);
    });

    it('is answered where the fault is about others', async () => {
      const rig = new FaultRig({ ...fault, match: { resource: 'pods' } });
      expect(await new Calls(rig).ask(measure)).toBe('answer');
    });

    it('without a server to ask is none', () => {
      const rig = new FaultRig(fault);
      expect(withFaults(() => undefined, rig.faults, origin)(measure)).toBeUndefined();
      expect(rig.strikes).toEqual([]);
    });
  });

  const created = (metadata: object): Request =>
    ({ verb: 'create', kind: pods, namespace: 'new', body: { metadata } }) as Request;
  it.each<[Request, string, string, string]>([
    [get, 'get', 'pods', 'default/web'],
    [{ ...get, subresource: 'status' }, 'get', 'pods/status', 'default/web'],
    [list, 'list', 'pods', 'default/'],
    [{ verb: 'list', kind: pods, options: {} }, 'list', 'pods', ''],
    [created({ name: 'web' }), 'create', 'pods', 'new/web'],
    [created({ generateName: 'web-' }), 'create', 'pods', 'new/web-'],
    [update, 'update', 'pods', 'default/web'],
    [
      { verb: 'post', kind: pods, ref, subresource: 'eviction', body: {} },
      ...(['create', 'pods/eviction', 'default/web'] as const),
    ],
    [{ verb: 'delete', kind: pods, ref, options: {} }, 'delete', 'pods', 'default/web'],
    [
      { verb: 'deletecollection', kind: pods, which: { namespace: 'old' }, options: {} },
      ...(['deletecollection', 'pods', 'old/'] as const),
    ],
  ])('is known to faults as it is: %#', async (request, verb, resource, key) => {
    const reconcile = { key: 'a', number: 3 } as unknown as NonNullable<Origin['reconcile']>;
    for (const by of [origin, { ...origin, reconcile }]) {
      const rig = new FaultRig({ error: 500 });
      await expect(new Calls(rig, '', by).ask(request)).rejects.toEqual(failure);
      expect(rig.strikes).toEqual([
        {
          ...{ time: 0, revision: 41, fault: 'fault-1', effect: 'InternalError' },
          ...{ client: 'kubelet', verb, resource, key },
          ...(by.reconcile && { reconcile }),
        },
      ]);
    }
  });

  it.each<[object, object, boolean]>([
    [{ version: 'none' }, {}, true],
    [{ version: 'none' }, { resourceVersion: '7' }, false],
    [{ version: 'exact' }, { resourceVersion: '7' }, true],
    [{ resource: 'Pod' }, {}, true],
    [{ resource: 'pods.apps' }, {}, false],
  ])('that %j fits: %j', async (match, options, isStruck) => {
    const calls = new Calls(new FaultRig({ error: 500, match }));
    const asked = calls.ask({ verb: 'list', kind: pods, options });
    if (isStruck) await expect(asked).rejects.toEqual(failure);
    else expect(await asked).toBe('answer');
  });

  it('for the next page of a list can find it expired', async () => {
    const calls = new Calls(new FaultRig({ error: 410 }));
    expect(await calls.ask(list)).toBe('answer');
    const next = calls.ask({ ...list, options: { continue: 'x' } });
    await expect(next).rejects.toMatchObject({ status: { code: 410 } });
  });
});

describe('measurements', () => {
  const all = { kind: 'PodMetricsList', items: [object('db'), object('web'), object('ui')] };
  const missing = { metrics: 'missing', match: { name: 'web' } };

  it('are left out of lists', async () => {
    const calls = new Calls(new FaultRig(missing), all);
    const options = { namespace: 'default' };
    expect(await calls.ask({ verb: 'list', kind: metrics, options })).toEqual({
      ...all,
      items: [object('db'), object('ui')],
    });
    expect(await calls.ask(list)).toBe(all);
  });

  it('are not found, when they are asked for by name', async () => {
    const calls = (name: string): Calls => new Calls(new FaultRig(missing), object(name));
    const of = (name: string): Request => ({ verb: 'get', kind: metrics, ref: { ...ref, name } });
    expect(await calls('db').ask(of('db'))).toEqual(object('db'));
    await expect(calls('web').ask(of('web'))).rejects.toEqual(
      notFound({ group: 'metrics.k8s.io', plural: 'pods' }, 'web'),
    );
  });
});

describe('a watch', () => {
  const request: Request = { verb: 'watch', kind: pods, options: { namespace: 'default' } };

  it('is refused, or opened with a gate for its events', () => {
    expect(() => new Calls(new FaultRig({ error: 500 })).call(request)).toThrow(failure);
    const calls = new Calls(new FaultRig());
    void calls.call(request);
    expect(calls.requests).toEqual([{ ...request, gate: expect.any(Function) as unknown }]);
  });

  it('holds the clock while there is something to read', async () => {
    const rig = new FaultRig({ watch: { delay: '5s' } });
    const event = { type: 'ADDED', object: object('web') } as ChangeEvent;
    const sent = [[event]];
    const open = ({ gate }: { gate: WatchGate }): object => ({
      next: async () => gate(sent.pop() ?? (await new Promise<never>(() => undefined))),
    });
    const watch = withFaults(open as unknown as Call, rig.faults, origin)(request);
    const next = () => (watch as Watch<KubeObject>).next();
    const seen = next().then((events) => {
      const holders = rig.clock.holders().map(({ name }) => name);
      void next();
      return [events, holders];
    });
    await rig.clock.advanceTo(5000);
    expect(await seen).toEqual([[event], ['kubelet watch pods, withheld']]);
  });
});

describe('an update of many', () => {
  const versions = ['a', 'b', 'c'].map((name) => ({ namespace: 'default', name }));
  const request = {
    verb: 'updatemany',
    kind: pods,
    subresource: 'status',
    versions,
  } as unknown as Request;

  it('leaves out what faults are about', async () => {
    const calls = new Calls(new FaultRig({ error: 500, match: { name: 'b' } }), ['8', '9']);
    expect(await calls.ask(request)).toEqual(['8', undefined, '9']);
    expect(calls.requests).toEqual([{ ...request, versions: [versions[0], versions[2]] }]);
  });

  it.each([
    [[], true],
    [[{ error: 500, match: { name: 'd' } }], true],
    [[{ error: 500, match: { verb: 'delete' } }], true],
    [[{ error: 500, match: { subresource: 'scale' } }], true],
    [[{ error: 500, match: { verb: 'update', subresource: 'status' } }], false],
  ])('under %j is passed as it is: %s', async (faults, isPassed) => {
    const calls = new Calls(new FaultRig(...faults), []);
    await calls.ask(request);
    expect(calls.requests[0] === request).toBe(isPassed);
  });
});

describe('a write', () => {
  const kind = { group: 'apps', plural: 'deployments', kind: 'Deployment' };
  const write = { kind, operation: 'CREATE', namespace: 'default', name: 'web' };
  const patch = { spec: { replicas: null } };

  it.each<[object, object, boolean]>([
    [{}, {}, true],
    [{ verb: 'create', resource: 'deployments.apps', name: 'web', namespace: 'default' }, {}, true],
    [{ verb: 'update' }, {}, false],
    [{ verb: 'update' }, { operation: 'UPDATE' }, true],
    [{ verb: 'create' }, { operation: 'UPDATE' }, false],
    [{ namespace: 'default' }, { namespace: undefined }, false],
    [{ client: { process: 'kubelet' } }, {}, true],
    [{ client: { user: 'jane' } }, {}, false],
    [{ client: { user: 'jane' } }, { context: { origin, user: { name: 'jane' } } }, true],
    [{ client: { process: 'kubelet' } }, { context: { origin, user: { name: 'jane' } } }, false],
  ])('that %j fits arrives changed: %j', (match, other, isStruck) => {
    const rig = new FaultRig({ damage: patch, match });
    const damage = damageBy(rig.faults);
    expect(damage.isIdle).toBe(false);
    const about = { ...write, context: { origin }, ...other };
    expect(damage.patch(about)).toEqual(isStruck ? patch : undefined);
  });

  it('is known with its reconcile', () => {
    const rig = new FaultRig({ damage: patch });
    const reconcile = { key: 'a' } as unknown as NonNullable<Origin['reconcile']>;
    damageBy(rig.faults).patch({ ...write, context: { origin: { ...origin, reconcile } } });
    expect(rig.strikes).toEqual([
      {
        ...{ time: 0, revision: 41, fault: 'fault-1', effect: 'damage {"spec":{"replicas":null}}' },
        ...{ client: 'kubelet', verb: 'create', resource: 'deployments', key: 'default/web' },
        reconcile,
      },
    ]);
    expect(damageBy(new FaultRig().faults).isIdle).toBe(true);
  });
});

describe('the call of a webhook', () => {
  const url = 'https://policy.example.com:8443/check';
  const service = { namespace: 'default', name: 'policy' };
  const reply = { status: 200, contentType: 'application/json', body: '{}' };
  const failed = { status: 500, contentType: 'text/plain', body: 'internal server error' };
  const call = (rig: FaultRig, about: { url: string; service?: typeof service }) =>
    withWebhookFaults(() => Promise.resolve(reply), rig.faults)(about);

  it.each([
    ['timeout', 'context deadline exceeded'],
    ['refuse', 'dial tcp policy.example.com:8443: connect: connection refused'],
  ])('fails by %s', async (webhook, message) => {
    await expect(call(new FaultRig({ webhook }), { url })).rejects.toThrow(new Error(message));
  });

  it.each<[readonly object[], object]>([
    [[], reply],
    [[{ webhook: 'error' }], failed],
    [[{ webhook: 'error', match: { name: 'policy' } }], failed],
    [[{ webhook: 'error', match: { namespace: 'default' } }], failed],
    [[{ webhook: 'error', match: { client: 'apiserver' } }], failed],
    [[{ webhook: 'error', match: { resource: 'webhooks' } }], failed],
    [[{ webhook: 'error', match: { name: 'policy.example.com' } }], reply],
  ])('under %j answers %j', async (faults, answer) => {
    expect(await call(new FaultRig(...faults), { url, service })).toEqual(answer);
  });

  it('without a Service is known by its host', async () => {
    const rig = new FaultRig({ webhook: 'error', match: { name: 'policy.example.com' } });
    expect(await call(rig, { url })).toEqual(failed);
    expect(rig.strikes).toMatchObject([{ key: 'policy.example.com', client: 'apiserver' }]);
  });
});
