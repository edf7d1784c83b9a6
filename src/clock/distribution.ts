/** Values that are fixed, or that chance picks. */
import { cosineOfTurns, naturalLog } from './elementary.ts';
import type { RandomStream } from './random.ts';

/** Notes a problem, with the keys and indexes that lead to it. */
type Complain = (
  path: Path,
  message: string,
  near?: { readonly word: string; readonly known: readonly string[] },
) => undefined;

/** A number, or how to draw one. */
export type Value = number | ((chance: RandomStream) => number);

/** What a single number looks like: a duration in ms, an exit code, an amount. */
export interface Notation {
  /** In words: `a duration such as 2s`. */
  readonly what: string;
  /** Undefined for an invalid value. */
  parse(value: unknown): number | undefined;
  /** Limits a drawn value to a valid one: not negative, whole. */
  fit(drawn: number): number;
}

type Path = readonly (string | number)[];
type Maker = (
  notation: Notation,
  value: unknown,
  path: Path,
  complain: Complain,
) => Value | undefined;

const kinds: Readonly<Record<string, Maker>> = { uniform, normal, exponential, oneOf };

/**
 * Reads a single value, or one of `{ uniform: [1s, 3s] }`, `{ normal: { mean: 2s, sd: 500ms } }`,
 * `{ exponential: 2s }` (the mean), `{ oneOf: [1s, 5s] }`, `{ oneOf: [[0, 9], [1, 1]] }` (with
 * weights). Undefined after complaints.
 */
export function readValue(
  notation: Notation,
  value: unknown,
  path: Path,
  complain: Complain,
): Value | undefined {
  if (!isRecord(value)) return single(notation, value, path, complain);
  const names = Object.keys(value);
  const name = names[0] ?? '';
  const make = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (make === undefined || names.length > 1) {
    const known = Object.keys(kinds);
    const message = `expected ${notation.what}, or one of ${known.join(', ')}`;
    return complain([...path, ...names.slice(0, 1)], message, { word: name, known });
  }
  const drawn = make(notation, value[name], [...path, name], complain);
  return typeof drawn === 'function' ? (chance) => notation.fit(drawn(chance)) : drawn;
}

function single(
  notation: Notation,
  value: unknown,
  path: Path,
  complain: Complain,
): number | undefined {
  const parsed = notation.parse(value);
  if (parsed !== undefined) return parsed;
  return complain(path, `expected ${notation.what}, found ${JSON.stringify(value) ?? 'nothing'}`);
}

function uniform(notation: Notation, value: unknown, path: Path, complain: Complain) {
  if (!Array.isArray(value) || value.length !== 2) {
    return complain(path, 'expected the least and the most, such as [1s, 3s]');
  }
  const [least, most] = value.map((each, i) => single(notation, each, [...path, i], complain));
  if (least === undefined || most === undefined) return undefined;
  if (least > most) return complain(path, 'the least is more than the most');
  return (chance: RandomStream): number => least + (most - least) * chance.next();
}

function normal(notation: Notation, value: unknown, path: Path, complain: Complain) {
  if (!isRecord(value) || Object.keys(value).sort().join() !== 'mean,sd') {
    return complain(path, 'expected mean and sd, such as { mean: 2s, sd: 500ms }');
  }
  const mean = single(notation, value['mean'], [...path, 'mean'], complain);
  const sd = single(notation, value['sd'], [...path, 'sd'], complain);
  if (mean === undefined || sd === undefined) return undefined;
  return (chance: RandomStream): number => mean + sd * standardNormal(chance);
}

/** By the method of Box and Muller. */
function standardNormal(chance: RandomStream): number {
  const radius = Math.sqrt(-2 * naturalLog(1 - chance.next()));
  return radius * cosineOfTurns(chance.next());
}

function exponential(notation: Notation, value: unknown, path: Path, complain: Complain) {
  const mean = single(notation, value, path, complain);
  if (mean === undefined) return undefined;
  return (chance: RandomStream): number => -mean * naturalLog(1 - chance.next());
}

function oneOf(notation: Notation, value: unknown, path: Path, complain: Complain) {
  if (!Array.isArray(value) || value.length === 0) {
    return complain(path, 'expected a list of values, or of [value, weight]');
  }
  const choices = value.map((each: unknown, i) => choice(notation, each, [...path, i], complain));
  if (!choices.every((each) => each !== undefined)) return undefined;
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0) return complain(path, 'the weights are all 0');
  return (chance: RandomStream): number => {
    let left = chance.next() * total;
    for (const { value: chosen, weight } of choices) {
      left -= weight;
      if (left < 0) return chosen;
    }
    return choices.at(-1)!.value;
  };
}

function choice(notation: Notation, value: unknown, path: Path, complain: Complain) {
  const [what, weight = 1] = Array.isArray(value) ? (value as unknown[]) : [value];
  const parsed = single(notation, what, Array.isArray(value) ? [...path, 0] : path, complain);
  if (typeof weight !== 'number' || !(weight >= 0) || !Number.isFinite(weight)) {
    return complain([...path, 1], 'expected a weight, such as 9');
  }
  return parsed === undefined ? undefined : { value: parsed, weight };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
