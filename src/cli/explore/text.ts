/** What exploring has found, as text. */
import { planWords, type Exploration, type Finding, type Mistake, type Plan } from '#grade';
import type { Style } from '#record';
import { counted } from '../counted.ts';

export interface TextOptions {
  readonly command: readonly string[];
  readonly style: Style;
  readonly replay: (plan: Plan) => string;
}

export function explorationLines(
  exploration: Exploration,
  options: TextOptions,
): readonly string[] {
  const { learned, mistakes } = exploration;
  const { command, style } = options;
  const resources = [...new Set(learned.writes.map(({ write }) => write.split(' ')[1]!))];
  const about = `reads ${learned.reads.join(', ')}; writes ${resources.join(', ')}`;
  const counts = `${counted(learned.changes.length, 'change')} that it reads, ${counted(learned.writes.length, 'write')}`;
  return [
    `${style.bold(command.join(' ') || 'controllers')}  ${style.dim(about)}`,
    style.dim(`${counts}, in the start and ${counted(learned.steps, 'step')}`),
    '',
    ...mistakes.flatMap((mistake) => [...mistakeLines(mistake, options), '']),
    summaryOf(exploration, style),
  ];
}

function mistakeLines(
  { plan, findings, output, plans, isSteady }: Mistake,
  { style, replay }: TextOptions,
): readonly string[] {
  const [first, ...more] = findings;
  const others = [
    ...(plans > 1 ? [`${plans} plans show this`] : []),
    ...(isSteady ? [] : ['it did not fail each time']),
  ];
  return [
    `${style.bad('✗')} ${style.bold(planWords(plan))}`,
    ...findingLines(first!, style),
    ...more.slice(0, 3).map(({ found }) => `  also     ${style.bad(found)}`),
    ...outputLines(output, style),
    `  replay   ${replay(plan)}`,
    ...(others.length > 0 ? [`  ${style.dim(others.join('; '))}`] : []),
  ];
}

function findingLines({ rule, found, because }: Finding, style: Style): readonly string[] {
  return [`  rule     ${rule}`, `  found    ${style.bad(found)}`, `  because  ${because}`];
}

function outputLines(output: string, style: Style): readonly string[] {
  const lines = output.trim().split('\n').slice(-5);
  if (lines.join('') === '') return [];
  return ['  its output ends with', ...lines.map((line) => style.dim(`  | ${line}`))];
}

function summaryOf({ results, mistakes, left, wallMs }: Exploration, style: Style): string {
  const count = (expected: string): number =>
    results.filter(({ verdict }) => verdict === expected).length;
  const failed = count('fail');
  const paint = failed === 0 ? style.good : style.bad;
  const rest = left === 0 ? '' : `, ${left} not played`;
  const found = failed === 0 ? '' : ` (${counted(mistakes.length, 'mistake')})`;
  return paint(
    `${count('pass')} passed, ${failed} failed${found}, ${count('not exercised')} not exercised of ${counted(results.length, 'plan')}${rest}, in ${(wallMs / 1000).toFixed(1)} s`,
  );
}
