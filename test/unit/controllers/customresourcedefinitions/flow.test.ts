import { afterEach, describe, expect, it } from 'vitest';
import { customResourceDefinition } from '#custom';
import { getCondition, type Kind } from '#kinds';
import type { CustomResourceDefinition } from '#types';
import type { KubeObject, NewObject } from '#values';
import { Cluster } from '../cluster.ts';

let c: Cluster;
afterEach(() => c.simulator.stop());

const name = 'widgets.example.com';

function widgets(change: object = {}): NewObject<CustomResourceDefinition> {
  return {
    metadata: { name },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
            },
          },
        },
      ],
      ...change,
    },
  };
}

function kind(version = 'v1'): Kind | undefined {
  return c.simulator.kinds.byResource('example.com', version, 'widgets');
}

async function started(): Promise<void> {
  c = new Cluster([], { pool: false });
  await c.simulator.start();
  await c.client.create(customResourceDefinition, widgets());
  await c.run();
}

function live(): Promise<CustomResourceDefinition> {
  return c.client.get(customResourceDefinition, { name });
}

async function terminating(): Promise<readonly [string, string, string]> {
  const { status } = await live();
  const {
    status: value,
    reason = '',
    message = '',
  } = getCondition(status.conditions, 'Terminating')!;
  return [value, reason, message];
}

function widget(extra: object = {}): NewObject<KubeObject> {
  return { metadata: { name: 'a', namespace: 'default', ...extra }, spec: { size: 1 } } as never;
}

describe('a definition', () => {
  it('is served in the instant in which it is made', async () => {
    await started();
    expect(getCondition((await live()).status.conditions, 'Established')!.status).toBe('True');
    const made = await c.client.create(kind()!, widget());
    expect(made).toMatchObject({ apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 1 } });
    expect(c.errors).toEqual([]);
  });

  it('costs a cluster without any nothing', async () => {
    c = new Cluster([], { pool: false });
    await c.simulator.start();
    const before = c.simulator.store.revision();
    await c.run(60);
    expect(c.simulator.store.revision()).toBe(before);
    expect(c.simulator.kinds.all.some(({ custom }) => custom !== undefined)).toBe(false);
  });

  it('takes its objects along', async () => {
    await started();
    const widgetKind = kind()!;
    await c.client.create(widgetKind, widget());
    await c.client.delete(customResourceDefinition, { name });
    await c.run();
    await expect(live()).rejects.toMatchObject({ code: 404 });
    expect(kind()).toBeUndefined();
    await expect(c.client.list(widgetKind)).rejects.toMatchObject({ code: 404 });
    expect(c.simulator.store.isEmpty('widgets.example.com')).toBe(true);
  });

  it('waits for finalizers of its objects, looks every 5 s, and reports when it gives up', async () => {
    await started();
    const widgetKind = kind()!;
    await c.client.create(widgetKind, widget({ finalizers: ['example.com/hold'] }));
    await c.client.delete(customResourceDefinition, { name });
    await c.run(1);
    expect(await terminating()).toEqual([
      'True',
      'InstanceDeletionInProgress',
      'CustomResource deletion is in progress',
    ]);
    await expect(c.client.create(kind()!, widget({ name: 'b' }))).rejects.toMatchObject({
      code: 405,
      message: 'create not allowed while custom resource definition is terminating',
    });
    await c.run(60);
    const changes = [...c.simulator.store.past.changes()].filter(({ key }) => key === name);
    const reasons = changes.map(({ value }) => {
      const { conditions } = (value as CustomResourceDefinition).status;
      return getCondition(conditions ?? undefined, 'Terminating')?.reason;
    });
    expect(reasons).toContain('InstanceDeletionCheck');
    // It is tried again.
    expect(reasons.at(-1)).toBe('InstanceDeletionInProgress');
    expect(c.errors).toHaveLength(1);
    const patch = { type: 'merge', body: { metadata: { finalizers: null } } } as const;
    await c.client.patch(kind()!, { namespace: 'default', name: 'a' }, patch);
    await c.run(6);
    await expect(live()).rejects.toMatchObject({ code: 404 });
  });

  it('tries again with growing pauses when its objects cannot be read', async () => {
    await started();
    await c.client.create(kind()!, widget());
    const [v1] = widgets().spec!.versions;
    // No program answers the webhook, so that the objects of v1 cannot be read in v2.
    const clientConfig = { url: 'https://127.0.0.1:1/convert' };
    const webhook = { clientConfig, conversionReviewVersions: ['v1'] };
    const versions = [{ ...v1, name: 'v2', storage: false }, v1];
    const body = { spec: { versions, conversion: { strategy: 'Webhook', webhook } } };
    await c.client.patch(customResourceDefinition, { name }, { type: 'merge', body });
    await c.run();
    await c.client.delete(customResourceDefinition, { name });
    const before = c.simulator.store.revision();
    await c.run(10);
    const [value, reason, message] = await terminating();
    expect([value, reason]).toEqual(['True', 'InstanceDeletionFailed']);
    expect(message).toMatch(
      /^could not issue all deletes: conversion webhook for example\.com\/v1/,
    );
    expect(c.simulator.store.revision() - before).toBeLessThan(40);
    expect(c.errors.length).toBeGreaterThan(5);
    const repaired = { spec: { conversion: { strategy: 'None', webhook: null } } };
    await c.client.patch(customResourceDefinition, { name }, { type: 'merge', body: repaired });
    await c.run();
    await expect(live()).rejects.toMatchObject({ code: 404 });
  });

  it('changes its kinds in place: watches and old kinds keep working', async () => {
    await started();
    const old = kind()!;
    await c.client.create(old, widget());
    const watch = c.client.watch(old, { resourceVersion: '0' });
    await watch.next();
    const next = watch.next();
    const [version] = widgets().spec!.versions;
    const body = {
      spec: {
        versions: [
          {
            ...version,
            additionalPrinterColumns: [{ name: 'S', type: 'integer', jsonPath: '.spec.size' }],
          },
        ],
      },
    };
    await c.client.patch(customResourceDefinition, { name }, { type: 'merge', body });
    await c.run();
    expect(kind()).not.toBe(old);
    const patch = { type: 'merge', body: { spec: { size: 2 } } } as const;
    await c.client.patch(old, { namespace: 'default', name: 'a' }, patch);
    const [event] = await next;
    expect(event).toMatchObject({ type: 'MODIFIED', object: { spec: { size: 2 } } });
    watch.stop();
  });

  it('that is served no longer ends its watches', async () => {
    await started();
    const watch = c.client.watch(kind()!, {});
    const next = watch.next();
    const [version] = widgets().spec!.versions;
    const body = {
      spec: {
        versions: [
          { ...version, served: false },
          { ...version, name: 'v2', storage: false },
        ],
      },
    };
    await c.client.patch(customResourceDefinition, { name }, { type: 'merge', body });
    expect(await next).toEqual([]);
    expect(kind()).toBeUndefined();
    expect(kind('v2')).toBeDefined();
  });

  it('survives an outage', async () => {
    await started();
    c.simulator.beginOutage();
    await c.run(10);
    await c.simulator.endOutage();
    await c.client.delete(customResourceDefinition, { name });
    await c.run();
    await expect(live()).rejects.toMatchObject({ code: 404 });
  });
});
