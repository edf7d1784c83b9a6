/** Reads expressions of a release, for their faults. */
import { readExpression } from '../../../src/cel/rules.ts';
import type { Type } from '../../../src/cel/types.ts';
import { dialectOf } from './run-expression.ts';

const types = new Map<string, Type>([['object', { kind: 'dyn' }]]);

/** Returns place and text of the first fault at a minor; undefined for none. */
export function faultOf(text: string, minor = 37): string | undefined {
  const read = readExpression(text, types, dialectOf(minor));
  return typeof read === 'string' ? /<input>:(1:.*)/.exec(read)![1] : undefined;
}
