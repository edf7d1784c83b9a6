/** Custom and external metrics: paths, and what is found at them. */
import { kindsWithMetrics } from '#catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, namespace, node, pod, defaultProfile } from '#kinds';

import { context } from '../../support/api.ts';
import { ask } from '../../support/ask.ts';
import { adminToken, serverRig, type ServerRig } from '../../support/server.ts';

let rig: ServerRig;
const custom = '/apis/custom.metrics.k8s.io';
const external = '/apis/external.metrics.k8s.io/v1beta1';

beforeAll(async () => {
  rig = await serverRig({ kinds: kindsWithMetrics(defaultProfile) });
  const annotations = { 'sim/metric-rate': '10', 'sim/metric-odd': 'many' };
  const podOf = (name: string, app: string, more: object = {}) => ({
    metadata: { name, namespace: 'default', labels: { app }, ...more },
    spec: { containers: [{ name: 'c', image: 'x' }] },
  });
  await rig.api.create(context, pod, podOf('a', 'web', { annotations }) as never);
  await rig.api.create(
    context,
    pod,
    podOf('b', 'db', { annotations: { 'sim/metric-rate': '1k' } }) as never,
  );
  await rig.api.create(context, pod, podOf('silent', 'web') as never);
  await rig.api.create(context, node, { metadata: { name: 'n', annotations } } as never);
  await rig.api.create(context, namespace, { metadata: { name: 'team', annotations } });
  const metadata = { name: 'm', namespace: 'default', annotations };
  await rig.api.create(context, configMap, { metadata });
});
afterAll(() => rig.close());

const asked = (path: string, method = 'GET') =>
  ask(rig.listening.port, { method, path, headers: { authorization: `Bearer ${adminToken}` } });

const described = (kind: string, name: string, more: object = {}): object => ({
  describedObject: { kind, name, apiVersion: 'v1', ...more },
});
const inDefault = { namespace: 'default' };
const at = { timestamp: '2026-11-20T20:00:00Z', windowSeconds: 60 };

describe('custom metrics', () => {
  const v2 = `${custom}/v1beta2`;
  it.each<[path: string, items: readonly object[]]>([
    [
      `${v2}/namespaces/default/pods/a/rate`,
      [{ ...described('Pod', 'a', inDefault), metric: { name: 'rate' }, ...at, value: '10' }],
    ],
    [
      `${custom}/v1beta1/namespaces/default/pods/a/rate`,
      [{ ...described('Pod', 'a', inDefault), metricName: 'rate', ...at, value: '10' }],
    ],
    [
      `${v2}/namespaces/default/pods/*/rate?labelSelector=app%3Ddb`,
      [{ ...described('Pod', 'b', inDefault), metric: { name: 'rate' }, ...at, value: '1k' }],
    ],
    [
      `${v2}/nodes/n/rate`,
      [{ ...described('Node', 'n'), metric: { name: 'rate' }, ...at, value: '10' }],
    ],
    [
      `${v2}/namespaces/team/metrics/rate`,
      [{ ...described('Namespace', 'team'), metric: { name: 'rate' }, ...at, value: '10' }],
    ],
  ])('%s', async (path, items) => {
    const { status, text, headers } = await asked(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(text).toMatch(/^\{\n {2}"kind": "MetricValueList"/);
    const apiVersion = path.split('/').slice(2, 4).join('/');
    expect(JSON.parse(text)).toEqual({ kind: 'MetricValueList', apiVersion, metadata: {}, items });
  });

  it('of all objects leave out those without', async () => {
    const { text } = await asked(`${v2}/namespaces/default/pods/*/rate`);
    const { items } = JSON.parse(text) as { items: { describedObject: { name: string } }[] };
    expect(items.map(({ describedObject }) => describedObject.name)).toEqual(['a', 'b']);
  });

  const unknown = 'the server could not find the requested resource';
  it.each([
    [
      'GET',
      `${v2}/namespaces/default/pods/silent/rate`,
      404,
      'the server could not find the metric rate for pods silent',
    ],
    [
      'GET',
      `${v2}/namespaces/default/pods/*/none`,
      404,
      'the server could not find the metric none for pods',
    ],
    [
      'GET',
      `${v2}/namespaces/default/configmaps/m/odd`,
      422,
      'annotation sim/metric-odd of ConfigMap m: ',
    ],
    ['GET', `${v2}/namespaces/default/pods/none/rate`, 404, 'pods "none" not found'],
    ['GET', `${v2}/namespaces/default/pods/a`, 404, unknown],
    ['GET', `${v2}/namespaces/default/pods/a/rate/x`, 404, unknown],
    ['GET', `${v2}/namespaces/default/nodes/n/rate`, 404, unknown],
    ['GET', `${v2}/pods/a/rate`, 404, unknown],
    ['GET', `${v2}/namespaces/default/things/a/rate`, 404, unknown],
    ['GET', `${v2}/namespaces/default/pods`, 404, unknown],
    ['POST', `${v2}/namespaces/default/pods/a/rate`, 405, 'does not allow this method'],
    [
      'GET',
      `${external}/namespaces/default/rate`,
      404,
      'could not find the metric rate for namespaces default',
    ],
    ['GET', `${external}/namespaces/team/odd`, 422, 'annotation sim/metric-odd of Namespace team'],
    ['GET', `${external}/namespaces/team/rate/x`, 404, unknown],
    ['GET', `${external}/rate`, 404, unknown],
  ])('%s %s: %s %s', async (method, path, status, message) => {
    const answer = await asked(path, method);
    expect(answer.status).toBe(status);
    expect((JSON.parse(answer.text) as { message: string }).message).toContain(message);
  });
});

it('external metrics are those of the namespace', async () => {
  const { status, text } = await asked(`${external}/namespaces/team/rate`);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    ...{ kind: 'ExternalMetricValueList', apiVersion: 'external.metrics.k8s.io/v1beta1' },
    metadata: {},
    items: [{ metricName: 'rate', metricLabels: {}, timestamp: at.timestamp, value: '10' }],
  });
  expect((await asked(`${external}/namespaces/team/rate`, 'HEAD')).status).toBe(200);
});

it('are not served where nothing is measured', async () => {
  const bare = await serverRig();
  const headers = { authorization: `Bearer ${adminToken}` };
  const path = `${external}/namespaces/default/rate`;
  expect((await ask(bare.listening.port, { path, headers })).text).toBe('404 page not found\n');
  await bare.close();
  expect((await asked('/apis/external.metrics.k8s.io/v1/namespaces/default/rate')).status).toBe(
    404,
  );
});
