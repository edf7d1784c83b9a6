/** Every scenario of the library holds what it promises, and runs the same way every time. */
import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { readRecord } from '#record';
import { replayOf, seedOf } from '#run';
import type { Scenario } from '#scenario';
import { Accounts } from '../support/accounts.ts';
import { orrery } from '../support/command.ts';
import { EventWords } from '../support/event-words.ts';
import { libraryFiles, playToEnd, withoutWallTime, type Played } from '../support/library.ts';

const root = resolve(import.meta.dirname, '../..');
const registry = new KindRegistry(defaultProfile);

const files = await libraryFiles();
/** What takes long runs in the benchmarks; day.test.ts plays its beginning. */
const quick = files.filter(({ scenarios }) => scenarios.every(({ slow }) => !slow));
/** The result of each scenario, by file and title, for comparison with other ways to play it. */
const played = new Map<string, Played>();
/** What the controllers said about the fields of all runs. */
const accounts = new Accounts();
const accountsFile = join(root, 'test/golden/accounts.txt');
const differing: string[] = [];
/** What events said in all runs. */
const events = new EventWords();
const eventsFile = join(root, 'test/golden/events.txt');

/** Plays a scenario; once, however often it is asked for. */
async function playedOnce(scenario: Scenario): Promise<Played> {
  const name = `${scenario.file} ${scenario.title}`;
  const before = played.get(name);
  if (before !== undefined) return before;
  const run = await playToEnd(scenario, seedOf(scenario), (log) => {
    differing.push(...accounts.add(log, scenario));
    events.add(log.past);
  });
  played.set(name, run);
  return run;
}

describe.each(quick)('$path', ({ path, scenarios }) => {
  // One test: whoever runs only the tests that reach some code sees all that the runs show.
  it('holds all its checks, and goes and explains itself as it always did', async () => {
    const timelines: string[] = [];
    for (const scenario of scenarios) {
      const { checks, timeline } = await playedOnce(scenario);
      expect(checks.length, scenario.title).toBeGreaterThan(0);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      timelines.push(timeline);
    }
    const golden = join(root, 'test/golden', path.replace(/yaml$/, 'txt'));
    await expect(timelines.join('\n')).toMatchFileSnapshot(golden);
    expect(differing).toEqual([]);
    const unknown = accounts.beyond(readFileSync(accountsFile, 'utf8'));
    expect(unknown, 'new in test/golden/accounts.txt: update twice').toEqual([]);
    const unheard = events.beyond(readFileSync(eventsFile, 'utf8'));
    expect(unheard, 'new in test/golden/events.txt: update twice').toEqual([]);
  });

  it('gives the same bytes again, played by nothing but its record', async () => {
    for (const scenario of scenarios) {
      const { record: first } = await playedOnce(scenario);
      const again = await replayOf(readRecord(first, registry), registry);
      const { record } = await playToEnd(again, seedOf(again));
      // Not compared by expect: a difference of megabytes would take minutes to print.
      expect(record === first).toBe(true);
    }
  });
});

it('explains its fields as it always did', async () => {
  await expect(accounts.text).toMatchFileSnapshot(accountsFile);
});

it('reports events as it always did', async () => {
  await expect(events.text).toMatchFileSnapshot(eventsFile);
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

it('prints a plain timeline when piped, all of it with -v', async () => {
  const text = await orrery('run', '-v', 'scenarios/daemonset/rolling-update.yaml');
  const { timeline } = played.get('scenarios/daemonset/rolling-update.yaml rolling-update')!;
  expect(withoutWallTime(text)).toBe(timeline);
});
