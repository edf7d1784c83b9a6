/** Two revisions of one template, which a restored history may have. */
import { expect, it } from 'vitest';
import { controllerRevision, daemonSet as kind, pod as podKind } from '#kinds';
import { daemonSet } from '../../../../controllers/daemonset/index.ts';
import { nodeLifecycle } from '../../../../controllers/nodelifecycle/index.ts';
import { scheduler } from '../../../../controllers/scheduler/index.ts';
import { startCluster } from '../cluster.ts';

const HASH = 'controller-revision-hash';
const labels = { app: 'agent' };

it('the higher one stays, and the pods of the other are relabelled', async () => {
  const c = await startCluster([daemonSet, scheduler, nodeLifecycle]);
  await c.addNode('n1');
  await c.client.create(kind, {
    metadata: { name: 'agent', namespace: 'default' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'a' }] } },
    },
  } as never);
  await c.run(5);
  const revisions = async () => (await c.client.list(controllerRevision)).items;
  const [first] = await revisions();
  const { namespace, name, ownerReferences, labels: own } = first!.metadata;
  const copied = {
    namespace,
    name: `${name}-copy`,
    ownerReferences,
    labels: { ...own, [HASH]: 'copy' },
  };
  await c.client.create(controllerRevision, { ...first!, revision: 7, metadata: copied } as never);
  // A new revision of a set does not wake it, a change of the set does.
  const body = { metadata: { annotations: { looked: 'again' } } };
  const ref = { namespace: 'default', name: 'agent' };
  await c.client.patch(kind, ref, { type: 'merge', body });
  await c.run(5);

  expect((await revisions()).map(({ metadata, revision }) => [metadata.name, revision])).toEqual([
    [`${name}-copy`, 7],
  ]);
  const pods = (await c.client.list(podKind)).items;
  expect(pods.map(({ metadata }) => metadata.labels?.[HASH])).toEqual(['copy']);
  expect(c.errors).toEqual([]);
});
