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
 * A type is a name at the start of a line, and its fields, which do not start a line; a
 * field ends at a newline, a `;` or the closing brace. Before the type's name, `atomic`
 * says that server-side apply gives the whole struct one owner, and `kind` that the type
 * is a top-level object: it then has `apiVersion`, `kind` and `metadata: ObjectMeta`
 * without saying so (and may write one of them out, where it differs). `union` says that JSON
 * shows the value of one of the fields in place of the struct: which one, the value tells.
 *
 * A field is `name: TYPE`, or `name!: TYPE` when the published type requires it. TYPE is
 *
 *     int32 Time Quantity any ...    a scalar (see ScalarName)
 *     string(Always|Never)           a scalar with its published values
 *     PodSpec                        a struct of this module, of core/v1 or of meta/v1
 *     [TYPE]                         a list
 *     {TYPE}                         a map from strings
 *     *TYPE                          Go has a pointer: zero differs from absent
 *
 * As Go writes them, fields that are not required are left out when they are zero (see
 * decode/conform.ts), but for structs, which are always written, and pointers, of which none is
 * left out. Options after the type say what differs from that, and what merging needs to know:
 *
 *     written          always written, as required fields are
 *     empty            a list, or bytes, for which empty is not the same as absent: it is stored as
 *                      given
 *     exact            a map of quantities that keep digits finer than a thousandth
 *
 *     merge            a list of scalars that patches merge as a set
 *     merge=KEY        a list that strategic merge patches merge by KEY
 *     map=KEY,KEY      a list that server-side apply merges by these keys
 *     set              a list that server-side apply merges by value
 *     atomic           a list or map that server-side apply does not merge
 *     retainKeys       strategic merge honours `$retainKeys` in the struct or list elements
 *     replace          strategic merge replaces the struct
 *     = VALUE          the published default of a string; stands last
 *
 * As in Kubernetes, a list that only says how it is patched is applied in the same way: `merge=KEY`
 * alone implies `map=KEY`, `merge` alone implies `set`; a list without such an option is atomic.
 * What is implied is written out where the published type says it.
 */

/** A type as written, before names are resolved. */
export type TypeExpression =
  | { readonly form: 'name'; readonly name: string; readonly enum?: readonly string[] }
  | { readonly form: 'list'; readonly items: TypeExpression }
  | { readonly form: 'map'; readonly values: TypeExpression };

export interface FieldDeclaration {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: boolean;
  readonly type: TypeExpression;
  readonly options: FieldOptions;
  readonly default?: string;
}

/** The options after a field's type; absent when not written. */
export interface FieldOptions {
  readonly merge?: boolean;
  readonly mergeKey?: string;
  readonly map?: readonly string[];
  readonly set?: boolean;
  readonly atomic?: boolean;
  readonly retainKeys?: boolean;
  readonly replace?: boolean;
  readonly written?: boolean;
  readonly empty?: boolean;
  readonly exact?: boolean;
}

/** A type whose fields have not been read yet. */
export interface TypeText {
  readonly name: string;
  readonly kind: boolean;
  readonly atomic: boolean;
  readonly union: boolean;
  /** The name of the text in error messages. */
  readonly origin: string;
  /** The whole text, and where in it the type starts and ends. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the types in a text by their first lines, without reading their fields: a process never
 * uses most of them, so this makes its start faster.
 *
 * @param origin the name of the text in error messages
 * @throws Error if something precedes the first type
 */
export function scanTypes(text: string, origin: string): TypeText[] {
  const heads = [...text.matchAll(/^((?:kind |atomic |union )*)([A-Z]\w*)/gm)];
  const before = text.slice(0, heads[0]?.index).replace(/\/\/.*/g, '');
  if (before.trim() !== '') throw new Error(`${origin}: no type begins with '${before.trim()}'`);
  return heads.map((head, index) => ({
    name: head[2]!,
    kind: head[1]!.includes('kind'),
    atomic: head[1]!.includes('atomic'),
    union: head[1]!.includes('union'),
    origin,
    text,
    start: head.index,
    end: heads[index + 1]?.index ?? text.length,
  }));
}

/**
 * Reads the fields of a type.
 *
 * @throws Error naming the origin, the line (from 1) and the type
 */
export function parseFields(type: TypeText): FieldDeclaration[] {
  return new Parser(type).fields();
}

interface Token {
  readonly text: string;
  /** Offset in the text of the type's origin. */
  readonly at: number;
}

/** The end of the type: no token has an empty text. */
const END = '';

class Parser {
  readonly #type: TypeText;
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(type: TypeText) {
    this.#type = type;
    this.#tokens = tokenize(type);
  }

  fields(): FieldDeclaration[] {
    while (this.#peek() !== this.#type.name) this.#position += 1;
    this.#position += 1;
    this.#expect('{');
    const fields: FieldDeclaration[] = [];
    for (this.#skipBreaks(); !this.#accept('}'); this.#skipBreaks()) {
      fields.push(this.#field());
      if (this.#peek() !== '}' && !this.#isBreak()) this.#fail(`unexpected ${this.#shown()}`);
    }
    this.#skipBreaks();
    if (this.#peek() !== END) this.#fail(`unexpected ${this.#shown()}`);
    return fields;
  }

  #field(): FieldDeclaration {
    const name = this.#name('a field name');
    const required = this.#accept('!');
    this.#expect(':');
    const pointer = this.#accept('*');
    const type = this.#typeExpression();
    const options = this.#options();
    if (!this.#accept('=')) return { name, required, pointer, type, options };
    return { name, required, pointer, type, options, default: this.#name('a default') };
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
    const options: Mutable<FieldOptions> = {};
    while (isName(this.#peek())) {
      switch (this.#peek()) {
        case 'merge':
          this.#position += 1;
          options.merge = true;
          if (this.#accept('=')) options.mergeKey = this.#name('a key');
          break;
        case 'map':
          this.#position += 1;
          this.#expect('=');
          options.map = this.#names(',', 'a key');
          break;
        case 'set':
        case 'atomic':
        case 'retainKeys':
        case 'replace':
        case 'written':
        case 'empty':
        case 'exact':
          options[this.#name('an option') as Flag] = true;
          break;
        default:
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

  #fail(message: string): never {
    fail(this.#type, this.#tokens[this.#position]?.at ?? this.#type.end, message);
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Flag = 'set' | 'atomic' | 'retainKeys' | 'replace' | 'written' | 'empty' | 'exact';

function isName(text: string): boolean {
  return /^[$\w]/.test(text);
}

/** Newlines are tokens, because they end fields; other white space and comments are not. */
function tokenize(type: TypeText): Token[] {
  const pattern = /[^\S\n]+|\/\/[^\n]*|(\n|[{}[\]():!,;=|*]|[$\w][\w.-]*)/y;
  pattern.lastIndex = type.start;
  const tokens: Token[] = [];
  while (pattern.lastIndex < type.end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(type.text);
    if (match === null) fail(type, at, `unexpected '${type.text[at]!}'`);
    if (match[1] !== undefined) tokens.push({ text: match[1], at });
  }
  return tokens;
}

function fail(type: TypeText, at: number, message: string): never {
  const line = type.text.slice(0, at).split('\n').length;
  throw new Error(`${type.origin}, line ${line}, in ${type.name}: ${message}`);
}
