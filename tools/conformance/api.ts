/**
 * Plays recorded API requests to servers of its own and compares the answers.
 *
 *     npm run build && node build/tools/conformance/api.js [--kubernetes 1.37] DIR|FILE...
 *
 * Prints what differs, and closes with `N passed, N failed`. Exit status: 0 all passed, 1 a case
 * differs, 2 wrong usage.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { apiRunsOf, playRun, runnerIn } from './api-runs.ts';
import { releaseIn } from './release-option.ts';

const root = resolve(import.meta.dirname, '../../..');

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { minor, rest: paths } = releaseIn(args);
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) console.error(`${missing}: there is no such file or directory`);
  if (paths.length === 0 || missing !== undefined) {
    console.error(
      'usage: conformance:api -- [--kubernetes 1.37] DIR|FILE...   (recorded cases, *.json)',
    );
    return 2;
  }
  const passed = new Set<string>();
  const failed = new Set<string>();
  for (const run of apiRunsOf(minor)) {
    const report = await playRun(run, runnerIn(root), paths);
    console.log(`${run.about}: ${report.passed.length} passed, ${report.failed.length} failed`);
    if (report.differences !== '') console.log(report.differences);
    for (const title of report.passed) passed.add(title);
    for (const title of report.failed) failed.add(title);
  }
  // Few cases hold under several settings: these have to in each.
  for (const title of failed) passed.delete(title);
  console.log(`${passed.size} passed, ${failed.size} failed`);
  return failed.size === 0 && passed.size > 0 ? 0 : 1;
}
