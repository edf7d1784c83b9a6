/** `/orrery/v1/faults`: what goes wrong between clients and the API. */
import {
  faultForm,
  readFault,
  unknownResources,
  type Fault,
  type Faults,
  type FaultState,
  type Strike,
} from '#faults';
import { problemText } from '#forms';
import { ApiError, badRequest, formatMicroTime } from '#values';
import type { KindRegistry } from '#catalog';
import { route, type ControlRoute } from './route.ts';
import { fields, list, optional, type Form } from '#forms';
import { number, text } from './forms.ts';

const name = text({ doc: 'By which the fault is lifted.', example: 'storm' });
const effect = text({ doc: 'What it does, in words.', example: 'TooManyRequests' });
const since = text({ doc: 'Virtual time.', example: '2026-01-01T00:00:00.000000Z' });
const count = (doc: string): Form<number> => number({ doc, min: 0, max: Infinity, isWhole: true });

const stateShape = fields({
  name,
  effect,
  since,
  until: optional(
    text({
      doc: 'Virtual time; absent: by strikes, or when it is lifted.',
      example: '2026-01-01T00:00:30.000000Z',
    }),
  ),
  waits: optional(
    fields({
      text: text({ doc: 'The change that it waits for.', example: 'pods created, time 2' }),
      changes: count('How many such changes there were.'),
    }),
  ),
  seen: count('How many requests have matched.'),
  struck: count('How many it has struck.'),
});

const strikeShape = fields({
  time: since,
  revision: count("The store's revision then."),
  fault: name,
  effect,
  client: text({ doc: 'A process, or a user.', example: 'kubelet' }),
  verb: text({ doc: 'Of the request.', example: 'update' }),
  resource: text({ doc: 'With its subresource.', example: 'pods/status' }),
  key: optional(text({ doc: 'Namespace and name.', example: 'default/web-0' })),
});

const faultShape: Form<Fault> = {
  schema: { ...faultForm.schema, example: { error: 429, match: { client: 'kubelet' }, times: 3 } },
  check(at, reader) {
    const { fault, problems } = readFault(reader.plain(at));
    if (fault !== undefined) return fault;
    throw badRequest(problems.map(problemText).join('; '));
  },
};

const namesShape = fields({ names: list(name, { doc: 'The faults.' }) });

export function faultRoutes(faults: Faults, kinds: KindRegistry): readonly ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/faults',
      summary: 'List the faults in force, and what faults have struck lately.',
      answer: fields({
        faults: list(stateShape, { doc: 'In the order in which they strike.' }),
        strikes: list(strikeShape, { doc: 'At least the last 1,000, in order.' }),
      }),
      handle: () => ({
        faults: faults.list().map(shownState),
        strikes: faults.recent.map(shownStrike),
      }),
    }),
    route({
      method: 'POST',
      path: '/faults',
      summary: 'Put a fault in force, in place of one of its name.',
      body: faultShape,
      answer: fields({ name }),
      handle({ body }) {
        const problems = unknownResources(body, kinds);
        if (problems.length > 0) throw badRequest(problems.map(problemText).join('; '));
        return { name: faults.inject(body) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/faults',
      summary: 'Lift all faults.',
      answer: namesShape,
      handle() {
        const names = faults.list().map((each) => each.name);
        faults.lift();
        return { names };
      },
    }),
    route({
      method: 'DELETE',
      path: '/faults/:name',
      summary: 'Lift a fault.',
      answer: namesShape,
      handle({ params }) {
        const lifted = params['name']!;
        try {
          faults.lift(lifted);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          throw new ApiError(404, 'NotFound', error.message);
        }
        return { names: [lifted] };
      },
    }),
  ];
}

function shownState({ since: began, until, ...state }: FaultState) {
  return {
    ...state,
    since: formatMicroTime(began),
    ...(until !== undefined && { until: formatMicroTime(until) }),
  };
}

function shownStrike({ time, revision, fault, effect: done, client, verb, resource, key }: Strike) {
  return {
    ...{ time: formatMicroTime(time), revision, fault, effect: done, client, verb, resource },
    ...(key !== '' && { key }),
  };
}
