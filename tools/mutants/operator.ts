import type ts from 'typescript';

/** What stands between two offsets becomes another text. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
}

/** Looks at one node and says how it could differ. */
export type Operator = (node: ts.Node, source: ts.SourceFile) => readonly Change[];

export function instead(node: ts.Node, source: ts.SourceFile, replacement: string): Change {
  return { from: node.getStart(source), to: node.getEnd(), replacement };
}
