/** Turns checked expressions into functions that evaluate them and count what that costs. */
import { regexOf, type Regex } from '#values';
import type { Checked } from './check.ts';
import { conversions } from './conversions.ts';
import { functions, indexOf } from './functions.ts';
import { requestedResource } from './library/authorization.ts';
import { Opaque } from './library/opaque.ts';
import { optionally, presentIn } from './library/optionals.ts';
import type { Meter } from './meter.ts';
import type { Perform } from './perform.ts';
import { priceOf } from './pricing.ts';
import { compileFold } from './folds.ts';
import type { Compiled, Frame } from './program.ts';
import type { Overload } from './signatures.ts';
import type { Call, Expr, Fold, Select } from './syntax.ts';
import { search } from './texts.ts';
import { typeNames } from './types.ts';
import {
  CelError,
  CelList,
  CelLazy,
  CelMap,
  CelObject,
  CelOptional,
  Duration,
  noOverload,
  TypeValue,
  type Value,
} from './values.ts';

/** How long a pattern may be: no text of a request is longer. */
export const longestPattern = 10_000;

/**
 * @param names of the variables, in the order of their values in frames
 * @throws {SyntaxError} for a regular expression that is not valid, and for a constant that cannot be converted
 */
export function compile(checked: Checked, names: readonly string[]): Compiled {
  return new Compiler(checked, names).compile(checked.expr);
}

/** @throws {SyntaxError} for a constant that cannot be converted */
function folded(value: Value): Compiled {
  if (value instanceof CelError) throw new SyntaxError(value.message);
  return constant(value);
}

class Compiler {
  readonly #checked: Checked;
  /** A name that stands for two is that of the later one. */
  readonly #names: string[];

  constructor(checked: Checked, names: readonly string[]) {
    this.#checked = checked;
    this.#names = [...names];
  }

  compile(expr: Expr): Compiled {
    const type = this.#checked.typeConstants.get(expr);
    if (type !== undefined) return constant(new TypeValue(nameOfType(type)));
    switch (expr.kind) {
      case 'literal':
        return constant(expr.value);
      case 'ident':
        return this.#ident(expr.name);
      case 'select':
        return expr.isTest ? this.#test(expr) : this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr.items);
      case 'map':
        return this.#map(expr.entries);
      case 'struct':
        return this.#map(expr.fields.map(([name, value]) => [text(name, value.at), value]));
      case 'maybe':
        return { run: this.compile(expr.value).run };
      case 'fold':
        return this.#fold(expr);
    }
  }

