/** Every scenario of the library holds what it promises, and runs the same way every time. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#kinds';
import { readRecord } from '#record';
import { replayOf, seedOf } from '#run';
import { Accounts } from '../support/accounts.ts';
import { libraryFiles, playToEnd, withoutWallTime, type Played } from '../support/library.ts';

const root = resolve(import.meta.dirname, '../..');
const command = join(root, 'dist/orrery.js');
const exec = promisify(execFile);
const registry = new KindRegistry();

const files = await libraryFiles();
/** What takes long runs in the benchmarks; day.test.ts plays its beginning. */
const quick = files.filter(({ scenarios }) => scenarios.every(({ slow }) => !slow));
/** The result of each scenario, by file and title, for comparison with other ways to play it. */
const played = new Map<string, Played>();
/** What the controllers said about the fields of all runs. */
const accounts = new Accounts();
const differing: string[] = [];

/** Runs the built command; resolves with what it prints, rejects when it fails. */
async function orrery(...args: readonly string[]): Promise<string> {
  const { stdout } = await exec(process.execPath, [command, ...args], {
    cwd: root,
    maxBuffer: 2 ** 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return stdout;
}

describe.each(quick)('$path', ({ path, scenarios }) => {
  it.each(scenarios)('$title holds all its checks', async (scenario) => {
    const run = await playToEnd(scenario, seedOf(scenario), (past) => {
      differing.push(...accounts.add(past, scenario));
    });
    played.set(`${scenario.file} ${scenario.title}`, run);
    expect(run.checks.length).toBeGreaterThan(0);
    expect(run.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('gives the same bytes again, played by nothing but its record', async () => {
    for (const { file, title } of scenarios) {
      const first = played.get(`${file} ${title}`)!.record;
      const again = await replayOf(readRecord(first, registry), registry);
      const { record } = await playToEnd(again, seedOf(again));
      // Not compared by expect: a difference of megabytes would take minutes to print.
      expect(record === first).toBe(true);
    }
  });

  it('goes as it always went', async () => {
    const timelines = scenarios.map(({ file, title }) => played.get(`${file} ${title}`)!.timeline);
    const golden = join(root, 'test/golden', path.replace(/yaml$/, 'txt'));
    await expect(timelines.join('\n')).toMatchFileSnapshot(golden);
  });
});

it('explains its fields as it always did', async () => {
  await expect(accounts.text).toMatchFileSnapshot(join(root, 'test/golden/accounts.txt'));
  expect(differing).toEqual([]);
});

it('goes differently with another seed', async () => {
  const [scenario] = files.find(({ path }) => path === 'daemonset/rolling-update.yaml')!.scenarios;
  const seed = seedOf(scenario!);
  const [first, other] = [await playToEnd(scenario!, seed), await playToEnd(scenario!, seed + 1)];
  expect(other.record === first.record).toBe(false);
});

it('goes the same way as a test, side by side with others', async () => {
  const results = JSON.parse(await orrery('test', 'scenarios', '-j', '2', '-o', 'json')) as {
    readonly file: string;
    readonly title: string;
    readonly checks: unknown[];
    readonly writes: number;
  }[];
  const summary = results.map(({ file, title, checks, writes }) => [
    `${file} ${title}`,
    writes,
    checks,
  ]);
  // By way of JSON, which knows no undefined.
  const expected = JSON.parse(
    JSON.stringify([...played].map(([name, { checks, writes }]) => [name, writes, checks])),
  ) as unknown;
  expect(summary).toEqual(expected);
}, 240_000);

it('is in the table of scenarios', () => {
  const text = readFileSync(join(root, 'scenarios/README.md'), 'utf8');
  const rows = [...text.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) +\| (.*?) +\|$/gm)];
  expect(rows.map(([, path]) => path).sort()).toEqual(files.map(({ path }) => path));
  for (const [row, , teaches] of rows) expect(teaches, row).toMatch(/\w.*\.$/);
});

it('the speed leaves no trace in the record', async () => {
  const file = 'scenarios/daemonset/rolling-update.yaml';
  const record = (...args: string[]): Promise<string> => orrery('run', file, '-o', 'json', ...args);
  const [max, paced] = await Promise.all([record(), record('--speed', '600x')]);
  expect(paced).toBe(max);
});

it('prints a plain timeline when piped', async () => {
  const text = await orrery('run', 'scenarios/daemonset/rolling-update.yaml');
  const { timeline } = played.get('scenarios/daemonset/rolling-update.yaml rolling-update')!;
  expect(withoutWallTime(text)).toBe(timeline);
});
