/** Versions that v1.24 still serves beside the stable ones: the same objects, in another form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { request, type Answer, type Sent } from './client.ts';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig()));
afterAll(() => rig.close());

const ask = (method: string, path: string, sent?: Sent): Promise<Answer> =>
  request(rig, method, path, sent);

/** Creates an object through one version; answers it as that version and as another one shows it. */
async function through(
  version: string,
  other: string,
  plural: string,
  body: object,
): Promise<{ readonly made: Answer['body']; readonly seen: Answer['body'] }> {
  const created = await ask('POST', `/apis/${version}/namespaces/default/${plural}`, { body });
  expect(created.status, created.text).toBe(201);
  const { name } = created.body.metadata;
  const seen = await ask('GET', `/apis/${other}/namespaces/default/${plural}/${name}`);
  return { made: created.body, seen: seen.body };
}

const template = {
  spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'OnFailure' },
};
const hpa = {
  scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
  maxReplicas: 3,
};

describe('older versions', () => {
  it.each([
    ['autoscaling', ['v2', 'v1', 'v2beta1', 'v2beta2']],
    ['batch', ['v1', 'v1beta1']],
    ['discovery.k8s.io', ['v1', 'v1beta1']],
    ['events.k8s.io', ['v1', 'v1beta1']],
    ['node.k8s.io', ['v1', 'v1beta1']],
    ['policy', ['v1', 'v1beta1']],
  ])('of %s are discovered behind the preferred one', async (group, versions) => {
    const { body } = await ask('GET', `/apis/${group}`);
    expect(body.versions.map(({ version }: { version: string }) => version)).toEqual(versions);
    expect(body.preferredVersion.version).toBe(versions[0]);
    for (const version of versions) {
      expect((await ask('GET', `/apis/${group}/${version}`)).body.resources).not.toHaveLength(0);
    }
  });

  it.each(['v1', 'v2', 'v2beta1', 'v2beta2'])(
    'give an autoscaler of %s the same form each time that its spec is sent',
    async (version) => {
      const target = version === 'v1' ? { targetCPUUtilizationPercentage: 50 } : {};
      const specOf = async (name: string): Promise<unknown> => {
        const body = { metadata: { name: `${name}-${version}` }, spec: { ...hpa, ...target } };
        const other = version === 'v1' ? 'v2' : 'v1';
        const places = [`autoscaling/${version}`, `autoscaling/${other}`] as const;
        const { made, seen } = await through(...places, 'horizontalpodautoscalers', body);
        return [made.spec, seen.spec];
      };
      const first = await specOf('first');
      expect([await specOf('second'), await specOf('third')]).toEqual([first, first]);
    },
  );

  it.each([
    [
      'autoscaling/v2beta1/horizontalpodautoscalers',
      22,
      25,
      'autoscaling/v2 HorizontalPodAutoscaler',
    ],
    [
      'autoscaling/v2beta2/horizontalpodautoscalers',
      23,
      26,
      'autoscaling/v2 HorizontalPodAutoscaler',
    ],
    ['batch/v1beta1/cronjobs', 21, 25, 'batch/v1 CronJob'],
    ['discovery.k8s.io/v1beta1/endpointslices', 21, 25, 'discovery.k8s.io/v1 EndpointSlice'],
    ['events.k8s.io/v1beta1/events', 22, 25, undefined],
    ['node.k8s.io/v1beta1/runtimeclasses', 22, 25, undefined],
    ['policy/v1beta1/poddisruptionbudgets', 21, 25, 'policy/v1 PodDisruptionBudget'],
  ])('warn whoever uses %s', async (path, since, until, instead) => {
    const { status, headers } = await ask('GET', `/apis/${path}`);
    expect(status).toBe(200);
    const advice = instead === undefined ? '' : `; use ${instead}`;
    expect(headers.get('warning')).toMatch(
      new RegExp(
        `^299 - "\\S+ \\w+ is deprecated in v1.${since}\\+, unavailable in v1.${until}\\+${advice}"$`,
      ),
    );
  });

  const collection = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
  it.each([
    ['GET', '', { accept: 'text/plain' }, 406, false],
    ['GET', '', { accept: 'application/json;as=Foo;v=v1;g=meta.k8s.io' }, 406, true],
    ['PATCH', '/none', { 'content-type': 'text/plain' }, 415, false],
    ['POST', '', { 'content-type': 'text/plain' }, 415, true],
  ] as const)('warn of %s%s %j: %i', async (method, name, headers, status, warns) => {
    const answer = await ask(method, collection + name, {
      headers,
      ...(method !== 'GET' && { body: '{}' }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.has('warning')).toBe(warns);
  });

  it('of events tell what is invalid under the name of the first one', async () => {
    const body = { metadata: { name: 'e' }, regarding: { namespace: 'default' } };
    const sent = await ask('POST', '/apis/events.k8s.io/v1/namespaces/default/events', { body });
    expect(sent.body).toMatchObject({ code: 422, details: { name: 'e', kind: 'Event' } });
    expect(sent.body.details).not.toHaveProperty('group');
    expect(sent.body.message).toMatch(/^Event "e" is invalid: /);
    const missing = await ask('GET', '/apis/events.k8s.io/v1/namespaces/default/events/none');
    expect(missing.body.message).toBe('events.events.k8s.io "none" not found');
  });

  it('do not warn of the stable ones', async () => {
    expect((await ask('GET', '/apis/batch/v1/cronjobs')).headers.get('warning')).toBeNull();
  });

  it('schedule the same jobs', async () => {
    const spec = { schedule: '* * * * *', jobTemplate: { spec: { template } } };
    const body = { metadata: { name: 'old' }, spec };
    const { made, seen } = await through('batch/v1beta1', 'batch/v1', 'cronjobs', body);
    expect(made).toMatchObject({ apiVersion: 'batch/v1beta1', spec: { suspend: false } });
    expect(made.metadata.managedFields[0].apiVersion).toBe('batch/v1beta1');
    expect(seen).toEqual({ ...made, apiVersion: 'batch/v1' });
  });

  it('mean other pods by an empty selector', async () => {
    const key = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';
    const body = { metadata: { generateName: 'b' }, spec: { minAvailable: 1, selector: {} } };
    const plural = 'poddisruptionbudgets';
    const old = await through('policy/v1beta1', 'policy/v1', plural, body);
    expect(old.made.spec.selector).toEqual({});
    expect(old.seen.spec.selector.matchExpressions).toEqual([{ key, operator: 'Exists' }]);
    const stable = await through('policy/v1', 'policy/v1beta1', plural, body);
    expect(stable.made.spec.selector).toEqual({});
    expect(stable.seen.spec.selector.matchExpressions).toEqual([{ key, operator: 'DoesNotExist' }]);
  });

  it('keep zone and node of endpoints in one map', async () => {
    const topology = {
      'topology.kubernetes.io/zone': 'z',
      'kubernetes.io/hostname': 'n',
      rack: 'r',
    };
    const endpoint = { addresses: ['10.0.0.1'], nodeName: 'n', topology };
    const body = { metadata: { name: 's' }, addressType: 'IPv4', endpoints: [endpoint] };
    const [old, stable] = ['discovery.k8s.io/v1beta1', 'discovery.k8s.io/v1'] as const;
    const { made, seen } = await through(old, stable, 'endpointslices', body);
    expect(made.endpoints).toEqual([{ ...endpoint, conditions: {} }]);
    expect(seen.endpoints).toEqual([
      {
        addresses: ['10.0.0.1'],
        conditions: {},
        nodeName: 'n',
        zone: 'z',
        deprecatedTopology: { rack: 'r' },
      },
    ]);
  });

  it('show that a slice has no endpoints', async () => {
    const [old, stable] = ['discovery.k8s.io/v1beta1', 'discovery.k8s.io/v1'] as const;
    for (const [from, to] of [[old, stable] as const, [stable, old] as const]) {
      const body = { metadata: { generateName: 'empty-' }, addressType: 'IPv4', endpoints: null };
      const { made, seen } = await through(from, to, 'endpointslices', body);
      expect(made.endpoints).toBeNull();
      expect(seen.endpoints).toBeNull();
    }
  });

  it('scale by the same metrics', async () => {
    const metrics = [
      { type: 'Pods', pods: { metricName: 'rate', targetAverageValue: '10' } },
      { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 70 } },
    ];
    const body = { metadata: { name: 'a' }, spec: { ...hpa, metrics } };
    const plural = 'horizontalpodautoscalers';
    const { made, seen } = await through('autoscaling/v2beta1', 'autoscaling/v2', plural, body);
    expect(made.spec).toEqual({ ...body.spec, minReplicas: 1 });
    const nothing = { currentReplicas: 0, desiredReplicas: 0, currentMetrics: null };
    expect(made.status).toEqual({ ...nothing, conditions: null });
    const utilization = { type: 'Utilization', averageUtilization: 70 };
    expect(seen.spec.metrics).toEqual([
      {
        type: 'Pods',
        pods: { metric: { name: 'rate' }, target: { type: 'AverageValue', averageValue: '10' } },
      },
      { type: 'Resource', resource: { name: 'cpu', target: utilization } },
    ]);
    const second = await through('autoscaling/v2beta2', 'autoscaling/v2beta1', plural, {
      metadata: { name: 'b' },
      spec: { ...hpa, metrics: seen.spec.metrics },
    });
    expect(second.seen.spec.metrics).toEqual(metrics);
    expect(second.made.status).toEqual({ ...nothing, conditions: null });
  });

  it('keep how fast to scale in an annotation', async () => {
    const scaleUp = { selectPolicy: 'Disabled' };
    const { made, seen } = await through(
      ...(['autoscaling/v2', 'autoscaling/v2beta1', 'horizontalpodautoscalers'] as const),
      { metadata: { name: 'c' }, spec: { ...hpa, behavior: { scaleUp } } },
    );
    const { annotations } = seen.metadata;
    expect(annotations['autoscaling.alpha.kubernetes.io/behavior']).toContain('Disabled');
    const path = '/apis/autoscaling/v2beta1/namespaces/default/horizontalpodautoscalers/c';
    expect((await ask('PUT', path, { body: seen })).status).toBe(200);
    const again = await ask('GET', path.replace('v2beta1', 'v2'));
    expect(again.body.spec).toEqual(made.spec);
    expect(again.body.metadata.annotations).toBeUndefined();
  });

  it('tell events of their group', async () => {
    const body = {
      metadata: { name: 'e', namespace: 'default' },
      regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
      note: 'hello',
    };
    const path = '/apis/events.k8s.io/v1beta1/namespaces/default/events';
    const { status, body: made } = await ask('POST', path, { body });
    expect(status).toBe(201);
    expect(made).toMatchObject({ apiVersion: 'events.k8s.io/v1beta1', note: 'hello' });
    const core = await ask('GET', '/api/v1/namespaces/default/events/e');
    expect(core.body.message).toBe('hello');
  });

  it('are distinguished by the path', async () => {
    const path = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
    const body = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'x' } };
    const answer = await ask('POST', path, { body });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'the API version in the data (policy/v1) does not match the expected API version (policy/v1beta1)',
    ]);
  });
});