  #ident(name: string): Compiled {
    const place = this.#names.lastIndexOf(name);
    return asPath(({ variables }) => variables[place]!);
  }

  #select({ operand, field }: Select): Compiled {
    const before = this.#before(operand);
    return asPath((frame) => {
      const value = before(frame);
      if (value instanceof CelError) return value;
      frame.meter.add(1);
      if (value instanceof CelOptional) return optionally(value, (of) => fieldOf(of, field), false);
      return fieldOf(value, field);
    });
  }

  /** A path continues with a field or an index; others become one. */
  #before(operand: Expr): (frame: Frame) => Value {
    const compiled = this.compile(operand);
    return compiled.path ?? compiled.run;
  }

  #test({ operand, field }: Select): Compiled {
    const { run } = this.compile(operand);
    return {
      run(frame) {
        const held = run(frame);
        const value = held instanceof CelOptional ? held.value : held;
        if (value instanceof CelError) return value;
        if (value === undefined) return false;
        if (value instanceof CelObject || value instanceof CelMap) {
          return value.get(field) !== undefined;
        }
        return noOverload;
      },
    };
  }

  #call(input: Call): Compiled {
    const expr = this.#checked.qualified.get(input) ?? input;
    const { name, args } = expr;
    const overloads = this.#checked.overloads.get(expr) ?? [];
    const [overload] = overloads.length === 1 ? overloads : [];
    switch (name) {
      case '_&&_':
        return this.#logical(args, false);
      case '_||_':
        return this.#logical(args, true);
      case '_?_:_':
        return this.#branch(args);
      case '_[_]':
        return this.#index(args);
      case '_[?_]':
      case '_?._':
        return this.#optional(args, name === '_?._');
      case 'matches':
      case 'find':
      case 'findAll':
        return this.#search(name, args, overload);
      case '@in':
        return this.#in(args, overload);
      default: {
        const compiled = args.map((arg) => this.compile(arg));
        const fold = conversions.has(name) && name !== 'dyn' && name !== 'type';
        const input = compiled[0]?.constant;
        const perform = performing(name, overload);
        if (fold && input !== undefined) return folded(conversions.get(name)!(input));
        return performed(compiled, perform, overload);
      }
    }
  }

  /** @param decisive the value that makes the other side not matter */
  #logical(args: readonly Expr[], decisive: boolean): Compiled {
    const [left, right] = args.map((arg) => this.compile(arg));
    return {
      run(frame) {
        const first = left!.run(frame);
        if (first === decisive) return decisive;
        const second = right!.run(frame);
        if (second === decisive) return decisive;
        if (first instanceof CelError) return first;
        if (second instanceof CelError) return second;
        const areBools = typeof first === 'boolean' && typeof second === 'boolean';
        return areBools ? !decisive : noOverload;
      },
    };
  }

  #branch(args: readonly Expr[]): Compiled {
    const [condition, yes, no] = args.map((arg) => this.compile(arg));
    const [whenTrue, whenFalse] = [yes!.path ?? yes!.run, no!.path ?? no!.run];
    return {
      run(frame) {
        const holds = condition!.run(frame);
        if (holds === true) return whenTrue(frame);
        if (holds === false) return whenFalse(frame);
        return holds instanceof CelError ? holds : noOverload;
      },
    };
  }

  #index(parts: readonly Expr[]): Compiled {
    return this.#part(parts, (value, found) =>
      value instanceof CelOptional
        ? optionally(value, (of) => itemOf(of, found), false)
        : itemOf(value, found),
    );
  }

  /** `a.?b` and `a[?b]`. */
  #optional(parts: readonly Expr[], isField: boolean): Compiled {
    return this.#part(parts, (value, found) => {
      const find = (of: Value): Value =>
        isField ? fieldOf(of, found as string) : itemOf(of, found);
      return optionally(value, find, true);
    });
  }

  /** @param take what is found in the value of the operand by that of the other part */
  #part([operand, part]: readonly Expr[], take: (value: Value, found: Value) => Value): Compiled {
    const before = this.#before(operand!);
    const key = this.compile(part!);
    const keyOf = key.path ?? key.run;
    return asPath((frame) => {
      const value = before(frame);
      if (value instanceof CelError) return value;
      const found = keyOf(frame);
      if (found instanceof CelError) return found;
      frame.meter.add(1);
      return take(value, found);
    });
  }

  #search(name: string, args: readonly Expr[], overload: Overload | undefined): Compiled {
    const compiled = args.map((arg) => this.compile(arg));
    const pattern = compiled[1]!.constant;
    const fixed = typeof pattern === 'string' ? regexOf(pattern, longestPattern) : undefined;
    const perform: Perform = ([text, input, most = -1n], meter) => {
      if (typeof text !== 'string' || typeof input !== 'string' || typeof most !== 'bigint') {
        return noOverload;
      }
      const regex = fixed ?? readPattern(input, meter);
      if (regex instanceof CelError) return regex;
      meter.step(Math.ceil((text.length * Math.min(regex.parts, 32)) / 8));
      // Each character may be a finding.
      if (name === 'findAll') meter.step(text.length);
      return search(name, regex, text, most);
    };
    return performed(compiled, perform, overload);
  }

  /** Among constants it costs nothing by itself. */
  #in(args: readonly Expr[], overload: Overload | undefined): Compiled {
    const compiled = args.map((arg) => this.compile(arg));
    const perform = functions.get('@in')!;
    const [value, among] = compiled;
    if (!(among!.constant instanceof CelList)) return performed(compiled, perform, overload);
    const list: Value = among!.constant;
    return {
      run(frame) {
        const found = value!.run(frame);
        return found instanceof CelError ? found : perform([found, list], frame.meter);
      },
    };
  }

  #list(items: readonly Expr[]): Compiled {
    const compiled = items.map((item) => this.compile(item));
    if (compiled.every((item) => item.constant !== undefined)) {
      return constant(CelList.of(compiled.map((item) => item.constant!)));
    }
    const areMaybe = items.map(({ kind }) => kind === 'maybe');
    return {
      run(frame) {
        const values = compiled.map((item) => item.run(frame));
        frame.meter.add(10);
        const error = errorIn(values);
        if (error !== undefined || !areMaybe.includes(true)) return error ?? CelList.of(values);
        const there = values.map((value, at) => (areMaybe[at] ? presentIn(value) : value));
        return errorIn(there) ?? CelList.of(there.filter((value) => value !== undefined));
      },
    };
  }

  #map(entries: readonly (readonly [Expr, Expr])[]): Compiled {
    const compiled = entries.flat().map((part) => this.compile(part));
    const areMaybe = entries.map(([, { kind }]) => kind === 'maybe');
    const pairs = (values: readonly Value[]): CelError | CelMap => {
      const all = entries.map((_, at) => [values[2 * at]!, values[2 * at + 1]!] as const);
      if (!areMaybe.includes(true)) return CelMap.of(all);
      const there = all.flatMap(([key, value], at): (readonly [Value, Value])[] => {
        const present = areMaybe[at] ? presentIn(value, key) : value;
        return present === undefined ? [] : [[key, present]];
      });
      return errorIn(there.map(([, value]) => value)) ?? CelMap.of(there);
    };
    if (compiled.every((part) => part.constant !== undefined)) {
      return constant(pairs(compiled.map((part) => part.constant!)));
    }
    return {
      run(frame) {
        const values = compiled.map((part) => part.run(frame));
        frame.meter.add(30);
        return errorIn(values) ?? pairs(values);
      },
    };
  }

  #fold(expr: Fold): Compiled {
    const range = this.compile(expr.range);
    const place = this.#names.length;
    this.#names.push(expr.variable);
    if (expr.second !== undefined) this.#names.push(expr.second);
    const condition = expr.condition && this.compile(expr.condition);
    const result = expr.result && this.compile(expr.result);
    this.#names.splice(place);
    const hasTwo = expr.second !== undefined;
    return { run: compileFold(expr.macro, { range, place, hasTwo, condition, result }) };
  }
}

