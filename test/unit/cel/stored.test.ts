/** Rules of definitions that are stored already: they are checked even where new ones are dropped. */
import { expect, it } from 'vitest';
import { customResourceDefinition } from '#custom';
import { definition, version } from '../../support/custom.ts';
import { ruled } from '../../support/rules.ts';
import { simulate } from '../../support/simulate.ts';

it('checks the rules that replace those of a stored definition', async () => {
  const spec = { type: 'object', properties: { size: { type: 'integer' } } };
  const withRule = (rule: string) =>
    definition([
      {
        ...version('v1', { type: 'object', properties: { spec: ruled(spec, rule) } }),
        storage: true,
      },
    ]);
  const simulation = await simulate(0, { objects: [withRule('self.size > 0')] });
  try {
    const { client } = simulation;
    const { metadata } = await client.get(customResourceDefinition, {
      name: 'widgets.example.com',
    });
    const next = { ...withRule('self.weight > 0'), metadata };
    await expect(client.update(customResourceDefinition, next)).rejects.toThrow(
      "undefined field 'weight'",
    );
  } finally {
    simulation.stop();
  }
});
