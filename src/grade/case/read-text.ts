import { parseText, plainOf } from '#scenario';
import { CaseError } from './fields.ts';

/**
 * Returns the value of a text in YAML or JSON. @param where the file or the option, for errors
 * @throws {CaseError}
 */
export function readValue(text: string, where: string): unknown {
  const [first] = readValues(text, where);
  if (first === undefined) throw new CaseError(`${where}: the file is empty`);
  return first;
}

/** Those of all documents of a text. @throws {CaseError} */
export function readValues(text: string, where: string): readonly unknown[] {
  const { roots, problems, lines } = parseText(text, 'scenario');
  const [problem] = problems;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.offset);
    throw new CaseError(`${where}:${line}:${col}: ${problem.message}`);
  }
  return roots.map((root) => plainOf(root));
}
