/** When pods get their claims whose template is made after them. */
import { afterEach, expect, it } from 'vitest';
import { pod, profileOf, resourceClaim, resourceClaimTemplate } from '#kinds';
import { simulate, type Simulation } from '../../../support/simulate.ts';

let run: Simulation | undefined;
afterEach(() => run?.stop());

const podOf = (name: string, resourceClaimTemplateName: string) => ({
  metadata: { name, namespace: 'default' },
  spec: {
    containers: [{ name: 'main', image: 'app:v1' }],
    resourceClaims: [{ name: 'gpu', resourceClaimTemplateName }],
  },
});
const template = {
  metadata: { name: 'gpus', namespace: 'default' },
  spec: {
    spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }] } },
  },
};

it.each([
  [35, []],
  [36, ['web']],
])('a new template of 1.%i wakes the pods that wait for it: %j', async (minor, owners) => {
  run = await simulate(1, { profile: profileOf(minor) });
  const { client } = run;
  await client.create(pod, podOf('web', 'gpus'));
  await client.create(pod, podOf('other', 'more'));
  await run.run(200);
  await client.create(resourceClaimTemplate, template);
  await run.run(1);
  const { items } = await client.list(resourceClaim);
  expect(items.map(({ metadata }) => metadata.ownerReferences![0]!.name)).toEqual(owners);
});
