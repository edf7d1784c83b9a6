/**
 * Explores the operators of examples/explored: each mistake has to be found and made small, and a program without one has
 * to pass.
 *
 *     npm run explored -- [js] [python] [go] [--plans N] [--jobs N] [--repeat N]
 *
 * Exit status: 0 all as it should be, 1 not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explore, planText } from '#grade';
import { commandOf, languages, mistakes, settingFor } from './programs.ts';

const root = resolve(import.meta.dirname, '../../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    plans: { type: 'string', default: '60' },
    jobs: { type: 'string', default: String(availableParallelism() * 2) },
    repeat: { type: 'string', default: '1' },
  },
});
/** The largest plan that counts as small. */
const mostFaults = 3;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const cache = mkdtempSync(join(tmpdir(), 'orrery-explored-'));
process.on('exit', () => rmSync(cache, { recursive: true, force: true }));

for (const language of languages) {
  if (positionals.length > 0 && !positionals.includes(language)) continue;
  const command = commandOf(root, language, cache);
  if (typeof command === 'string') {
    console.log(`${language}: skipped, ${command}`);
    continue;
  }
  for (const mistake of [...mistakes, undefined]) {
    for (let time = 0; time < Number(values.repeat); time++) await play(language, command, mistake);
  }
}

async function play(
  language: string,
  command: readonly string[],
  mistake: string | undefined,
): Promise<void> {
  const options = { most: Number(values.plans), jobs: Number(values.jobs), seed: 1 };
  const limits = { withinMs: 120_000, stopsAtFirst: mistake !== undefined, isShrunk: true };
  const setting = settingFor(root, command, mistake, 1);
  const report = (): void => undefined;
  const {
    mistakes: found,
    results,
    wallMs,
  } = await explore(setting, { ...options, ...limits, report });
  const isRight =
    mistake === undefined
      ? found.length === 0
      : found.length > 0 && found.every(({ plan }) => plan.length <= mostFaults);
  if (!isRight) process.exitCode = 1;
  const shown = found.map(({ plan, findings }) => `${planText(plan)}: ${findings[0]!.found}`);
  const name = `${language} ${mistake ?? 'without a mistake'}`.padEnd(25);
  const what = shown.length === 0 ? 'nothing found' : shown.join('; ');
  console.log(
    `${isRight ? 'ok ' : 'BAD'} ${name} ${(wallMs / 1000).toFixed(1)} s, ${results.length} plans: ${what}`,
  );
}
