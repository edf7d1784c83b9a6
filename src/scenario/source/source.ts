/** A text being read: which file it is of, and where its nodes are. */
import { posix } from 'node:path';
import type { Document, LineCounter, Node } from 'yaml';

export interface Source {
  /** Seen from the folder of the scenario. */
  readonly file: string;
  /** As people are told it. */
  readonly shown: string;
  readonly text: string;
  readonly lines: LineCounter;
  /** The documents in it that hold something. */
  readonly roots: readonly Node[];
  /** For turning nodes into plain values. */
  readonly document: Document;
}

/** The path of a file that another one names, both seen from the folder of the scenario. */
export function pathFrom(file: string, path: string): string {
  const normal = path.replaceAll('\\', '/');
  return posix.isAbsolute(normal) ? normal : posix.join(posix.dirname(file), normal);
}
