/**
 * Programs that take their steps themselves. They print a line for each:
 *
 *     {"step": "the operator leads", "ok": true}
 *     {"step": "a bad fleet is denied", "ok": false, "why": "it was created"}
 */
import { runToEnd, type CommandOptions } from './command.ts';
import type { StepResult } from './suite.ts';

interface Line {
  readonly step: string;
  readonly ok: boolean;
  readonly why?: string;
}

/** Runs a program to its end. That it ends well, having taken at least one step, is a step, too. */
export async function stepsOf(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<readonly StepResult[]> {
  const { code, stdout, stderr } = await runToEnd(file, args, options);
  const steps = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"step":'))
    .map((line): StepResult => {
      const { step, ok, why } = JSON.parse(line) as Line;
      if (ok) return { step, outcome: 'passed' };
      return { step, outcome: 'failed', why: why ?? 'it does not say why' };
    });
  const last = 'the program ends well';
  if (code === 0 && steps.length > 0) return [...steps, { step: last, outcome: 'passed' }];
  const said = [`code ${code}`, ...stderr.trim().split('\n').slice(-30)].join('\n');
  return [...steps, { step: last, outcome: 'failed', why: said }];
}
