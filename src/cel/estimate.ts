/** What evaluating an expression can cost, from the limits that the schema sets. */
import type { Checked } from './check.ts';
import type { Declared } from './declared.ts';
import { fieldNamed } from './names.ts';
import { priceRange } from './price-range.ts';
import { either, exactly, nothing, plus, times, unknownSize, type Range } from './range.ts';
import type { Call, Expr, Fold, Literal, Select } from './syntax.ts';
import { resolved, type Type } from './types.ts';

const one = exactly(1);

/**
 * @param root the schema of `self` and `oldSelf`
 * @param namesHaveSize whether the names of types have the size of the root, as in releases after v1.24
 */
export function estimate(checked: Checked, root: Declared, namesHaveSize = false): Range {
  return new Estimator(checked, root, namesHaveSize).cost(checked.expr);
}

class Estimator {
  readonly #checked: Checked;
  readonly #root: Declared;
  readonly #namesHaveSize: boolean;
  /** The schemas of parts that are in the object. */
  readonly #reached = new Map<Expr, Declared>();
  readonly #sizes = new Map<Expr, Range>();
  readonly #itemSizes = new Map<Expr, Range>();
  readonly #variables: {
    readonly name: string;
    readonly declared: Declared | 'key' | undefined;
  }[] = [];

  constructor(checked: Checked, root: Declared, namesHaveSize: boolean) {
    this.#checked = checked;
    this.#namesHaveSize = namesHaveSize;
    this.#root = root;
  }

  cost(expr: Expr): Range {
    if (this.#checked.typeConstants.has(expr)) {
      if (this.#namesHaveSize) this.#sizes.set(expr, nothing);
      return one;
    }
    switch (expr.kind) {
      case 'ident':
        return this.#ident(expr, expr.name);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return plus(exactly(10), ...expr.items.map((item) => this.cost(item)));
      case 'map':
        return plus(exactly(30), ...expr.entries.flat().map((part) => this.cost(part)));
      case 'maybe':
        return this.cost(expr.value);
      case 'fold':
        return this.#fold(expr);
      case 'literal':
      case 'struct':
        return nothing;
    }
  }

  #ident(expr: Expr, name: string): Range {
    const variable = this.#variables.findLast((one) => one.name === name);
    const declared = variable === undefined ? this.#root : variable.declared;
    // v1.24 does not count how long keys are.
    if (declared === 'key') this.#sizes.set(expr, nothing);
    else if (declared !== undefined) this.#reached.set(expr, declared);
    return one;
  }

  #select(expr: Select): Range {
    const cost = this.cost(expr.operand);
    if (expr.isTest) return cost;
    const before = this.#reached.get(expr.operand);
    const field = before && fieldNamed(before.fields, expr.field);
    const declared = field?.declared ?? before?.items;
    if (declared !== undefined && before?.type.kind !== 'list') this.#reached.set(expr, declared);
    const { kind } = this.#typeOf(expr.operand);
    return ['map', 'object', 'variable'].includes(kind) ? plus(cost, one) : cost;
  }

  #call(input: Call): Range {
    const expr = this.#checked.qualified.get(input) ?? input;
    const { name, args } = expr;
    if (name === '_?._') return this.#optionalField(expr);
    const costs = args.map((arg) => this.cost(arg));
    if (name === '_&&_' || name === '_||_') {
      return { least: costs[0]!.least, most: plus(...costs).most };
    }
    if (name === '_?_:_') {
      this.#sizes.set(expr, either(this.#size(args[1]!), this.#size(args[2]!)));
      return plus(costs[0]!, either(costs[1]!, costs[2]!));
    }
    if (name === '_[_]' || name === '_[?_]') {
      const items = this.#reached.get(args[0]!)?.items;
      if (items !== undefined) this.#reached.set(expr, items);
      return plus(one, ...costs);
    }
    return plus(this.#price(expr), ...costs);
  }

  #optionalField(expr: Call): Range {
    const [of, field] = expr.args as readonly [Expr, Literal];
    const cost = this.cost(of);
    const before = this.#reached.get(of);
    const declared = before?.fields.get(String(field.value))?.declared ?? before?.items;
    if (declared !== undefined) this.#reached.set(expr, declared);
    return plus(cost, one);
  }

  #price(expr: Call): Range {
    const sizes = expr.args.map((arg) => this.#size(arg));
    const itemSize = this.#itemSize(expr.args[0]);
    let cost: Range | undefined;
    let size: Range | undefined;
    for (const overload of this.#checked.overloads.get(expr) ?? []) {
      const price = priceRange(overload, sizes, itemSize);
      cost = cost === undefined ? price.cost : either(cost, price.cost);
      if (price.size !== undefined)
        size = size === undefined ? price.size : either(size, price.size);
    }
    if (size !== undefined) this.#sizes.set(expr, size);
    return cost ?? nothing;
  }

  /** Of the items of a list of texts or bytes. */
  #itemSize(list: Expr | undefined): Range | undefined {
    if (list === undefined) return undefined;
    const type = this.#typeOf(list);
    if (type.kind !== 'list') return undefined;
    const items = this.#reached.get(list)?.items;
    const { kind } = resolved(type.items);
    if (kind !== 'string' && kind !== 'bytes') return nothing;
    return items === undefined ? (this.#itemSizes.get(list) ?? unknownSize) : sizeIn(items);
  }

  #fold(expr: Fold): Range {
    const { macro, range, variable, second, condition, result } = expr;
    const cost = this.cost(range);
    const count = this.#size(range);
    const over = this.#reached.get(range);
    const declared = over?.type.kind === 'map' ? 'key' : over?.items;
    if (second === undefined) this.#variables.push({ name: variable, declared });
    else {
      this.#variables.push({ name: variable, declared: 'key' });
      this.#variables.push({ name: second, declared: over?.items });
    }
    const conditionCost = condition === undefined ? nothing : this.cost(condition);
    const resultCost = result === undefined ? one : this.cost(result);
    this.#variables.splice(second === undefined ? -1 : -2);
    const taken = plus(resultCost, exactly(12));
    if (macro === 'optMap' || macro === 'optFlatMap') return plus(cost, exactly(4), resultCost);
    const step = (): Range => {
      switch (macro) {
        case 'all':
          return { least: 3, most: plus(exactly(3), conditionCost).most };
        case 'exists':
          return { least: 4, most: plus(exactly(4), conditionCost).most };
        case 'exists_one':
          return plus(conditionCost, { least: 1, most: 2 });
        case 'filter':
        case 'map':
        case 'sortBy':
        case 'transformList':
        case 'transformMap':
        case 'transformMapEntry':
          return condition === undefined ? taken : plus(conditionCost, either(one, taken));
      }
    };
    if (!['all', 'exists', 'exists_one'].includes(macro)) {
      this.#sizes.set(expr, count);
      return plus(cost, exactly(11), times(count, step()));
    }
    return plus(cost, exactly(macro === 'exists_one' ? 2 : 1), times(count, step()));
  }

  #typeOf(expr: Expr): Type {
    return resolved(this.#checked.types.get(expr)!);
  }

  #size(expr: Expr): Range {
    const known = this.#sizes.get(expr);
    if (known !== undefined) return known;
    if (expr.kind === 'literal') {
      const { value } = expr;
      if (typeof value === 'string') return exactly(Array.from(value).length);
      return value instanceof Uint8Array ? exactly(value.length) : one;
    }
    if (expr.kind === 'list') return exactly(expr.items.length);
    if (expr.kind === 'map') return exactly(expr.entries.length);
    const declared = this.#reached.get(expr);
    if (declared !== undefined) return sizeIn(declared);
    const { kind } = this.#typeOf(expr);
    return ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(kind)
      ? one
      : unknownSize;
  }
}

function sizeIn(declared: Declared): Range {
  return { least: 0, most: declared.mostElements };
}
