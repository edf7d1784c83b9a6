/** Expressions in CEL as read: literals, operators and calls by the names that CEL gives them. */

interface Node {
  /** Where errors point, as an offset into the text. */
  readonly at: number;
}

export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: LiteralValue;
}

/** A bigint is an int, a number a double. */
export type LiteralValue = null | boolean | bigint | number | string | Uint8Array | Unsigned;

/** A uint. */
export class Unsigned {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

export interface Ident extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  /** Of `has(a.b)`: whether the field is there. */
  readonly isTest: boolean;
}

export interface Call extends Node {
  readonly kind: 'call';
  /** Operators have names such as `_+_`. */
  readonly name: string;
  /** With `isMember` the first one stands before the dot. */
  readonly args: readonly Expr[];
  readonly isMember: boolean;
}

export interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly items: readonly Expr[];
}

export interface MapLiteral extends Node {
  readonly kind: 'map';
  readonly entries: readonly (readonly [Expr, Expr])[];
}

/** `Name{field: value}`, which only mutations can use: rules know no such types. */
export interface StructLiteral extends Node {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly (readonly [string, Expr])[];
}

/** What is part of a list, a map or an object only if its optional value has one: `[?a]`, `{?'b': a}`. */
export interface Maybe extends Node {
  readonly kind: 'maybe';
  readonly value: Expr;
}

export type FoldMacro =
  | 'all'
  | 'exists'
  | 'exists_one'
  | 'filter'
  | 'map'
  | 'optFlatMap'
  | 'optMap'
  | 'sortBy'
  | 'transformList'
  | 'transformMap'
  | 'transformMapEntry';

/** A macro that goes through a list, or through the keys of a map. */
export interface Fold extends Node {
  readonly kind: 'fold';
  readonly macro: FoldMacro;
  readonly range: Expr;
  readonly variable: string;
  /** Of macros with two variables: the first is the index or the key then. */
  readonly second?: string;
  /** Absent for `map` without a condition. */
  readonly condition?: Expr;
  /** Of `map` and other macros that make values. */
  readonly result?: Expr;
}

export type Expr =
  Literal | Ident | Select | Call | ListLiteral | MapLiteral | StructLiteral | Maybe | Fold;

/** The expressions directly in one. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.args;
    case 'list':
      return expr.items;
    case 'map':
      return expr.entries.flat();
    case 'fold':
      return [expr.range, expr.condition, expr.result].filter((part) => part !== undefined);
    case 'struct':
      return expr.fields.map(([, value]) => value);
    case 'maybe':
      return [expr.value];
    case 'ident':
    case 'literal':
      return [];
  }
}

/** Something wrong at a place of an expression. */
export interface Fault {
  readonly at: number;
  readonly message: string;
}

/** What ends the reading of an expression. */
export class UnreadableExpression extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Characters that begin no word: what follows them can still be read. */
export class UnreadableWord extends UnreadableExpression {
  readonly word: string;

  constructor(at: number, word: string) {
    super(at, `Syntax error: token recognition error at: '${word}'`);
    this.word = word;
  }
}

/** The faults as cel-go prints them, in the order of their places, each with its line. */
export function showFaults(text: string, faults: readonly Fault[]): string {
  const lines = text.split('\n').map((line) => Array.from(line));
  // Lines and columns count code points.
  return faults
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, message }) => showFault(lines, Array.from(text.slice(0, at)).length, message))
    .join('\n');
}

function showFault(lines: readonly (readonly string[])[], at: number, message: string): string {
  // In an empty text nothing can be pointed at.
  if (lines.length === 1 && lines[0]!.length === 0) return `ERROR: <input>:1:0: ${message}`;
  let row = 0;
  let column = at;
  while (row < lines.length - 1 && column > lines[row]!.length) column -= lines[row++]!.length + 1;
  const line = lines[row]!;
  const before = line.slice(0, column).map((point) => (isWide(point) ? '．' : '.'));
  const mark = isWide(line[column] ?? ' ') ? '＾' : '^';
  const shown = line.join('').replaceAll('\t', ' ');
  return `ERROR: <input>:${row + 1}:${column + 1}: ${message}\n | ${shown}\n | ${before.join('')}${mark}`;
}

function isWide(point: string): boolean {
  return point.codePointAt(0)! > 0x7f;
}
