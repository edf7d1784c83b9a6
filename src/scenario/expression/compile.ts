/** Compiles expressions: checks them against the known types and turns them into functions. */
import type { Cost } from './cost.ts';
import { ExpressionError } from './error.ts';
import { functions, macros, methods, type CallSignature } from './functions.ts';
import { checkOperands } from './operands.ts';
import { element, fieldOf, reader } from './reading.ts';
import type { BinarySign, Expression } from './syntax.ts';
import { any, boolean, number, text, typeText, type Type } from './types.ts';
import { calculate, compare, equal, isAbsent, isTrue } from './values.ts';

/** The values of names. */
export type Lookup = (name: string) => unknown;

export interface Compiled {
  readonly type: Type;
  /** @throws {EvaluationError | CostError} */
  run(names: Lookup, cost: Cost): unknown;
}

/** The types of names. */
export type Names = ReadonlyMap<string, Type>;

/** @throws {ExpressionError} */
export function compile(expression: Expression, names: Names): Compiled {
  const { type, run } = compiled(expression, names);
  return {
    type,
    run(values, cost) {
      cost.spend(1);
      return run(values, cost);
    },
  };
}

function compiled(expression: Expression, names: Names): Compiled {
  switch (expression.op) {
    case 'literal':
      return literal(expression.value);
    case 'name':
      return named(expression, names);
    case 'field':
      return field(expression, names);
    case 'index':
      return index(expression, names);
    case 'list':
      return list(expression, names);
    case 'call':
      return call(expression, names);
    case 'unary':
      return unary(expression, names);
    case 'binary':
      return binary(expression, names);
    case 'choice':
      return choice(expression, names);
  }
}

/** Of a condition: true or false. @throws {ExpressionError} */
export function compileBoolean(
  expression: Expression,
  names: Names,
): (names: Lookup, cost: Cost) => boolean {
  const { type, run } = compile(expression, names);
  requireBoolean(type, expression);
  return (values, cost) => isTrue(run(values, cost));
}

type Of<Op extends Expression['op']> = Extract<Expression, { readonly op: Op }>;

function literal(value: string | number | boolean | null): Compiled {
  const types = { string: text, number, boolean } as const;
  const type = value === null ? ({ is: 'null' } as const) : types[typeof value as 'string'];
  return { type, run: () => value };
}

function named({ name, from }: Of<'name'>, names: Names): Compiled {
  const type = names.get(name);
  if (type === undefined) {
    const known = [...names.keys()];
    const message = `unknown name "${name}"; known are ${known.join(', ')}`;
    throw new ExpressionError(message, from, { word: name, known });
  }
  return { type, run: (values) => values(name) };
}

function field({ of, name, to }: Of<'field'>, names: Names): Compiled {
  const { type: outer, run } = compile(of, names);
  const type = fieldOf(outer, name, to - name.length);
  const read = reader(type);
  return { type, run: (values, cost) => read(member(run(values, cost), name)) };
}

function index({ of, index: key, from }: Of<'index'>, names: Names): Compiled {
  const { type: outer, run } = compile(of, names);
  const inner = compile(key, names);
  const type =
    outer.is === 'struct' && key.op === 'literal'
      ? fieldOf(outer, String(key.value), key.from)
      : element(outer, from);
  const expected = outer.is === 'list' ? 'number' : outer.is === 'map' ? 'text' : undefined;
  if (expected !== undefined && inner.type.is !== 'any' && inner.type.is !== expected) {
    throw new ExpressionError(
      `expected ${expected === 'text' ? 'text' : 'a number'} in [...] of ${typeText(outer)}, found ${typeText(inner.type)}`,
      key.from,
    );
  }
  const read = reader(type);
  return {
    type,
    run: (values, cost) =>
      read(member(run(values, cost), inner.run(values, cost) as string | number)),
  };
}

/** Every field of a value that is neither a list nor a map is absent. */
function member(holder: unknown, name: string | number): unknown {
  if (Array.isArray(holder)) return (holder as unknown[])[Number(name)];
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;
}

function list({ items }: Of<'list'>, names: Names): Compiled {
  const compiled = items.map((item) => compile(item, names));
  const kinds = new Set(compiled.map(({ type }) => type.is));
  const of = kinds.size === 1 ? compiled[0]!.type : any;
  return {
    type: { is: 'list', of: of.is === 'text' ? text : of },
    run: (values, cost) => compiled.map(({ run }) => run(values, cost)),
  };
}

function unary({ sign, of }: Of<'unary'>, names: Names): Compiled {
  const { type, run } = compile(of, names);
  if (sign === '!') {
    requireBoolean(type, of);
    return { type: boolean, run: (values, cost) => !isTrue(run(values, cost)) };
  }
  if (type.is !== 'number' && type.is !== 'any') {
    throw new ExpressionError(`expected a number behind "-", found ${typeText(type)}`, of.from);
  }
  return { type: number, run: (values, cost) => calculate('-', 0, run(values, cost), cost) };
}

function requireBoolean(type: Type, at: Expression): void {
  if (type.is === 'boolean' || type.is === 'any') return;
  throw new ExpressionError(`expected true or false, found ${typeText(type)}`, at.from);
}

function binary(expression: Of<'binary'>, names: Names): Compiled {
  const { sign, left, right } = expression;
  const a = compile(left, names);
  const b = compile(right, names);
  if (sign === '&&' || sign === '||') {
    requireBoolean(a.type, left);
    requireBoolean(b.type, right);
    return sign === '&&'
      ? { type: boolean, run: (...by) => isTrue(a.run(...by)) && isTrue(b.run(...by)) }
      : { type: boolean, run: (...by) => isTrue(a.run(...by)) || isTrue(b.run(...by)) };
  }
  const type = checkOperands(expression, a.type, b.type);
  const apply: Operation = operations[sign] ?? ((x, y, cost) => calculate(sign, x, y, cost));
  return { type, run: (values, cost) => apply(a.run(values, cost), b.run(values, cost), cost) };
}

