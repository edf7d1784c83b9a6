import type {
  FieldDeclaration,
  FieldFacts,
  FieldOptions,
  TypeExpression,
  TypeText,
} from './notation.ts';
import { fail, tokenize, type Token } from './tokens.ts';

/**
 * Finds the types in a text by their first lines, without reading their fields: a process never
 * uses most of them, so this makes its start faster.
 *
 * @param origin the name of the text in error messages
 * @throws Error if something precedes the first type
 */
export function scanTypes(text: string, origin: string): TypeText[] {
  const heads = [...text.matchAll(/^((?:kind |atomic(?:@1\.\d+-)? |union )*)([A-Z]\w*)/gm)];
  const before = text.slice(0, heads[0]?.index).replace(/\/\/.*/g, '');
  if (before.trim() !== '') throw new Error(`${origin}: no type begins with '${before.trim()}'`);
  return heads.map((head, index) => ({
    name: head[2]!,
    kind: head[1]!.includes('kind'),
    atomic: atomicSince(head[1]!),
    union: head[1]!.includes('union'),
    origin,
    text,
    start: head.index,
    end: heads[index + 1]?.index ?? text.length,
  }));
}

/** The first minor release in which a type is atomic, from the words before its name. */
function atomicSince(words: string): number | undefined {
  const [word, since] = /atomic(?:@1\.(\d+)-)?/.exec(words) ?? [];
  return word === undefined ? undefined : Number(since ?? 0);
}

/** Returns what the comment in front of a type says; empty where there is none. */
export function descriptionOf({ text, start }: TypeText): string {
  const lines = text.slice(0, start).split('\n').slice(0, -1);
  const first = lines.findLastIndex((line) => !line.startsWith('//')) + 1;
  return lines
    .slice(first)
    .map((line) => line.slice('//'.length).trim())
    .join(' ');
}

/**
 * Reads the fields that a type has in a release.
 *
 * @param minor the minor release of Kubernetes 1; undefined: all fields of all releases, each as the
 *   newest that has it
 * @throws Error naming the origin, the line (from 1) and the type
 */
export function parseFields(type: TypeText, minor: number | undefined): FieldDeclaration[] {
  const all = parseAllFields(type, minor);
  if (minor === undefined) return [...new Map(all.map((field) => [field.name, field])).values()];
  return all.filter(
    ({ facts: { since = minor, until = minor } }) => since <= minor && minor <= until,
  );
}

/**
 * Reads the fields that a type has in any release: one whose type changed is there more than once.
 *
 * @param minor the release by which words are read that hold in some releases only; undefined: the newest
 * @throws Error naming the origin, the line (from 1) and the type
 */
export function parseAllFields(type: TypeText, minor?: number): FieldDeclaration[] {
  return new Parser(type, minor).fields();
}

/** The end of the type: no token has an empty text. */
const END = '';

class Parser {
  readonly #type: TypeText;
  readonly #tokens: readonly Token[];
  readonly #minor: number;
  /** Whether something holds in some releases only. */
  readonly #hasRanges: boolean;
  #position = 0;

  constructor(type: TypeText, minor: number = Infinity) {
    this.#type = type;
    this.#minor = minor;
    this.#tokens = tokenize(type);
    this.#hasRanges = this.#tokens.some(({ text }) => text.startsWith('@'));
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
    const description = this.#tokens[this.#position]?.comment;
    const name = this.#name('a field name');
    const written = this.#accept('!');
    this.#expect(':');
    const pointer = this.#accept('*');
    const type = this.#typeExpression();
    const {
      options: { required = written, ...options },
      facts,
    } = this.#words(written);
    return {
      name,
      required,
      pointer,
      type,
      options,
      ...this.#default(),
      facts: description === undefined ? facts : { ...facts, description },
    };
  }

  #default(): Pick<FieldDeclaration, 'default'> {
    if (!this.#accept('=')) return {};
    const value = this.#name('a default');
    return this.#applies() ? { default: value } : {};
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
    const values = this.#values();
    return this.#applies() ? { form: 'name', name, enum: values } : { form: 'name', name };
  }

