/**
 * Grades the programs of examples/graded, and writes docs/grades.md.
 *
 *     npm run graded -- [NAME...] [--suite quick] [--cache DIR] [--out FILE]
 *
 * A program that cannot be had here is left out, with the reason. Exit status: 1 when our own runtime does not pass.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { graded, type GradedClient } from './clients.ts';
import { page, type Card, type Graded } from './page.ts';

const root = resolve(import.meta.dirname, '../../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: 'quick' },
    cache: { type: 'string', default: join(homedir(), '.cache/orrery-graded') },
    out: { type: 'string', default: join(root, 'docs/grades.md') },
  },
});

const results: Graded[] = [];
mkdirSync(values.cache, { recursive: true });
for (const client of graded) {
  if (positionals.length > 0 && !positionals.includes(client.name)) continue;
  const result = gradeOf(client);
  console.log(`${client.name}: ${typeof result === 'string' ? `left out, ${result}` : 'graded'}`);
  if (typeof result !== 'string') results.push(result);
}
writeFileSync(values.out, await format(page(results, values.suite), { parser: 'markdown' }));
const own = results.find(({ isOwn }) => isOwn);
if (own?.card.results.some(({ verdict }) => verdict === 'fail') === true) process.exitCode = 1;

/** A text: why there is none. */
function gradeOf({ name, isOwn = false, resource, prepare }: GradedClient): Graded | string {
  const had = prepare(root, join(values.cache, name));
  if (typeof had === 'string') return had;
  const { command, version, env = {} } = had;
  const options = ['--suite', values.suite, '-o', 'json', '--jobs', '4'];
  const about = resource === undefined ? [] : ['--resource', resource];
  const args = [join(root, 'dist/orrery.js'), 'grade', ...options, ...about, '--', ...command];
  const run = spawnSync(process.execPath, args, {
    ...{ encoding: 'utf8', maxBuffer: 1e8, cwd: root },
    env: { ...process.env, ...env },
  });
  if (run.status !== 0 && run.status !== 1) return run.stderr.trim();
  return { name, version, isOwn, card: JSON.parse(run.stdout) as Card };
}
