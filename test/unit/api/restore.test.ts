/** An empty cluster that gets the objects of another one. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { Random, VirtualClock } from '#clock';
import type { KubeObject } from '#values';
import { MemoryStore } from '#store';
import { ApiServer } from '#api';
import { widgets } from '../../support/custom.ts';
import { context, start, startTime } from '../../support/api.ts';

async function restored(objects: readonly object[]): Promise<Map<string, KubeObject>> {
  const clock = new VirtualClock({ start });
  const store = new MemoryStore({ clock, freeze: true });
  const api = new ApiServer({ store, clock, random: new Random(1), profile: defaultProfile });
  await api.restore(context, objects as never);
  const found = new Map<string, KubeObject>();
  for (const bucket of ['namespaces', 'configmaps', 'pods', 'nodes', 'widgets.example.com']) {
    for (const object of (await store.list(bucket)).items as readonly KubeObject[]) {
      const { namespace = '', name } = object.metadata;
      found.set(`${bucket} ${namespace}/${name}`, object);
    }
  }
  return found;
}

const configMap = (name: string, more: object = {}): object => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...more }, data: { a: 'b' } },
});
const version = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);

describe('restored objects', () => {
  it('keep what they have, and get what they lack', async () => {
    const found = await restored([
      configMap('a', {
        uid: 'u',
        creationTimestamp: '2026-01-01T00:00:00Z',
        resourceVersion: '99',
      }),
      configMap('b', { namespace: 'n', managedFields: [{ manager: 'x' }], generation: 7 }),
    ]);
    const [a, b] = [found.get('configmaps default/a')!, found.get('configmaps n/b')!];
    expect(a).toEqual({
      ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } },
      metadata: {
        ...{ name: 'a', namespace: 'default', uid: 'u' },
        creationTimestamp: '2026-01-01T00:00:00Z',
        resourceVersion: String(version(a)),
      },
    });
    expect(b.metadata).toMatchObject({ namespace: 'n', creationTimestamp: startTime });
    expect(b.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(b.metadata.managedFields).toBeUndefined();
  });

  it('get the namespaces that they are in, first', async () => {
    const given = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n', uid: 'mine' } };
    const found = await restored([
      configMap('b', { namespace: 'z' }),
      configMap('a', { namespace: 'n' }),
      given,
    ]);
    const namespaces = [...found].filter(([key]) => key.startsWith('namespaces'));
    expect(namespaces.map(([key]) => key)).toEqual([
      ...['namespaces /default', 'namespaces /n', 'namespaces /z'],
    ]);
    expect(found.get('namespaces /n')!.metadata.uid).toBe('mine');
    expect(found.get('namespaces /z')).toMatchObject({ status: { phase: 'Active' } });
    const last = Math.max(...namespaces.map(([, object]) => version(object)));
    expect(version(found.get('configmaps n/a')!)).toBeGreaterThan(last);
  });

  it('are stored by the rank of their kinds, the oldest first, and else as they are given', async () => {
    const made = (name: string, hour: number): object =>
      configMap(name, { creationTimestamp: `2026-01-01T0${hour}:00:00Z` });
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'late' } };
    const found = await restored([made('c', 3), made('a', 1), made('b', 3), made('d', 2), node]);
    const order = [...found].filter(([key]) => !key.startsWith('namespaces'));
    order.sort(([, a], [, b]) => version(a) - version(b));
    expect(order.map(([key]) => key)).toEqual([
      'nodes /late',
      ...['a', 'd', 'c', 'b'].map((name) => `configmaps default/${name}`),
    ]);
  });

  it.each<[object, string]>([
    [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }, 'ConfigMap without a name'],
    [{ apiVersion: 'v1', kind: 'Node' }, 'Node without a name'],
    [configMap('A/b'), 'ConfigMap "A/b": metadata.name: '],
    [configMap('a', { namespace: '__proto__' }), 'ConfigMap a: metadata.namespace "__proto__": '],
    [configMap('a', { namespace: 'a.b' }), 'ConfigMap a: metadata.namespace "a.b": '],
    [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a.b' } }, 'Namespace "a.b": '],
  ])('need a name that they can have: %j', async (object, message) => {
    await expect(restored([configMap('fine'), object])).rejects.toThrow(message);
  });

  it('have the status that they have, or an empty one', async () => {
    const pod = (name: string, status?: object): object => ({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
      ...(status && { status }),
    });
    const found = await restored([pod('new'), pod('old', { phase: 'Running' })]);
    const statusOf = (name: string): unknown =>
      (found.get(`pods default/${name}`) as unknown as { status: unknown }).status;
    expect(statusOf('new')).toEqual({});
    expect(statusOf('old')).toMatchObject({ phase: 'Running' });
  });

  it('may be of kinds whose definitions are among them', async () => {
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w' },
      spec: {},
    };
    const definition = widgets({ type: 'object' });
    const condition = { type: 'Established', status: 'True' };
    const established = {
      ...definition,
      status: {
        ...{ conditions: [condition], acceptedNames: definition.spec.names },
        storedVersions: ['v1'],
      },
    };
    const found = await restored([widget, established]);
    expect(found.get('widgets.example.com default/w')).toMatchObject({
      metadata: { generation: 1 },
      spec: {},
    });
  });

  it.each<[objects: readonly object[], why: string]>([
    [[{ apiVersion: 'x/v1', kind: 'Odd' }], 'unknown kind Odd in x/v1'],
    [[configMap('a'), configMap('a')], 'ConfigMap default/a is given twice'],
    [
      [{ ...configMap('a'), data: 5 }],
      'ConfigMap a: json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string',
    ],
  ])('are refused: %#', async (objects, why) => {
    await expect(restored(objects)).rejects.toThrow(why);
  });
});
