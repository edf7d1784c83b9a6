import type { Release } from '../errors/field-errors.ts';
import {
  checkLabelKey,
  labelRequirement,
  type LabelOperator,
  type LabelRequirement,
} from './label-requirement.ts';

/** A token: a symbol such as `!=` and `(`, a `word` (keys, values, `in`, `notin`), or the end. */
interface Token {
  readonly kind: string;
  readonly text: string;
}

const tokenPattern = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>]+)|$)/y;
const binaryOperators: ReadonlySet<string> = new Set(['in', 'notin', '=', '==', '!=', '>', '<']);

/**
 * Parses a `labelSelector` parameter into requirements, in the order of the text. Throws an Error
 * with the message of the API server.
 */
export function parseRequirements(text: string, release?: Release): LabelRequirement[] {
  return new SelectorParser(tokenize(text), release).all();
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  for (;;) {
    const [, symbol, word] = pattern.exec(text)!;
    if (symbol !== undefined) tokens.push({ kind: symbol, text: symbol });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else return [...tokens, { kind: 'end', text: '' }];
  }
}

/** Recursive descent over the tokens. Never passes the last one, which is the end. */
class SelectorParser {
  readonly #tokens: readonly Token[];
  readonly #release: Release | undefined;
  #position = 0;

  constructor(tokens: readonly Token[], release: Release | undefined) {
    this.#tokens = tokens;
    this.#release = release;
  }

  all(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    if (this.#peek().kind === 'end') return requirements;
    this.#expect(['word', '!'], "expected: !, identifier, or 'end of string'");
    for (;;) {
      requirements.push(this.#requirement());
      const { kind } = this.#expect([',', 'end'], "expected: ',' or 'end of string'");
      this.#next();
      if (kind === 'end') return requirements;
      this.#expect(['word', '!'], "expected: identifier after ','");
    }
  }

  #requirement(): LabelRequirement {
    try {
      return this.#condition();
    } catch (error) {
      throw new Error(`unable to parse requirement: ${(error as Error).message}`, { cause: error });
    }
  }

  #condition(): LabelRequirement {
    const negated = this.#peek().kind === '!';
    if (negated) this.#next();
    const key = this.#expect(['word'], 'expected: identifier').text;
    this.#next();
    checkLabelKey(key, '<nil>', this.#release);
    if (negated) return labelRequirement(key, '!', []);
    if (this.#atTermEnd()) return labelRequirement(key, 'exists', []);
    const operator = this.#operator();
    const values = operator === 'in' || operator === 'notin' ? this.#set() : [this.#value()];
    return labelRequirement(key, operator, values, this.#release);
  }

  #operator(): LabelOperator {
    const { text } = this.#next();
    if (binaryOperators.has(text)) return text as LabelOperator;
    throw new Error(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
  }

  /** The value of a comparison; a missing one is the empty value. */
  #value(): string {
    if (this.#atTermEnd()) return '';
    const { text } = this.#expect(['word'], 'expected: identifier');
    this.#next();
    return text;
  }

  /**
   * The values in parentheses, sorted and without duplicates; nothing between commas is the empty
   * value.
   */
  #set(): string[] {
    const open = this.#next();
    if (open.kind !== '(') throw new Error(`found '${open.text}' expected: '('`);
    this.#expect(['word', ',', ')'], "expected: ',', ')' or identifier");
    const values = this.#peek().kind === ')' ? new Set(['']) : this.#list();
    this.#next();
    return [...values].sort();
  }

  /** Reads up to the closing parenthesis. */
  #list(): Set<string> {
    const values = new Set<string>();
    for (;;) {
      const { kind, text } = this.#expect(['word', ','], "expected: ',', or identifier");
      this.#next();
      if (kind === 'word') {
        values.add(text);
        this.#expect([',', ')'], "expected: ',' or ')'");
        if (this.#peek().kind === ')') return values;
      } else if (this.#afterComma(values)) {
        return values;
      }
    }
  }

  /** Adds the empty value where it is missing between commas; returns true at the end of the list. */
  #afterComma(values: Set<string>): boolean {
    const { kind } = this.#peek();
    if (values.size === 0 || kind === ')' || kind === ',') values.add('');
    if (kind === ',') this.#next();
    return kind === ')';
  }

  #atTermEnd(): boolean {
    const { kind } = this.#peek();
    return kind === ',' || kind === 'end';
  }

  #expect(kinds: readonly string[], expectation: string): Token {
    const token = this.#peek();
    if (kinds.includes(token.kind)) return token;
    throw new Error(`found '${token.text}', ${expectation}`);
  }

  #peek(): Token {
    return this.#tokens[this.#position]!;
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#position++;
    return token;
  }
}
