/** Maps with named fields: the shape of most things in a scenario file. */
import { isMap, type Node, type MapNode } from '../source/node.ts';
import { describe, type Checker } from './checker.ts';
import type { Shape } from './shape.ts';

type Fields = Readonly<Record<string, Shape<unknown>>>;

type Values<R extends Fields, O extends Fields> = {
  readonly [K in keyof R]: R[K] extends Shape<infer T> ? T : never;
} & { readonly [K in keyof O]?: O[K] extends Shape<infer T> ? T : never };

export interface FieldsOptions<R extends Fields, O extends Fields> {
  readonly doc: string;
  readonly required: R;
  readonly optional: O;
}

/** A map with required and optional fields; others are rejected, with a near miss if there is one. */
export function fields<R extends Fields, O extends Fields>(
  options: FieldsOptions<R, O>,
): Shape<Values<R, O>> {
  const { doc, required, optional } = options;
  const all: Fields = { ...required, ...optional };
  return {
    jsonSchema: {
      type: 'object',
      description: doc,
      properties: Object.fromEntries(
        Object.entries(all).map(([name, shape]) => [name, shape.jsonSchema]),
      ),
      required: Object.keys(required),
      additionalProperties: false,
    },
    check(node, checker) {
      if (!isMap(node)) {
        return checker.problem(node, `expected a map (${doc}), found ${describe(node)}`);
      }
      return checkFields(node, checker, all, Object.keys(required), doc) as
        Values<R, O> | undefined;
    },
  };
}

function checkFields(
  node: MapNode,
  checker: Checker,
  all: Fields,
  required: readonly string[],
  doc: string,
): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  let ok = true;
  for (const { name, key, value } of pairsOf(node, checker)) {
    const shape = Object.hasOwn(all, name) ? all[name] : undefined;
    if (shape === undefined) {
      const known = Object.keys(all);
      checker.problem(key, `unknown field "${name}" (${doc}); known are ${known.join(', ')}`, {
        word: name,
        known,
      });
      ok = false;
      continue;
    }
    const checked = shape.check(value ?? key, checker);
    if (checked === undefined) ok = false;
    else result[name] = checked;
  }
  for (const name of required) {
    if (node.has(name)) continue;
    checker.problem(node, `field "${name}" is missing (${doc})`);
    ok = false;
  }
  return ok ? result : undefined;
}

/** A pair of a map whose key is a name. */
export interface NamedPair {
  readonly name: string;
  readonly key: Node;
  /** Undefined where nothing follows the name. */
  readonly value: Node | undefined;
}

/** The pairs of a map with names as text. */
export function pairsOf(node: MapNode, checker: Checker): readonly NamedPair[] {
  return node.entries.map(({ key, value }) => ({
    name: String(checker.valueOf(key)),
    key,
    value,
  }));
}
