/** `/orrery/v1/clients`: who talks to the server, and what about. */
import type { ClientMeter } from '#server';
import { route, type ControlRoute } from './route.ts';
import { list, map, object, optional, text, type Shape } from './shape.ts';

const watchShape = object({
  resource: text({ doc: 'What is watched.', example: 'deployments.apps' }),
  namespace: optional(text({ doc: 'Absent: all.', example: 'default' })),
});

/** A program need not say what it is called. */
const agentShape: Shape<string> = {
  schema: { type: 'string', description: 'The program, by its own account.' },
  read: (value) => String(value),
};

const clientsShape = object({
  clients: list(
    object({
      user: text({ doc: 'As the server knows it, by its token.', example: 'admin' }),
      userAgent: agentShape,
      requests: map({ doc: 'How many requests, by verb.' }),
      watches: list(watchShape, { doc: 'The watches that are open.' }),
    }),
    { doc: 'In the order in which they were first seen.' },
  ),
});

export function clientRoutes({
  meter,
}: {
  readonly meter: Pick<ClientMeter, 'clients'>;
}): readonly ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/clients',
      summary: 'List who has talked to the cluster, and which watches are open.',
      description: 'Since the start or the last reset, by user and program.',
      answer: clientsShape,
      handle: () => ({ clients: meter.clients }),
    }),
  ];
}
