/**
 * The notation that the API types of this folder are written in, and its parser.
 *
 *     // a comment runs to the end of the line
 *     kind DaemonSet { spec: DaemonSetSpec; status: DaemonSetStatus }
 *     DaemonSetSpec {
 *       minReadySeconds: int32
 *       selector!: LabelSelector
 *       template!: PodTemplateSpec
 *     }
 *     atomic LabelSelector {
 *       matchExpressions: [LabelSelectorRequirement]
 *       matchLabels: {string}
 *     }
 *
 * A type is a name and its fields; fields end at a newline, a `;` or the closing brace.
 * Before the name, `atomic` says that server-side apply gives the whole struct one owner,
 * and `kind` that the type is a top-level object: it then has `apiVersion`, `kind` and
 * `metadata: ObjectMeta` without saying so (and may write one of them out to differ).
 *
 * A field is `name: TYPE`, or `name!: TYPE` when the published type requires it. TYPE is
 *
 *     int32 Time Quantity any ...    a scalar (see ScalarName)
 *     string(Always|Never)           a scalar with its published values
 *     PodSpec                        a struct of this module, of core/v1 or of meta/v1
 *     [TYPE]                         a list
 *     {TYPE}                         a map from strings
 *
 * After the type may stand, in any order, what merging needs to know:
 *
 *     merge            a list of scalars that patches merge as a set
 *     merge=KEY        a list that strategic merge patches merge by KEY
 *     map=KEY,KEY      a list that server-side apply merges by these keys
 *     set              a list that server-side apply merges by value
 *     atomic           a list or map that server-side apply does not merge
 *     retainKeys       strategic merge honours `$retainKeys` in the struct or list elements
 *     replace          strategic merge replaces the struct
 *     = VALUE          the published default
 *
 * As in Kubernetes, a list that says only how it is patched is applied alike: `merge=KEY`
 * alone implies `map=KEY`, `merge` alone implies `set`; a list that says nothing is atomic.
 */

/** A type as written, before names are resolved. */
export type TypeExpression =
  | { readonly form: 'name'; readonly name: string; readonly enum?: readonly string[] }
  | { readonly form: 'list'; readonly items: TypeExpression }
  | { readonly form: 'map'; readonly values: TypeExpression };

export interface FieldDeclaration {
  readonly name: string;
  readonly required: boolean;
  readonly type: TypeExpression;
  readonly options: FieldOptions;
  readonly default?: string;
}

/** What stands after a field's type; absent when not written. */
export interface FieldOptions {
  readonly merge?: boolean;
  readonly mergeKey?: string;
  readonly map?: readonly string[];
  readonly set?: boolean;
  readonly atomic?: boolean;
  readonly retainKeys?: boolean;
  readonly replace?: boolean;
}

export interface TypeDeclaration {
  readonly name: string;
  readonly kind: boolean;
  readonly atomic: boolean;
  readonly fields: readonly FieldDeclaration[];
}

/**
 * Reads a text in the notation above.
 *
 * @param origin what errors call the text
 * @throws Error naming the origin, the line (from 1) and the type being read
 */
export function parseTypes(text: string, origin: string): TypeDeclaration[] {
  return new Parser(text, origin).document();
}

interface Token {
  readonly text: string;
  readonly line: number;
}

/** Stands for the end of the text, where no token has an empty text. */
const END = '';

class Parser {
  readonly #origin: string;
  readonly #tokens: readonly Token[];
  #position = 0;
  /** Name of the type being read, for errors. */
  #type = '';

  constructor(text: string, origin: string) {
    this.#origin = origin;
    this.#tokens = tokenize(text, (line, message) => this.#fail(message, line));
  }

