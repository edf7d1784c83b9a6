/** Which API a metric is asked of, what is made of its answer, and what is read where there is none. */
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import { internalError, selectorOf, type KubeObject } from '#values';
import type { Client } from '#runtime';
import { readMetric } from '../../../../controllers/horizontalpodautoscaler/metrics-api.ts';
import type { MetricSpec } from '../../../../controllers/horizontalpodautoscaler/types.ts';
import { start } from '../../../support/api.ts';
import { makePod } from '../objects.ts';

const timestamp = '2026-11-20T20:00:00Z';
const metric = { name: 'rate', selector: { matchLabels: { verb: 'GET' } } };
const published = (rate: string) => ({ annotations: { 'sim/metric-rate': rate } });

interface Server {
  /** What the metrics APIs answer; undefined: there are none. */
  readonly answer?: object | Error;
  readonly objects?: Readonly<Record<string, KubeObject>>;
  readonly pods?: readonly KubeObject[];
}

async function read(given: object, { answer, objects = {}, pods = [] }: Server = {}) {
  const asked: object[] = [];
  const got: string[] = [];
  const client = {
    measure(query: object) {
      asked.push(query);
      if (answer === undefined) return undefined;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    get(kind: { kind: string }, { name, namespace = '' }: { name: string; namespace?: string }) {
      got.push([kind.kind, namespace, name].join(' '));
      const found = objects[name];
      return found ? Promise.resolve(found) : Promise.reject(new Error(`no ${name}`));
    },
    list: () => Promise.resolve({ items: pods }),
    discover: () => Promise.resolve({ resources: [] }),
  } as unknown as Client;
  const query = {
    ...{ namespace: 'shop', selector: selectorOf({ matchLabels: { app: 'web' } }) },
    ...{ pods, profile: defaultProfile, now: start },
  };
  return { reading: await readMetric(client, given as MetricSpec, query as never), asked, got };
}

const samplesOf = (reading: object) => [
  ...(reading as { samples: ReadonlyMap<string, { value: number; windowMs: number }> }).samples,
];
const ofPod = (name: string, value: string, more: object = {}) => ({
  ...{ describedObject: { name }, timestamp, value },
  ...more,
});

describe('a metric of pods', () => {
  const pods = { type: 'Pods', pods: { metric } };

  it('is asked for all pods of the target, with both selectors', async () => {
    const answer = { items: [ofPod('a', '1500m'), ofPod('b', '2', { windowSeconds: 10 })] };
    const { reading, asked } = await read(pods, { answer });
    expect(asked).toEqual([
      {
        ...{ group: 'custom.metrics.k8s.io', namespace: 'shop', resource: 'pods', name: '*' },
        ...{ metric: 'rate', labelSelector: 'app=web', metricLabelSelector: 'verb=GET' },
      },
    ]);
    expect(samplesOf(reading)).toEqual([
      ['a', { value: 1500, timestamp: start, windowMs: 60_000 }],
      ['b', { value: 2000, timestamp: start, windowMs: 10_000 }],
    ]);
  });

  it('without a selector is asked for all labels', async () => {
    const { asked } = await read({ pods: { metric: { name: 'rate' } } }, { answer: {} });
    expect(asked).toMatchObject([{ metricLabelSelector: '' }]);
  });

  it.each<[answer: object | Error, failure: string]>([
    [{ items: [] }, 'no metrics returned from custom metrics API'],
    [{ items: null }, 'no metrics returned from custom metrics API'],
    [
      internalError('it is down'),
      'unable to fetch metrics from custom metrics API: Internal error occurred: it is down',
    ],
  ])('fails where the API answers %j', async (answer, failure) => {
    expect((await read(pods, { answer })).reading).toEqual({ failure });
  });

  it('is what the pods publish, where there is no API', async () => {
    const server = { pods: [makePod('a', {}, published('3')), makePod('b')] };
    expect(samplesOf((await read(pods, server)).reading)).toEqual([
      ['a', { value: 3000, timestamp: start, windowMs: 60_000 }],
    ]);
    expect((await read(pods, { pods: [makePod('b')] })).reading).toEqual({
      failure:
        'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered',
    });
  });
});

describe('a metric of an object', () => {
  const of = (describedObject: object) => ({ type: 'Object', object: { describedObject, metric } });
  const service = of({ kind: 'Service', name: 'web' });
  const none = 'unable to fetch metrics from custom metrics API: ';

  it('is asked for the object', async () => {
    const { reading, asked } = await read(service, { answer: { items: [ofPod('web', '7')] } });
    expect(asked).toEqual([
      {
        ...{ group: 'custom.metrics.k8s.io', namespace: 'shop', resource: 'services' },
        ...{ name: 'web', metric: 'rate', metricLabelSelector: 'verb=GET' },
      },
    ]);
    expect(reading).toEqual({ total: 7000 });
  });

  it('of another group is asked for with the group', async () => {
    const { asked } = await read(of({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }), {
      answer: {},
    });
    expect(asked).toMatchObject([{ resource: 'deployments.apps' }]);
  });

  it('of a namespace is asked for the namespace of the autoscaler', async () => {
    const { asked } = await read(of({ kind: 'Namespace', name: 'other' }), { answer: {} });
    expect(asked).toMatchObject([{ namespace: 'shop', resource: 'metrics', name: 'rate' }]);
  });

  it.each([0, 2])('fails where the API answers %i numbers', async (count) => {
    const items = Array.from({ length: count }, () => ofPod('web', '7'));
    expect((await read(service, { answer: { items } })).reading).toEqual({
      failure: `${none}the custom metrics API server returned ${count} results when we asked for exactly one`,
    });
  });

  it('is what the object publishes, where there is no API', async () => {
    const web = makePod('web', {}, published('250m'));
    const { reading, got } = await read(service, { objects: { web } });
    expect([reading, got]).toEqual([{ total: 250 }, ['Service shop web']]);
    expect((await read(service, { objects: { web: makePod('web') } })).reading).toEqual({
      failure: `${none}no custom metrics API (custom.metrics.k8s.io) registered`,
    });
    expect((await read(service)).reading).toEqual({ failure: 'no web' });
  });

  it('of a node is read without a namespace', async () => {
    const n1 = makePod('n1', {}, published('1'));
    const { got } = await read(of({ kind: 'Node', name: 'n1' }), { objects: { n1 } });
    expect(got).toEqual(['Node  n1']);
  });

  it('fails for a kind that is not served', async () => {
    const { reading } = await read(of({ apiVersion: 'a.b/v1', kind: 'Gadget', name: 'x' }));
    expect((reading as { failure: string }).failure).toContain('Gadget');
  });
});

describe('an external metric', () => {
  const external = { type: 'External', external: { metric } };

  it('is the sum of all that the selector finds', async () => {
    const answer = { items: [{ value: '1' }, { value: '500m' }] };
    const { reading, asked } = await read(external, { answer });
    expect(asked).toEqual([
      {
        ...{ group: 'external.metrics.k8s.io', namespace: 'shop', resource: 'rate' },
        labelSelector: 'verb=GET',
      },
    ]);
    expect(reading).toEqual({ total: 1500 });
  });

  it.each<[answer: object | Error, failure: string]>([
    [{ items: [] }, 'no metrics returned from external metrics API'],
    [
      internalError('it is down'),
      'unable to fetch metrics from external metrics API: Internal error occurred: it is down',
    ],
  ])('fails where the API answers %j', async (answer, failure) => {
    expect((await read(external, { answer })).reading).toEqual({ failure });
  });

  it('is what the namespace publishes, where there is no API', async () => {
    const shop = makePod('shop', {}, published('2'));
    const { reading, got } = await read(external, { objects: { shop } });
    expect([reading, got]).toEqual([{ total: 2000 }, ['Namespace  shop']]);
    expect((await read(external, { objects: { shop: makePod('shop') } })).reading).toEqual({
      failure:
        'unable to fetch metrics from external metrics API: the server could not find the requested resource (get rate.external.metrics.k8s.io)',
    });
  });
});

describe('a metric of a resource', () => {
  const measured = (usage: object) => ({
    ...{ metadata: { name: 'a' }, timestamp, window: '30s' },
    containers: [{ name: 'main', usage }],
  });

  it('is asked for the pods that the selector finds', async () => {
    const answer = { items: [measured({ cpu: '250m' })] };
    const { reading, asked } = await read({ resource: { name: 'cpu' } }, { answer });
    expect(asked).toEqual([
      {
        ...{ group: 'metrics.k8s.io', namespace: 'shop', resource: 'pods' },
        labelSelector: 'app=web',
      },
    ]);
    expect(samplesOf(reading)).toMatchObject([['a', { value: 250, windowMs: 30_000 }]]);
  });

  it('of a container is that of the container', async () => {
    const answer = { items: [measured({ cpu: '250m' })] };
    const of = (container: string) => ({ containerResource: { name: 'cpu', container } });
    const { reading } = await read(of('main'), { answer });
    expect(samplesOf(reading)).toMatchObject([['a', { value: 250 }]]);
    const { failure } = (await read(of('other'), { answer })).reading as { failure: string };
    expect(failure).toMatch(/^failed to get container metrics: /);
  });

  it('fails where nothing is measured', async () => {
    expect((await read({ resource: { name: 'cpu' } }, { answer: {} })).reading).toEqual({
      failure: 'no metrics returned from resource metrics API',
    });
    expect((await read({ resource: { name: 'cpu' } })).reading).toEqual({
      failure: 'no metrics returned from resource metrics API',
    });
  });
});
