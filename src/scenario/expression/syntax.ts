/** The grammar of expressions, a subset of CEL's. */
import { parse, type BinarySign as Sign, type Expected, type Language, type Token } from '#grammar';
import { ExpressionError } from './error.ts';
import { lexicon, LONGEST } from './tokens.ts';

export type BinarySign = Sign | '||' | '&&';

/** Where in the text, from 0: the first character, and the one after the last. */
interface Placed {
  readonly from: number;
  readonly to: number;
}

type Literal = string | number | boolean | null;

export type Expression = Placed &
  (
    | { readonly op: 'literal'; readonly value: Literal }
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

/** Deeper nesting is a mistake. */
const DEEPEST = 100;

/** @throws {ExpressionError} */
export function parseExpression(source: string): Expression {
  if (source.length > LONGEST) {
    throw new ExpressionError(`an expression has at most ${LONGEST} characters`, LONGEST);
  }
  return parse(source, language);
}

const language: Language<Expression> = {
  lexicon,
  grammar: 'subset',
  deepest: DEEPEST,
  longest: Infinity,
  unexpected,
  tooDeep: ({ from }) => new ExpressionError(`nested more than ${DEEPEST} deep`, from),
  literal: ({ value, from, to }) => ({ op: 'literal', value: value as Literal, from, to }),
  name: ({ text, from, to }) => ({ op: 'name', name: text, from, to }),
  field: (of, { text, to }) => ({ op: 'field', of, name: text, from: of.from, to }),
  index: (of, index, _, { to }) => ({ op: 'index', of, index, from: of.from, to }),
  call({ text: name, from }, args, _, { to }, of) {
    return of === undefined
      ? { op: 'call', name, args, from, to }
      : { op: 'call', of, name, args, from: of.from, to };
  },
  list: (items, { from }, { to }) => ({ op: 'list', items, from, to }),
  signed: (signs, of) =>
    signs.reduceRight<Expression>(
      (inner, { text, from }) => ({
        op: 'unary',
        sign: text as '!' | '-',
        of: inner,
        from,
        to: inner.to,
      }),
      of,
    ),
  binary,
  logical: ([first, ...others], signs) =>
    others.reduce((left, right, i) => binary(signs[i]!, left, right), first),
  choice: (_, condition, yes, no) => ({
    op: 'choice',
    condition,
    yes,
    no,
    from: condition.from,
    to: no.to,
  }),
};

function binary({ text }: Token, left: Expression, right: Expression): Expression {
  return { op: 'binary', sign: text as BinarySign, left, right, from: left.from, to: right.to };
}

function unexpected({ kind, text, value, from }: Token, expected: Expected): ExpressionError {
  const found = kind === 'end' ? 'the end' : `"${typeof value === 'string' ? value : text}"`;
  const right = typeof expected === 'string' ? WORDS[expected] : `"${expected.sign}"`;
  return new ExpressionError(`expected ${right}, found ${found}`, from);
}

const WORDS = {
  value: 'a value',
  name: 'the name of a field',
  end: 'an operator, or the end',
} as const;
