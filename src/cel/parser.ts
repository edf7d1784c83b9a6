/** Reads an expression of CEL, with its macros. */
import { parse as parseBy, type Expected, type Language, type Token } from '#grammar';
import type { Dialect } from './dialect.ts';
import { foldOf, isFold } from './macros.ts';
import {
  partsOf,
  UnreadableExpression,
  UnreadableWord,
  type Call,
  type Expr,
  type LiteralValue,
} from './syntax.ts';
import { lexicon } from './tokens.ts';

/** How long an expression may be, in code points. */
const longest = 100_000;

/** How many faults of one that cannot be read are found. */
const mostFaults = 30;

/** How deep an expression may be nested. */
const deepest = 250;

const words = {
  value:
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  name: 'IDENTIFIER',
  end: '<EOF>',
} as const;

/** Words that cannot be names. */
const reserved: ReadonlySet<string> = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop'],
  ...['package', 'namespace', 'return', 'var', 'void', 'while'],
]);

/** @param dialect absent: that of v1.24 @throws {UnreadableExpression} */
export function parse(source: string, dialect?: Dialect): Expr {
  const size = Array.from(source).length;
  if (size > longest) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${longest}`;
    throw new UnreadableExpression(0, message);
  }
  const expr = parseBy(source, dialect === undefined ? language : languageOf(dialect));
  checkDepth(expr);
  return expr;
}

/** Returns the first fault of an expression that cannot be read, and those behind each word that is none. */
export function faultsBehind(
  source: string,
  dialect: Dialect,
  first: UnreadableExpression,
): readonly UnreadableExpression[] {
  const faults = [first];
  let rest = source;
  for (let last = first; last instanceof UnreadableWord && faults.length < mostFaults;) {
    const { at, word } = last;
    rest = rest.slice(0, at) + ' '.repeat(word.length) + rest.slice(at + word.length);
    try {
      parse(rest, dialect);
      break;
    } catch (error) {
      if (!(error instanceof UnreadableExpression)) throw error;
      faults.push(error);
      last = error;
    }
  }
  return faults;
}

/** Long chains in brackets nest deeply too; what walks the tree calls itself. */
function checkDepth(expr: Expr): void {
  let level: readonly Expr[] = [expr];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 2 * deepest) throw tooDeep(level[0]!.at);
    level = level.flatMap(partsOf);
  }
}

function tooDeep(at: number): UnreadableExpression {
  return new UnreadableExpression(at, `expression recursion limit exceeded: ${deepest}`);
}

const language: Language<Expr> = {
  lexicon,
  grammar: 'full',
  deepest,
  longest: deepest,
  unexpected,
  tooDeep: ({ from }) => tooDeep(from),
  literal,
  checkName({ text, from }) {
    if (reserved.has(text)) throw new UnreadableExpression(from, `reserved identifier: ${text}`);
  },
  name: ({ text, from }) => ({ kind: 'ident', name: text, at: from }),
  field: (operand, { text }, dot) => ({
    kind: 'select',
    operand,
    field: text,
    isTest: false,
    at: dot.from,
  }),
  index: (of, index, open) => call('_[_]', [of, index], open.from),
  call({ text: name }, args, { from: at }, _, of) {
    if (of === undefined) return name === 'has' ? testOf(args, at) : call(name, args, at);
    return method(name, of, args, at);
  },
  list: (items, open) => ({ kind: 'list', items, at: open.from }),
  signed([first, ...others], of) {
    return others.length % 2 === 1 ? of : call(`${first!.text}_`, [of], first!.from);
  },
  binary: ({ text, from }, left, right) =>
    call(text === 'in' ? '@in' : `_${text}_`, [left, right], from),
  logical: balanced,
  choice: (mark, condition, yes, no) => call('_?_:_', [condition, yes, no], mark.from),
  map: (entries, open) => ({ kind: 'map', entries, at: open.from }),
  struct(expr, open) {
    const name = nameOf(expr);
    if (name === undefined) return undefined;
    return (fields) => ({
      kind: 'struct',
      name,
      fields: fields.map(([{ text }, value]) => [text, value]),
      at: open.from,
    });
  },
};

/** The language of a release, which may have optional fields and further macros. */
function languageOf(dialect: Dialect): Language<Expr> {
  const input = { ...language, unexpected: unexpectedBy(dialect) };
  input.call = (name, args, open, close, of) =>
    of === undefined
      ? language.call(name, args, open, close)
      : method(name.text, of, args, open.from, dialect);
  if (!dialect.has('CelOptionalTypes')) {
    input.optional = dialect.has('CelOptionalSyntax') ? refusedOptional : unknownOptional;
    if (dialect.has('CelOptionalSyntax')) input.maybe = (of, mark) => refusedOptional(of, of, mark);
    return input;
  }
  input.maybe = (value) => ({ kind: 'maybe', value, at: value.at });
  input.optional = (of, part, { from: at }) =>
    'kind' in part && 'from' in part
      ? call('_?._', [of, { kind: 'literal', value: part.text, at: part.from }], at)
      : call('_[?_]', [of, part], at);
  return input;
}

function refusedOptional(_of: Expr, _part: Token | Expr, { text, from }: Token): never {
  throw new UnreadableExpression(from, `unsupported syntax '${text === '?' ? '' : text}?'`);
}

/** Refuses a mark where there should be a name or an index, which then follow. */
function unknownOptional(_of: Expr, part: Token | Expr, { from }: Token): never {
  const expected = 'from' in part ? words.name : words.value;
  const message = `Syntax error: extraneous input '?' expecting ${expected}`;
  throw new UnreadableExpression(from + 1, message);
}

/** After a dot the grammar with optional fields has more than one way on. */
function unexpectedBy(dialect: Dialect): Language<Expr>['unexpected'] {
  if (!dialect.has('CelOptionalTypes')) return unexpected;
  return (token, expected, tokens) => {
    if (expected !== 'name') return unexpected(token, expected, tokens);
    const found = token.kind === 'end' ? '' : token.text;
    const message = `Syntax error: no viable alternative at input '.${found}'`;
    return new UnreadableExpression(token.from, message);
  };
}

function method(
  name: string,
  of: Expr,
  args: readonly Expr[],
  at: number,
  dialect?: Dialect,
): Expr {
  if (isFold(name, args.length, dialect)) return foldOf(name, of, args, at);
  return { kind: 'call', name, args: [of, ...args], isMember: true, at };
}

function unexpected(
  token: Token,
  expected: Expected,
  tokens: readonly Token[],
): UnreadableExpression {
  const { kind, text, from } = token;
  const found = kind === 'end' ? '<EOF>' : text;
  const missing = kind === 'end' ? missingAtEnd(tokens, expected) : undefined;
  if (missing !== undefined) {
    return new UnreadableExpression(from, `Syntax error: missing '${missing}' at '<EOF>'`);
  }
  const problem = isSurplus(token, expected, tokens) ? 'extraneous' : 'mismatched';
  const right = typeof expected === 'string' ? words[expected] : `'${expected.sign}'`;
  const message = `Syntax error: ${problem} input '${found}' expecting ${right}`;
  return new UnreadableExpression(from, message);
}

/** Returns whether what is expected comes right behind a token. */
function isSurplus(token: Token, expected: Expected, tokens: readonly Token[]): boolean {
  const next = tokens[tokens.indexOf(token) + 1];
  if (expected === 'end') return next?.kind === 'end';
  return typeof expected === 'object' && next?.text === expected.sign;
}

/** Returns the bracket that is all that an expression lacks at its end. */
function missingAtEnd(tokens: readonly Token[], expected: Expected): string | undefined {
  const open: { readonly closing: string; readonly hasItems: boolean }[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    const closing = closings.get(text);
    if (closing !== undefined)
      open.push({ closing, hasItems: beginsItems(text, tokens[index - 1]) });
    else if (text === open.at(-1)?.closing) open.pop();
  }
  const [first] = open;
  if (first === undefined || open.length > 1) return undefined;
  const { closing, hasItems } = first;
  // Lists and maps may end with a comma, and continue where there is none.
  if (hasItems) return expected === 'value' && tokens.at(-2)?.text === ',' ? closing : undefined;
  return typeof expected === 'object' && expected.sign === closing ? closing : undefined;
}

/** Returns whether a bracket begins a list or a map, rather than an index or arguments. */
function beginsItems(text: string, before: Token | undefined): boolean {
  if (text !== '[') return text === '{';
  if (before === undefined || before.text === 'in') return true;
  return before.kind === 'sign' && !')]}'.includes(before.text);
}

const closings: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Returns a balanced tree, so that long chains are not deep. */
function balanced(parts: readonly Expr[], signs: readonly Token[]): Expr {
  const join = (from: number, to: number): Expr => {
    if (from === to) return parts[from]!;
    const middle = Math.floor((from + to) / 2);
    const { text, from: at } = signs[middle]!;
    return call(`_${text}_`, [join(from, middle), join(middle + 1, to)], at);
  };
  return join(0, parts.length - 1);
}

/** Expands the macro `has`. */
function testOf(args: readonly Expr[], at: number): Expr {
  const [tested] = args;
  if (tested === undefined || args.length > 1) return call('has', args, at);
  if (tested.kind !== 'select') {
    throw new UnreadableExpression(at, 'invalid argument to has() macro');
  }
  return { ...tested, isTest: true, at };
}

function call(name: string, args: readonly Expr[], at: number): Call {
  return { kind: 'call', name, args, isMember: false, at };
}

function literal({ value, from: at }: Token, isNegative: boolean): Expr {
  if (typeof value === 'bigint') {
    const signed = isNegative ? -value : value;
    if (signed >= 2n ** 63n) throw new UnreadableExpression(at, 'invalid int literal');
    return { kind: 'literal', value: signed, at };
  }
  if (typeof value === 'number') return { kind: 'literal', value: isNegative ? -value : value, at };
  return { kind: 'literal', value: value as LiteralValue, at };
}

/** `a.b.c` of names alone. */
export function nameOf(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.isTest) return undefined;
  const before = nameOf(expr.operand);
  return before === undefined ? undefined : `${before}.${expr.field}`;
}
