/**
 * Paths over objects, as `kubectl get -o jsonpath` takes them: `{.status.conditions[?(@.type=="Ready")].status}`.
 * One path, with or without braces and `$`; text around it and `range` are for printing, not for checks.
 */
import type { Cost } from './cost.ts';
import { EvaluationError, ExpressionError } from './error.ts';
import { element, fieldOf } from './reading.ts';
import { any, type Type } from './types.ts';
import { compare, equal } from './values.ts';

type Step =
  | { readonly op: 'field'; readonly name: string; readonly at: number }
  | { readonly op: 'items'; readonly at: number }
  | { readonly op: 'index'; readonly index: number; readonly at: number }
  | {
      readonly op: 'slice';
      readonly from?: number;
      readonly to?: number;
      readonly step: number;
      readonly at: number;
    }
  | { readonly op: 'filter'; readonly filter: Filter; readonly at: number }
  | { readonly op: 'union'; readonly steps: readonly Step[]; readonly at: number }
  /** Everything below, itself included. */
  | { readonly op: 'below'; readonly at: number };

type Operand = { readonly path: readonly Step[] } | { readonly value: unknown };

interface Filter {
  readonly left: Operand;
  /** Absent: the filter only requires that something is found. */
  readonly sign?: string;
  readonly right?: Operand;
}

