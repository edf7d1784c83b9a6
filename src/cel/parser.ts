/** Reads an expression: the grammar of CEL, with its macros. */
import { foldOf, isFold } from './macros.ts';
import {
  partsOf,
  UnreadableExpression,
  type Call,
  type Expr,
  type LiteralValue,
} from './syntax.ts';
import { tokensOf, type Token } from './tokens.ts';

/** How deep an expression may be nested. */
const deepest = 250;

const operand =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/** Words that cannot be names. */
const reserved: ReadonlySet<string> = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop'],
  ...['package', 'namespace', 'return', 'var', 'void', 'while'],
]);

const constants: ReadonlyMap<string, LiteralValue> = new Map<string, LiteralValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const relations = ['==', '!=', '<', '<=', '>', '>=', 'in'];
const sums = ['+', '-'];
const products = ['*', '/', '%'];

/** @throws {UnreadableExpression} */
export function parse(source: string): Expr {
  const expr = new Parser(tokensOf(source)).whole();
  checkDepth(expr);
  return expr;
}

/** Long chains in brackets nest deeply too; what walks the tree calls itself. */
function checkDepth(expr: Expr): void {
  let level: readonly Expr[] = [expr];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 2 * deepest) {
      const message = `expression recursion limit exceeded: ${deepest}`;
      throw new UnreadableExpression(level[0]!.at, message);
    }
    level = level.flatMap(partsOf);
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expr {
    const expr = this.#conditional();
    const token = this.#token;
    if (token.kind !== 'end') {
      const message = `Syntax error: extraneous input '${token.text}' expecting <EOF>`;
      throw new UnreadableExpression(token.at, message);
    }
    return expr;
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  #take(): Token {
    const token = this.#token;
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  /** Takes a sign, or the word `in`, if it is next. */
  #found(...texts: readonly string[]): Token | undefined {
    const { kind, text } = this.#token;
    return kind !== 'literal' && texts.includes(text) ? this.#take() : undefined;
  }

  #expect(text: string): Token {
    const token = this.#found(text);
    if (token !== undefined) return token;
    throw this.#mismatch(`'${text}'`);
  }

  #mismatch(expected: string): UnreadableExpression {
    const { text, at } = this.#token;
    const message = `Syntax error: mismatched input '${text}' expecting ${expected}`;
    return new UnreadableExpression(at, message);
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > deepest) {
      const message = `expression recursion limit exceeded: ${deepest}`;
      throw new UnreadableExpression(this.#token.at, message);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  #conditional(): Expr {
    return this.#nested(() => {
      const condition = this.#any();
      const mark = this.#found('?');
      if (mark === undefined) return condition;
      const yes = this.#any();
      this.#expect(':');
      return call('_?_:_', [condition, yes, this.#conditional()], mark.at);
    });
  }

  #any(): Expr {
    return this.#logical('||', () => this.#logical('&&', () => this.#relation()));
  }

  /** Long chains make balanced trees. */
  #logical(sign: string, read: () => Expr): Expr {
    const parts = [read()];
    const places: number[] = [];
    for (let token = this.#found(sign); token !== undefined; token = this.#found(sign)) {
      places.push(token.at);
      parts.push(read());
    }
    const join = (from: number, to: number): Expr => {
      if (from === to) return parts[from]!;
      const middle = Math.floor((from + to) / 2);
      return call(`_${sign}_`, [join(from, middle), join(middle + 1, to)], places[middle]!);
    };
    return join(0, parts.length - 1);
  }

  #relation(): Expr {
    return this.#chain(relations, () =>
      this.#chain(sums, () => this.#chain(products, () => this.#unary())),
    );
  }

  #chain(signs: readonly string[], read: () => Expr): Expr {
    let left = read();
    let length = 0;
    for (let token = this.#found(...signs); token !== undefined; token = this.#found(...signs)) {
      this.#checkLength(++length);
      const name = token.text === 'in' ? '@in' : `_${token.text}_`;
      left = call(name, [left, read()], token.at);
    }
    return left;
  }

  #checkLength(length: number): void {
    if (length <= deepest) return;
    const message = `expression recursion limit exceeded: ${deepest}`;
    throw new UnreadableExpression(this.#token.at, message);
  }

  #unary(): Expr {
    const first = this.#token;
    const not = this.#count('!');
    if (not > 0) {
      const inner = this.#member();
      return not % 2 === 0 ? inner : call('!_', [inner], first.at);
    }
    const minus = this.#count('-');
    const { value } = this.#token;
    if (minus > 0 && (typeof value === 'bigint' || typeof value === 'number')) {
      return this.#member(minus % 2 === 1);
    }
    const inner = this.#member();
    return minus % 2 === 0 ? inner : call('-_', [inner], first.at);
  }

  #count(sign: string): number {
    let count = 0;
    while (this.#found(sign) !== undefined) count++;
    return count;
  }

  #member(isNegative = false): Expr {
    let expr = this.#primary(isNegative);
    for (let length = 1; ; length++) {
      const dot = this.#found('.');
      const bracket = dot === undefined ? this.#found('[') : undefined;
      if (dot !== undefined) expr = this.#afterDot(expr, dot);
      else if (bracket !== undefined) {
        const index = this.#conditional();
        this.#expect(']');
        expr = call('_[_]', [expr, index], bracket.at);
      } else return this.#struct(expr);
      this.#checkLength(length);
    }
  }

  #struct(expr: Expr): Expr {
    const name = nameOf(expr);
    const open = name === undefined ? undefined : this.#found('{');
    if (open === undefined) return expr;
    while (this.#found('}') === undefined) {
      this.#name();
      this.#expect(':');
      this.#conditional();
      if (this.#found(',') !== undefined) continue;
      this.#expect('}');
      break;
    }
    return { kind: 'struct', name: name!, at: open.at };
  }

  #name(): Token {
    if (this.#token.kind !== 'name') throw this.#mismatch('IDENTIFIER');
    return this.#take();
  }

  #afterDot(operandBefore: Expr, dot: Token): Expr {
    const { text: field } = this.#name();
    const open = this.#found('(');
    if (open === undefined) {
      return { kind: 'select', operand: operandBefore, field, isTest: false, at: dot.at };
    }
    const args = this.#list(')');
    if (isFold(field, args.length)) return foldOf(field, operandBefore, args, open.at);
    return {
      kind: 'call',
      name: field,
      args: [operandBefore, ...args],
      isMember: true,
      at: open.at,
    };
  }

  #primary(isNegative: boolean): Expr {
    const token = this.#take();
    const { at, text } = token;
    if (token.kind === 'literal') return literal(token, isNegative);
    if (token.kind === 'name' && text !== 'in') return this.#named(token);
    switch (token.kind === 'sign' ? text : '') {
      case '(': {
        const inner = this.#conditional();
        this.#expect(')');
        return inner;
      }
      case '[':
        return { kind: 'list', items: this.#list(']'), at };
      case '{':
        return this.#map(at);
      case '.':
        return this.#named(this.#name());
      default: {
        const message = `Syntax error: mismatched input '${text}' expecting ${operand}`;
        throw new UnreadableExpression(at, message);
      }
    }
  }

  #named({ text: name, at }: Token): Expr {
    const constant = constants.get(name);
    if (constant !== undefined) return { kind: 'literal', value: constant, at };
    if (reserved.has(name)) {
      throw new UnreadableExpression(at, `reserved identifier: ${name}`);
    }
    const open = this.#found('(');
    if (open === undefined) return { kind: 'ident', name, at };
    const args = this.#list(')');
    if (name !== 'has' || args.length !== 1) return call(name, args, open.at);
    const [tested] = args;
    if (tested!.kind !== 'select') {
      throw new UnreadableExpression(open.at, 'invalid argument to has() macro');
    }
    return { ...tested!, isTest: true, at: open.at };
  }

  #list(close: string): readonly Expr[] {
    const items: Expr[] = [];
    while (this.#found(close) === undefined) {
      items.push(this.#conditional());
      if (this.#found(',') === undefined) {
        this.#expect(close);
        break;
      }
      if (close === ')' && this.#token.text === ')') throw this.#mismatch(operand);
    }
    return items;
  }

  #map(at: number): Expr {
    const entries: (readonly [Expr, Expr])[] = [];
    while (this.#found('}') === undefined) {
      const key = this.#conditional();
      this.#expect(':');
      entries.push([key, this.#conditional()]);
      if (this.#found(',') === undefined) {
        this.#expect('}');
        break;
      }
    }
    return { kind: 'map', entries, at };
  }
}

function call(name: string, args: readonly Expr[], at: number): Call {
  return { kind: 'call', name, args, isMember: false, at };
}

function literal({ value, at }: Token, isNegative: boolean): Expr {
  if (typeof value === 'bigint') {
    const signed = isNegative ? -value : value;
    if (signed >= 2n ** 63n) throw new UnreadableExpression(at, 'invalid int literal');
    return { kind: 'literal', value: signed, at };
  }
  if (typeof value === 'number') return { kind: 'literal', value: isNegative ? -value : value, at };
  return { kind: 'literal', value: value!, at };
}

/** `a.b.c` of names alone. */
export function nameOf(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.isTest) return undefined;
  const before = nameOf(expr.operand);
  return before === undefined ? undefined : `${before}.${expr.field}`;
}
