/** A revision whose name another template has. */
import { expect, it } from 'vitest';
import { controllerRevision, daemonSet as kind } from '#kinds';
import { rawJson } from '#values';
import type { DaemonSet } from '#types';
import { newRevision } from '../../../../controllers/daemonset/history.ts';
import { daemonSet } from '../../../../controllers/daemonset/index.ts';
import { startCluster } from '../cluster.ts';

it('is hashed with a higher count of collisions, which the status says', async () => {
  const c = await startCluster([daemonSet]);
  const labels = { app: 'agent' };
  const spec = {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'a' }] } },
  };
  const metadata = { name: 'agent', namespace: 'default' };
  // As the API makes it, with all defaults.
  const probe = await c.client.create(kind, { metadata, spec } as never);
  await c.client.delete(kind, metadata, {});
  await c.run(5);
  for (const { metadata: left } of (await c.client.list(controllerRevision)).items) {
    await c.client.delete(controllerRevision, { namespace: 'default', name: left.name }, {});
  }
  const { name } = newRevision(probe, 1).metadata;
  const data = rawJson('{}');
  const taken = { metadata: { name, namespace: 'default' }, data, revision: 1 };
  await c.client.create(controllerRevision, taken as never);
  await c.client.create(kind, { metadata, spec } as never);
  await c.run(5);
  const set: DaemonSet = await c.client.get(kind, metadata);
  expect(set.status.collisionCount).toBe(1);
  const names = (await c.client.list(controllerRevision)).items.map((each) => each.metadata.name);
  const next = { ...probe, status: { ...probe.status, collisionCount: 1 } };
  expect(names.sort()).toEqual([name, newRevision(next, 1).metadata.name].sort());
});
