/** Reads an expression by the grammar of CEL; what it makes of the parts is up to the language. */
import { tokensOf, type Lexicon, type Token } from './tokens.ts';

export type BinarySign = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

/** What would have been right in the place of a token. */
export type Expected =
  | { readonly sign: string }
  /** A value, the name of a field, or the end of the expression. */
  | 'value'
  | 'name'
  | 'end';

/** A language with this grammar: its words, its limits, its errors, and its syntax tree of nodes `N`. */
export interface Language<N> {
  readonly lexicon: Lexicon;
  /**
   * Which grammar it has: that of cel-go to the letter, or a subset for people without maps, structs
   * and names that begin with a dot. The subset lets a choice stand inside a choice without brackets
   * and `!` before `-`, but no comma behind the last item of a list.
   */
  readonly grammar: 'full' | 'subset';
  /** How deep brackets and choices may be nested. */
  readonly deepest: number;
  /** How many operators of a level, or accesses to members, may follow each other. */
  readonly longest: number;

  /** @param tokens all of the expression, with this one */
  unexpected(token: Token, expected: Expected, tokens: readonly Token[]): Error;
  /** Returns the error about an expression that goes beyond a limit at this token. */
  tooDeep(token: Token): Error;

  /** @param isNegative whether there is a minus sign in front of a number; only in the full grammar */
  literal(token: Token, isNegative: boolean): N;
  /** Throws an error about a word that is reserved. */
  checkName?(word: Token): void;
  name(token: Token): N;
  field(of: N, name: Token, dot: Token): N;
  index(of: N, index: N, open: Token, close: Token): N;
  /** A function; with `of` a method. */
  /** `a.?b` and `a[?b]`, where the language has them. */
  optional?(of: N, part: Token | N, at: Token): N;
  /** A value after `?` in a list, or whose key is after it, where the language has them. */
  maybe?(value: N, mark: Token): N;
  call(name: Token, args: readonly N[], open: Token, close: Token, of?: N): N;
  list(items: readonly N[], open: Token, close: Token): N;
  /** Signs in front of a value, the outermost first; in the full grammar they are all the same. */
  signed(signs: readonly Token[], of: N): N;
  binary(sign: Token, left: N, right: N): N;
  /** Parts with `||`, or `&&`, between them. */
  logical(parts: readonly [N, ...N[]], signs: readonly Token[]): N;
  choice(mark: Token, condition: N, yes: N, no: N): N;
  /** Only in the full grammar. */
  map?(entries: readonly (readonly [N, N])[], open: Token): N;
  /** `Name{...}`: makes it of its fields; undefined when the node is not a name. Only in the full grammar. */
  struct?(name: N, open: Token): ((fields: readonly (readonly [Token, N])[]) => N) | undefined;
}

const relations = ['==', '!=', '<', '<=', '>', '>=', 'in'];
const sums = ['+', '-'];
const products = ['*', '/', '%'];

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Returns the syntax tree of an expression. @throws the errors of the language */
export function parse<N>(source: string, language: Language<N>): N {
  return new Parser(tokensOf(source, language.lexicon), language).whole();
}

