/** JSONPath in conditions: `path` with `equals`, as `kubectl wait --for=jsonpath` has it. */
import { isScalar, type ScalarNode } from '../../source/node.ts';
import { JsonPath, show, withinCost } from '../../expression/index.ts';
import { describe } from '../../shape/checker.ts';
import type { Shape } from '../../shape/shape.ts';
import { catchingProblem } from './formula.ts';
import { mismatches } from './match.ts';

export interface Path {
  readonly text: string;
  readonly path: JsonPath;
  readonly node: ScalarNode;
}

export const path: Shape<Path> = {
  schema: {
    type: 'string',
    description:
      "A JSONPath as kubectl takes it, such as {.status.conditions[?(@.type=='Ready')].status}; with equals.",
  },
  check(node, checker) {
    if (!isScalar(node) || typeof node.value !== 'string') {
      return checker.problem(
        node,
        `expected a JSONPath such as {.status.phase}, found ${describe(node)}`,
      );
    }
    const text = node.value;
    const path = catchingProblem(node, checker, () => JsonPath.parse(text));
    return path && { text: text.trim(), path, node };
  },
};

/** What a path has to find: a value, or of a path that finds several a list; null for nothing. */
export interface PathMatch {
  readonly path: Path;
  /** Absent: anything. */
  readonly equals?: { readonly value: unknown };
}

/** The maximum length of what a message shows of the values found. */
const MOST_TOLD = 1_000;

/** Returns what is wrong, in words; undefined when it is found. @throws {CostError} */
export function judgePath(
  { path: { text, path }, equals }: PathMatch,
  object: unknown,
): string | undefined {
  const found = withinCost(text, (cost) => path.find(object, cost));
  if (equals === undefined) return found.length > 0 ? undefined : `${text}: found nothing`;
  if (matches(found, equals.value)) return undefined;
  return `${text}: expected ${JSON.stringify(equals.value)}, found ${listText(found)}`;
}

function listText(found: readonly unknown[]): string {
  let text = '';
  for (const value of found) {
    text += `${text === '' ? '' : ' '}${show(value, MOST_TOLD)}`;
    if (text.length > MOST_TOLD) return `${text.slice(0, MOST_TOLD - 3)}...`;
  }
  return found.length === 0 ? 'nothing' : text;
}

function matches(found: readonly unknown[], expected: unknown): boolean {
  const isOne = found.length <= 1 && (!Array.isArray(expected) || Array.isArray(found[0]));
  return mismatches(expected, isOne ? found[0] : found).length === 0;
}
