/** Reads a fault in the form in which scenarios, tests and clients write it. */
import { isOfConnections, isState } from './can-strike.ts';
import type { Effect, Fault } from './fault.ts';
import { readMatch } from './match.ts';
import { readCount, readFields, type Complain, type FaultProblem, type Fields } from './problem.ts';
import { effectNames, errorFields, readEffect, readSpan } from './read-effect.ts';
import { readWhen } from './when.ts';

const known = [
  ...['name', 'match', ...effectNames, ...errorFields],
  ...['from', 'every', 'chance', 'times', 'for', 'when', 'after'],
];

/** Undefined with problems, each with its place. */
export function readFault(value: unknown): {
  readonly fault?: Fault;
  readonly problems: readonly FaultProblem[];
} {
  const problems: FaultProblem[] = [];
  const complain: Complain = (path, message, near) => {
    problems.push({ path, message, ...(near !== undefined && { near }) });
    return undefined;
  };
  const fields = readFields(value, known, [], complain);
  const fault = fields && faultOf(fields, complain);
  return problems.length > 0 || fault === undefined ? { problems } : { fault, problems };
}

function faultOf(fields: Fields, complain: Complain): Fault | undefined {
  const match = readMatch(fields['match'], complain);
  const effect = readEffect(fields, complain);
  const { name } = fields;
  if (name !== undefined && (typeof name !== 'string' || name === '')) {
    complain(['name'], 'expected a text by which the fault is lifted');
  }
  const from = readCount(fields['from'], ['from'], complain) ?? 1;
  const every = readCount(fields['every'], ['every'], complain) ?? 1;
  const times = readCount(fields['times'], ['times'], complain) ?? Infinity;
  const chance = readChance(fields['chance'], complain) ?? 1;
  const forMs = readSpan(fields['for'], ['for'], complain) ?? Infinity;
  const when = readWhen(fields['when'], complain);
  const afterMs = readSpan(fields['after'], ['after'], complain) ?? 0;
  if (match === undefined || effect === undefined) return undefined;
  checkConnections(effect, fields, complain);
  return {
    ...(typeof name === 'string' && { name }),
    ...(when !== undefined && { when }),
    ...{ match, effect, from, every, chance, times, forMs, afterMs },
  };
}

/** What strikes connections cannot choose among requests. */
function checkConnections(effect: Effect, fields: Fields, complain: Complain): void {
  if (!isOfConnections(effect)) return;
  if (fields['match'] !== undefined) {
    const message = `it strikes all connections, before their clients are known; "connection: reset" strikes requests`;
    complain(['match'], message);
  }
  if (!isState(effect)) return;
  for (const name of ['from', 'every', 'chance', 'times']) {
    if (fields[name] === undefined) continue;
    complain(
      [name],
      'there are no requests to count; it lasts for a time ("for"), or until it is lifted',
    );
  }
}

function readChance(value: unknown, complain: Complain): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value > 0 && value <= 1) return value;
  return complain(['chance'], `expected a number above 0, up to 1, found ${JSON.stringify(value)}`);
}
