/** `/orrery/v1/clients` and `/orrery/v1/requests`: who talks to the server, and what about. */
import type { ClientMeter, RequestLog } from '#server';
import { route, type ControlRoute } from './route.ts';
import { fields, list, optional, scalar, type Form } from '#forms';
import { map, number, text } from './forms.ts';

const watchShape = fields({
  resource: text({ doc: 'What is watched.', example: 'deployments.apps' }),
  namespace: optional(text({ doc: 'Absent: all.', example: 'default' })),
});

/** A program need not say what it is called. */
const agentShape = scalar({
  schema: { type: 'string', description: 'The program, by its own account.' },
  expected: 'a text',
  parse: String,
});

const clientsShape = fields({
  clients: list(
    fields({
      user: text({ doc: 'As the server knows it, by its token.', example: 'admin' }),
      userAgent: agentShape,
      requests: map({ doc: 'How many requests, by verb.' }),
      watches: list(watchShape, { doc: 'The watches that are open.' }),
    }),
    { doc: 'In the order in which they were first seen.' },
  ),
});

/** A place in the list, in a query. */
const place = scalar({
  schema: { type: 'integer', minimum: 0, description: 'Only those from this place on.' },
  expected: 'a whole number, as an earlier answer has it in `next`',
  parse: (value) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : undefined),
});

function count({ doc }: { readonly doc: string }): Form<number> {
  return number({ doc, min: 0, max: Infinity, isWhole: true });
}

const requestsShape = fields({
  requests: list(
    map({ doc: 'A request: verb, resource, name, user, status code, virtual times.' }),
    {
      doc: 'In the order in which they were answered; watches also when they are opened.',
    },
  ),
  missed: count({ doc: 'How many before them are no longer kept.' }),
  next: count({ doc: 'The place behind them, for `from`.' }),
});

export function clientRoutes({
  meter,
  requests,
}: {
  readonly meter: Pick<ClientMeter, 'clients'>;
  readonly requests: Pick<RequestLog, 'since'>;
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
    route({
      method: 'GET',
      path: '/requests',
      summary: 'List the latest requests of clients.',
      description:
        'At least the last 1,000, without probes and requests to the simulator itself (/orrery/v1).',
      query: { from: optional(place) },
      answer: requestsShape,
      handle({ query: { from = 0 } }) {
        const { requests: found, ...place } = requests.since(from);
        return { ...place, requests: found.map((each) => ({ ...each })) };
      },
    }),
  ];
}
