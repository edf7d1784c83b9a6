import { describe, expect, it } from 'vitest';
import { answer, patching, type Behaviour } from '../../support/webhook-server.ts';
import { maps, registration, ruleFor, webhookRig } from './rig.ts';

const rig = webhookRig();

const label = (name: string, value = 'yes'): Behaviour =>
  patching({ op: 'add', path: '/data', value: {} }, { op: 'add', path: `/data/${name}`, value });

describe('a mutating webhook', () => {
  it('sees what those before it made, by name of the configuration and then in order', async () => {
    rig.hooks.behaviours.set('/c', patching({ op: 'add', path: '/data/c', value: 'c' }));
    rig.hooks.behaviours.set('/a', patching({ op: 'copy', from: '/data/c', path: '/data/a' }));
    await rig.configure('mutating', [rig.hook('/a'), rig.hook('/b')], 'two');
    await rig.configure('mutating', [rig.hook('/c')], 'one');
    const { body } = await rig.createMap('x', { z: 'z' });
    expect(body.data).toEqual({ a: 'c', c: 'c', z: 'z' });
    expect(rig.hooks.paths).toEqual(['/c', '/a', '/b']);
    expect(rig.hooks.asked[2]!.review.request.object).toMatchObject({ data: body.data });
  });

  it('makes an object that is decoded and defaulted again, and whose additions have no owner', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    rig.hooks.behaviours.set(
      '/hook',
      patching({
        op: 'add',
        path: '/spec/containers/-',
        value: { name: 'side', image: 'car:latest', odd: 1 },
      }),
    );
    await rig.configure('mutating', [
      rig.hook('/hook', { rules: [ruleFor({ resources: ['pods'] })] }),
    ]);
    const { body } = await rig.send('POST', pods, {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i:1' }] },
    });
    expect(body.spec.containers[1]).toMatchObject({ name: 'side', imagePullPolicy: 'Always' });
    expect(body.spec.containers[1]).not.toHaveProperty('odd');
    const owned = JSON.stringify(body.metadata.managedFields);
    expect(owned).toContain('\\"name\\":\\"c\\"');
    expect(owned).not.toContain('side');
  });

  it('may name a new object', async () => {
    rig.hooks.behaviours.set(
      '/hook',
      patching({ op: 'replace', path: '/metadata/name', value: 'y' }),
    );
    await rig.configure('mutating', [rig.hook('/hook')]);
    expect((await rig.createMap('x')).body.metadata.name).toBe('y');
    expect((await rig.send('GET', `${maps}/y`)).status).toBe(200);
  });

  it('changes updates, and a dry run stores nothing', async () => {
    await rig.createMap();
    rig.hooks.behaviours.set('/hook', label('new'));
    await rig.configure('mutating', [rig.hook('/hook')]);
    const dry = await rig.send('PATCH', `${maps}/x?dryRun=All`, {}, mergePatch);
    expect(dry.body.data).toEqual({ new: 'yes' });
    expect((await rig.send('GET', `${maps}/x`)).body.data).toEqual({ a: 'b' });
    expect((await rig.patch(`${maps}/x`, {})).body.data).toEqual({ new: 'yes' });
  });

  it('changes a scale', async () => {
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { a: 'b' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { selector: { matchLabels: labels }, template };
    await rig.send('POST', deployments, { metadata: { name: 'd' }, spec });
    rig.hooks.behaviours.set(
      '/hook',
      patching({ op: 'replace', path: '/spec/replicas', value: 2 }),
    );
    const rules = [ruleFor({ apiGroups: ['apps'], resources: ['*/scale'] })];
    await rig.configure('mutating', [rig.hook('/hook', { rules })]);
    const scaled = await rig.patch(`${deployments}/d/scale`, { spec: { replicas: 9 } });
    expect(scaled.body.spec.replicas).toBe(2);
  });

  it('answers with the older version of a review, which needs no type of patch', async () => {
    const patch = Buffer.from('[{"op":"add","path":"/data/n","value":"1"}]').toString('base64');
    rig.hooks.behaviours.set('/hook', answer({ allowed: true, patch, uid: 'any' }));
    await rig.configure('mutating', [rig.hook('/hook', { admissionReviewVersions: ['v1beta1'] })]);
    expect((await rig.createMap()).body.data).toEqual({ a: 'b', n: '1' });
  });
});

const mergePatch = { headers: { 'content-type': 'application/merge-patch+json' } };

