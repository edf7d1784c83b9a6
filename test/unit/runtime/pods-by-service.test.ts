import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectLabels, type Labels } from '#values';
import type { Pod, Service } from '#types';
import {
  addServiceIndexes,
  podsBehind,
  servicesBefore,
  TriggerTimes,
  type Informer,
} from '#runtime';
import { servicesChangedBy } from '../../../src/runtime/pods-by-service.ts';
import { ObjectCache } from '../../../src/runtime/object-cache.ts';

function caches() {
  const services = new ObjectCache<Service>();
  const pods = new ObjectCache<Pod>();
  addServiceIndexes(services as unknown as Informer<Service>, pods as unknown as Informer<Pod>);
  return { services, pods };
}

interface PodParts {
  readonly name?: string;
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly ready?: string;
  readonly ip?: string;
  readonly phase?: string;
  readonly hostname?: string;
  readonly deleting?: boolean;
}

function podOf(parts: PodParts): Pod {
  const { name = 'p', namespace = 'ns', labels, ready, ip, phase, hostname, deleting } = parts;
  const deletionTimestamp = deleting === true ? '2026-01-01T00:00:00Z' : undefined;
  return {
    metadata: { name, namespace, uid: `${namespace}/${name}`, labels, deletionTimestamp },
    spec: { containers: [], hostname },
    status: {
      phase,
      ...(ip && { podIPs: [{ ip }] }),
      ...(ready && {
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: ready }],
      }),
    },
  } as unknown as Pod;
}

function serviceOf(name: string, selector?: Labels, namespace = 'ns'): Service {
  const uid = `${namespace}/${name}`;
  const creationTimestamp = '2026-01-01T00:00:00Z';
  return {
    metadata: { name, namespace, uid, creationTimestamp },
    spec: { ...(selector && { selector }) },
  } as unknown as Service;
}

const names = (objects: readonly (Pod | Service)[]): string[] =>
  objects.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort();

describe('indexes of pods and services', () => {
  it('find what going through all would find', () => {
    const labels = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'));
    const placed = fc.record({ labels, namespace: fc.constantFrom('x', 'y') });
    const lists = fc.record({ pods: fc.array(placed), services: fc.array(placed) });
    fc.assert(
      fc.property(lists, (given) => {
        const { services, pods } = caches();
        for (const [i, { labels, namespace }] of given.pods.entries()) {
          pods.set(podOf({ name: `p${i}`, namespace, labels }), undefined);
        }
        for (const [i, { labels, namespace }] of given.services.entries()) {
          services.set(serviceOf(`s${i}`, labels, namespace), undefined);
        }
        const selects = (service: Service, pod: Pod): boolean =>
          service.metadata.namespace === pod.metadata.namespace &&
          Object.keys(service.spec.selector!).length > 0 &&
          selectLabels(service.spec.selector).matches(pod.metadata.labels);
        for (const service of services.list()) {
          const expected = pods.list().filter((pod) => selects(service, pod));
          expect(names(podsBehind(pods, service))).toEqual(names(expected));
        }
        for (const pod of pods.list()) {
          const expected = services.list().filter((service) => selects(service, pod));
          expect(names(servicesBefore(services, pod))).toEqual(names(expected));
        }
      }),
    );
  });
});

describe('the services that an update of a pod concerns', () => {
  const web = { app: 'web', tier: 'x' };
  const db = { app: 'db', tier: 'x' };
  it.each<readonly [string, PodParts, PodParts, readonly string[]]>([
    ['none for a phase', { labels: web }, { labels: web, phase: 'Failed' }, []],
    ['all for readiness', { labels: web }, { labels: web, ready: '2026' }, ['ns/tier', 'ns/web']],
    ['all for an address', { labels: web }, { labels: web, ip: '10.0.0.1' }, ['ns/tier', 'ns/web']],
    ['all for a deletion', { labels: web }, { labels: web, deleting: true }, ['ns/tier', 'ns/web']],
    [
      'all for anything while it goes',
      { labels: web, deleting: true },
      { labels: web, deleting: true, phase: 'Failed' },
      ['ns/tier', 'ns/web'],
    ],
    ['those that gain or lose it by labels', { labels: web }, { labels: db }, ['ns/db', 'ns/web']],
    [
      'all of both when more than labels changes',
      { labels: web },
      { labels: db, ip: '10.0.0.1' },
      ['ns/db', 'ns/tier', 'ns/web'],
    ],
    ['none for a name of its own', { labels: web }, { labels: web, hostname: 'h' }, []],
  ])('are %s', (_, before, after, expected) => {
    const { services } = caches();
    services.set(serviceOf('web', { app: 'web' }), undefined);
    services.set(serviceOf('db', { app: 'db' }), undefined);
    services.set(serviceOf('tier', { tier: 'x' }), undefined);
    services.set(serviceOf('none'), undefined);
    expect(names(servicesChangedBy(services, podOf(after), podOf(before)))).toEqual(expected);
  });
});

describe('trigger times', () => {
  const service = serviceOf('web');
  const created = '2026-01-01T00:00:00Z';
  const at = (second: number): string => `2026-01-01T00:00:0${second}Z`;

  it('begin with the creation of the service, and continue with the earliest change', () => {
    const times = new TriggerTimes();
    const a = podOf({ name: 'a', ready: at(1) });
    expect(times.next('ns/web', service, [a])).toBe(created);
    expect(times.next('ns/web', service, [a])).toBeUndefined();
    const b = podOf({ name: 'b', ready: at(3) });
    const again = podOf({ name: 'a', ready: at(2) });
    expect(times.next('ns/web', service, [b, again])).toBe(at(2));
    expect(times.next('ns/web', service, [b])).toBeUndefined();
    // Forgotten in the meantime, so it counts as new.
    expect(times.next('ns/web', service, [b, again])).toBe(at(2));
  });

  it('start over for a service that was gone', () => {
    const times = new TriggerTimes();
    times.next('ns/web', service, []);
    times.forget('ns/web');
    expect(times.next('ns/web', service, [podOf({ ready: at(1) })])).toBe(created);
  });
});
