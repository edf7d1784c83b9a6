/** Problems that another room finds in a part of a file: their places in it. */
import { isList, isMap, isScalar, type Node } from '../source/node.ts';
import type { Checker, NearMiss } from './checker.ts';

export interface PartProblem {
  /** Keys and indexes that lead to it, from the part. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly near?: NearMiss;
}

/** Notes a problem; with a near miss at the key, else at the value. */
export function report({ path, message, near }: PartProblem, part: Node, checker: Checker): void {
  let place = part;
  for (const [depth, step] of path.entries()) {
    const isKey = near !== undefined && depth === path.length - 1;
    place = (isKey ? keyIn(place, String(step)) : within(place, step)) ?? place;
  }
  checker.problem(place, message, near);
}

function within(node: Node, part: string | number): Node | undefined {
  if (isMap(node)) return node.get(String(part));
  return isList(node) ? node.items[Number(part)] : undefined;
}

function keyIn(node: Node, name: string): Node | undefined {
  if (!isMap(node)) return undefined;
  return node.entries.find(({ key }) => isScalar(key) && String(key.value) === name)?.key;
}
