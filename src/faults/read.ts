/** Reads a fault in the form in which scenarios, tests and clients write it. */
import {
  fields,
  mapForm,
  optionals,
  readForm,
  scalar,
  type FormProblem,
  type Reader,
} from '#forms';
import { isOfConnections, isState } from './can-strike.ts';
import type { Effect, Fault } from './fault.ts';
import { count, span, text } from './forms.ts';
import { allRequests, matchForm } from './match.ts';
import { companions, effectOf, effects } from './read-effect.ts';
import { whenForm } from './when.ts';

const written = fields(
  optionals({
    name: text(
      'By which it is lifted, and named in the timeline.',
      'a text by which the fault is lifted',
    ),
    match: matchForm,
    ...effects,
    ...companions,
    from: count('Strikes from this matching request on. Default: 1.'),
    every: count('Every second of them, every third... Default: 1.'),
    chance: scalar({
      schema: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'How likely each of them is struck. Default: 1.',
      },
      expected: 'a number above 0, up to 1',
      parse: (value) => (typeof value === 'number' && value > 0 && value <= 1 ? value : undefined),
    }),
    times: count('Ends after this many strikes.'),
    for: span('Ends after this long.'),
    when: whenForm,
    after: span('Begins this much later. Default: at once.'),
  }),
  { doc: 'What goes wrong between clients and the API: see the reference of faults.' },
);

/** A fault as people write it. */
export const faultForm = mapForm(written, (fault, at, reader): Fault | undefined => {
  const effect = effectOf(fault, at, reader);
  if (effect === undefined || !fitsConnections(effect, Object.keys(fault), at, reader)) {
    return undefined;
  }
  const { name, when, match = allRequests } = fault;
  return {
    ...(name !== undefined && { name }),
    ...(when !== undefined && { when }),
    match,
    effect,
    from: fault.from ?? 1,
    every: fault.every ?? 1,
    chance: fault.chance ?? 1,
    times: fault.times ?? Infinity,
    forMs: fault.for ?? Infinity,
    afterMs: fault.after ?? 0,
  };
});

/** Returns undefined with problems, each with its place. */
export function readFault(value: unknown): {
  readonly fault?: Fault;
  readonly problems: readonly FormProblem[];
} {
  const { value: fault, problems } = readForm(faultForm, value);
  return { problems, ...(fault !== undefined && { fault }) };
}

/** What strikes connections cannot choose among requests. */
function fitsConnections(
  effect: Effect,
  names: readonly string[],
  at: unknown,
  reader: Reader,
): boolean {
  if (!isOfConnections(effect)) return true;
  const counting = ['from', 'every', 'chance', 'times'];
  const wrong = names.filter(
    (name) => name === 'match' || (isState(effect) && counting.includes(name)),
  );
  for (const name of wrong) {
    const message =
      name === 'match'
        ? `it strikes all connections, before their clients are known; "connection: reset" strikes requests`
        : 'there are no requests to count; it lasts for a time ("for"), or until it is lifted';
    reader.problem(reader.field(at, name), message);
  }
  return wrong.length === 0;
}
