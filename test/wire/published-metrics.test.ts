/** Custom and external metrics over the wire, as the client of a real autoscaler asks for them. */
import { kindsWithMetrics } from '#catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, namespace, node, pod, defaultProfile } from '#kinds';

import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
beforeAll(async () => {
  rig = await serverRig({ kinds: kindsWithMetrics(defaultProfile) });
  const context = { origin: { actor: 'test' } };
  const publishing = (name: string, rate?: string, app = 'web') => ({
    metadata: {
      name,
      namespace: 'default',
      labels: { app },
      ...(rate !== undefined && { annotations: { 'sim/metric-rate': rate } }),
    },
    spec: { containers: [{ name: 'main', image: 'app' }] },
  });
  await rig.api.create(context, pod, publishing('a', '10'));
  await rig.api.create(context, pod, publishing('b', '0.5'));
  await rig.api.create(context, pod, publishing('silent'));
  await rig.api.create(context, pod, publishing('other', '7', 'other'));
  const annotations = { 'sim/metric-depth': '12k', 'sim/metric-odd': 'many' };
  const at = { name: 'queue', namespace: 'default' };
  await rig.api.create(context, configMap, { metadata: { ...at, annotations } });
  await rig.api.create(context, namespace, { metadata: { name: 'team', annotations } });
  await rig.api.create(context, node, { metadata: { name: 'n1', annotations }, spec: {} });
});
afterAll(() => rig.close());

interface Answer {
  readonly kind: string;
  readonly message?: string;
  readonly items?: readonly Readonly<Record<string, unknown>>[];
}

async function get(path: string, method = 'GET'): Promise<{ status: number; body: Answer }> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const answer = await fetch(`${rig.url}/apis/${path}`, { method, headers });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const custom = 'custom.metrics.k8s.io/v1beta2';

describe('custom metrics', () => {
  it('are found in discovery, in both versions', async () => {
    const { body } = await get('');
    const { groups } = body as unknown as {
      groups: { name: string; versions: { version: string }[] }[];
    };
    const versionsOf = (name: string) =>
      groups.find((group) => group.name === name)?.versions.map(({ version }) => version);
    expect(versionsOf('custom.metrics.k8s.io')).toEqual(['v1beta2', 'v1beta1']);
    expect(versionsOf('external.metrics.k8s.io')).toEqual(['v1beta1']);
    // Clients take an empty list for a failure.
    const any = { name: '*/*', kind: 'MetricValueList', verbs: ['get'] };
    expect((await get(custom)).body).toMatchObject({ kind: 'APIResourceList', resources: [any] });
  });

  it('of the pods that a selector finds are those that publish them', async () => {
    const { body } = await get(`${custom}/namespaces/default/pods/*/rate?labelSelector=app%3Dweb`);
    const timestamp = '2026-11-20T20:00:00Z';
    const of = (name: string, value: string) => ({
      describedObject: { kind: 'Pod', namespace: 'default', name, apiVersion: 'v1' },
      metric: { name: 'rate' },
      timestamp,
      windowSeconds: 60,
      value,
    });
    expect(body).toEqual({
      kind: 'MetricValueList',
      apiVersion: custom,
      metadata: {},
      items: [of('a', '10'), of('b', '500m')],
    });
  });

  it.each([
    ['namespaces/default/pods/a/rate', '10'],
    ['namespaces/default/configmaps/queue/depth', '12k'],
    ['namespaces/team/metrics/depth', '12k'],
    ['nodes/n1/depth', '12k'],
  ])('of %s are %s', async (path, value) => {
    const { body } = await get(`custom.metrics.k8s.io/v1beta1/${path}`);
    const metricName = path.slice(path.lastIndexOf('/') + 1);
    expect(body.items).toEqual([expect.objectContaining({ metricName, value })]);
  });

  it.each([
    [
      `${custom}/namespaces/default/pods/*/none`,
      404,
      'the server could not find the metric none for pods',
    ],
    [`${custom}/namespaces/default/pods/gone/rate`, 404, 'pods "gone" not found'],
    [
      `${custom}/namespaces/default/widgets.example.com/a/rate`,
      404,
      'the server could not find the requested resource',
    ],
    [
      `${custom}/namespaces/default/nodes/n1/depth`,
      404,
      'the server could not find the requested resource',
    ],
    [`${custom}/nodes/n1`, 404, 'the server could not find the requested resource'],
    [
      `external.metrics.k8s.io/v1beta1/namespaces/team/none`,
      404,
      'the server could not find the metric none for namespaces team',
    ],
  ])('%s is %d: %s', async (path, code, message) => {
    const { status, body } = await get(path);
    expect([status, body.message]).toEqual([code, message]);
  });

  it('are for reading only', async () => {
    expect((await get(`${custom}/namespaces/default/pods/a/rate`, 'DELETE')).status).toBe(405);
  });

  it('that are not quantities are reported', async () => {
    const { status, body } = await get(`${custom}/nodes/n1/odd`);
    expect([status, body.message]).toEqual([422, expect.stringContaining('sim/metric-odd')]);
  });
});

it('external metrics are what a namespace publishes', async () => {
  const { body } = await get(
    'external.metrics.k8s.io/v1beta1/namespaces/team/depth?labelSelector=a%3Db',
  );
  expect(body).toEqual({
    kind: 'ExternalMetricValueList',
    apiVersion: 'external.metrics.k8s.io/v1beta1',
    metadata: {},
    items: [
      { metricName: 'depth', metricLabels: {}, timestamp: '2026-11-20T20:00:00Z', value: '12k' },
    ],
  });
});