class Parser<N> {
  readonly #tokens: readonly Token[];
  readonly #language: Language<N>;
  readonly #isFull: boolean;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], language: Language<N>) {
    this.#tokens = tokens;
    this.#language = language;
    this.#isFull = language.grammar === 'full';
  }

  whole(): N {
    const expression = this.#conditional();
    if (this.#token.kind !== 'end') throw this.#unexpected('end');
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  #take(): Token {
    const token = this.#token;
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  /** Takes a sign, or the word `in`, if it is next. No literal is written like one. */
  #found(...texts: readonly string[]): Token | undefined {
    return texts.includes(this.#token.text) ? this.#take() : undefined;
  }

  #expect(sign: string): Token {
    const token = this.#found(sign);
    if (token === undefined) throw this.#unexpected({ sign });
    return token;
  }

  #unexpected(expected: Expected): Error {
    return this.#unexpectedAt(this.#token, expected);
  }

  #unexpectedAt(token: Token, expected: Expected): Error {
    return this.#language.unexpected(token, expected, this.#tokens);
  }

  #checkLength(length: number): void {
    if (length > this.#language.longest) throw this.#language.tooDeep(this.#token);
  }

  #conditional(): N {
    if (++this.#depth > this.#language.deepest) throw this.#language.tooDeep(this.#token);
    let result = this.#any();
    const mark = this.#found('?');
    if (mark !== undefined) {
      const yes = this.#isFull ? this.#any() : this.#conditional();
      this.#expect(':');
      result = this.#language.choice(mark, result, yes, this.#conditional());
    }
    this.#depth--;
    return result;
  }

  /** Reads all but a choice, from the operators that bind loosest to those that bind tightest. */
  #any(): N {
    return this.#logical('||', () =>
      this.#logical('&&', () =>
        this.#chain(relations, () =>
          this.#chain(sums, () => this.#chain(products, () => this.#unary())),
        ),
      ),
    );
  }

  #logical(sign: string, read: () => N): N {
    const parts: [N, ...N[]] = [read()];
    const signs: Token[] = [];
    for (let token = this.#found(sign); token !== undefined; token = this.#found(sign)) {
      signs.push(token);
      parts.push(read());
    }
    return signs.length === 0 ? parts[0] : this.#language.logical(parts, signs);
  }

  #chain(signs: readonly string[], read: () => N): N {
    let left = read();
    let length = 0;
    for (let token = this.#found(...signs); token !== undefined; token = this.#found(...signs)) {
      this.#checkLength(++length);
      left = this.#language.binary(token, left, read());
    }
    return left;
  }

  #unary(): N {
    const signs: Token[] = [];
    for (let token = this.#found('!', '-'); token !== undefined;) {
      signs.push(token);
      token = this.#isFull ? this.#found(token.text) : this.#found('!', '-');
    }
    if (signs.length === 0) return this.#member(false);
    const { value } = this.#token;
    const isNumber = typeof value === 'bigint' || typeof value === 'number';
    if (this.#isFull && isNumber && signs[0]!.text === '-') {
      return this.#member(signs.length % 2 === 1);
    }
    return this.#language.signed(signs, this.#member(false));
  }

  #member(isNegative: boolean): N {
    let node = this.#primary(isNegative);
    for (let length = 1; ; length++) {
      const dot = this.#found('.');
      const open = dot === undefined ? this.#found('[') : undefined;
      if (dot !== undefined) node = this.#afterDot(node, dot);
      else if (open !== undefined) node = this.#afterBracket(node, open);
      else return this.#struct(node);
      this.#checkLength(length);
    }
  }

  #afterBracket(of: N, open: Token): N {
    const isOptional = this.#foundOptional();
    const index = this.#conditional();
    const close = this.#expect(']');
    if (isOptional) return this.#language.optional!(of, index, open);
    return this.#language.index(of, index, open, close);
  }

  #foundOptional(): boolean {
    return this.#language.optional !== undefined && this.#found('?') !== undefined;
  }

  #afterDot(of: N, dot: Token): N {
    if (this.#foundOptional()) return this.#language.optional!(of, this.#name(), dot);
    const name = this.#name();
    const open = this.#found('(');
    if (open === undefined) return this.#language.field(of, name, dot);
    const [args, close] = this.#items(')');
    return this.#language.call(name, args, open, close, of);
  }

  #struct(node: N): N {
    if (this.#token.text !== '{') return node;
    const struct = this.#language.struct?.(node, this.#token);
    if (struct === undefined) return node;
    this.#take();
    return struct(this.#entries(() => this.#name()));
  }

  #name(): Token {
    if (this.#token.kind !== 'name') throw this.#unexpected('name');
    return this.#take();
  }

  #primary(isNegative: boolean): N {
    const { kind, text } = this.#token;
    if (kind === 'literal') return this.#language.literal(this.#take(), isNegative);
    if (kind === 'name' && text !== 'in') return this.#named(this.#take());
    const open = this.#found('(', '[', '{', '.');
    if (open?.text === '(') {
      const inner = this.#conditional();
      this.#expect(')');
      return inner;
    }
    if (open?.text === '[') {
      const [items, close] = this.#items(']');
      return this.#language.list(items, open, close);
    }
    if (open?.text === '{' && this.#language.map !== undefined) {
      return this.#language.map(
        this.#entries(() => this.#conditional()),
        open,
      );
    }
    if (open?.text === '.' && this.#isFull) return this.#named(this.#name());
    throw this.#unexpectedAt(open ?? this.#token, 'value');
  }

  #named(name: Token): N {
    const value = constants.get(name.text);
    if (value !== undefined) return this.#language.literal({ ...name, value }, false);
    this.#language.checkName?.(name);
    const open = this.#found('(');
    if (open === undefined) return this.#language.name(name);
    const [args, close] = this.#items(')');
    return this.#language.call(name, args, open, close);
  }

  /** Reads items up to the closing bracket, and that. */
  #items(closing: string): readonly [readonly N[], Token] {
    const items: N[] = [];
    for (let comma: Token | undefined; ; comma = this.#found(',')) {
      const close = comma === undefined || this.#isFull ? this.#found(closing) : undefined;
      if (close !== undefined) {
        if (comma !== undefined && closing === ')') throw this.#unexpectedAt(close, 'value');
        return [items, close];
      }
      if (items.length > 0 && comma === undefined) {
        throw this.#unexpected({ sign: this.#isFull ? closing : ',' });
      }
      const mark = closing === ']' ? this.#foundMaybe() : undefined;
      items.push(this.#maybe(this.#conditional(), mark));
    }
  }

  #foundMaybe(): Token | undefined {
    return this.#language.maybe === undefined ? undefined : this.#found('?');
  }

  #maybe(value: N, mark: Token | undefined): N {
    return mark === undefined ? value : this.#language.maybe!(value, mark);
  }

  /** Reads keys with values up to the closing brace, and that. */
  #entries<K>(readKey: () => K): readonly (readonly [K, N])[] {
    const entries: (readonly [K, N])[] = [];
    while (this.#found('}') === undefined) {
      const mark = this.#foundMaybe();
      const key = readKey();
      this.#expect(':');
      entries.push([key, this.#maybe(this.#conditional(), mark)]);
      if (this.#found(',') !== undefined) continue;
      this.#expect('}');
      break;
    }
    return entries;
  }
}
