import { expect, test } from 'vitest';
import { InProcessClients } from '#client';
import { deployment } from '#kinds';
import type { Deployment } from '#types';
import { apiRig } from '../../support/api.ts';

test('replicas are written through /scale, which answers the object', async () => {
  const { api, clock } = await apiRig();
  const client = new InProcessClients({ api, clock }).as({ actor: 'test' });
  const ref = { namespace: 'default', name: 'd' };
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ name: 'main', image: 'app:1' }] },
  };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const made = await client.create(deployment, { metadata: ref, spec });

  const wanted: Deployment = { ...made, spec: { ...made.spec, replicas: 3, paused: true } };
  const scaled = await client.update(deployment, wanted, { subresource: 'scale' });
  expect(scaled.spec).toEqual({ ...made.spec, replicas: 3 });

  const patch = { type: 'merge', body: { spec: { replicas: 4 } } } as const;
  const patched = await client.patch(deployment, ref, patch, { subresource: 'scale' });
  expect(patched.spec.replicas).toBe(4);
  expect(await client.get(deployment, ref)).toBe(patched);
});
