/** What to type after a first run. */
import type { KindRegistry } from '#catalog';
import { whyCommand } from '../why/command-line.ts';
import type { QuestionField } from './brief.ts';

export interface NextInput {
  /** As the command was called: `orrery`. */
  readonly command: string;
  /** As the scenario was named on the command line; undefined where it cannot be named again. */
  readonly file: string | undefined;
  readonly question: QuestionField | undefined;
  readonly kinds: KindRegistry;
}

/** Three things to try, a line each, short enough to be copied from a terminal. */
export function nextLines({ command, file, question, kinds }: NextInput): readonly string[] {
  if (file === undefined) return [];
  const others = [`${command} open ${file}`, `${command} run ${file} -v`];
  if (question === undefined) {
    return ['', 'Next, see it move, or print every write:', ...others.map(indented)];
  }
  return [
    '',
    `Next, ask why ${question.field} has its value, see it move, or print every write:`,
    ...[whyCommand(command, file, question, kinds), ...others].map(indented),
  ];
}

function indented(line: string): string {
  return `  ${line}`;
}
