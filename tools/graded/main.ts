/**
 * Grades the programs of examples/graded, and writes docs/grades.md.
 *
 *     npm run graded -- [NAME...] [--suite quick] [--cache DIR] [--out FILE]
 *
 * With names only those are graded; the other rows are of the results that the cache has kept. A program that cannot be had
 * here is left out, with the reason. Exit status: 1 when our own runtime does not pass, 2 wrong usage.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { graded, type GradedClient } from './clients.ts';
import { keep, kept } from './kept.ts';
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
const { suite, cache, out } = values;

const unknown = positionals.filter((wanted) => graded.every(({ name }) => name !== wanted));
if (unknown.length > 0) {
  const names = graded.map(({ name }) => `"${name}"`).join(', ');
  console.error(`no client is named "${unknown.join('", "')}"; the names are ${names}`);
  process.exit(2);
}

const results: Graded[] = [];
mkdirSync(cache, { recursive: true });
for (const client of graded) {
  const isWanted = positionals.length === 0 || positionals.includes(client.name);
  const result = isWanted ? await gradeOf(client) : kept(cache, suite, client.name);
  const done = isWanted ? 'graded' : 'as it was graded before';
  console.log(`${client.name}: ${typeof result === 'string' ? `left out, ${result}` : done}`);
  if (typeof result === 'string') continue;
  if (isWanted) keep(cache, suite, result);
  results.push(result);
}
writeFileSync(out, await format(page(results, suite), { parser: 'markdown' }));
const own = results.find(({ isOwn }) => isOwn);
if (own?.card.results.some(({ verdict }) => verdict === 'fail') === true) process.exitCode = 1;

/** A text: why there is none. */
async function gradeOf(client: GradedClient): Promise<Graded | string> {
  const { name, isOwn = false, resource, options = [], prepare } = client;
  const had = await prepare(root, join(cache, name));
  if (typeof had === 'string') return had;
  const { command, version, env = {} } = had;
  const about = resource === undefined ? options : ['--resource', resource, ...options];
  const args = [
    ...[join(root, 'dist/orrery.js'), 'grade', '--suite', suite, '-o', 'json', '--jobs', '4'],
    // However long programs take to start on a busy machine.
    ...['--patience', '4'],
    ...[...about, '--', ...command],
  ];
  const run = spawnSync(process.execPath, args, {
    ...{ encoding: 'utf8', maxBuffer: 1e8, cwd: root },
    env: { ...process.env, ...env },
  });
  if (run.status !== 0 && run.status !== 1) return run.stderr.trim();
  return { name, version, isOwn, card: JSON.parse(run.stdout) as Card };
}
