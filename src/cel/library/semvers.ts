/** Versions such as `1.2.3-beta.1+build`. */
import type { Perform } from '../perform.ts';
import { CelError, noOverload, type Value } from '../values.ts';
import { Opaque } from './opaque.ts';

interface Semver {
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly pre: readonly string[];
}

export const semverFunctions: readonly (readonly [string, Perform])[] = [
  ['semver', ([text, isLoose]) => read(text, isLoose === true)],
  [
    'isSemver',
    ([text, isLoose]) =>
      typeof text === 'string' ? !(read(text, isLoose === true) instanceof CelError) : noOverload,
  ],
  ['major', ([given]) => numberOf(given, 0)],
  ['minor', ([given]) => numberOf(given, 1)],
  ['patch', ([given]) => numberOf(given, 2)],
];

const number = '(?:0|[1-9]\\d*)';
const part = '[0-9A-Za-z-]+';
const strict = new RegExp(
  `^(${number})\\.(${number})\\.(${number})(?:-(${part}(?:\\.${part})*))?(?:\\+${part}(?:\\.${part})*)?$`,
);

/** Returns a version as expressions have it, or an error for what is none. */
export function semverValue(text: string): Value {
  return read(text, false);
}

function read(text: Value | undefined, isLoose: boolean): Value {
  if (typeof text !== 'string') return noOverload;
  const [, major, minor, patch, pre] = strict.exec(isLoose ? normalized(text) : text) ?? [];
  if (major === undefined) return new CelError(fault(text));
  const numbers = [BigInt(major), BigInt(minor!), BigInt(patch!)] as const;
  return new Opaque<Semver>('semver', { numbers, pre: pre?.split('.') ?? [] }, text);
}

function fault(text: string): string {
  if (text === '') return 'Version string empty';
  return text.split('.').length < 3
    ? 'No Major.Minor.Patch elements found'
    : `Invalid character(s) found in version ${JSON.stringify(text)}`;
}

/** Without `v` and leading zeros, and with all three numbers. */
function normalized(text: string): string {
  const end = text.search(/[+-]/);
  const numbers = (end < 0 ? text : text.slice(0, end)).replace(/^v/, '');
  const rest = end < 0 ? '' : text.slice(end);
  const parts = numbers.split('.').map((each) => each.replace(/^0+(?=\d)/, ''));
  while (parts.length < 3) parts.push('0');
  return parts.join('.') + rest;
}

function heldBy(value: Value | undefined): Semver | undefined {
  if (!(value instanceof Opaque) || value.kind !== 'semver') return undefined;
  return value.held as Semver;
}

function numberOf(given: Value | undefined, index: 0 | 1 | 2): Value {
  return heldBy(given)?.numbers[index] ?? noOverload;
}

/** How a version compares with another; undefined for values of other types. */
export function compareSemvers(a: Value, b: Value): number | undefined {
  const [one, other] = [heldBy(a), heldBy(b)];
  if (one === undefined || other === undefined) return undefined;
  for (const [index, each] of one.numbers.entries()) {
    const than = other.numbers[index]!;
    if (each !== than) return each < than ? -1 : 1;
  }
  if (one.pre.length === 0 || other.pre.length === 0) return other.pre.length - one.pre.length;
  return comparePre(one.pre, other.pre);
}

function comparePre(one: readonly string[], other: readonly string[]): number {
  for (const [index, each] of one.entries()) {
    const than = other[index];
    if (than === undefined) return 1;
    if (each === than) continue;
    const [a, b] = [/^\d+$/.test(each), /^\d+$/.test(than)];
    if (a && b) return BigInt(each) < BigInt(than) ? -1 : 1;
    if (a !== b) return a ? -1 : 1;
    return each < than ? -1 : 1;
  }
  return one.length - other.length;
}
