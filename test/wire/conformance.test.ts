/**
 * Requests recorded from a real v1.24 API server, with the answers it gave, played to ours: cases
 * that people wrote (api), cases that a generator made (api-fuzz), and the shortest ones for
 * differences that it found (api-diff). What ours answers otherwise stands in explained.json, with
 * the reason of each.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiRunsOf, playRun, runnerIn, type ApiReport } from '../../tools/conformance/api-runs.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'test/conformance');
const explained = JSON.parse(readFileSync(join(folder, 'explained.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const open = JSON.parse(readFileSync(join(folder, 'open.json'), 'utf8')) as readonly string[];
const exceptions = new Set([...Object.keys(explained), ...open]);
const sets = ['api', 'api-2', 'api-diff', 'api-fuzz'] as const;
const [asRecorded, ...others] = apiRunsOf(24);

function filesOf(set: string): readonly string[] {
  return readdirSync(join(folder, set)).map((name) => join(set, name));
}

/** What differs without a reason, and what has a reason though it does not differ. */
function surprises({ differences, passed, failed }: ApiReport): string {
  const unexplained = failed.filter((title) => !exceptions.has(title));
  const fixed = passed.filter((title) => exceptions.has(title));
  if (unexplained.length === 0 && fixed.length === 0) return '';
  return `${JSON.stringify({ unexplained, fixed }, undefined, 2)}\n${differences}`;
}

describe.each(sets)('the API answers as recorded: %s', (set) => {
  it.each(filesOf(set))('%s', async (file) => {
    const report = await playRun(asRecorded!, runnerIn(root), [join(folder, file)]);
    expect(surprises(report)).toBe('');
    expect(report.passed).not.toHaveLength(0);
  });

  it.each(others)('$about', async (run) => {
    const report = await playRun(run, runnerIn(root), [join(folder, set)]);
    expect(surprises(report)).toBe('');
    if (set === 'api') expect(report.passed).not.toHaveLength(0);
  });
});

it('explains no case that does not exist', () => {
  const titles = new Set(sets.flatMap(filesOf).flatMap((file) => titlesIn(join(folder, file))));
  expect([...exceptions].filter((title) => !titles.has(title))).toEqual([]);
});

function titlesIn(file: string): readonly string[] {
  const { topic, cases } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly topic: string;
    readonly cases: readonly { readonly name: string }[];
  };
  return cases.map(({ name }) => `${topic}/${name}`);
}
