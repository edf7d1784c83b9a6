/** Finds the types of expressions, and what does not fit. */
import type { Dialect } from './dialect.ts';
import { fieldNamed } from './names.ts';
import { nameOf } from './parser.ts';
import { freshTypes, type Overload } from './signatures.ts';
import {
  type Call,
  type Expr,
  type Fault,
  type Fold,
  type Literal,
  type Maybe,
  type Select,
  type StructLiteral,
  Unsigned,
} from './syntax.ts';
import {
  bool,
  dyn,
  error,
  fits,
  isSameType,
  resolved,
  showType,
  typeNames,
  type Type,
  openName,
} from './types.ts';

type Overloads = ReadonlyMap<string, readonly Overload[]>;

/** What is known of an expression without its values. */
export interface Checked {
  readonly expr: Expr;
  readonly types: ReadonlyMap<Expr, Type>;
  /** Those that fit the arguments of a call. */
  readonly overloads: ReadonlyMap<Expr, readonly Overload[]>;
  /** The functions of calls that are written like methods of a name: `optional.of(x)`. */
  readonly qualified: ReadonlyMap<Expr, Call>;
  /** Names and paths that stand for types. */
  readonly typeConstants: ReadonlyMap<Expr, Type>;
  /** The variables that are used, those of macros left out. */
  readonly used: ReadonlySet<string>;
  readonly faults: readonly Fault[];
}

/** A type of which expressions may make values. */
export interface StructType {
  readonly type: Type;
  /** Absent: it may have any. */
  readonly fields?: Readonly<Record<string, Type>>;
}

/** By the names of types; undefined for a name that is not known. */
export type Structs = (name: string) => StructType | undefined;

/**
 * @param variables the types of the names that the expression may use
 * @param structs the types of which it may make values
 */
export function check(
  expr: Expr,
  variables: ReadonlyMap<string, Type>,
  dialect: Dialect,
  structs?: Structs,
): Checked {
  return new Checker(variables, dialect, structs).check(expr);
}

class Checker {
  readonly #variables: ReadonlyMap<string, Type>;
  readonly #known: Overloads;
  readonly #takesKeywords: boolean;
  readonly #mayMix: boolean;
  readonly #structs: Structs | undefined;
  readonly #scopes: { readonly name: string; readonly type: Type }[] = [];
  readonly #types = new Map<Expr, Type>();
  readonly #overloads = new Map<Expr, readonly Overload[]>();
  readonly #qualified = new Map<Expr, Call>();
  readonly #typeConstants = new Map<Expr, Type>();
  readonly #used = new Set<string>();
  readonly #faults: Fault[] = [];

  constructor(variables: ReadonlyMap<string, Type>, dialect: Dialect, structs?: Structs) {
    this.#structs = structs;
    this.#variables = variables;
    this.#known = dialect.overloads;
    this.#mayMix = dialect.has('CelLiteralsChecked');
    this.#takesKeywords = dialect.has('CelKeywordsAsFieldNames');
  }

  check(expr: Expr): Checked {
    this.#typeOf(expr);
    return {
      expr,
      types: this.#types,
      overloads: this.#overloads,
      qualified: this.#qualified,
      typeConstants: this.#typeConstants,
      used: this.#used,
      faults: this.#faults,
    };
  }

