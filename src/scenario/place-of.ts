/** Where a field of an object is written. */
import type { Problem } from './problem.ts';
import type { Checker } from './shape/checker.ts';
import { nodeAt } from './source/node-at.ts';
import type { Node } from './source/node.ts';

/** @param path from the object on, such as `spec.containers[0].image`; what is not written there counts as its parent */
export function placeOf(
  path: string,
  node: Node,
  { source }: Checker,
): Pick<Problem, 'file' | 'line' | 'column'> {
  const { line, col } = source.lines.linePos(nodeAt(node, path).place.start);
  return { file: source.shown, line, column: col };
}