  document(): TypeDeclaration[] {
    const types: TypeDeclaration[] = [];
    for (this.#skipBreaks(); this.#peek() !== END; this.#skipBreaks())
      types.push(this.#typeDeclaration());
    return types;
  }

  #typeDeclaration(): TypeDeclaration {
    let kind = false;
    let atomic = false;
    let name = this.#name('a type name');
    for (; name === 'kind' || name === 'atomic'; name = this.#name('a type name')) {
      if (name === 'kind') kind = true;
      else atomic = true;
    }
    this.#type = name;
    this.#expect('{');
    const fields: FieldDeclaration[] = [];
    for (this.#skipBreaks(); !this.#accept('}'); this.#skipBreaks()) {
      fields.push(this.#field());
      if (this.#peek() !== '}' && !this.#isBreak()) this.#fail(`unexpected ${this.#shown()}`);
    }
    this.#type = '';
    return { name, kind, atomic, fields };
  }

  #field(): FieldDeclaration {
    const name = this.#name('a field name');
    const required = this.#accept('!');
    this.#expect(':');
    const type = this.#typeExpression();
    const options = this.#options();
    if (!this.#accept('=')) return { name, required, type, options };
    return { name, required, type, options, default: this.#name('a default') };
  }

  #typeExpression(): TypeExpression {
    if (this.#accept('[')) {
      const items = this.#typeExpression();
      this.#expect(']');
      return { form: 'list', items };
    }
    if (this.#accept('{')) {
      const values = this.#typeExpression();
      this.#expect('}');
      return { form: 'map', values };
    }
    const name = this.#name('a type');
    if (!this.#accept('(')) return { form: 'name', name };
    const values = this.#names('|', 'a value');
    this.#expect(')');
    return { form: 'name', name, enum: values };
  }

  #options(): FieldOptions {
    let options: FieldOptions = {};
    while (isName(this.#peek())) {
      const word = this.#name('an option');
      if (word === 'map') {
        this.#expect('=');
        options = { ...options, map: this.#names(',', 'a key') };
      } else if (word === 'merge') {
        const mergeKey = this.#accept('=') ? this.#name('a key') : undefined;
        options = { ...options, merge: true, ...(mergeKey !== undefined && { mergeKey }) };
      } else if (isFlag(word)) {
        options = { ...options, [word]: true };
      } else {
        this.#position -= 1;
        this.#fail(`unknown option ${this.#shown()}`);
      }
    }
    return options;
  }

  #names(separator: string, what: string): string[] {
    const names = [this.#name(what)];
    while (this.#accept(separator)) names.push(this.#name(what));
    return names;
  }

  #name(what: string): string {
    const text = this.#peek();
    if (!isName(text)) this.#fail(`expected ${what}, found ${this.#shown()}`);
    this.#position += 1;
    return text;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) this.#fail(`expected '${text}', found ${this.#shown()}`);
  }

  #accept(text: string): boolean {
    if (this.#peek() !== text) return false;
    this.#position += 1;
    return true;
  }

  #skipBreaks(): void {
    while (this.#isBreak()) this.#position += 1;
  }

  #isBreak(): boolean {
    const text = this.#peek();
    return text === '\n' || text === ';';
  }

  #peek(): string {
    return this.#tokens[this.#position]?.text ?? END;
  }

  #shown(): string {
    const text = this.#peek();
    if (text === END) return 'the end';
    return text === '\n' ? 'the end of the line' : `'${text}'`;
  }

  #fail(message: string, line?: number): never {
    const at = line ?? this.#tokens[this.#position]?.line ?? this.#tokens.at(-1)?.line ?? 1;
    throw new Error(
      `${this.#origin}, line ${at}${this.#type === '' ? '' : `, in ${this.#type}`}: ${message}`,
    );
  }
}

const FLAGS: readonly string[] = ['set', 'atomic', 'retainKeys', 'replace'];

function isFlag(word: string): boolean {
  return FLAGS.includes(word);
}

function isName(text: string): boolean {
  return /^\w/.test(text);
}

/** Newlines are tokens, because they end fields; other white space and comments are not. */
function tokenize(text: string, fail: (line: number, message: string) => never): Token[] {
  const pattern = /[^\S\n]+|\/\/[^\n]*|(\n|[{}[\]():!,;=|]|\w[\w.-]*)/y;
  const tokens: Token[] = [];
  let line = 1;
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) fail(line, `unexpected '${text[start]}'`);
    const token = match[1];
    if (token === undefined) continue;
    tokens.push({ text: token, line });
    if (token === '\n') line += 1;
  }
  return tokens;
}
