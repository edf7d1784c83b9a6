/**
 * Shapes: declarations of what a part of a scenario file looks like. One declaration checks the
 * YAML (with line and column), gives the typed value, and yields the published JSON Schema.
 */
import { DURATION, durationOf } from '#clock';
import { isList, isMap, isScalar, type Node } from '../source/node.ts';
import { describe, type Checker } from './checker.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Shape<T> {
  /** The typed value, or undefined after problems have been noted. */
  check(node: Node, checker: Checker): T | undefined;
  readonly jsonSchema: JsonSchema;
}

export type ValueOf<S> = S extends Shape<infer T> ? T : never;

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
    jsonSchema: {
      type: 'string',
      description: doc,
      ...(oneOf ? { enum: oneOf } : {}),
      ...(pattern ? { pattern: pattern.source } : {}),
    },
    check(node, checker) {
      const value = checker.asText(node);
      if (value === undefined) {
        const advice =
          isScalar(node) && node.value !== null ? `; quote it: '${String(node.value)}'` : '';
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

/** A whole number within bounds. */
export function integer(options: Doc & { min?: number; max?: number }): Shape<number> {
  const { doc, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  const bounds = `${options.min === undefined ? '' : ` of at least ${min}`}${options.max === undefined ? '' : `, at most ${max}`}`;
  return {
    jsonSchema: {
      type: 'integer',
      description: doc,
      ...(options.min === undefined ? {} : { minimum: min }),
      ...(options.max === undefined ? {} : { maximum: max }),
    },
    check(node, checker) {
      const value = isScalar(node) ? node.value : undefined;
      if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
        return value;
      return checker.problem(
        node,
        `expected a whole number${bounds} (${doc}), found ${describe(node)}`,
      );
    },
  };
}

export function flag(options: Doc): Shape<boolean> {
  return {
    jsonSchema: { type: 'boolean', description: options.doc },
    check(node, checker) {
      if (isScalar(node) && typeof node.value === 'boolean') return node.value;
      return checker.problem(
        node,
        `expected true or false (${options.doc}), found ${describe(node)}`,
      );
    },
  };
}

/** What a duration may look like, for messages. */
export const DURATION_EXAMPLES = '90s, 1m30s or 500ms';

/** A span of virtual time in ms: `90s`, `1m30s`, `500ms`, `2h`, or a number of seconds. */
export function duration(options: Doc & { min?: 'positive' | 'second' }): Shape<number> {
  return {
    jsonSchema: {
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
        return checker.problem(
          node,
          `expected a duration such as ${DURATION_EXAMPLES}, found ${describe(node)}`,
        );
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

export function list<T>(items: Shape<T>, options: Doc & { min?: number }): Shape<readonly T[]> {
  const { doc, min = 0 } = options;
  return {
    jsonSchema: {
      type: 'array',
      items: items.jsonSchema,
      description: doc,
      ...(min > 0 ? { minItems: min } : {}),
    },
    check(node, checker) {
      if (!isList(node))
        return checker.problem(node, `expected a list (${doc}), found ${describe(node)}`);
      if (node.items.length < min)
        return checker.problem(node, `expected at least ${min} here (${doc})`);
      const values = node.items.map((item) => items.check(item, checker));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
  };
}

/** A map from keys, which are free unless they are listed, to values of one shape. */
export function mapOf<T>(
  values: Shape<T>,
  options: Doc & { keys?: readonly string[] },
): Shape<Readonly<Record<string, T>>> {
  const { doc, keys } = options;
  return {
    jsonSchema: {
      type: 'object',
      additionalProperties: values.jsonSchema,
      ...(keys && { propertyNames: { enum: keys } }),
      description: doc,
    },
    check(node, checker) {
      if (!isMap(node))
        return checker.problem(node, `expected a map (${doc}), found ${describe(node)}`);
      const result: [string, T][] = [];
      let ok = true;
      for (const { key, value } of node.entries) {
        const name = String(checker.valueOf(key));
        if (keys !== undefined && !keys.includes(name)) {
          const message = `unknown name "${name}" (${doc}); known are ${keys.join(', ')}`;
          checker.problem(key, message, { word: name, known: keys });
          ok = false;
          continue;
        }
        const checked = values.check(value ?? key, checker);
        if (checked === undefined) ok = false;
        else result.push([name, checked]);
      }
      return ok ? Object.fromEntries(result) : undefined;
    },
  };
}

/** Any YAML value. */
export function anything(options: Doc): Shape<unknown> {
  return {
    jsonSchema: { description: options.doc },
    check: (node, checker) => checker.valueOf(node),
  };
}

/** A map with any content. */
export function anyMap(options: Doc): Shape<Readonly<Record<string, unknown>>> {
  return {
    jsonSchema: { type: 'object', description: options.doc },
    check(node, checker) {
      if (!isMap(node))
        return checker.problem(node, `expected a map (${options.doc}), found ${describe(node)}`);
      return checker.valueOf(node) as Record<string, unknown>;
    },
  };
}
