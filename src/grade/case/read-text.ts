import { parseText, plainOf } from '#scenario';
import { CaseError } from './fields.ts';

/** The value of a text in YAML or JSON. @param where the file or the option, for errors @throws {CaseError} */
export function readValue(text: string, where: string): unknown {
  const { roots, problems, lines } = parseText(text, 'scenario');
  const [problem] = problems;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.offset);
    throw new CaseError(`${where}:${line}:${col}: ${problem.message}`);
  }
  const [root] = roots;
  if (root === undefined) throw new CaseError(`${where}: the file is empty`);
  return plainOf(root);
}