  #refuse(at: number, message: string): Type {
    this.#faults.push({ at, message });
    return error;
  }

  #typeOf(expr: Expr): Type {
    const type = this.#find(expr);
    this.#types.set(expr, type);
    return type;
  }

  #find(expr: Expr): Type {
    switch (expr.kind) {
      case 'literal':
        return literalType(expr);
      case 'ident':
        return this.#ident(expr, expr.name);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return { kind: 'list', items: this.#common(expr.items) };
      case 'map': {
        const keys = this.#common(expr.entries.map(([key]) => key));
        return { kind: 'map', keys, values: this.#common(expr.entries.map(([, value]) => value)) };
      }
      case 'struct':
        return this.#struct(expr);
      case 'maybe':
        return this.#maybe(expr);
      case 'fold':
        return this.#fold(expr);
    }
  }

  #struct({ name, fields, at }: StructLiteral): Type {
    const type = this.#structs?.(name);
    if (type === undefined) return this.#undeclared(at, name);
    for (const [field, value] of fields) {
      const input = this.#typeOf(value);
      const expected = type.fields?.[field] ?? (type.fields === undefined ? dyn : undefined);
      if (expected === undefined) this.#refuse(value.at, `undefined field '${field}'`);
      else if (!fits(expected, input)) {
        const found = `expected type of field '${field}' is '${showType(expected)}'`;
        this.#refuse(value.at, `${found} but provided type is '${showType(input)}'`);
      }
    }
    return type.type;
  }

  /** Finds the type of what an optional value has. */
  #maybe({ value }: Maybe): Type {
    const found = resolved(this.#typeOf(value));
    if (found.kind === 'optional') return found.of;
    if (['dyn', 'error', 'variable'].includes(found.kind)) return dyn;
    const expected = showType(optionalOf(found));
    return this.#refuse(value.at, `expected type '${expected}' but found '${showType(found)}'`);
  }

  #undeclared(at: number, name: string): Type {
    return this.#refuse(at, `undeclared reference to '${name}' (in container '')`);
  }

  #ident(expr: Expr, name: string): Type {
    const scoped = this.#scopes.findLast((scope) => scope.name === name);
    if (scoped !== undefined) return scoped.type;
    const type = this.#variables.get(name);
    if (type !== undefined) {
      this.#used.add(name);
      return type;
    }
    const constant = typeNames.get(name);
    if (constant === undefined) return this.#undeclared(expr.at, name);
    this.#typeConstants.set(expr, constant);
    return { kind: 'type', of: constant };
  }

  #select(expr: Select): Type {
    const name = nameOf(expr);
    if (name !== undefined && typeNames.has(name)) return this.#ident(expr, name);
    const operand = resolved(this.#typeOf(expr.operand));
    const field = this.#field(expr, operand);
    return expr.isTest && field !== error ? bool : field;
  }

  #field({ field, at }: Select, operand: Type): Type {
    if (operand.kind === 'optional') {
      return optionalOf(this.#fieldOf(field, at, resolved(operand.of)));
    }
    return this.#fieldOf(field, at, operand);
  }

  #fieldOf(field: string, at: number, operand: Type): Type {
    if (operand.kind === 'object') {
      const { fields } = operand.declared;
      const found = this.#takesKeywords ? fieldNamed(fields, field) : fields.get(field);
      return found?.declared.type ?? this.#refuse(at, `undefined field '${field}'`);
    }
    if (operand.kind === 'authorizer' && field === 'requestResource') {
      return { kind: 'resourceCheck' };
    }
    if (operand.kind === 'map') return operand.values;
    if (operand.kind === 'error') return error;
    if (operand.kind === 'dyn' || operand.kind === 'variable') return dyn;
    return this.#refuse(at, `type '${showType(operand)}' does not support field selection`);
  }

  #call(input: Call): Type {
    if (input.name === '_?._') return this.#optionalField(input);
    const expr = this.#unqualified(input);
    const type = this.#callOf(expr);
    const overloads = this.#overloads.get(expr);
    if (expr !== input && overloads !== undefined) {
      this.#qualified.set(input, expr);
      this.#overloads.set(input, overloads);
    }
    return type;
  }

  /** A call of a function whose name has dots, with that name. */
  #unqualified(expr: Call): Call {
    if (!expr.isMember) return expr;
    const target = nameOf(expr.args[0]!);
    if (target === undefined || this.#isVariable(target.split('.', 1)[0]!)) return expr;
    const name = `${target}.${expr.name}`;
    if (!this.#known.has(name)) return expr;
    return { ...expr, name, args: expr.args.slice(1), isMember: false };
  }

  #optionalField(expr: Call): Type {
    const [of, field] = expr.args as [Expr, Literal];
    const operand = resolved(this.#typeOf(of));
    this.#typeOf(field);
    const inner = operand.kind === 'optional' ? resolved(operand.of) : operand;
    return optionalOf(this.#fieldOf(String(field.value), expr.at, inner));
  }

  #callOf(expr: Call): Type {
    const { name, isMember, at } = expr;
    const args = expr.args.map((arg) => this.#typeOf(arg));
    const known = this.#known.get(name);
    if (known === undefined) return this.#undeclared(at, name);
    const isFaulty = args.some((type) => resolved(type).kind === 'error');
    const found = this.#resolve(known, args, isMember);
    if (isFaulty && found !== undefined) return error;
    if (found === undefined) {
      const shown = showArguments(args, isMember);
      return this.#refuse(at, `found no matching overload for '${name}' applied to '${shown}'`);
    }
    this.#overloads.set(expr, found.overloads);
    return found.result;
  }

  #isVariable(name: string): boolean {
    return this.#variables.has(name) || this.#scopes.some((scope) => scope.name === name);
  }

  #resolve(
    known: readonly Overload[],
    input: readonly Type[],
    isMember: boolean,
  ): { overloads: readonly Overload[]; result: Type } | undefined {
    const overloads: Overload[] = [];
    let result: Type | undefined;
    for (const overload of known) {
      if (overload.isMember !== isMember || overload.args.length !== input.length) continue;
      const { args, result: created } = freshTypes(overload);
      const undo = unboundIn(input);
      if (!args.every((arg, index) => fits(arg, input[index]!))) {
        for (const variable of undo) variable.bound = undefined;
        continue;
      }
      overloads.push(overload);
      if (result === undefined) result = created;
      else if (!isSameType(result, created)) result = dyn;
    }
    return result === undefined ? undefined : { overloads, result };
  }

  /** Returns the type of all items of a list: they have to be alike, where that is not checked afterwards. */
  #common(items: readonly Expr[]): Type {
    let common: Type | undefined;
    for (const item of items) {
      const type = this.#typeOf(item);
      if (common === undefined || resolved(common).kind === 'error') common = type;
      else if (!fits(common, type) && this.#mayMix) common = dyn;
      else if (!fits(common, type)) {
        this.#refuse(item.at, `expected type '${showType(common)}' but found '${showType(type)}'`);
        return error;
      } else if (resolved(type).kind === 'dyn') common = type;
    }
    return common ?? { kind: 'variable', name: openName, bound: undefined };
  }

  #fold(expr: Fold): Type {
    const { macro, range, variable, second, condition, result } = expr;
    const over = resolved(this.#typeOf(range));
    if (macro === 'optMap' || macro === 'optFlatMap') return this.#intoOptional(expr, over);
    const item = this.#itemsOf(over, range.at);
    const key = second === undefined ? item : keysOf(over);
    this.#scopes.push({ name: variable, type: key });
    if (second !== undefined) this.#scopes.push({ name: second, type: valuesOf(over) });
    if (condition !== undefined) this.#expectBool(condition);
    const created = result === undefined ? undefined : this.#typeOf(result);
    this.#scopes.splice(second === undefined ? -1 : -2);
    switch (macro) {
      case 'map':
      case 'transformList':
        return { kind: 'list', items: created! };
      case 'sortBy':
      case 'filter':
        return { kind: 'list', items: item };
      case 'transformMap':
        return { kind: 'map', keys: key, values: created! };
      case 'transformMapEntry':
        return created!;
      case 'all':
      case 'exists':
      case 'exists_one':
        return bool;
    }
  }

  #intoOptional({ macro, range, variable, result }: Fold, over: Type): Type {
    const type = over.kind === 'optional' ? over.of : dyn;
    if (over.kind !== 'optional' && !['dyn', 'error', 'variable'].includes(over.kind)) {
      const shown = `${showType(over)}.()`;
      const message = `found no matching overload for 'hasValue' applied to '${shown}'`;
      return this.#refuse(range.at, message);
    }
    this.#scopes.push({ name: variable, type });
    const created = this.#typeOf(result!);
    this.#scopes.pop();
    return macro === 'optMap' ? optionalOf(created) : created;
  }

  #itemsOf(range: Type, at: number): Type {
    if (range.kind === 'list') return range.items;
    if (range.kind === 'map') return range.keys;
    if (range.kind === 'error') return error;
    if (range.kind === 'dyn' || range.kind === 'variable') return dyn;
    const why = `expression of type '${showType(range)}' cannot be range of a comprehension`;
    return this.#refuse(at, `${why} (must be list, map, or dynamic)`);
  }

  #expectBool(condition: Expr): void {
    const type = this.#typeOf(condition);
    if (fits(bool, type)) return;
    this.#refuse(condition.at, `expected type 'bool' but found '${showType(type)}'`);
  }
}

