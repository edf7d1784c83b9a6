/** The grammar of expressions, a subset of CEL's. */
import { ExpressionError } from './error.ts';
import { tokenize, type Token } from './tokens.ts';

export type BinarySign =
  '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

/** Where in the text, from 0: the first character, and the one after the last. */
interface Placed {
  readonly from: number;
  readonly to: number;
}

export type Expression = Placed &
  (
    | { readonly op: 'literal'; readonly value: string | number | boolean | null }
    | { readonly op: 'name'; readonly name: string }
    | { readonly op: 'field'; readonly of: Expression; readonly name: string }
    | { readonly op: 'index'; readonly of: Expression; readonly index: Expression }
    | { readonly op: 'list'; readonly items: readonly Expression[] }
    | {
        /** A function, or with `of` a method. */
        readonly op: 'call';
        readonly of?: Expression;
        readonly name: string;
        readonly args: readonly Expression[];
      }
    | { readonly op: 'unary'; readonly sign: '!' | '-'; readonly of: Expression }
    | {
        readonly op: 'binary';
        readonly sign: BinarySign;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly op: 'choice';
        readonly condition: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
  );

/** From the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** Deeper nesting is a mistake. */
const DEEPEST = 100;

/** @throws {ExpressionError} */
export function parseExpression(source: string): Expression {
  return new Parser(tokenize(source)).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#choice();
    if (!this.#atEnd) throw this.#unexpected('an operator, or the end');
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#position]!;
  }

  get #atEnd(): boolean {
    return this.#next.kind === 'end';
  }

  #take(): Token {
    const token = this.#next;
    if (token.kind !== 'end') this.#position += 1;
    return token;
  }

  #is(sign: string): boolean {
    return this.#next.text === sign && (this.#next.kind === 'sign' || sign === 'in');
  }

  #expect(sign: string): Token {
    if (!this.#is(sign)) throw this.#unexpected(`"${sign}"`);
    return this.#take();
  }

  #unexpected(wanted: string): ExpressionError {
    const { kind, text, from } = this.#next;
    const found = kind === 'end' ? 'the end' : `"${text}"`;
    return new ExpressionError(`expected ${wanted}, found ${found}`, from);
  }

  #choice(): Expression {
    this.#depth += 1;
    if (this.#depth > DEEPEST) {
      throw new ExpressionError(`nested more than ${DEEPEST} deep`, this.#next.from);
    }
    const condition = this.#binary(0);
    let result = condition;
    if (this.#is('?')) {
      this.#take();
      const yes = this.#choice();
      this.#expect(':');
      const no = this.#choice();
      result = { op: 'choice', condition, yes, no, from: condition.from, to: no.to };
    }
    this.#depth -= 1;
    return result;
  }

  #binary(level: number): Expression {
    const signs = levels[level];
    if (signs === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    while (this.#next.kind !== 'text' && signs.includes(this.#next.text)) {
      const sign = this.#take().text as BinarySign;
      const right = this.#binary(level + 1);
      left = { op: 'binary', sign, left, right, from: left.from, to: right.to };
    }
    return left;
  }

  /** Signs in front; a loop, as there may be many. */
  #unary(): Expression {
    const signs: Token[] = [];
    while (this.#is('!') || this.#is('-')) signs.push(this.#take());
    let result = this.#postfix();
    for (const { text, from } of signs.reverse()) {
      result = { op: 'unary', sign: text as '!' | '-', of: result, from, to: result.to };
    }
    return result;
  }

  #postfix(): Expression {
    let result = this.#primary();
    for (;;) {
      const { from } = result;
      if (this.#is('.')) {
        this.#take();
        if (this.#next.kind !== 'name') throw this.#unexpected('the name of a field');
        const { text: name, to } = this.#take();
        if (this.#is('(')) {
          const args = this.#arguments();
          result = { op: 'call', of: result, name, args, from, to: this.#end };
        } else {
          result = { op: 'field', of: result, name, from, to };
        }
      } else if (this.#is('[')) {
        this.#take();
        const index = this.#choice();
        const { to } = this.#expect(']');
        result = { op: 'index', of: result, index, from, to };
      } else {
        return result;
      }
    }
  }

  /** The offset after the last token that was read. */
  get #end(): number {
    return this.#tokens[this.#position - 1]!.to;
  }

  #arguments(): readonly Expression[] {
    this.#expect('(');
    return this.#items(')');
  }

  #items(closing: string): readonly Expression[] {
    const items: Expression[] = [];
    while (!this.#is(closing)) {
      if (items.length > 0) this.#expect(',');
      items.push(this.#choice());
    }
    this.#take();
    return items;
  }

  #primary(): Expression {
    const { kind, text, from, to } = this.#next;
    if (this.#is('(')) {
      this.#take();
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    if (this.#is('[')) {
      this.#take();
      const items = this.#items(']');
      return { op: 'list', items, from, to: this.#end };
    }
    if (kind === 'sign' || kind === 'end' || text === 'in') throw this.#unexpected('a value');
    this.#take();
    if (kind === 'number') return { op: 'literal', value: Number(text), from, to };
    if (kind === 'text') return { op: 'literal', value: text, from, to };
    const constant = CONSTANTS.get(text);
    if (constant !== undefined) return { op: 'literal', value: constant, from, to };
    if (!this.#is('(')) return { op: 'name', name: text, from, to };
    const args = this.#arguments();
    return { op: 'call', name: text, args, from, to: this.#end };
  }
}