  /** Published values, up to the closing parenthesis. */
  #values(): string[] {
    const values: string[] = [];
    do {
      const value = this.#name('a value');
      if (this.#applies()) values.push(value);
    } while (this.#accept('|'));
    this.#expect(')');
    return values;
  }

  /** The words behind a type. What is always written stays so where it is not required. */
  #words(written: boolean): { readonly options: Options; readonly facts: FieldFacts } {
    const options: Mutable<Options> = written ? { written } : {};
    const facts: Mutable<FieldFacts> = {};
    while (isWord(this.#peek())) {
      // Where a word may hold in some releases only, whether it does follows it.
      const option: Mutable<Options> = this.#hasRanges ? {} : options;
      const fact: Mutable<FieldFacts> = this.#hasRanges ? {} : facts;
      if (!this.#option(option) && !this.#fact(fact)) {
        this.#fail(`unknown option ${this.#shown()}`);
      }
      if (this.#hasRanges && this.#applies()) {
        Object.assign(options, option);
        Object.assign(facts, fact);
      }
    }
    return { options, facts };
  }

  /** Reads the releases, such as `@1.30-`, of the word that precedes: whether this one is among them. */
  #applies(): boolean {
    const ranges = this.#peek();
    if (!ranges.startsWith('@')) return true;
    const isThere = ranges
      .slice(1)
      .split(',')
      .map((range) => this.#isIn(range));
    this.#position += 1;
    return isThere.includes(true);
  }

  /** Whether the release is one of `1.27-1.33`, `-1.33` or `1.35-`. */
  #isIn(range: string): boolean {
    const [from, to] = range.split('-');
    const first = from === '' ? 0 : minorOf(from!);
    const last = to === '' ? Infinity : minorOf(to ?? '');
    if (first === undefined || last === undefined) this.#fail('expected releases such as @1.30-');
    return first <= this.#minor && this.#minor <= last;
  }

  /** Reads one that says how the field merges or is written; false when it is none. */
  #option(options: Mutable<Options>): boolean {
    const word = this.#peek();
    switch (word) {
      case 'merge':
        this.#position += 1;
        options.merge = true;
        if (this.#accept('=')) options.mergeKey = this.#name('a key');
        return true;
      case 'map':
        this.#position += 1;
        this.#expect('=');
        options.map = this.#names(',', 'a key');
        return true;
      case 'set':
      case 'atomic':
      case 'retainKeys':
      case 'replace':
      case 'written':
      case 'empty':
      case 'exact':
      case 'granular':
      case 'omitzero':
      case 'unstated':
      case 'required':
        this.#position += 1;
        options[word] = true;
        return true;
      default:
        return false;
    }
  }

  /** Reads one that says something else of the field; false when it is none. */
  #fact(facts: Mutable<FieldFacts>): boolean {
    const word = this.#peek();
    switch (word) {
      case 'wrapped':
      case 'duration':
        facts.form = word;
        break;
      case 'immutable':
      case 'ungated':
        facts[word] = true;
        break;
      case 'since':
      case 'until':
        facts[word] = this.#value(minorOf, 'a release such as 1.28');
        break;
      case 'gate':
      case 'off':
        facts[word] = this.#value(String, 'a value');
        break;
      case 'default':
        facts.fill = this.#value(String, 'a value');
        break;
      case 'max':
        facts.maxLength = this.#value(numberOf, 'a number');
        break;
      case '>=':
        this.#position += 1;
        facts.minimum =
          numberOf(this.#peek()) ?? this.#fail(`expected a number, found ${this.#shown()}`);
        break;
      default:
        return this.#numeric(word, facts);
    }
    this.#position += 1;
    return true;
  }

  /** `#7` or `1..65535`. */
  #numeric(word: string, facts: Mutable<FieldFacts>): boolean {
    if (word.startsWith('#')) {
      facts.number = word.slice(1).split('.').map(Number);
    } else {
      const range = /^(\d+)\.\.(\d+)$/.exec(word);
      if (range === null) return false;
      [facts.minimum, facts.maximum] = [Number(range[1]), Number(range[2])];
    }
    this.#position += 1;
    return true;
  }

  /** Reads the `=` behind the word that stands here, and moves to its value. */
  #value<T>(read: (text: string) => T | undefined, what: string): T {
    this.#position += 1;
    this.#expect('=');
    return read(this.#peek()) ?? this.#fail(`expected ${what}, found ${this.#shown()}`);
  }

  #names(separator: string, what: string): string[] {
    const names = [this.#name(what)];
    while (this.#accept(separator)) names.push(this.#name(what));
    return names;
  }

  #name(what: string): string {
    const text = this.#peek();
    const isQuoted = text.startsWith("'");
    if (!isQuoted && !isName(text)) this.#fail(`expected ${what}, found ${this.#shown()}`);
    this.#position += 1;
    return isQuoted ? text.slice(1, -1) : text;
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

/** With the word that concerns the field itself. */
type Options = FieldOptions & { readonly required?: boolean };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function isName(text: string): boolean {
  return /^[$\w]/.test(text);
}

/** What may stand behind a type, before the default. */
function isWord(text: string): boolean {
  return text.startsWith('#') || text === '>=' || isName(text);
}

function numberOf(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** 28 of 1.28. */
function minorOf(text: string): number | undefined {
  const minor = /^1\.(\d+)$/.exec(text)?.[1];
  return minor === undefined ? undefined : Number(minor);
}
