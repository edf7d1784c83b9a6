/** What controllers of all kinds do with custom resources. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  configMap,
  namespace as namespaceKind,
  resourceQuota as quotaKind,
  type Kind,
} from '#kinds';
import { customResourceDefinition } from '#custom';
import type { CustomResourceDefinition } from '#types';
import type { KubeObject, NewObject } from '#values';
import { garbageCollector } from '../../../../controllers/garbagecollector/index.ts';
import { namespace } from '../../../../controllers/namespace/index.ts';
import { resourceQuota } from '../../../../controllers/resourcequota/index.ts';
import { Cluster } from '../cluster.ts';

let c: Cluster;
afterEach(() => c.simulator.stop());

const widgets: NewObject<CustomResourceDefinition> = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
};

async function started(): Promise<Kind> {
  c = new Cluster([garbageCollector, namespace, resourceQuota], { pool: false });
  await c.simulator.start();
  await c.client.create(customResourceDefinition, widgets);
  // The controllers look for new kinds every half minute.
  await c.run(60);
  return c.simulator.kinds.byResource('example.com', 'v1', 'widgets')!;
}

function widget(name: string, metadata: object = {}): NewObject<KubeObject> {
  return { metadata: { name, namespace: 'default', ...metadata } };
}

async function names(kind: Kind, where: string): Promise<readonly string[]> {
  const { items } = await c.client.list(kind, { namespace: where });
  return items.map(({ metadata }) => metadata.name);
}

describe('custom resources', () => {
  it('take along what they own, and go with their owners', async () => {
    const kind = await started();
    const owner = await c.client.create(kind, widget('owner'));
    const ownerReferences = [
      { apiVersion: 'example.com/v1', kind: 'Widget', name: 'owner', uid: owner.metadata.uid },
    ];
    await c.client.create(kind, widget('owned', { ownerReferences }));
    await c.client.create(configMap, {
      metadata: { name: 'owned', namespace: 'default', ownerReferences },
    });
    await c.run(5);
    expect(await names(kind, 'default')).toEqual(['owned', 'owner']);
    await c.client.delete(kind, { namespace: 'default', name: 'owner' });
    await c.run(5);
    expect(await names(kind, 'default')).toEqual([]);
    expect(await names(configMap, 'default')).not.toContain('owned');
    expect(c.errors).toEqual([]);
  });

  it('count against quotas by their number', async () => {
    const kind = await started();
    await c.client.create(quotaKind, {
      metadata: { name: 'q', namespace: 'default' },
      spec: { hard: { 'count/widgets.example.com': '1' } },
    });
    await c.run(5);
    await c.client.create(kind, widget('a'));
    await expect(c.client.create(kind, widget('b'))).rejects.toMatchObject({
      code: 403,
      message:
        'widgets.example.com "b" is forbidden: exceeded quota: q, requested: count/widgets.example.com=1, ' +
        'used: count/widgets.example.com=1, limited: count/widgets.example.com=1',
    });
    await c.client.delete(kind, { namespace: 'default', name: 'a' });
    await c.run(400);
    const { status } = await c.client.get(quotaKind, { namespace: 'default', name: 'q' });
    expect(status.used).toEqual({ 'count/widgets.example.com': '0' });
  });

  it('are deleted with their namespace', async () => {
    const kind = await started();
    await c.client.create(namespaceKind, { metadata: { name: 'team' } });
    await c.client.create(kind, widget('a', { namespace: 'team' }));
    await c.client.delete(namespaceKind, { name: 'team' });
    await c.run(30);
    await expect(c.client.get(namespaceKind, { name: 'team' })).rejects.toMatchObject({
      code: 404,
    });
    expect(c.simulator.store.isEmpty('widgets.example.com')).toBe(true);
  });

  it('are deleted with a definition none of whose versions is served', async () => {
    const kind = await started();
    await c.client.create(kind, widget('a'));
    const versions = widgets.spec!.versions.map((version) => ({ ...version, served: false }));
    const name = 'widgets.example.com';
    const patch = { type: 'merge', body: { spec: { versions } } } as const;
    await c.client.patch(customResourceDefinition, { name }, patch);
    await c.run(1);
    expect(c.simulator.kinds.byResource('example.com', 'v1', 'widgets')).toBeUndefined();
    await c.client.delete(customResourceDefinition, { name });
    await c.run(10);
    await expect(c.client.get(customResourceDefinition, { name })).rejects.toMatchObject({
      code: 404,
    });
    expect(c.simulator.store.isEmpty(name)).toBe(true);
    expect(c.simulator.kinds.byResource('example.com', 'v1', 'widgets')).toBeUndefined();
  });
});
