/** Expressions about objects (`that`): parsed with the file, evaluated for every version. */
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import { isList, isScalar, type Node, type ScalarNode } from '../../source/node.ts';
import {
  compile,
  compileBoolean,
  EvaluationError,
  ExpressionError,
  parseExpression,
  show,
  typeOf,
  type Cost,
  type Expression,
  type Lookup,
  type Names,
  withinCost,
  type Compiled,
} from '../../expression/index.ts';
import { describe, type Checker } from '../../shape/checker.ts';
import type { Shape } from '../../shape/shape.ts';
import { reasonsIn, warnOfReason } from './reasons.ts';

/** An expression as written. */
export interface Formula {
  readonly text: string;
  readonly expression: Expression;
  readonly node: ScalarNode;
}

/** One expression, or a list of them that must all be true. */
export const formulas: Shape<readonly Formula[]> = {
  schema: {
    description:
      "What must be true of the object, such as 'status.numberReady == status.desiredNumberScheduled'; an expression or several.",
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
  },
  check(node, checker) {
    const nodes = isList(node) ? node.items.map((item) => item) : [node];
    if (nodes.length === 0) return checker.problem(node, 'expected at least one expression');
    const read = nodes.map((each) => readFormula(each, checker));
    return read.every((formula) => formula !== undefined) ? read : undefined;
  },
};

function readFormula(node: Node, checker: Checker): Formula | undefined {
  if (!isScalar(node) || typeof node.value !== 'string') {
    return checker.problem(
      node,
      `expected an expression such as 'status.numberReady == 3', found ${describe(node)}`,
    );
  }
  const text = node.value;
  const expression = catchingProblem(node, checker, () => parseExpression(text));
  return expression && { text: text.trim(), expression, node };
}

/** Returns what `run` returns; undefined after an ExpressionError was reported at its position. */
export function catchingProblem<T>(
  node: ScalarNode,
  checker: Checker,
  run: () => T,
): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return checker.problemInside(node, error.offset, error.message, error.near);
  }
}

/** Notes what is wrong with expressions about objects of a kind. */
export function checkFormulas(formulas: readonly Formula[], kind: Kind, checker: Checker): void {
  const names = namesOf(kind);
  for (const { expression, node } of formulas) {
    catchingProblem(node, checker, () => compileBoolean(expression, names));
    for (const reason of reasonsIn(expression)) warnOfReason(node, reason, checker);
  }
}

/** Returns the fields of the object, and `self` for the whole. */
function namesOf({ schema }: Kind): Names {
  const fields = [...schema.fields].map(([name, field]) => [name, typeOf(field.schema)] as const);
  return new Map([...fields, ['self', { is: 'struct', schema }]]);
}

/** An expression about objects of a kind. */
export interface Claim {
  /** What is wrong, in words; undefined when it is true. @throws {CostError} */
  judge(object: KubeObject): string | undefined;
  /** @throws {CostError} */
  holds(object: KubeObject): boolean;
  /** The numbers that it reads, by path: `status.numberReady`. @throws {CostError} */
  numbers(object: KubeObject): Iterable<readonly [string, number]>;
}

/** Compiles expressions that have been checked. */
export function claimsOf(formulas: readonly Formula[], kind: Kind): readonly Claim[] {
  const names = namesOf(kind);
  return formulas.map((formula) => claimOf(formula, names));
}

function claimOf({ text, expression }: Formula, names: Names): Claim {
  const run = compileBoolean(expression, names);
  const numeric = numericPaths(expression, names);
  return {
    *numbers(object) {
      for (const [path, read] of numeric) {
        const value = withinCost(text, (cost) => read(lookupIn(object), cost));
        // Zeros are absent in JSON.
        yield [path, typeof value === 'number' ? value : 0];
      }
    },
    holds(object) {
      try {
        return withinCost(text, (cost) => run(lookupIn(object), cost));
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        return false;
      }
    },
    judge(object) {
      const lookup = lookupIn(object);
      try {
        return withinCost(text, (cost) =>
          run(lookup, cost)
            ? undefined
            : `${text} is false: ${foundIn(expression, names, lookup, cost)}`,
        );
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        return `${text}: ${error.message}`;
      }
    },
  };
}

function lookupIn(object: KubeObject): Lookup {
  const fields = object as unknown as Readonly<Record<string, unknown>>;
  return (name) => (name === 'self' ? object : fields[name]);
}

/** Returns the field paths in an expression that are numbers. */
function numericPaths(
  expression: Expression,
  names: Names,
): readonly (readonly [string, Compiled['run']])[] {
  return pathsIn(expression)
    .map((path) => [pathText(path), compile(path, names)] as const)
    .filter(([, { type }]) => type.is === 'number')
    .map(([path, { run }]) => [path, run] as const);
}

/** Returns the fields that an expression reads, with their values: `status.numberReady is 3`. */
function foundIn(expression: Expression, names: Names, lookup: Lookup, cost: Cost): string {
  const found = new Map<string, string>();
  for (const path of pathsIn(expression)) {
    found.set(pathText(path), show(compile(path, names).run(lookup, cost)));
  }
  return [...found].map(([path, value]) => `${path} is ${value}`).join(', ');
}

/** Its longest field paths, from the object down; not those of list items, which have many values. */
function pathsIn(expression: Expression): readonly Expression[] {
  switch (expression.op) {
    case 'literal':
      return [];
    case 'name':
      return [expression];
    case 'field':
    case 'index':
      return isPath(expression) ? [expression] : pathsIn(expression.of);
    case 'list':
      return expression.items.flatMap(pathsIn);
    case 'call': {
      const { of, args } = expression;
      const isMacro = of !== undefined && args.length === 2;
      return [...(of ? pathsIn(of) : []), ...(isMacro ? [] : args.flatMap(pathsIn))];
    }
    case 'unary':
      return pathsIn(expression.of);
    case 'binary':
      return [...pathsIn(expression.left), ...pathsIn(expression.right)];
    case 'choice':
      return [expression.condition, expression.yes, expression.no].flatMap(pathsIn);
  }
}

function isPath(expression: Expression): boolean {
  if (expression.op === 'name') return true;
  if (expression.op === 'field') return isPath(expression.of);
  return expression.op === 'index' && expression.index.op === 'literal' && isPath(expression.of);
}

function pathText(path: Expression): string {
  if (path.op === 'field') return `${pathText(path.of)}.${path.name}`;
  if (path.op === 'index' && path.index.op === 'literal') {
    return `${pathText(path.of)}[${JSON.stringify(path.index.value)}]`;
  }
  return path.op === 'name' ? path.name : '';
}
