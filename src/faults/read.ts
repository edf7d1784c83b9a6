/** Reads a fault in the form in which scenarios, tests and clients write it. */
import { durationOf, type Millis } from '#clock';
import { errorByCode, errorNames, type ErrorName } from './errors.ts';
import type { Effect, Fault } from './fault.ts';
import { readMatch } from './match.ts';
import { readCount, readFields, type Complain, type FaultProblem, type Fields } from './problem.ts';

const effects = ['error'];
const ofErrors = ['message', 'retryAfter', 'applied'];
const known = [
  ...['name', 'match', ...effects, ...ofErrors],
  ...['from', 'every', 'chance', 'times', 'for'],
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
  const forMs = readSpan(fields, 'for', complain) ?? Infinity;
  if (match === undefined || effect === undefined) return undefined;
  return {
    ...(typeof name === 'string' && { name }),
    ...{ match, effect, from, every, chance, times, forMs },
  };
}

function readEffect(fields: Fields, complain: Complain): Effect | undefined {
  const error = readError(fields['error'], complain);
  const retryMs = readSpan(fields, 'retryAfter', complain);
  const { message, applied: isApplied = false } = fields;
  if (message !== undefined && typeof message !== 'string')
    complain(['message'], 'expected a text');
  if (typeof isApplied !== 'boolean') {
    return complain(['applied'], 'expected true or false: whether only the answer is lost');
  }
  if (error === undefined) return undefined;
  if (retryMs !== undefined && error !== 'TooManyRequests' && error !== 'ServiceUnavailable') {
    const message = `${error} has no Retry-After; TooManyRequests and ServiceUnavailable have one`;
    return complain(['retryAfter'], message);
  }
  return {
    error,
    ...(typeof message === 'string' && { message }),
    ...(retryMs !== undefined && { retryAfterSeconds: Math.ceil(retryMs / 1000) }),
    isApplied,
  };
}

/** By name, or by status code. */
function readError(value: unknown, complain: Complain): ErrorName | undefined {
  if (value === undefined) {
    return complain([], `the fault does nothing; expected one of ${effects.join(', ')}`);
  }
  const name = errorByCode.get(Number(value)) ?? errorNames.find((each) => each === value);
  if (name !== undefined) return name;
  const codes = [...errorByCode.keys()];
  const message = `expected a status code (${codes.join(', ')}) or one of ${errorNames.join(', ')}, found ${JSON.stringify(value)}`;
  return complain(['error'], message, { word: String(value), known: errorNames });
}

function readChance(value: unknown, complain: Complain): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value > 0 && value <= 1) return value;
  return complain(['chance'], `expected a number above 0, up to 1, found ${JSON.stringify(value)}`);
}

function readSpan(fields: Fields, name: string, complain: Complain): Millis | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  const ms = durationOf(value);
  if (ms !== undefined && ms > 0) return ms;
  return complain(
    [name],
    `expected a duration such as 30s or 1m30s, found ${JSON.stringify(value)}`,
  );
}