function text(value: string, at: number): Expr {
  return { kind: 'literal', value, at };
}

/** @param value of each evaluation; errors in constants are those of each evaluation too */
function constant(value: Value): Compiled {
  return value instanceof CelError ? { run: () => value } : { run: () => value, constant: value };
}

function asPath(path: (frame: Frame) => Value): Compiled {
  return {
    path,
    run(frame) {
      const value = path(frame);
      frame.meter.add(1);
      return value;
    },
  };
}

function errorIn(values: readonly (Value | undefined)[]): CelError | undefined {
  return values.find((value) => value instanceof CelError);
}

function performed(
  args: readonly Compiled[],
  perform: Perform,
  overload: Overload | undefined,
): Compiled {
  const pricing = overload?.pricing;
  return {
    run(frame) {
      const values = args.map((arg) => arg.run(frame));
      const result = errorIn(values) ?? perform(values, frame.meter);
      frame.meter.add(priceOf(pricing, values, result, frame.meter));
      return result;
    },
  };
}

/** The sum of no items has the type of the list. */
function performing(name: string, overload: Overload | undefined): Perform {
  const perform = functions.get(name)!;
  if (name !== 'sum') return perform;
  const kind = overload?.result.kind;
  const zero = kind === 'double' ? 0 : kind === 'duration' ? new Duration(0n) : 0n;
  return ([list], meter) =>
    list instanceof CelList && list.size === 0 ? zero : perform([list!], meter);
}

function readPattern(pattern: string, meter: Meter): CelError | Regex {
  meter.step(100 + 10 * pattern.length);
  try {
    const regex = regexOf(pattern, longestPattern);
    meter.step(10 * regex.parts);
    return regex;
  } catch (error) {
    return new CelError((error as Error).message);
  }
}

function fieldOf(value: Value, field: string): Value {
  if (value instanceof CelLazy) return value.get(field) ?? new CelError(`no such key: ${field}`);
  if (value instanceof Opaque) return requestedResource(value, field) ?? noOverload;
  // What has no fields, such as null, answers as what does not have this one.
  if (!(value instanceof CelObject) && !(value instanceof CelMap)) {
    return isPlain(value) ? new CelError(`no such key: ${field}`) : noOverload;
  }
  return value.get(field) ?? new CelError(`no such key: ${field}`);
}

function isPlain(value: Value): boolean {
  return value === null || typeof value !== 'object';
}

function itemOf(value: Value, key: Value): Value {
  if (value instanceof CelMap)
    return value.get(key) ?? new CelError(`no such key: ${showKey(key)}`);
  if (value instanceof CelObject && typeof key === 'string') return fieldOf(value, key);
  if (!(value instanceof CelList)) return noOverload;
  const index = indexOf(key);
  if (index === undefined) return noOverload;
  if (index >= 0 && index < value.size) return value.get(index);
  return new CelError(`index out of bounds: ${index}`);
}

function showKey(key: Value): string {
  return typeof key === 'object' ? '' : String(key);
}

function nameOfType(type: { readonly kind: string }): string {
  const [name] = [...typeNames].find(([, known]) => known.kind === type.kind)!;
  return name;
}