describe('reinvocation', () => {
  const again = { reinvocationPolicy: 'IfNeeded' };
  /** Adds another value at each call. */
  const changing = (name: string): Behaviour => {
    let calls = 0;
    return (asked) => patching({ op: 'add', path: `/data/${name}${calls++}`, value: 'x' })(asked);
  };

  it.each<[what: string, first: boolean, second: boolean, order: readonly string[]]>([
    ['the first changes', true, false, ['/first', '/second']],
    ['the second changes', false, true, ['/first', '/second', '/first']],
    ['both change', true, true, ['/first', '/second', '/first', '/second']],
    ['none changes', false, false, ['/first', '/second']],
  ])('of two that want it: %s', async (_, first, second, order) => {
    if (first) rig.hooks.behaviours.set('/first', changing('first'));
    if (second) rig.hooks.behaviours.set('/second', changing('second'));
    await rig.configure('mutating', [rig.hook('/first', again), rig.hook('/second', again)]);
    expect((await rig.createMap()).status).toBe(201);
    expect(rig.hooks.paths).toEqual(order);
  });

  it('calls no webhook again that does not want it, and no validating one', async () => {
    for (const name of ['mb', 'ma', 'mc']) {
      rig.hooks.behaviours.set(
        `/${name}`,
        patching({ op: 'add', path: `/data/${name}`, value: '' }),
      );
    }
    await rig.configure('mutating', [rig.hook('/mb', again), rig.hook('/ma')], 'one');
    await rig.configure('mutating', [rig.hook('/mc')], 'two');
    await rig.configure('validating', [rig.hook('/v')]);
    expect((await rig.createMap()).status).toBe(201);
    expect(rig.hooks.paths).toEqual(['/mb', '/ma', '/mc', '/mb', '/v']);
  });

  it('runs the built-in plugins again', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    rig.hooks.behaviours.set('/hook', patching({ op: 'remove', path: '/spec/tolerations' }));
    await rig.configure('mutating', [
      rig.hook('/hook', { rules: [ruleFor({ resources: ['pods'] })] }),
    ]);
    const containers = [{ name: 'c', image: 'i' }];
    const { body } = await rig.send('POST', pods, {
      metadata: { name: 'p' },
      spec: { containers },
    });
    expect(body.spec.tolerations).toHaveLength(2);
    expect(rig.hooks.paths).toEqual(['/hook']);
  });
});

