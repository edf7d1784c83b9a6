/**
 * Explores the operators of the examples: each mistake has to be found and made small, and a program without one has to
 * pass, as often as asked.
 *
 *     npm run explored -- [js] [python] [go] [site] [--plans N] [--jobs N] [--repeat N] [--clean N]
 *
 * Exit status: 0 all as it should be, 1 not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machineWall } from '#clock';
import { explore, planText, type Progress } from '#grade';
import { commandOf, settingFor, subjects, type Language } from './programs.ts';

const root = resolve(import.meta.dirname, '../../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    plans: { type: 'string', default: '60' },
    jobs: { type: 'string', default: String(availableParallelism() * 2) },
    /** How often each mistake is looked for. */
    repeat: { type: 'string', default: '1' },
    /** How often a program without one is explored. */
    clean: { type: 'string', default: '1' },
  },
});
/** The largest plan that counts as small. */
const mostFaults = 3;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const cache = mkdtempSync(join(tmpdir(), 'orrery-explored-'));
process.on('exit', () => rmSync(cache, { recursive: true, force: true }));

for (const language of Object.keys(subjects) as Language[]) {
  if (positionals.length > 0 && !positionals.includes(language)) continue;
  const command = commandOf(root, language, cache);
  if (typeof command === 'string') {
    console.log(`${language}: skipped, ${command}`);
    continue;
  }
  for (const mistake of [...subjects[language].mistakes, undefined]) {
    const times = Number(mistake === undefined ? values.clean : values.repeat);
    for (let time = 0; time < times; time++) await play(language, command, mistake);
  }
}

async function play(
  language: Language,
  command: readonly string[],
  mistake: string | undefined,
): Promise<void> {
  const began = machineWall.now();
  let foundMs: number | undefined;
  const report = ({ failed }: Progress): void => {
    if (failed > 0) foundMs ??= machineWall.now() - began;
  };
  const setting = settingFor(root, language, { command, mistake, patience: 1 });
  const { mistakes, results, wallMs } = await explore(setting, {
    ...{ most: Number(values.plans), jobs: Number(values.jobs), seed: 1 },
    ...{ withinMs: 120_000, stopsAtFirst: mistake !== undefined, isShrunk: true, report },
  });
  const isRight =
    mistake === undefined
      ? mistakes.length === 0
      : mistakes.length > 0 && mistakes.every(({ plan }) => plan.length <= mostFaults);
  if (!isRight) process.exitCode = 1;
  const shown = mistakes.map(({ plan, findings }) => `${planText(plan)}: ${findings[0]!.found}`);
  const times = `${foundMs === undefined ? '' : `found after ${seconds(foundMs)}, `}${seconds(wallMs)} in all`;
  const name = `${language} ${mistake ?? 'without a mistake'}`.padEnd(25);
  const what = shown.length === 0 ? 'nothing found' : shown.join('; ');
  console.log(`${isRight ? 'ok ' : 'BAD'} ${name} ${times}, ${results.length} plans: ${what}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
