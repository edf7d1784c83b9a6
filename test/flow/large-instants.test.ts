/** Much work at one instant is done; work without end is found and named. */
import { afterEach, expect, it } from 'vitest';
import { configMap, replicaSet } from '#kinds';
import { keyOf } from '#values';
import type { ConfigMap } from '#types';
import type { ControllerDefinition } from '#runtime';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

/** Writes its own name into every ConfigMap that says otherwise. */
function painter(name: string): ControllerDefinition {
  return {
    name,
    actor: name,
    start(context) {
      const { lister } = context.informer(configMap);
      const queue = context.queue({
        workers: 1,
        async reconcile(key, { client }) {
          const object = lister.getByKey(key);
          if (object === undefined || object.data?.['color'] === name) return;
          await client.update(configMap, { ...object, data: { color: name } });
        },
      });
      context.informer(configMap).addHandlers({
        added: (object, cause) => queue.add(keyOf(object), cause),
        updated: (object, _, cause) => queue.add(keyOf(object), cause),
      });
    },
  };
}

/** Makes another ConfigMap of each that it sees. */
const copier: ControllerDefinition = {
  name: 'copier',
  actor: 'copier',
  start(context) {
    const queue = context.queue({
      workers: 1,
      async reconcile(key, { client }) {
        const number = Number(key.slice('default/c'.length));
        await client.create(configMap, flag(`c${number + 1}`));
      },
    });
    context.informer(configMap).addHandlers({
      added: (object, cause) => {
        if (object.metadata.name.startsWith('c')) queue.add(keyOf(object), cause);
      },
    });
  },
};

const flag = (name: string) => ({ metadata: { namespace: 'default', name } }) as ConfigMap;

it('names two controllers that undo each other', async () => {
  const controllers = [painter('red'), painter('green')];
  simulation = await simulate(0, { controllers });
  await simulation.client.create(configMap, flag('flag'));
  await expect(simulation.run(1)).rejects.toThrow(
    /50,001 in a row: (red|green) updates ConfigMap default\/flag, after (red|green) updates/,
  );
});

it('finds creations that cause each other', async () => {
  simulation = await simulate(0, { controllers: [copier] });
  await simulation.client.create(configMap, flag('c1'));
  await expect(simulation.run(1)).rejects.toThrow(
    /copier creates ConfigMap default\/c\d+, after copier creates ConfigMap default\/c\d+/,
  );
});

it('adds up the pods of a large set once per instant', async () => {
  simulation = await simulate(0);
  const labels = { app: 'web' };
  await simulation.client.create(replicaSet, {
    metadata: { namespace: 'default', name: 'web' },
    spec: {
      replicas: 1200,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'a' }] } },
    },
  });
  await simulation.run(1);
  const statuses = simulation.changes.filter(
    ({ value, type }) => value.kind === 'ReplicaSet' && type === 'updated',
  );
  // One for each burst of 500.
  expect(statuses.length).toBeLessThanOrEqual(4);
  expect((await simulation.get(replicaSet, 'web')).status.replicas).toBe(1200);
});
