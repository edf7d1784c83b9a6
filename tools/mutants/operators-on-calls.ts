/** Changes of calls: another method of the same shape, or none. */
import ts from 'typescript';
import type { Operator } from './operator.ts';

const others: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  push: 'unshift',
  unshift: 'push',
  shift: 'pop',
  pop: 'shift',
};

const otherMath: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
};

/** What gives something of the same type as it was called on: it can be left out. */
const passing = new Set(
  'filter sort toSorted reverse toReversed slice trim flat concat padStart padEnd'.split(' '),
);

export const callOperators: Readonly<Record<string, Operator>> = {
  method: (node, source) => {
    const called = methodOf(node);
    if (called === undefined) return [];
    const { name, expression: receiver } = called;
    const isMath = receiver.getText(source) === 'Math';
    const table = isMath ? otherMath : others;
    const other = Object.hasOwn(table, name.text) ? table[name.text] : undefined;
    if (other === undefined) return [];
    return [{ from: name.getStart(source), to: name.getEnd(), replacement: other }];
  },
  'removed call': (node) => {
    const called = methodOf(node);
    if (called === undefined || !passing.has(called.name.text)) return [];
    return [{ from: called.expression.getEnd(), to: node.getEnd(), replacement: '' }];
  },
};

function methodOf(
  node: ts.Node,
): (ts.PropertyAccessExpression & { readonly name: ts.Identifier }) | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  return ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.name)
    ? (expression as ts.PropertyAccessExpression & { readonly name: ts.Identifier })
    : undefined;
}
