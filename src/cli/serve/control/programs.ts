/** `/orrery/v1/programs`: programs on this machine that stand for pods (`orrery as --deployment`). */
import { badRequest } from '#values';
import type { Programs } from '../programs.ts';
import { route, type ControlRoute } from './route.ts';
import { fields, list, optional, scalar } from '#forms';
import { number, text } from './forms.ts';

const leadShape = fields({
  addresses: list(
    text({ doc: 'As of --webhook-address.', example: 'default/hook:443=127.0.0.1:9443' }),
    { doc: 'Where Services lead while the program runs; none: no longer anywhere.' },
  ),
  ports: optional(
    list(number({ doc: 'Of the pod.', min: 1, max: 65_535, isWhole: true }), {
      doc: 'To which the proxy of the pod leads: the same ones of this machine.',
    }),
  ),
});

/** A line may be empty. */
const line = scalar({
  schema: { type: 'string', description: 'Without its end.' },
  expected: 'a text',
  parse: (value) => (typeof value === 'string' ? value : undefined),
});

const logShape = fields({
  container: text({ doc: 'Of the pod.', example: 'manager' }),
  lines: list(line, { doc: 'In the order in which they were written.' }),
});

const countShape = fields({
  lines: number({ doc: 'How many lines are kept.', min: 0, max: Infinity, isWhole: true }),
});

export function programRoutes(programs: Programs): readonly ControlRoute[] {
  return [
    route({
      method: 'PUT',
      path: '/programs/:namespace/:pod',
      summary: 'Have Services, and ports of a pod, lead to a program that stands for it.',
      description: 'Webhooks and other API servers behind these Services are asked there.',
      body: leadShape,
      answer: leadShape,
      handle({ params, body: { addresses, ports = [] } }) {
        try {
          programs.lead(params['namespace']!, params['pod']!, addresses, ports);
        } catch (error) {
          throw badRequest((error as Error).message);
        }
        return { addresses, ports };
      },
    }),
    route({
      method: 'POST',
      path: '/programs/:namespace/:pod/log',
      summary: 'Add lines to the log of a container.',
      largestBody: 4 * 1024 * 1024,
      body: logShape,
      answer: countShape,
      handle({ params, body: { container, lines } }) {
        const where = { namespace: params['namespace']!, pod: params['pod']!, container };
        return { lines: programs.note(where, lines) };
      },
    }),
  ];
}
