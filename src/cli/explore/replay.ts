/** The command that plays a plan again. */
import { planText, type Plan } from '#grade';
import type { SettingOptions } from './setting.ts';

export function replayText(
  plan: Plan,
  command: readonly string[],
  options: SettingOptions,
): string {
  const { setup, change = [], steps, ready, goal, invariant = [], ignore = [] } = options;
  const input: readonly (readonly [string, string | undefined])[] = [
    ['--controllers', options.controllers],
    ['--setup', setup],
    ...change.map((file) => ['--change', file] as const),
    ['--steps', steps],
    ['--ready', ready],
    ['--goal', goal],
    ...invariant.map((each) => ['--invariant', each] as const),
    ...ignore.map((each) => ['--ignore', each] as const),
    ['--nodes', options.nodes === 1 ? undefined : String(options.nodes)],
    ['--kubernetes', options.kubernetes],
    ['--plan', plan.length === 0 ? undefined : planText(plan)],
  ];
  const words = input.flatMap(([name, value]) =>
    value === undefined ? [] : [name, quoted(value)],
  );
  const client = command.length === 0 ? [] : ['--', ...command.map(quoted)];
  return ['orrery', 'explore', ...words, ...client].join(' ');
}

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
