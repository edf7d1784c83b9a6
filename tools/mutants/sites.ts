/** Finds the mutations of a source file. */
import ts from 'typescript';
import type { Mutation } from './mutation.ts';
import { operators } from './operators.ts';

/** Every mutation of the file, in the order of its text. Those that cannot be parsed are left out. */
export function mutationsOf(file: string, text: string): Mutation[] {
  const source = parse(file, text);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isWithoutBehaviour(node)) return;
    for (const [operator, changesOf] of Object.entries(operators)) {
      for (const { from, to, replacement } of changesOf(node, source)) {
        found.push({ file, operator, start: from, end: to, replacement });
      }
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

export function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

/** Whether a text is a program at all, whatever its types. */
export function isProgram(file: string, text: string): boolean {
  const { parseDiagnostics } = parse(file, text) as unknown as {
    readonly parseDiagnostics: readonly unknown[];
  };
  return parseDiagnostics.length === 0;
}

/** Types and imports do nothing when the program runs. */
function isWithoutBehaviour(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}