describe('a webhook is asked', () => {
  const hpas = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
  const hpa = {
    metadata: { name: 'h' },
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
    },
  };
  const olderRule = ruleFor({
    apiGroups: ['autoscaling'],
    resources: ['horizontalpodautoscalers'],
  });

  it('in the form of its rule, and changes that form', async () => {
    const set = { op: 'replace', path: '/spec/targetCPUUtilizationPercentage', value: 42 };
    rig.hooks.behaviours.set('/hook', patching(set));
    await rig.configure('mutating', [rig.hook('/hook', { rules: [olderRule] })]);
    const { body } = await rig.send('POST', hpas, hpa);
    expect(rig.hooks.asked[0]!.review.request).toMatchObject({
      kind: { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' },
      resource: { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers' },
      requestKind: { version: 'v2' },
      requestResource: { version: 'v2' },
      object: { apiVersion: 'autoscaling/v1', spec: { targetCPUUtilizationPercentage: 80 } },
    });
    expect(body.apiVersion).toBe('autoscaling/v2');
    expect(body.spec.metrics[0].resource.target.averageUtilization).toBe(42);
  });

  it('only for the version of its rule where that is exact', async () => {
    await rig.configure('mutating', [
      rig.hook('/hook', { rules: [olderRule], matchPolicy: 'Exact' }),
    ]);
    expect((await rig.send('POST', hpas, hpa)).status).toBe(201);
    expect(rig.hooks.paths).toEqual([]);
  });

  it.each<[what: string, rule: object, path: string, isAsked: boolean]>([
    ['another operation', { operations: ['UPDATE'] }, maps, false],
    ['another group', { apiGroups: ['apps'] }, maps, false],
    ['another version', { apiVersions: ['v2'] }, maps, false],
    ['another resource', { resources: ['pods'] }, maps, false],
    ['everything', { apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }, maps, true],
    ['all resources', { resources: ['*'] }, maps, true],
    ['all parts of the resource', { resources: ['configmaps/*'] }, maps, true],
    ['a part of the resource', { resources: ['configmaps/status'] }, maps, false],
    ['objects in namespaces', { scope: 'Namespaced' }, maps, true],
    ['objects of the cluster', { scope: 'Cluster' }, maps, false],
    [
      'namespaces, of the cluster',
      { resources: ['namespaces'], scope: 'Cluster' },
      '/api/v1/namespaces',
      true,
    ],
    [
      'namespaces, in namespaces',
      { resources: ['namespaces'], scope: 'Namespaced' },
      '/api/v1/namespaces',
      false,
    ],
  ])('by its rule: %s', async (_, rule, path, isAsked) => {
    await rig.configure('validating', [rig.hook('/hook', { rules: [ruleFor(rule)] })]);
    expect((await rig.send('POST', path, { metadata: { name: 'x' } })).status).toBe(201);
    expect(rig.hooks.asked).toHaveLength(isAsked ? 1 : 0);
  });

  it('by the labels of the namespace; a namespace has its own new ones', async () => {
    const rules = [ruleFor({ resources: ['configmaps', 'namespaces', 'nodes'] })];
    const namespaceSelector = { matchLabels: { guard: 'on' } };
    await rig.configure('validating', [rig.hook('/hook', { rules, namespaceSelector })]);
    await rig.createMap();
    await rig.send('POST', '/api/v1/namespaces', { metadata: { name: 'off' } });
    expect(rig.hooks.asked).toHaveLength(0);
    await rig.send('POST', '/api/v1/namespaces', {
      metadata: { name: 'on', labels: { guard: 'on' } },
    });
    expect(rig.hooks.asked[0]!.review.request).toMatchObject({ name: 'on', namespace: 'on' });
    await rig.send('POST', '/api/v1/namespaces/on/configmaps', { metadata: { name: 'x' } });
    await rig.send('POST', '/api/v1/nodes', { metadata: { name: 'n' } });
    expect(rig.hooks.asked).toHaveLength(3);
  });

  it('by labels of the object, old or new', async () => {
    const objectSelector = { matchLabels: { guard: 'on' } };
    await rig.configure('validating', [rig.hook('/hook', { objectSelector })]);
    await rig.createMap('x');
    expect(rig.hooks.asked).toHaveLength(0);
    await rig.patch(`${maps}/x`, { metadata: { labels: { guard: 'on' } } });
    await rig.patch(`${maps}/x`, { metadata: { labels: { guard: null } } });
    await rig.send('DELETE', `${maps}/x`);
    expect(rig.hooks.asked).toHaveLength(2);
  });

  it('about no configuration of webhooks, and about nothing once its own is gone', async () => {
    const everything = ruleFor({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] });
    rig.hooks.behaviours.set('/hook', answer({ allowed: false }));
    await rig.configure('validating', [rig.hook('/hook', { rules: [everything] })]);
    await rig.configure('mutating', [rig.hook('/other')]);
    expect((await rig.createMap()).status).toBe(400);
    const gone = await rig.send('DELETE', `${registration}/validatingwebhookconfigurations`);
    expect(gone.status).toBe(200);
    expect((await rig.createMap()).status).toBe(201);
  });

  it('before a quota is charged', async () => {
    await rig.send('POST', '/api/v1/namespaces/default/resourcequotas', {
      metadata: { name: 'none' },
      spec: { hard: { 'count/configmaps': '0' } },
    });
    await rig.patch('/api/v1/namespaces/default/resourcequotas/none/status', {
      status: { hard: { 'count/configmaps': '0' }, used: { 'count/configmaps': '0' } },
    });
    await rig.configure('validating', [rig.hook('/hook')]);
    expect((await rig.createMap()).status).toBe(403);
    expect(rig.hooks.paths).toEqual(['/hook']);
  });
});

describe('redirects', () => {
  it('are followed', async () => {
    rig.hooks.behaviours.set('/old', () => ({ status: 307, location: '/new' }));
    await rig.configure('validating', [rig.hook('/old')]);
    expect((await rig.createMap()).status).toBe(201);
    expect(rig.hooks.asked.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/old'],
      ['POST', '/new'],
    ]);
  });

  it('end somewhere', async () => {
    rig.hooks.behaviours.set('/old', () => ({ status: 308, location: '/old' }));
    await rig.configure('validating', [rig.hook('/old')]);
    expect((await rig.createMap()).body.message).toMatch(/stopped after 10 redirects$/);
  });
});
