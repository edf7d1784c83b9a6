/** Finds out which tests run the code around a mutation, by statements that report when they run. */
import ts from 'typescript';
import { parse } from './sites.ts';

/** The function that probes call, if it is there: see reached.ts. */
export const PROBE = '__reached';

/** A place, and the number that its probe reports. */
export interface Place {
  readonly at: number;
  readonly id: number;
}

export interface Probed {
  readonly text: string;
  /** What runs only while its module is loaded, where no probe can say for which test. */
  readonly unprobed: readonly number[];
}

/** The file's text with a probe before the statement or expression around each place. */
export function probed(file: string, text: string, places: readonly Place[]): Probed {
  const source = parse(file, text);
  const ids = new Map<ts.Node, number[]>();
  const unprobed: number[] = [];
  for (const { at, id } of places) {
    const anchor = anchorOf(innermost(source, at));
    if (anchor === undefined) unprobed.push(id);
    else ids.set(anchor, [...(ids.get(anchor) ?? []), id]);
  }
  const insertions = [...ids].flatMap(([anchor, reported]) =>
    insertionsAt(anchor, source, reported),
  );
  return { text: inserted(text, insertions), unprobed };
}

/** For each offset the first of them that the same probe reports for. */
export function sharedPlaces(file: string, text: string, offsets: readonly number[]): number[] {
  const source = parse(file, text);
  const first = new Map<ts.Node, number>();
  return offsets.map((at) => {
    const anchor = anchorOf(innermost(source, at));
    if (anchor === undefined) return at;
    if (!first.has(anchor)) first.set(anchor, at);
    return first.get(anchor)!;
  });
}

function innermost(source: ts.SourceFile, at: number): ts.Node {
  let node: ts.Node = source;
  for (;;) {
    const inner: ts.Node | undefined = node.forEachChild((child) =>
      child.getStart(source) <= at && at < child.getEnd() ? child : undefined,
    );
    if (inner === undefined) return node;
    node = inner;
  }
}

/** The statement or expression that runs whenever the node may; none outside of functions. */
function anchorOf(node: ts.Node): ts.Node | undefined {
  for (let inner = node; !ts.isSourceFile(inner); inner = inner.parent) {
    const { parent } = inner;
    if (ts.isSourceFile(parent)) return undefined;
    if (isInList(inner) || isLoneStatement(inner) || isWrappable(inner)) return inner;
  }
  return undefined;
}

function isInList(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBlock(parent)) return true;
  return ts.isCaseOrDefaultClause(parent) && parent.statements.some((one) => one === node);
}

/** The branch of an if or the body of a loop, without braces. */
function isLoneStatement(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isStatement(node) &&
    !ts.isBlock(node) &&
    (ts.isIfStatement(parent) || ts.isIterationStatement(parent, false))
  );
}

/** The body of an arrow function, or the value that a parameter or property starts with. */
function isWrappable(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isArrowFunction(parent)) return parent.body === node && !ts.isBlock(node);
  return (
    (ts.isParameter(parent) || ts.isPropertyDeclaration(parent)) && parent.initializer === node
  );
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

function insertionsAt(
  anchor: ts.Node,
  source: ts.SourceFile,
  ids: readonly number[],
): readonly Insertion[] {
  const call = ids.map((id) => `globalThis.${PROBE}?.(${id})`).join(',');
  const from = anchor.getStart(source);
  if (isInList(anchor)) return [{ at: from, text: `${call};` }];
  const [open, close] = ts.isStatement(anchor) ? [`{${call};`, '}'] : [`(${call},`, ')'];
  return [
    { at: from, text: open },
    { at: anchor.getEnd(), text: close },
  ];
}

function inserted(text: string, insertions: readonly Insertion[]): string {
  const ordered = [...insertions].sort((a, b) => b.at - a.at);
  return ordered.reduce(
    (result, { at, text: added }) => result.slice(0, at) + added + result.slice(at),
    text,
  );
}
