/** Questions to the APIs of metrics: their paths, and answers in the words of client-go. */
import { describe, expect, it } from 'vitest';
import { metricsVersions } from '#kinds';
import { metricsIn, metricsPath, metricsVersion, type MetricsQuestion } from '#request';

const custom = { group: 'custom.metrics.k8s.io', namespace: 'a' };
const external = { group: 'external.metrics.k8s.io', namespace: 'a', resource: 'q' };

it.each<[MetricsQuestion, string]>([
  [external, 'external.metrics.k8s.io/v1/namespaces/a/q'],
  [{ ...external, namespace: '' }, 'external.metrics.k8s.io/v1/q'],
  [
    { ...external, resource: 'a/b', labelSelector: 'x=y,z' },
    'external.metrics.k8s.io/v1/namespaces/a/a%2Fb?labelSelector=x%3Dy%2Cz',
  ],
  [
    {
      ...custom,
      resource: 'pods',
      name: '*',
      metric: 'm',
      labelSelector: 'x',
      metricLabelSelector: 'y',
    },
    'custom.metrics.k8s.io/v1/namespaces/a/pods/*/m?labelSelector=x&metricLabelSelector=y',
  ],
  [
    { ...custom, resource: 'metrics', name: 'm', labelSelector: '', metricLabelSelector: '' },
    'custom.metrics.k8s.io/v1/namespaces/a/metrics/m',
  ],
])('%j asks %s', (question, path) => {
  expect(metricsPath(question, 'v1')).toBe(`/apis/${path}`);
});

it.each([
  [['v1beta1', 'v1beta2'], 'v1beta2'],
  [['v1beta1'], 'v1beta1'],
  [['v1'], undefined],
  [[], undefined],
])('of custom metrics in %j the version is %s', (served, version) => {
  expect(metricsVersion(metricsVersions.get('custom.metrics.k8s.io')!, served)).toBe(version);
});

describe('an answer', () => {
  const object = { ...custom, resource: 'services', name: 's', metric: 'hits' };

  it('is the list', () => {
    expect(metricsIn(external, 200, '{"items":[]}')).toEqual({ items: [] });
  });

  it.each<[MetricsQuestion, number, string, number, string]>([
    [
      external,
      404,
      '404 page not found',
      404,
      'the server could not find the requested resource (get q.external.metrics.k8s.io)',
    ],
    [
      external,
      503,
      'service unavailable',
      503,
      'the server is currently unable to handle the request (get q.external.metrics.k8s.io)',
    ],
    [
      object,
      401,
      '',
      401,
      'the server has asked for the client to provide credentials (get services/hits.custom.metrics.k8s.io s)',
    ],
    [
      external,
      500,
      'oh',
      500,
      'an error on the server ("oh") has prevented the request from succeeding (get q.external.metrics.k8s.io)',
    ],
    [
      external,
      200,
      'oh',
      500,
      'an error on the server ("oh") has prevented the request from succeeding (get q.external.metrics.k8s.io)',
    ],
    [external, 400, '{"kind":"Status","code":400,"message":"no"}', 400, 'no'],
  ])('to %j: %i %s', (question, status, text, code, message) => {
    expect(() => metricsIn(question, status, text)).toThrow(
      expect.objectContaining({ code, message }),
    );
  });
});