type Operation = (a: unknown, b: unknown, cost: Cost) => unknown;

const operations: { readonly [S in BinarySign]?: Operation } = {
  '==': equal,
  '!=': (a, b, cost) => !equal(a, b, cost),
  '<': (a, b, cost) => compare(a, b, cost) < 0,
  '<=': (a, b, cost) => compare(a, b, cost) <= 0,
  '>': (a, b, cost) => compare(a, b, cost) > 0,
  '>=': (a, b, cost) => compare(a, b, cost) >= 0,
  in: isIn,
};

function isIn(item: unknown, holder: unknown, cost: Cost): boolean {
  if (Array.isArray(holder)) return holder.some((each) => equal(each, item, cost));
  if (typeof holder !== 'object' || holder === null) return false;
  return Object.hasOwn(holder, String(item));
}

function choice({ condition, yes, no }: Of<'choice'>, names: Names): Compiled {
  const test = compileBoolean(condition, names);
  const a = compile(yes, names);
  const b = compile(no, names);
  const type = a.type.is === b.type.is && a.type.is !== 'struct' ? a.type : any;
  return { type, run: (values, cost) => (test(values, cost) ? a : b).run(values, cost) };
}

function call(expression: Of<'call'>, names: Names): Compiled {
  const { of, name, args, from, to } = expression;
  if (of === undefined && name === 'has') return has(expression, names);
  const macro = of && macros.get(name);
  if (macro !== undefined) return overItems(expression, names, macro);
  const table = of === undefined ? functions : methods;
  const at = of === undefined ? from : of.to + 1;
  const signature = table.get(name);
  if (signature === undefined) {
    const known = of === undefined ? ['has', ...table.keys()] : [...table.keys(), ...macros.keys()];
    const message = `unknown function "${name}"; known are ${known.join(', ')}`;
    throw new ExpressionError(message, at, { word: name, known });
  }
  const input = of === undefined ? args : [of, ...args];
  const compiled = input.map((arg) => compile(arg, names));
  checkArguments(signature, name, input, compiled, { at, to });
  const type =
    typeof signature.type === 'function' ? signature.type(compiled[0]!.type) : signature.type;
  const apply = 'site' in signature ? signature.site() : signature.run;
  return {
    type,
    run: (values, cost) => apply(cost, ...compiled.map(({ run }) => run(values, cost))),
  };
}

function checkArguments(
  { takes, check }: CallSignature,
  name: string,
  input: readonly Expression[],
  compiled: readonly Compiled[],
  { at }: { readonly at: number; readonly to: number },
): void {
  const least = takes.filter((kinds) => !kinds.includes('nothing')).length;
  if (input.length < least || input.length > takes.length) {
    const expected = least === takes.length ? `${least}` : `${least} to ${takes.length}`;
    throw new ExpressionError(
      `${name} takes ${expected} values (with what stands in front of its point), found ${input.length}`,
      at,
    );
  }
  compiled.forEach(({ type }, i) => {
    if (type.is === 'any' || takes[i]!.includes('any') || takes[i]!.includes(type.is)) return;
    const expected = takes[i]!.filter((kind) => kind !== 'nothing').join(' or ');
    throw new ExpressionError(`${name} takes ${expected}, found ${typeText(type)}`, input[i]!.from);
  });
  input.forEach((arg, i) => {
    if (arg.op !== 'literal') return;
    const problem = check?.(arg.value, i);
    if (problem !== undefined) throw new ExpressionError(problem, arg.from);
  });
}

/** Returns whether a field is present, even if it is zero. */
function has({ args, from }: Of<'call'>, names: Names): Compiled {
  const [arg] = args;
  if (args.length !== 1 || (arg!.op !== 'field' && arg!.op !== 'index')) {
    throw new ExpressionError('has takes a field, such as has(status.completionTime)', from);
  }
  const { run } = compile(arg!, names);
  return { type: boolean, run: (values, cost) => !isAbsent(run(values, cost)) };
}

/** `list.exists(item, condition)` and similar functions. */
function overItems(
  { of, name, args, from }: Of<'call'>,
  names: Names,
  macro: NonNullable<ReturnType<typeof macros.get>>,
): Compiled {
  const [variable, body] = args;
  if (variable?.op !== 'name' || body === undefined || args.length !== 2) {
    throw new ExpressionError(`expected ${name}(item, expression about the item)`, of!.to + 1);
  }
  const holder = compile(of!, names);
  const item = holder.type.is === 'map' ? text : element(holder.type, from);
  const inside = new Map([...names, [variable.name, item]]);
  const inner = macro.needsBoolean
    ? { type: boolean, run: compileBoolean(body, inside) }
    : compile(body, inside);
  const read = reader(item);
  const type = macro.type(holder.type, inner.type);
  return {
    type,
    run(values, cost) {
      const items = itemsOf(holder.run(values, cost));
      cost.spend(items.length);
      return macro.run(items.map(read), (value) =>
        inner.run((other) => (other === variable.name ? value : values(other)), cost),
      );
    },
  };
}

/** Returns the items of a list, or the keys of a map; empty for an absent value. */
function itemsOf(holder: unknown): readonly unknown[] {
  if (Array.isArray(holder)) return holder;
  return typeof holder === 'object' && holder !== null ? Object.keys(holder) : [];
}
