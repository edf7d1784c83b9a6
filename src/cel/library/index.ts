/** What the functions of later libraries do. */
import type { Perform } from '../perform.ts';
import { noOverload, type Value } from '../values.ts';
import { addressFunctions } from './addresses.ts';
import { authorizationFunctions } from './authorization.ts';
import { formatFunctions } from './formats.ts';
import { formattingFunctions } from './format-text.ts';
import { listFunctions } from './lists.ts';
import { optionalFunctions } from './optionals.ts';
import { compareQuantities, quantityFunctions } from './quantities.ts';
import { compareSemvers, semverFunctions } from './semvers.ts';

/** By name; those of several types look at the values. */
export const laterFunctions: readonly (readonly [string, Perform])[] = [
  ...optionalFunctions,
  ...quantityFunctions,
  ...formattingFunctions,
  ...addressFunctions,
  ...formatFunctions,
  ...semverFunctions,
  ...listFunctions,
  ...authorizationFunctions,
  ['isLessThan', comparing((order) => order < 0)],
  ['isGreaterThan', comparing((order) => order > 0)],
  ['compareTo', comparing((order) => BigInt(Math.sign(order)))],
  [
    'jsonpatch.escapeKey',
    ([text]) =>
      typeof text === 'string' ? text.replaceAll('~', '~0').replaceAll('/', '~1') : noOverload,
  ],
];

function comparing(read: (order: number) => Value): Perform {
  return ([a, b]) => {
    const order = compareQuantities(a!, b!) ?? compareSemvers(a!, b!);
    return order === undefined ? noOverload : read(order);
  };
}
