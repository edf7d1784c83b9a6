/** What releases tell apart about Deployments, their sets, Endpoints and events. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { Endpoints, Pod, Service } from '#types';
import { scaledText } from '../../../../controllers/deployment/rolling-update.ts';
import { countedStatus } from '../../../../controllers/deployment/status.ts';
import { plan } from '../../../../controllers/endpoints/plan.ts';
import { leavingPods } from '../../../../controllers/replicaset/status.ts';
import { selectLabels } from '#values';
import { EventMaker } from '../../../../src/runtime/event-object.ts';
import { SeriesCorrelator } from '../../../../src/runtime/event-series.ts';
import { makeDeployment, makeSet } from '../deployment/objects.ts';
import { makePod } from '../objects.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const pods = (replicas: number, terminatingReplicas?: number) => ({
  replicas,
  ...(terminatingReplicas !== undefined && { terminatingReplicas }),
});

describe('a Deployment', () => {
  it.each([
    [24, 'to 3', 'to 3'],
    [25, 'to 3', 'to 3 from 0'],
    [31, 'to 3', 'to 3 from 0'],
    [32, 'from 0 to 3', 'from 0 to 3'],
  ])('of 1.%i reports of what size a set was that is not new', (minor, first, later) => {
    const set = { metadata: { name: 'web' } } as Parameters<typeof scaledText>[1]['set'];
    const to = { set, replicas: 3, direction: 'up' } as const;
    expect(scaledText(profileOf(minor), to)).toBe(`Scaled up replica set web ${first}`);
    expect(scaledText(profileOf(minor), to, 0)).toBe(`Scaled up replica set web ${later}`);
  });

  it('adds up leaving pods since 1.35, once all sets say how many', () => {
    const [one, two] = [pods(1, 2), pods(1, 1)].map((status, i) => makeSet(`s${i}`, 1, { status }));
    const silent = makeSet('s2', 1, { status: pods(1) });
    const sum = (minor: number, set = two!) =>
      countedStatus(makeDeployment(2), { newSet: one, oldSets: [set] }, 0, profileOf(minor))
        .terminatingReplicas;
    expect([sum(34), sum(35), sum(37), sum(37, silent)]).toEqual([undefined, 3, 3, undefined]);
  });
});

it('pods leave a set while they are being deleted and have not finished', () => {
  const set = makeSet('web', 1);
  const owner = { ...set.metadata, apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true };
  const podOf = (name: string, phase: string, deletionTimestamp?: string): Pod =>
    ({
      ...makePod(name, {}, { labels: { app: 'web' }, ownerReferences: [owner], deletionTimestamp }),
      status: { phase },
    }) as unknown as Pod;
  const at = '2026-01-01T00:00:00Z';
  const all = [podOf('a', 'Running'), podOf('b', 'Running', at), podOf('c', 'Failed', at)];
  const leaving = leavingPods(set, all, selectLabels({ app: 'web' }));
  expect(leaving.map(({ metadata }) => metadata.name)).toEqual(['b']);
});

it('Endpoints are labelled, and those without the label are written again', () => {
  const service = {
    metadata: { name: 'web', namespace: 'ns' },
    spec: { clusterIP: '10.96.0.1', ports: [] },
  } as unknown as Service;
  const made = plan(service, [], undefined, undefined, true);
  const labels = { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' };
  expect(made).toMatchObject({ action: 'create', endpoints: { metadata: { labels } } });
  const plain = { metadata: { name: 'web', namespace: 'ns' } } as Endpoints;
  expect(plan(service, [], plain, undefined, true)).toMatchObject({ action: 'update' });
  expect(plan(service, [], plain, undefined)).toEqual({ action: 'none' });
});

describe('events', () => {
  const clock = new FakeClock(0);
  const regarding = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'ns' } };
  const text = { type: 'Normal', reason: 'Pulled', message: 'done' } as const;

  it('of the older form name their reporter where they are to', () => {
    const source = { clock, component: 'kubelet', style: 'core' } as const;
    const named = new EventMaker({ ...source, namesReporter: true });
    expect(named.make(regarding, text, { host: 'n1' })).toMatchObject({
      reportingComponent: 'kubelet',
      reportingInstance: 'n1',
    });
    expect(new EventMaker(source).make(regarding, text)).not.toHaveProperty('reportingInstance');
  });

  it.each([
    [true, 2],
    [false, 1],
  ])('of a series count the first one: %s', (countsFirst, expected) => {
    const maker = new EventMaker({ clock, component: 'default-scheduler', style: 'series' });
    const correlator = new SeriesCorrelator(clock, countsFirst);
    correlator.correlate(maker.make(regarding, text));
    const again = correlator.correlate(maker.make(regarding, text));
    expect(again!.event.series!.count).toBe(expected);
  });
});
