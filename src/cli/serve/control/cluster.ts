/** `/orrery/v1/reset`: another cluster in the place of the present one. */
import type { Host } from '../beginning.ts';
import { route, type ControlRoute } from './route.ts';
import { fields, optional } from '#forms';
import { number } from './forms.ts';

const seedOptions = { min: 0, max: Number.MAX_SAFE_INTEGER, isWhole: true };

const resetShape = fields({
  seed: optional(number({ doc: 'Default: that of the server.', ...seedOptions })),
});

const resetAnswer = fields({ seed: number({ doc: 'The seed of the cluster.', ...seedOptions }) });

export function clusterRoutes({ host }: { readonly host: Host }): readonly ControlRoute[] {
  return [
    route({
      method: 'POST',
      path: '/reset',
      summary: 'Start a fresh cluster in the place of this one.',
      description:
        'Everything is as after a start of the server: time, pace, nodes and scenario. Address, ' +
        'certificates and tokens stay. Watches end, and advances and steps under way answer 409.',
      body: resetShape,
      answer: resetAnswer,
      handle: async ({ body: { seed } }) => ({ seed: await host.reset({ seed }) }),
    }),
  ];
}
