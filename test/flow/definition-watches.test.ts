/** Watches of custom resources while their definition changes. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { customResourceDefinition } from '#custom';
import type { CustomResourceDefinition } from '#types';
import type { Kind } from '#kinds';
import { simulate, type Simulation } from '../support/simulate.ts';
import { widgets } from '../support/custom.ts';

let simulation: Simulation;
beforeEach(async () => {
  simulation = await simulate(0, { pool: false });
  await simulation.client.create(customResourceDefinition, widgets(sized));
  await simulation.run(1);
});
afterEach(() => simulation.stop());

const sized = { type: 'object', properties: { size: { type: 'integer' } } };
const ref = { name: 'widgets.example.com' };

const kind = (): Kind => simulation.sim.api.kinds.byKind('example.com/v1', 'Widget')!;

async function change(make: (definition: CustomResourceDefinition) => object): Promise<void> {
  const definition = await simulation.client.get(customResourceDefinition, ref);
  await simulation.client.update(customResourceDefinition, {
    ...definition,
    ...make(definition),
  });
}

const grow = ({ spec }: CustomResourceDefinition) => ({
  spec: { ...spec, names: { ...spec.names, categories: ['all'] } },
});

function make(name: string): Promise<unknown> {
  const metadata = { namespace: 'default', name };
  return simulation.client.create(kind(), { metadata, spec: { size: 1 } } as never);
}

it('of programs outside end after a second, and show what happened until then', async () => {
  const watch = simulation.sim.api.read({ verb: 'watch', kind: kind(), options: {} });
  await make('a');
  expect(await watch.next()).toMatchObject([{ type: 'ADDED' }]);
  await change(grow);
  await simulation.run(0.5);
  await make('b');
  expect(await watch.next()).toMatchObject([
    { type: 'ADDED', object: { metadata: { name: 'b' } } },
  ]);
  await simulation.run(0.6);
  await make('c');
  expect(await watch.next()).toEqual([]);
});

it('stay open when only what is around the spec changes', async () => {
  const watch = simulation.sim.api.read({ verb: 'watch', kind: kind(), options: {} });
  await make('a');
  expect(await watch.next()).toMatchObject([{ type: 'ADDED' }]);
  await change(({ metadata }) => ({ metadata: { ...metadata, labels: { a: 'b' } } }));
  await simulation.run(2);
  await make('b');
  expect(await watch.next()).toMatchObject([{ type: 'ADDED' }]);
  watch.stop();
});

it('of clients in the process continue', async () => {
  const watch = simulation.client.watch(kind(), {});
  await make('a');
  expect(await watch.next()).toMatchObject([{ type: 'ADDED' }]);
  await change(grow);
  const next = watch.next();
  await simulation.run(2);
  await make('b');
  expect(await next).toMatchObject([{ type: 'ADDED' }]);
  watch.stop();
});