function optionalOf(type: Type): Type {
  if (type === error || resolved(type).kind === 'optional') return type;
  return { kind: 'optional', of: type };
}

/** The first of two variables: an index, or a key. */
function keysOf(range: Type): Type {
  if (range.kind === 'list') return { kind: 'int' };
  return range.kind === 'map' ? range.keys : dyn;
}

function valuesOf(range: Type): Type {
  if (range.kind === 'list') return range.items;
  return range.kind === 'map' ? range.values : dyn;
}

function literalType({ value }: Literal): Type {
  if (value === null) return { kind: 'null' };
  if (value instanceof Unsigned) return { kind: 'uint' };
  if (value instanceof Uint8Array) return { kind: 'bytes' };
  if (typeof value === 'bigint') return { kind: 'int' };
  if (typeof value === 'number') return { kind: 'double' };
  return typeof value === 'string' ? { kind: 'string' } : bool;
}

type Unbound = Extract<Type, { kind: 'variable' }>;

/** The variables in types that an overload that does not fit may have bound. */
function unboundIn(types: readonly Type[]): readonly Unbound[] {
  return types.flatMap((type) => {
    const found = resolved(type);
    if (found.kind === 'variable') return [found];
    if (found.kind === 'list') return unboundIn([found.items]);
    if (found.kind === 'optional') return unboundIn([found.of]);
    return found.kind === 'map' ? unboundIn([found.keys, found.values]) : [];
  });
}

function showArguments(args: readonly Type[], isMember: boolean): string {
  const shown = args.map(showType);
  return isMember ? `${shown[0]!}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
}
