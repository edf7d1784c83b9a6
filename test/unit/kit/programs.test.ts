import { describe, expect, it } from 'vitest';
import { createCluster, defineController, kindOfDefinition, type ControllerDefinition } from '#kit';
import { definition, version, widgets } from '../../support/custom.ts';

const widget = (name: string): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
});

/** Labels each widget as seen. */
function marker(): ControllerDefinition {
  const kind = kindOfDefinition(widgets({ type: 'object' }));
  return defineController({
    name: 'marker',
    start(context) {
      const queue = context.queue({
        workers: 1,
        async reconcile(key, { client }) {
          const [namespace, name = ''] = key.split('/');
          const body = { metadata: { labels: { seen: 'yes' } } };
          await client.patch(kind, { namespace, name }, { type: 'merge', body });
        },
      });
      context.informer(kind).addHandlers({
        added: ({ metadata }, cause) => queue.add(`${metadata.namespace}/${metadata.name}`, cause),
      });
    },
  });
}

describe('a program in the cluster', () => {
  it('waits for its definition', async () => {
    await using cluster = await createCluster({ run: [marker()] });
    await cluster.advance('1m');
    await cluster.apply(widgets({ type: 'object' }));
    await cluster.apply(widget('one'));
    await cluster.advance('1m');
    expect((await cluster.get('Widget', 'one')).metadata.labels).toEqual({ seen: 'yes' });
  });

  it('has lists and watches of its own, and stops and starts as others do', async () => {
    await using cluster = await createCluster({ run: [marker()] });
    await cluster.apply(widgets({ type: 'object' }));
    await cluster.advance('1m');
    const match = { client: 'marker-controller', resource: 'widgets' };
    cluster.faults.inject({ name: 'deaf', watch: 'silence', match });
    await cluster.apply(widget('one'));
    await cluster.advance('10m');
    expect((await cluster.get('Widget', 'one')).metadata.labels).toBeUndefined();
    expect(cluster.faults.strikes()).toMatchObject([{ client: 'marker-controller' }]);
    cluster.faults.lift();
    await cluster.step({ stopControllers: ['marker'] });
    await cluster.step({ startControllers: ['marker'] });
    expect((await cluster.get('Widget', 'one')).metadata.labels).toEqual({ seen: 'yes' });
  });
});

describe('the kind of a definition', () => {
  it('is the first version that is served, or the one that is named', () => {
    const spec = definition([
      { ...version('v1', { type: 'object' }), served: false, storage: true },
      version('v2', { type: 'object' }),
      version('v3', { type: 'object' }),
    ]);
    expect(kindOfDefinition(spec).version).toBe('v2');
    expect(kindOfDefinition(spec, 'v3').version).toBe('v3');
    expect(() => kindOfDefinition(spec, 'v1')).toThrow(
      'widgets.example.com does not serve version "v1"; it serves v2, v3',
    );
  });
});
