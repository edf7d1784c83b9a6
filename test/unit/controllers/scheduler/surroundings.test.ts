/** What decisions read beside nodes and pods, out of caches. */
import { describe, expect, it } from 'vitest';
import { selectorOf, type KubeObject } from '#values';
import type { Pod, Service } from '#types';
import { surroundingsIn } from '../../../../controllers/scheduler/surroundings.ts';
import { ObjectCache } from '../../../../src/runtime/object-cache.ts';
import { makePod } from '../objects.ts';

function made() {
  const caches = new Map<string, ObjectCache<KubeObject>>();
  const cacheOf = (kind: string): ObjectCache<KubeObject> => {
    const cache = caches.get(kind) ?? new ObjectCache<KubeObject>();
    caches.set(kind, cache);
    return cache;
  };
  const informer = ({ kind }: { kind: string }) => {
    const lister = cacheOf(kind);
    const addIndex: typeof lister.addIndex = (name, valuesOf) => lister.addIndex(name, valuesOf);
    return { lister, addIndex };
  };
  const surroundings = surroundingsIn({ informer } as never);
  const add = (object: object): void => {
    const { kind } = object as KubeObject;
    cacheOf(kind).set(object as KubeObject, undefined);
  };
  return { surroundings, add };
}

const namespaced = (name: string) => ({ namespace: 'default', name, uid: `uid-${name}` });
const controlledBy = (apiVersion: string, kind: string, labels = { app: 'web' }): Pod =>
  makePod(
    'p',
    {},
    {
      labels,
      ownerReferences: [{ apiVersion, kind, name: 'own', uid: 'uid-own', controller: true }],
    },
  );

const owners = [
  { apiVersion: 'v1', kind: 'ReplicationController', spec: { selector: { rc: 'a' } } },
  {
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
    spec: { selector: { matchExpressions: [{ key: 'rs', operator: 'Exists' }] } },
  },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { selector: { matchLabels: { s: 'b' } } } },
  { apiVersion: 'apps/v1', kind: 'Deployment', spec: { selector: { matchLabels: { d: 'c' } } } },
].map((each) => ({ ...each, metadata: namespaced('own') }));

const serviceOf = (name: string, selector: Record<string, string> | undefined): Service =>
  ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: namespaced(name),
    spec: { selector },
  }) as Service;

describe('the siblings of a pod', () => {
  it.each<[string, Pod, readonly Service[], string | undefined]>([
    ['are none', makePod('p'), [], undefined],
    [
      'are those of its ReplicationController',
      controlledBy('v1', 'ReplicationController'),
      [],
      'rc=a',
    ],
    ['are those of its ReplicaSet', controlledBy('apps/v1', 'ReplicaSet'), [], 'rs'],
    ['are those of its StatefulSet', controlledBy('apps/v1', 'StatefulSet'), [], 's=b'],
    ['are not those of another kind', controlledBy('apps/v1', 'Deployment'), [], undefined],
    ['are not those of another group', controlledBy('example.com/v1', 'ReplicaSet'), [], undefined],
    [
      'are those of its services, which count together',
      makePod('p', {}, { labels: { app: 'web', tier: 'front' } }),
      [
        serviceOf('one', { app: 'web' }),
        serviceOf('two', { tier: 'front', app: 'web' }),
        serviceOf('other', { app: 'db' }),
        serviceOf('none', undefined),
      ],
      'app=web,tier=front',
    ],
    [
      'are those of both',
      controlledBy('v1', 'ReplicationController'),
      [serviceOf('one', { app: 'web' })],
      'app=web,rc=a',
    ],
  ])('%s', (_, pod, services, expected) => {
    const { surroundings, add } = made();
    for (const each of [...owners, ...services]) add(each);
    const key = expected === undefined ? undefined : `spread default ${expected}`;
    expect(surroundings.siblingsOf(pod)?.key).toBe(key);
  });

  it('are the same for pods of one owner, until its services change', () => {
    const { surroundings, add } = made();
    owners.forEach(add);
    const pod = controlledBy('apps/v1', 'StatefulSet');
    const ask = () => surroundings.siblingsOf(pod)!;
    const first = ask();
    expect(ask()).toBe(first);
    const service = serviceOf('one', { app: 'web' });
    add(service);
    const second = ask();
    expect(second.key).toBe('spread default app=web,s=b');
    expect(ask()).toBe(second);
    const metadata = { ...service.metadata, resourceVersion: '9' };
    add({ ...service, metadata });
    expect(ask()).toBe(second);
    add(serviceOf('one', { app: 'web' }));
    expect(ask()).not.toBe(second);
  });

  it('are in its own namespace, also where another owner has the same selector', () => {
    const { surroundings, add } = made();
    owners.forEach(add);
    const pod = controlledBy('apps/v1', 'StatefulSet');
    const other = { ...pod, metadata: { ...pod.metadata, namespace: 'other' } };
    const owner = owners.find(({ kind }) => kind === 'StatefulSet')!;
    add({ ...owner, metadata: { ...owner.metadata, namespace: 'other' } });
    const namespaces = [pod, other, pod].map((each) => surroundings.siblingsOf(each)?.namespaces);
    expect(namespaces).toEqual([['default'], ['other'], ['default']]);
  });
});