const NAME = /(?:[^\s.[\]{}()'"@?*,:<>=!\\]|\\.)+/y;
const FILTER_SIGN = /\s*(==|!=|<=|>=|<|>)\s*/y;

export class JsonPath {
  readonly #steps: readonly Step[];

  private constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** @throws {ExpressionError} */
  static parse(text: string): JsonPath {
    return new JsonPath(new PathParser(text).whole());
  }

  /** Whether every field that it names can exist. @throws {ExpressionError} */
  check(type: Type): void {
    checkSteps(this.#steps, type);
  }

  /** All that is found, in order; nothing when fields are absent. @throws {CostError} */
  find(object: unknown, cost: Cost): readonly unknown[] {
    return walk(this.#steps, [object], cost);
  }
}

function walk(steps: readonly Step[], from: readonly unknown[], cost: Cost): readonly unknown[] {
  return steps.reduce((found, step) => found.flatMap((value) => take(step, value, cost)), from);
}

function take(step: Step, value: unknown, cost: Cost): readonly unknown[] {
  const found = taken(step, value, cost);
  cost.spend(1 + found.length);
  return found;
}

function taken(step: Step, value: unknown, cost: Cost): readonly unknown[] {
  switch (step.op) {
    case 'field':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
      return present(
        Object.hasOwn(value, step.name) ? (value as Record<string, unknown>)[step.name] : undefined,
      );
    case 'items':
      return itemsOf(value);
    case 'index':
      return Array.isArray(value) ? present(value.at(step.index)) : [];
    case 'slice':
      return Array.isArray(value) ? slice(value, step) : [];
    case 'filter':
      return itemsOf(value).filter((item) => accepts(step.filter, item, cost));
    case 'union':
      return step.steps.flatMap((each) => take(each, value, cost));
    case 'below':
      return [value, ...itemsOf(value).flatMap((item) => take(step, item, cost))];
  }
}

function present(value: unknown): readonly unknown[] {
  return value === undefined ? [] : [value];
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function slice(
  list: readonly unknown[],
  { from, to, step }: { from?: number; to?: number; step: number },
): readonly unknown[] {
  return list.slice(from, to).filter((_, i) => i % step === 0);
}

function accepts({ left, sign, right }: Filter, item: unknown, cost: Cost): boolean {
  const values = valuesOf(left, item, cost);
  if (sign === undefined) return values.length > 0;
  const others = valuesOf(right!, item, cost);
  if (values.length === 0 || others.length === 0) return false;
  const [a, b] = [values[0], others[0]];
  if (sign === '==') return equal(a, b, cost);
  if (sign === '!=') return !equal(a, b, cost);
  try {
    const order = compare(a, b, cost);
    return sign === '<'
      ? order < 0
      : sign === '<='
        ? order <= 0
        : sign === '>'
          ? order > 0
          : order >= 0;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return false;
  }
}

function valuesOf(operand: Operand, item: unknown, cost: Cost): readonly unknown[] {
  return 'path' in operand ? walk(operand.path, [item], cost) : [operand.value];
}

function checkSteps(steps: readonly Step[], start: Type): void {
  let type = start;
  for (const step of steps) type = checkStep(step, type);
}

/** Returns the type of what the step finds. */
function checkStep(step: Step, type: Type): Type {
  switch (step.op) {
    case 'field':
      return fieldOf(type, step.name, step.at);
    case 'below':
      return any;
    case 'slice':
      element(type, step.at);
      return type.is === 'list' ? type.of : any;
    case 'items':
    case 'index':
      return element(type, step.at);
    case 'filter': {
      const item = element(type, step.at);
      for (const operand of [step.filter.left, step.filter.right]) {
        if (operand !== undefined && 'path' in operand) checkSteps(operand.path, item);
      }
      return item;
    }
    case 'union':
      for (const each of step.steps) checkStep(each, type);
      return any;
  }
}

class PathParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): readonly Step[] {
    this.#skip(/\s*/y);
    const braced = this.#accepts('{');
    this.#skip(/\s*/y);
    const steps = this.#path(true);
    this.#skip(/\s*/y);
    if (braced && !this.#accepts('}')) throw this.#problem('expected "}"');
    this.#skip(/\s*/y);
    if (this.#at < this.#text.length) throw this.#problem('expected the end of the path');
    return steps;
  }

  /** A path from `$`, `@` or nothing; at the beginning the point may be missing too. */
  #path(bare = false): readonly Step[] {
    const steps: Step[] = [];
    const rooted = this.#accepts('$') || this.#accepts('@');
    if (bare && !rooted && !['.', '['].includes(this.#next)) steps.push(this.#name());
    for (;;) {
      const at = this.#at;
      if (this.#accepts('..')) {
        steps.push({ op: 'below', at });
        if (this.#next !== '[') steps.push(this.#star() ?? this.#name());
      } else if (this.#accepts('.')) {
        if (this.#next === '[') continue;
        steps.push(this.#star() ?? this.#name());
      } else if (this.#accepts('[')) {
        steps.push(this.#bracket(at));
      } else {
        return steps;
      }
    }
  }

  #star(): Step | undefined {
    const at = this.#at;
    return this.#accepts('*') ? { op: 'items', at } : undefined;
  }

  #name(): Step {
    const at = this.#at;
    const name = this.#skip(NAME);
    if (name === '') throw this.#problem('expected the name of a field');
    return { op: 'field', name: name.replace(/\\(.)/g, '$1'), at };
  }

  #bracket(at: number): Step {
    if (this.#accepts('?')) return this.#filter(at);
    const steps: Step[] = [];
    do {
      this.#skip(/\s*/y);
      steps.push(this.#choice());
      this.#skip(/\s*/y);
    } while (this.#accepts(','));
    if (!this.#accepts(']')) throw this.#problem('expected "]"');
    return steps.length === 1 ? steps[0]! : { op: 'union', steps, at };
  }

  #choice(): Step {
    const at = this.#at;
    const star = this.#star();
    if (star !== undefined) return star;
    if (this.#next === "'" || this.#next === '"') return { op: 'field', name: this.#quoted(), at };
    const from = this.#integer();
    if (!this.#accepts(':')) {
      if (from === undefined) throw this.#problem('expected a number, a quoted name, *, or ?(...)');
      return { op: 'index', index: from, at };
    }
    const to = this.#integer();
    const step = this.#accepts(':') ? (this.#integer() ?? 1) : 1;
    if (step < 1) throw this.#problem('expected a step of at least 1');
    return {
      op: 'slice',
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      step,
      at,
    };
  }

  #filter(at: number): Step {
    if (!this.#accepts('(')) throw this.#problem('expected "("');
    const left = this.#operand();
    const sign = this.#skip(FILTER_SIGN).trim();
    const filter: Filter = sign === '' ? { left } : { left, sign, right: this.#operand() };
    this.#skip(/\s*/y);
    if (!this.#accepts(')')) throw this.#problem('expected ==, !=, <, <=, > or >=, or ")"');
    if (!this.#accepts(']')) throw this.#problem('expected "]"');
    return { op: 'filter', filter, at };
  }

  #operand(): Operand {
    this.#skip(/\s*/y);
    if (this.#next === '@') return { path: this.#path() };
    if (this.#next === "'" || this.#next === '"') return { value: this.#quoted() };
    const word = this.#skip(/-?\d+(?:\.\d+)?|true|false|null/y);
    if (word === '')
      throw this.#problem('expected @.field, a quoted text, a number, true or false');
    return { value: JSON.parse(word) as unknown };
  }

  #quoted(): string {
    const text = this.#skip(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y);
    if (text === '') throw this.#problem('the text has no end; expected a closing quote');
    return text.slice(1, -1).replace(/\\(.)/g, '$1');
  }

  #integer(): number | undefined {
    const digits = this.#skip(/-?\d+/y);
    return digits === '' ? undefined : Number(digits);
  }

  get #next(): string {
    return this.#text[this.#at] ?? '';
  }

  #accepts(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Passes what matches here. */
  #skip(sticky: RegExp): string {
    const pattern = new RegExp(sticky);
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += match.length;
    return match;
  }

  #problem(expected: string): ExpressionError {
    const found = this.#next === '' ? 'the end' : `"${this.#next}"`;
    return new ExpressionError(`${expected}, found ${found}`, this.#at);
  }
}
