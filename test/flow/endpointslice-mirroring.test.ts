/** What people write into Endpoints stands in slices too. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endpoints as endpointsKind, endpointSlice, event, service } from '#kinds';
import type { discoveryV1, Endpoints, EndpointSubset, ObjectMeta } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
beforeEach(async () => {
  simulation = await simulate(1);
});
afterEach(() => simulation.stop());

const at = (name: string) => ({ namespace: 'default', name });

async function slices(): Promise<readonly discoveryV1.EndpointSlice[]> {
  const labelSelector = 'kubernetes.io/service-name=db';
  const { items } = await simulation.client.list(endpointSlice, {
    namespace: 'default',
    labelSelector,
  });
  return items;
}

async function writeEndpoints(
  subsets: readonly EndpointSubset[],
  metadata: Partial<ObjectMeta> = {},
): Promise<Endpoints> {
  await simulation.client.create(service, {
    metadata: at('db'),
    spec: { ports: [{ port: 5432 }] },
  });
  const object = { metadata: { ...at('db'), ...metadata }, subsets };
  const created = await simulation.client.create(endpointsKind, object);
  await simulation.run(1);
  return created;
}

/** `ADDRESS ready` of all slices, with their families and ports in front. */
const shown = async (): Promise<readonly string[]> =>
  (await slices()).map(({ addressType, ports, endpoints }) => {
    const texts = (endpoints ?? []).map(
      ({ addresses, conditions }) => `${addresses.join()} ${conditions?.ready}`,
    );
    return `${addressType} ${ports?.map(({ port }) => port).join()}: ${texts.join('; ')}`;
  });

const subset: EndpointSubset = {
  addresses: [{ ip: '10.1.2.3' }, { ip: 'fd00::1', nodeName: 'node-1' }],
  notReadyAddresses: [{ ip: '10.1.2.4' }],
  ports: [{ port: 5432, name: 'pg' }],
};

describe('the Endpoints of a service without a selector', () => {
  it('are mirrored: by family and ports, with labels and annotations', async () => {
    const owner = await writeEndpoints(
      [subset, { addresses: [{ ip: '10.9.9.9' }], ports: [{ port: 80 }] }],
      {
        labels: { team: 'a' },
        annotations: { note: 'b', 'endpoints.kubernetes.io/last-change-trigger-time': 'never' },
      },
    );
    expect([...(await shown())].sort()).toEqual([
      'IPv4 5432: 10.1.2.3 true; 10.1.2.4 false',
      'IPv4 80: 10.9.9.9 true',
      'IPv6 5432: fd00::1 true',
    ]);
    const [first] = await slices();
    const { uid } = owner.metadata;
    expect(first!.metadata).toMatchObject({
      generateName: 'db-',
      labels: {
        team: 'a',
        'kubernetes.io/service-name': 'db',
        'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
      },
      ownerReferences: [
        { kind: 'Endpoints', name: 'db', uid, controller: true, blockOwnerDeletion: true },
      ],
    });
    expect(first!.metadata.annotations).toEqual({ note: 'b' });
  });

  it('are followed: what changes is rewritten, once, and what is written over set right', async () => {
    const owner = await writeEndpoints([subset]);
    const names = async (): Promise<readonly string[]> =>
      (await slices()).map(({ metadata }) => metadata.name).sort();
    const before = await names();
    const ports = [{ port: 5433, name: 'pg' }];
    await simulation.client.update(endpointsKind, { ...owner, subsets: [{ ...subset, ports }] });
    await simulation.run(1);
    expect(await names()).toEqual(before);
    expect((await shown()).every((text) => text.includes(' 5433: '))).toBe(true);
    const [first] = await slices();
    await simulation.client.update(endpointSlice, { ...first!, endpoints: [] });
    await simulation.run(1);
    expect([...(await shown())].sort()).toEqual([
      'IPv4 5433: 10.1.2.3 true; 10.1.2.4 false',
      'IPv6 5433: fd00::1 true',
    ]);
    const writes = simulation.changes.length;
    await simulation.run(5);
    const later = simulation.changes
      .slice(writes)
      .filter(({ value }) => value.kind === 'EndpointSlice');
    expect(later).toEqual([]);
  });

  it('are mirrored no more once the service selects pods, or is gone', async () => {
    await writeEndpoints([subset]);
    const body = { spec: { selector: { app: 'db' } } };
    await simulation.client.patch(service, at('db'), { type: 'merge', body });
    await simulation.run(2);
    const managers = (await slices()).map(
      ({ metadata }) => metadata.labels?.['endpointslice.kubernetes.io/managed-by'],
    );
    expect(managers).toEqual(['endpointslice-controller.k8s.io']);
  });

  it('are left alone where they say so, or are a lock', async () => {
    await writeEndpoints([subset], {
      labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
    });
    expect(await slices()).toEqual([]);
  });

  it('beyond a thousand addresses are cut, which is reported', async () => {
    const addresses = Array.from({ length: 1002 }, (_, i) => ({ ip: `10.2.${i >> 8}.${i & 255}` }));
    await writeEndpoints([{ addresses, ports: [{ port: 1 }] }]);
    const [slice] = await slices();
    expect(slice!.endpoints).toHaveLength(1000);
    const { items } = await simulation.client.list(event, { namespace: 'default' });
    const told = items.filter(({ reason }) => reason === 'TooManyAddressesToMirror');
    expect(told.map(({ message, source }) => [message, source?.component])).toEqual([
      [
        'A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 2 addresses were skipped',
        'endpoint-slice-mirroring-controller',
      ],
    ]);
  });
});