describe('around nodes and pods there are', () => {
  it('pods by label, and namespaces by theirs', () => {
    const { surroundings, add } = made();
    const web = makePod('web', {}, { labels: { app: 'web' } });
    add(web);
    add(makePod('db', {}, { labels: { app: 'db' } }));
    expect(surroundings.labelled('default', 'app', 'web')).toEqual([web]);
    expect(surroundings.labelled('other', 'app', 'web')).toEqual([]);
    for (const [name, team] of [
      ['b', 'x'],
      ['c', 'y'],
      ['a', 'x'],
    ])
      add({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { team } } });
    const selector = selectorOf({ matchLabels: { team: 'x' } });
    expect(surroundings.namespacesWith(selector)).toEqual(['a', 'b']);
    expect(surroundings.namespaceLabels('c')).toEqual({ team: 'y' });
    expect(surroundings.namespaceLabels('d')).toBeUndefined();
  });

  it('claims, and storage once there is a volume or a class', () => {
    const { surroundings, add } = made();
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: namespaced('data') };
    add(claim);
    expect(surroundings.claim('default', 'data')).toBe(claim);
    expect(surroundings.claim('other', 'data')).toBeUndefined();
    expect(surroundings.storage!()).toBeUndefined();
    const named = (apiVersion: string, kind: string, name: string) => ({
      ...{ apiVersion, kind, metadata: { name } },
    });
    const storageClass = named('storage.k8s.io/v1', 'StorageClass', 'fast');
    add(storageClass);
    const storage = surroundings.storage!()!;
    expect(storage.storageClass('fast')).toBe(storageClass);
    expect(storage.volumes).toEqual([]);
    const volume = named('v1', 'PersistentVolume', 'v1');
    add(volume);
    expect([storage.volumes, storage.volume('v1'), storage.volume('v2')]).toEqual([
      [volume],
      volume,
      undefined,
    ]);
    const driver = named('storage.k8s.io/v1', 'CSIDriver', 'disks');
    add(driver);
    const capacity = {
      ...{ apiVersion: 'storage.k8s.io/v1', kind: 'CSIStorageCapacity' },
      metadata: namespaced('room'),
    };
    add(capacity);
    expect(storage.capacities.driver('disks')).toBe(driver);
    expect(storage.capacities.all).toEqual([capacity]);
  });

  it('storage where there is a volume, but no class', () => {
    const { surroundings, add } = made();
    add({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'v1' } });
    expect(surroundings.storage!()?.volumes).toHaveLength(1);
  });
});
