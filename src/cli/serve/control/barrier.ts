/** `/orrery/v1/barrier`: a program says how far it has dealt with what its watches told it. */
import { badRequest } from '#values';
import type { Outside } from '#lockstep';
import { route, type ControlRoute } from './route.ts';
import { fields } from '#forms';
import { map, number, wrong } from './forms.ts';

const barrierShape = fields({
  read: map({
    doc: 'By resource (jobs.batch, pods): the highest revision that was read and dealt with; "0" to take part from now on.',
  }),
});

const answerShape = fields({
  watches: number({
    doc: 'How many watches of these resources the program has open.',
    min: 0,
    max: Infinity,
    isWhole: true,
  }),
});

/** A plural and a group, no longer than names are. */
const resourcePattern = /^[a-z0-9.-]{1,316}$/;

export function barrierRoutes(outside: Outside): readonly ControlRoute[] {
  return [
    route({
      method: 'POST',
      path: '/barrier',
      summary: 'Say that all was dealt with that watches told up to a revision.',
      description:
        'Virtual time then waits for the program until it has dealt with all that it has been sent. ' +
        'Programs are distinguished by their tokens. It lapses with the last watch of the program.',
      body: barrierShape,
      answer: answerShape,
      handle({ body: { read }, caller }) {
        try {
          return { watches: outside.barrier(caller, revisionsOf(read)) };
        } catch (error) {
          throw error instanceof RangeError ? badRequest(error.message) : error;
        }
      },
    }),
  ];
}

function revisionsOf(read: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const revisions = new Map<string, number>();
  for (const [resource, revision] of Object.entries(read)) {
    if (!resourcePattern.test(resource))
      throw wrong('read', 'expected resources such as jobs.batch');
    if (!/^\d{1,15}$/.test(String(revision))) {
      throw wrong(`read.${resource}`, 'expected a resourceVersion such as "1234"');
    }
    revisions.set(resource, Number(revision));
  }
  if (revisions.size === 0) throw wrong('read', 'expected at least one resource');
  return revisions;
}
