/** What the API derives from a kind. */
import { describe, expect, it } from 'vitest';
import { configMap, node, pod, service, type Kind, defaultProfile } from '#kinds';
import { customKinds } from '#custom';
import { kindsOf } from '#catalog';
import type { KubeObject } from '#values';
import {
  asStored,
  endpointOf,
  isStoredAsServed,
  makeResource,
  revisionOf,
  targetOf,
} from '../../../src/api/resource.ts';
import { ConvertedObjects } from '../../../src/api/conversion/converted.ts';
import { definition, version, widgets } from '../../support/custom.ts';

const kinds = kindsOf(defaultProfile);

const kindOf = (name: string, of: string): Kind =>
  kinds.find(({ kind, group, version: each }) => kind === name && `${group}/${each}` === of)!;
const metadata = { name: 'a', namespace: 'b' } as KubeObject['metadata'];

describe('the resource of a kind', () => {
  it.each([
    [configMap, 'v1', 'configmaps', false],
    [service, 'v1', 'services', true],
    [kindOf('CronJob', 'batch/v1beta1'), 'batch/v1beta1', 'cronjobs.batch', false],
  ] as [Kind, string, string, boolean][])('$0.kind', (kind, apiVersion, bucket, isService) => {
    const made = makeResource(kind, defaultProfile);
    expect([made.kind, made.apiVersion, made.bucket, made.isService]).toEqual([
      ...[kind, apiVersion, bucket, isService],
    ]);
    expect(made.converted).toBeUndefined();
  });

  it('stores built-in objects as they are', () => {
    const made = makeResource(configMap as unknown as Kind, defaultProfile);
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    for (const change of [made.toStorage, made.fromStorage, made.current, made.inStoredVersion]) {
      expect(change(object)).toBe(object);
    }
    expect(made.isOutdated(object)).toBe(false);
    expect(isStoredAsServed(made)).toBe(true);
  });

  it('fills in the defaults of a spec once for all pods that are made of it', () => {
    const { fillingDefaults } = makeResource(pod as unknown as Kind, defaultProfile);
    const spec = { containers: [{ name: 'main', image: 'app:1' }] };
    const filled = (part: object): object => {
      const object = { apiVersion: 'v1', kind: 'Pod', metadata, spec: part } as KubeObject;
      return (fillingDefaults(object) as KubeObject & { readonly spec: object }).spec;
    };
    const first = filled(spec);
    expect(first).toMatchObject({ restartPolicy: 'Always', enableServiceLinks: true });
    expect(filled(spec)).toBe(first);
    const other = filled({ ...spec, restartPolicy: 'Never' });
    expect(other).toEqual({ ...first, restartPolicy: 'Never' });
    expect(filled(spec)).toEqual(first);
  });

  it('converts other versions once for each object', () => {
    const made = makeResource(kindOf('Event', 'events.k8s.io/v1'), defaultProfile);
    const stored = { apiVersion: 'v1', kind: 'Event', metadata, message: 'm' } as KubeObject;
    const served = made.fromStorage(stored);
    expect(served).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'm' });
    expect(made.fromStorage(stored)).toBe(served);
    expect(made.toStorage(served)).toMatchObject({ apiVersion: 'v1', message: 'm' });
    expect(isStoredAsServed(made)).toBe(false);
  });

  it.each([
    ['a custom resource in the version that is stored', 'v1', 'example.com/v1', false],
    ['one in another version', 'v1', 'example.com/v2', true],
  ])(
    'tells whether a write would store %s in another form: %s',
    (_, name, apiVersion, isOutdated) => {
      const schema = { type: 'object' };
      const versions = [{ ...version('v1', schema), storage: true }, version('v2', schema)];
      const all = customKinds(definition(versions), defaultProfile);
      const made = makeResource(all.find((kind) => kind.version === name) as Kind, defaultProfile);
      const stored = { apiVersion, kind: 'Widget', metadata };
      const current = made.current(stored);
      expect(current.apiVersion).toBe('example.com/v1');
      expect(made.isOutdated(current)).toBe(isOutdated);
      expect(made.isOutdated(stored)).toBe(false);
      expect(made.inStoredVersion(current).apiVersion).toBe('example.com/v1');
      expect(isStoredAsServed(made)).toBe(false);
    },
  );

  it('has endpoints of its parts', () => {
    const made = makeResource(pod as unknown as Kind, defaultProfile);
    expect(endpointOf(made, undefined)).toBe(made.main);
    expect(endpointOf(made, 'status').subresource).toBe('status');
    expect(() => endpointOf(made, 'none')).toThrow('could not find the requested resource');
    // Without a part of the object there is nothing to be written.
    expect(() => endpointOf(made, 'log')).toThrow('could not find the requested resource');
  });
});

describe('the endpoint of an object', () => {
  const old = { apiVersion: 'v1', kind: 'Pod', metadata, status: { a: 1 } } as KubeObject;
  const wanted = { metadata: {}, spec: 1, status: { b: 2 } } as unknown as KubeObject;
  const [widget] = customKinds(widgets({ type: 'object' }), defaultProfile);

  it.each([
    ['keeps a status that has its own', pod, { a: 1 }, ['status'], undefined],
    ['takes a whole object', configMap, { b: 2 }, [], undefined],
    ['counts empty lists of custom resources', widget, { b: 2 }, [], true],
  ] as unknown as [string, Kind, object, string[], true | undefined][])(
    '%s',
    (_, kind, status, keeps, countsEmpty) => {
      const { main } = makeResource(kind, defaultProfile);
      expect(main.part.take!(wanted, old, metadata)).toEqual({
        ...{ apiVersion: 'v1', kind: 'Pod', metadata, spec: 1, status },
      });
      expect(main.part.keeps).toEqual(expect.arrayContaining(keeps));
      expect(main.part.keeps).toHaveLength(keeps.length);
      expect([main.makes, main.subresource, main.countsEmpty]).toEqual([
        true,
        undefined,
        countsEmpty,
      ]);
    },
  );
});

describe('a target', () => {
  it.each([
    [pod, { namespace: 'b', name: 'a' }, 'b', 'b/a'],
    [pod, { name: 'a' }, undefined, 'a'],
    [node, { namespace: 'b', name: 'a' }, undefined, 'a'],
  ] as unknown as [Kind, { name: string }, string | undefined, string][])(
    'of $0.kind and $1',
    (kind, ref, namespace, key) => {
      const resource = makeResource(kind, defaultProfile);
      expect(targetOf(resource, ref)).toEqual({ resource, namespace, name: 'a', key });
    },
  );
});

it('an object is what is read from the store', () => {
  const made = makeResource(configMap as unknown as Kind, defaultProfile);
  const plain = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } };
  expect(asStored(made, plain)).toBe(plain);
  expect(revisionOf({ metadata: { resourceVersion: '17' } } as KubeObject)).toBe(17);
});

describe('converted objects', () => {
  const converted = new ConvertedObjects('example.com/v1');
  const [own, other] = ['v1', 'v2'].map((each) => ({
    ...{ apiVersion: `example.com/${each}`, kind: 'Widget', metadata },
  })) as [KubeObject, KubeObject];

  it('are those of other versions', () => {
    expect([converted.isOther(own), converted.lacks(own), converted.of(own)]).toEqual([
      ...[false, false, own],
    ]);
    expect([converted.isOther(other), converted.lacks(other)]).toEqual([true, true]);
    expect(() => converted.of(other)).toThrow(
      'Widget a was not converted from example.com/v2 to example.com/v1',
    );
    converted.add(other, own);
    expect([converted.lacks(other), converted.of(other)]).toEqual([false, own]);
  });
});
