/** A text being read: which file it is of, and where its nodes are. */
import { folderOfPath, isAbsolute, joinPaths } from '#values';
import type { Node } from './node.ts';
import type { Lines } from './parse.ts';

export interface Source {
  /** Relative to the folder of the scenario. */
  readonly file: string;
  /** As messages show it. */
  readonly shown: string;
  readonly text: string;
  readonly lines: Lines;
  /** The documents in it that hold something. */
  readonly roots: readonly Node[];
}

/**
 * Returns the path of a file that another one names, both relative to the folder of the scenario.
 */
export function pathFrom(file: string, path: string): string {
  const normal = path.replaceAll('\\', '/');
  return isAbsolute(normal) ? normal : joinPaths(folderOfPath(file), normal);
}
