/** Versions such as `1.2.3-beta.1+build`. */
import { compareSemanticVersions, readSemanticVersion, type SemanticVersion } from '#values';
import type { Perform } from '../perform.ts';
import { CelError, noOverload, type Value } from '../values.ts';
import { Opaque } from './opaque.ts';

export const semverFunctions: readonly (readonly [string, Perform])[] = [
  ['semver', ([text, isLoose]) => read(text, isLoose === true)],
  [
    'isSemver',
    ([text, isLoose]) =>
      typeof text === 'string' ? !(read(text, isLoose === true) instanceof CelError) : noOverload,
  ],
  ['major', ([input]) => numberOf(input, 0)],
  ['minor', ([input]) => numberOf(input, 1)],
  ['patch', ([input]) => numberOf(input, 2)],
];

/** Returns a version as expressions have it, or an error for what is none. */
export function semverValue(text: string): Value {
  return read(text, false);
}

function read(text: Value | undefined, isLoose: boolean): Value {
  if (typeof text !== 'string') return noOverload;
  const version = readSemanticVersion(isLoose ? normalized(text) : text);
  if (version === undefined) return new CelError(fault(text));
  return new Opaque<SemanticVersion>('semver', version, text);
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

function heldBy(value: Value | undefined): SemanticVersion | undefined {
  if (!(value instanceof Opaque) || value.kind !== 'semver') return undefined;
  return value.held as SemanticVersion;
}

function numberOf(input: Value | undefined, index: 0 | 1 | 2): Value {
  return heldBy(input)?.numbers[index] ?? noOverload;
}

/** How a version compares with another; undefined for values of other types. */
export function compareSemvers(a: Value, b: Value): number | undefined {
  const [one, other] = [heldBy(a), heldBy(b)];
  if (one === undefined || other === undefined) return undefined;
  return compareSemanticVersions(one, other);
}
