/** What kubelets report of the resources of containers. */
import { expect, it } from 'vitest';
import { pod as podKind, profileOf } from '#kinds';
import type { Pod } from '#types';
import type { NewObject } from '#values';
import { simulate } from '../../../support/simulate.ts';

/** The resources in the status of a pod that runs, before and after it has been resized. */
async function reported(minor: number): Promise<readonly unknown[]> {
  const simulation = await simulate(1, { profile: profileOf(minor) });
  const { client } = simulation;
  const ref = { namespace: 'default', name: 'web' };
  const main = {
    name: 'main',
    image: 'example.com/web:1',
    resources: { requests: { cpu: '100m' } },
  };
  const seen = async (): Promise<unknown> => {
    await simulation.run(5);
    const [status] = (await client.get(podKind, ref)).status.containerStatuses ?? [];
    return [status?.allocatedResources, status?.resources];
  };
  try {
    await client.create(podKind, { metadata: ref, spec: { containers: [main] } } as NewObject<Pod>);
    const before = await seen();
    if (minor < 33) return [before];
    const containers = [{ name: 'main', resources: { requests: { cpu: '200m' } } }];
    const patch = { type: 'strategic', body: { spec: { containers } } } as const;
    await client.patch(podKind, ref, patch, { subresource: 'resize' });
    return [before, await seen()];
  } finally {
    simulation.stop();
  }
}

it('are named, and follow a resize, from 1.33 on', async () => {
  expect(await reported(33)).toEqual([
    [{ cpu: '100m' }, { requests: { cpu: '100m' } }],
    [{ cpu: '200m' }, { requests: { cpu: '200m' } }],
  ]);
});

it('are not named before', async () => {
  expect(await reported(32)).toEqual([[undefined, undefined]]);
});
