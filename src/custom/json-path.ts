/** The JSON paths of columns: `.status.conditions[?(@.type=="Ready")].status`. */
import { deepEqual } from '#values';
import { isObject } from '#schema';

/** A path that cannot be followed in an object: an index out of bounds, a filter of no list. */
class Unfollowable extends Error {
  override readonly name = 'Unfollowable';
}

type Step = (values: readonly unknown[]) => readonly unknown[];

export class JsonPath {
  readonly #steps: readonly Step[];

  /** @throws {SyntaxError} */
  constructor(text: string) {
    this.#steps = new Parser(text).steps();
  }

  /** The first value that is found; undefined for none, and where the path cannot be followed. */
  first(object: unknown): unknown {
    try {
      return follow(this.#steps, [object])[0];
    } catch (error) {
      if (error instanceof Unfollowable) return undefined;
      throw error;
    }
  }
}

/** How many values a path finds at most. */
const mostFound = 10_000;

function follow(steps: readonly Step[], start: readonly unknown[]): readonly unknown[] {
  let found = start;
  for (const step of steps) {
    found = step(found);
    if (found.length > mostFound) throw new Unfollowable('too many values');
  }
  return found;
}

const fieldName = /(?:\\[^]|[^\\\s.,[\]$@{}])+/y;
const filterParts = /^([^!<>=]+)(==|!=|<=|>=|<|>)(.+)$/s;

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  steps(): readonly Step[] {
    const steps: Step[] = [];
    while (this.#at < this.#text.length) {
      const step = this.#step(steps.length === 0);
      if (step !== undefined) steps.push(step);
    }
    return steps;
  }

  #step(isFirst: boolean): Step | undefined {
    if (this.#skips('..')) return everything;
    if (this.#skips('[?(')) return filter(this.#upTo(')]'));
    if (this.#skips('[')) return inBrackets(this.#upTo(']'));
    if (this.#skips('.')) return this.#field();
    if (this.#skips(' ') || this.#skips('@') || this.#skips('$')) return undefined;
    const literal = isFirst ? this.#literal() : undefined;
    return literal ?? this.#field();
  }

  #skips(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #upTo(end: string): string {
    const from = this.#at;
    const to = this.#text.indexOf(end, from);
    if (to < 0) throw new SyntaxError(`unterminated array: expected ${end}`);
    this.#at = to + end.length;
    return this.#text.slice(from, to);
  }

  #field(): Step {
    fieldName.lastIndex = this.#at;
    const [name = ''] = fieldName.exec(this.#text) ?? [];
    if (name === '' && this.#at < this.#text.length && !/[.[]/.test(this.#text[this.#at]!)) {
      throw new SyntaxError(`unexpected ${this.#text[this.#at]!} at ${this.#at + 1}`);
    }
    this.#at += name.length;
    return name === '*' ? items : field(name.replaceAll('\\', ''));
  }

  /** A text in quotes, a number or a boolean, as filters compare with. */
  #literal(): Step | undefined {
    const rest = this.#text.slice(this.#at);
    const [token] =
      /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[+-]?[0-9.]+|true$|false$)/.exec(rest) ?? [];
    if (token === undefined) return undefined;
    this.#at += token.length;
    const value = literalOf(token);
    return (values) => values.map(() => value);
  }
}

function literalOf(token: string): unknown {
  if (token === 'true' || token === 'false') return token === 'true';
  if (!/^["']/.test(token)) return Number(token);
  return token.slice(1, -1).replace(/\\(.)/g, '$1');
}

function field(name: string): Step {
  if (name === '') return (values) => values;
  return (values) =>
    values.flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []));
}

const items: Step = (values) => values.flatMap(partsOf);

const everything: Step = (values) =>
  values.flatMap((value) => {
    const parts = partsOf(value);
    return parts.length === 0 ? [] : [value, ...everything(parts)];
  });

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function inBrackets(text: string): Step {
  const [, name] = /^'([^']*)'$/.exec(text) ?? [];
  if (name !== undefined) return field(name.replaceAll('\\', ''));
  const choices = text.split(',');
  if (choices.length > 1) {
    const steps = choices.map((choice) => inBrackets(choice.trim()));
    return (values) => steps.flatMap((step) => step(values));
  }
  return range(text === '*' ? ':' : text);
}

/** `0`, `-1`, `1:3` */
function range(text: string): Step {
  const [whole, first = '', rest, step] = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text) ?? [];
  if (whole === undefined) throw new SyntaxError(`invalid array index ${text}`);
  const stride = Number(step?.slice(1) || 1);
  return (values) =>
    values.flatMap((value) => {
      if (value === null) return [];
      if (!Array.isArray(value)) throw new Unfollowable('not a list');
      const { length } = value;
      const inside = (input: number): number => (input < 0 ? input + length : input);
      const from = inside(Number(first || 0));
      const to = rest === undefined ? from + 1 : inside(Number(rest.slice(1) || length));
      if (from !== to && (from >= length || from < 0 || to > length)) {
        throw new Unfollowable('out of bounds');
      }
      return value.slice(from, to).filter((_, index) => stride > 0 && index % stride === 0);
    });
}

function filter(text: string): Step {
  const [, left, sign, right] = filterParts.exec(text) ?? [];
  const subject = new Parser(left?.trim() ?? text).steps();
  const object = right === undefined ? undefined : new Parser(right.trim()).steps();
  return (values) =>
    values.flatMap((value) => {
      if (!Array.isArray(value)) throw new Unfollowable('not a list');
      return value.filter((item: unknown) => {
        const found = follow(subject, [item]);
        if (object === undefined) return found.length > 0;
        const expected = follow(object, [item]);
        if (found.length !== 1 || expected.length !== 1) throw new Unfollowable('not one value');
        return holds(found[0], sign!, expected[0]);
      });
    });
}

function holds(left: unknown, sign: string, right: unknown): boolean {
  if (sign === '==') return deepEqual(left, right);
  if (sign === '!=') return !deepEqual(left, right);
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) {
    throw new Unfollowable('values of different types');
  }
  const [a, b] = [left, right as typeof left];
  if (sign === '<') return a < b;
  if (sign === '>') return a > b;
  return sign === '<=' ? a <= b : a >= b;
}
