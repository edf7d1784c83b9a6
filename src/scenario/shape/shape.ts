/**
 * Shapes: declarations of what a part of a scenario file looks like. One declaration checks the
 * YAML (with line and column), gives the typed value, and yields the published JSON Schema.
 */
import { DURATION, durationOf } from '#clock';
import { isMap as isPlainMap, scalar, type Form } from '#forms';
import { isScalar, type Node } from '../source/node.ts';
import { describe, type Checker } from './checker.ts';

export { anything, list, type JsonSchema, type ValueOf } from '#forms';

/** A form of what a scenario file has. */
export type Shape<T> = Form<T, Node, Checker>;

interface Doc {
  /** What it is, for people and editors. */
  readonly doc: string;
}

/** Text; other scalars are rejected with the advice to quote them. */
export function text(
  options: Doc & { oneOf?: readonly string[]; pattern?: RegExp; expected?: string },
): Shape<string> {
  const { doc, oneOf, pattern, expected } = options;
  return {
    schema: {
      type: 'string',
      description: doc,
      ...(oneOf ? { enum: oneOf } : {}),
      ...(pattern ? { pattern: pattern.source } : {}),
    },
    check(node, checker) {
      const value = checker.asText(node);
      if (value === undefined) {
        const advice = isScalar(node) && node.value !== null ? checker.quoteAdvice(node) : '';
        return checker.problem(node, `expected text (${doc}), found ${describe(node)}${advice}`);
      }
      if (oneOf && !oneOf.includes(value)) {
        return checker.problem(node, `expected one of ${oneOf.join(', ')}, found "${value}"`, {
          word: value,
          known: oneOf,
        });
      }
      if (pattern && !pattern.test(value)) {
        return checker.problem(node, `expected ${expected ?? doc}, found "${value}"`);
      }
      return value;
    },
  };
}

/** Returns a whole number within bounds. */
export function integer(options: Doc & { min?: number; max?: number }): Form<number> {
  const { doc, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  const bounds = `${options.min === undefined ? '' : ` of at least ${min}`}${options.max === undefined ? '' : `, at most ${max}`}`;
  return scalar({
    schema: {
      type: 'integer',
      description: doc,
      ...(options.min === undefined ? {} : { minimum: min }),
      ...(options.max === undefined ? {} : { maximum: max }),
    },
    expected: `a whole number${bounds} (${doc})`,
    parse(value) {
      if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
      return value >= min && value <= max ? value : undefined;
    },
  });
}

export function flag({ doc }: Doc): Form<boolean> {
  return scalar({
    schema: { type: 'boolean', description: doc },
    expected: `true or false (${doc})`,
    parse: (value) => (typeof value === 'boolean' ? value : undefined),
  });
}

/** What a duration may look like, for messages. */
export const DURATION_EXAMPLES = '90s, 1m30s or 500ms';

/** Returns a span of virtual time in ms: `90s`, `1m30s`, `500ms`, `2h`, or a number of seconds. */
export function duration(options: Doc & { min?: 'positive' | 'second' }): Shape<number> {
  return {
    schema: {
      description: `${options.doc} A duration: 90s, 1m30s, 500ms, 2h; a bare number is seconds.`,
      oneOf: [
        { type: 'string', pattern: DURATION.source.replace('-?', '') },
        { type: 'number', minimum: 0 },
      ],
    },
    check(node, checker) {
      const value = isScalar(node) ? node.value : undefined;
      const ms = durationOf(value);
      if (ms === undefined) {
        return checker.expected(node, `a duration such as ${DURATION_EXAMPLES}`);
      }
      if (ms < 0) {
        return checker.problem(
          node,
          `expected a time that is not negative, found ${String(value)}`,
        );
      }
      if (ms < 1000 && options.min === 'second') {
        return checker.problem(node, `expected a second or more (${options.doc})`);
      }
      if (ms === 0 && options.min === 'positive') {
        return checker.problem(node, `expected more than no time at all (${options.doc})`);
      }
      return ms;
    },
  };
}

/** Returns a map from keys, which are free unless they are listed, to values of one shape. */
export function mapOf<T>(
  values: Shape<T>,
  options: Doc & { keys?: readonly string[] },
): Shape<Readonly<Record<string, T>>> {
  const { doc, keys } = options;
  return {
    schema: {
      type: 'object',
      additionalProperties: values.schema,
      ...(keys && { propertyNames: { enum: keys } }),
      description: doc,
    },
    check(node, checker) {
      const entries = checker.entries(node);
      if (entries === undefined) return checker.expected(node, `a map (${doc})`);
      const result: [string, T][] = [];
      let ok = true;
      for (const { name, key, value } of entries) {
        if (keys !== undefined && !keys.includes(name)) {
          const message = `unknown name "${name}" (${doc}); known are ${keys.join(', ')}`;
          checker.problem(key, message, { word: name, known: keys });
          ok = false;
          continue;
        }
        const checked = values.check(value, checker);
        if (checked === undefined) ok = false;
        else result.push([name, checked]);
      }
      return ok ? Object.fromEntries(result) : undefined;
    },
  };
}

/** Returns a map with any content. */
export function anyMap({ doc }: Doc): Form<Readonly<Record<string, unknown>>> {
  return scalar({
    schema: { type: 'object', description: doc },
    expected: `a map (${doc})`,
    parse: (value) => (isPlainMap(value) ? value : undefined),
  });
}
