/** Kinds of another API server, behind an APIService, as controllers see them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { customResourceDefinition } from '#custom';
import { apiService, configMap, namespace, readWebhookAddress } from '#kinds';
import { makeAuthority, makeServing } from '#server';
import type { OwnerReference } from '#types/meta-v1';
import type { KubeObject } from '#values';
import { definition, version } from '../support/custom.ts';
import { serverRig, type ServerRig } from '../support/server.ts';
import { simulate, type Simulation } from '../support/simulate.ts';
import { webhookServer, type WebhookServer } from '../support/webhook-server.ts';
import { until } from '../clients/support/until.ts';

const group = 'example.com';
const widgets = { group, version: 'v1', kind: 'Widget', plural: 'widgets', namespaced: true };
let far: ServerRig;
/** A server that answers what a test has it answer. */
let odd: WebhookServer;
let simulation: Simulation;

beforeEach(async () => {
  const authority = makeAuthority(machineTime());
  const tls = makeServing(authority, ['far.default.svc'], machineTime());
  far = await serverRig({ tls, app: { localAdmin: true } });
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const declared = definition([{ ...version('v1', schema), storage: true }]);
  const { metadata } = await far.api.create(context, customResourceDefinition, declared);
  const { names } = declared.spec;
  const conditions = [{ type: 'Established', status: 'True' }];
  const status = { acceptedNames: names, conditions, storedVersions: ['v1'] };
  const established = { ...declared, metadata, status };
  await far.api.update(
    context,
    customResourceDefinition,
    { name: metadata.name },
    established,
    'status',
  );
  await far.api.create(context, namespace, { metadata: { name: 'full' } });
  await until('the kind', () => far.api.kinds.byResource(group, 'v1', 'widgets'));
  odd = await webhookServer(['odd.default.svc']);
  simulation = await simulate(0, {
    // Not that of the other server: uids are drawn from it.
    seed: 7,
    webhookAddresses: [
      readWebhookAddress(`default/far=127.0.0.1:${far.listening.port}`),
      readWebhookAddress(`default/odd=127.0.0.1:${odd.port}`),
    ],
  });
  await named(group, 'far');
});
afterEach(async () => {
  simulation.stop();
  await far.close();
  await odd.close();
});

const context = { origin: { actor: 'test' } };

/** Has a Service answer for a group. */
async function named(of: string, name: string): Promise<void> {
  await simulation.client.create(apiService, {
    metadata: { name: `v1.${of}` },
    spec: {
      ...{ group: of, version: 'v1', groupPriorityMinimum: 100, versionPriority: 100 },
      ...{ insecureSkipTLSVerify: true, service: { namespace: 'default', name } },
    },
  });
}

async function create(name: string, where: string, owner?: OwnerReference): Promise<KubeObject> {
  const kind = far.api.kinds.byResource(group, 'v1', 'widgets')!;
  const ownerReferences = owner === undefined ? [] : [owner];
  const metadata = { name, namespace: where, ownerReferences };
  return far.api.create(context, kind, { metadata });
}

async function left(): Promise<readonly string[]> {
  const { items } = await far.api.list(far.api.kinds.byResource(group, 'v1', 'widgets')!);
  return items.map(({ metadata }) => `${metadata.namespace!}/${metadata.name}`);
}

/** Lets virtual time pass until the other server has these objects alone. */
async function untilLeft(expected: readonly string[]): Promise<void> {
  await until('the collection', async () => {
    await simulation.run(10);
    return (await left()).join() === expected.join() || undefined;
  });
}

function owns(apiVersion: string, kind: string, { metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid };
}

describe('objects of another API server', () => {
  it('go with their namespace', async () => {
    await create('a', 'full');
    await create('b', 'default');
    await simulation.client.create(namespace, { metadata: { name: 'full' } });
    await simulation.run(1);
    await simulation.client.delete(namespace, { name: 'full' });
    await untilLeft(['default/b']);
    await simulation.run(30);
    await expect(simulation.client.get(namespace, { name: 'full' })).rejects.toThrow('not found');
  });

  it('go with their owners, and take along what they own', async () => {
    const where = { namespace: 'default' };
    const owner = await simulation.client.create(configMap, {
      metadata: { name: 'owner', ...where },
    });
    await create('kept', 'default');
    await create('owned', 'default', owns('v1', 'ConfigMap', owner));
    const above = await create('above', 'default');
    await simulation.client.create(configMap, {
      metadata: {
        name: 'below',
        ...where,
        ownerReferences: [owns(`${group}/v1`, 'Widget', above)],
      },
    });
    await simulation.run(60);
    expect(await left()).toEqual(['default/above', 'default/kept', 'default/owned']);
    await simulation.client.delete(configMap, { name: 'owner', ...where });
    await untilLeft(['default/above', 'default/kept']);
    await simulation.client.metadata.delete(widgets, { name: 'above', ...where }, {});
    await until('the object below', async () => {
      await simulation.run(10);
      const { items } = await simulation.client.list(configMap, where);
      return !items.some(({ metadata }) => metadata.name === 'below') || undefined;
    });
  });

  it('hold a namespace up while their server does not answer', async () => {
    await far.close();
    await simulation.client.create(namespace, { metadata: { name: 'full' } });
    await simulation.client.delete(namespace, { name: 'full' });
    await simulation.run(30);
    const { status } = await simulation.get(namespace, 'full');
    expect(status.conditions).toContainEqual(
      expect.objectContaining({
        type: 'NamespaceDeletionDiscoveryFailure',
        status: 'True',
        message: expect.stringContaining(
          `${group}/v1: the server is currently unable to handle the request`,
        ) as string,
      }),
    );
    await simulation.client.delete(apiService, { name: `v1.${group}` });
    await simulation.run(60);
    await expect(simulation.client.get(namespace, { name: 'full' })).rejects.toThrow('not found');
  });
});

describe('discovery beside another API server', () => {
  const list = '/apis/odd.example.com/v1';

  it.each<[string, unknown]>([
    ['no JSON', '<html>'],
    ['no list', { resources: 'all' }],
    ['no object', 'null'],
  ])('fails for its group alone, where that server answers with %s', async (_, body) => {
    odd.behaviours.set(list, () => ({ body }));
    await named('odd.example.com', 'odd');
    const { resources, failures } = await simulation.client.discover();
    expect([...failures.keys()]).toEqual(['odd.example.com/v1']);
    expect(resources.map(({ plural }) => plural)).toEqual(
      expect.arrayContaining(['pods', 'widgets']),
    );
  });

  it("leaves out entries of that server's list that name no kind", async () => {
    const gadget = { name: 'gadgets', kind: 'Gadget', namespaced: true, verbs: ['list'] };
    const more = [null, 1, { name: 3 }, { ...gadget, name: 'gadgets/status' }];
    odd.behaviours.set(list, () => ({ body: { resources: [...more, gadget] } }));
    await named('odd.example.com', 'odd');
    const { resources } = await simulation.client.discover();
    const found = resources.filter((each) => each.group === 'odd.example.com');
    expect(found.map(({ plural }) => plural)).toEqual(['gadgets']);
  });
});
