/** The most pods that one object gets, which callers may change. */
import { afterEach, expect, it } from 'vitest';
import { createCluster, type Cluster } from '#kit';
import type { Event } from '#types';

let cluster: Cluster;
afterEach(() => cluster.dispose());

const web = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web' },
  spec: {
    replicas: 4,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'app:1' }] },
    },
  },
};

it.each([
  [3, 0],
  [4, 4],
])('has %i as its limit, so that a ReplicaSet of 4 gets %i pods', async (podsPerObject, pods) => {
  cluster = await createCluster({ nodes: 1, podsPerObject });
  await cluster.apply(web);
  await cluster.advance('10s');
  expect(await cluster.list('pods')).toHaveLength(pods);
  const events = await cluster.list<Event>('events');
  const messages = events
    .map(({ message }) => message)
    .filter((text) => /wants 4/.test(text ?? ''));
  expect(messages).toEqual(
    pods > 0
      ? []
      : [
          'Error creating: ReplicaSet default/web wants 4 pods; ' +
            'the simulator makes 3 at most for one object (podsPerObject)',
        ],
  );
});
