/**
 * Requests recorded from real API servers of later releases, with the answers they gave, played to ours
 * at that release. What ours answers otherwise stands in left.json of the release, by its reason.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiRunsOf, playRun, runnerIn } from '../../tools/conformance/api-runs.ts';

const root = resolve(import.meta.dirname, '../..');
const sets = ['api', 'api-2', 'api-diff', 'api-fuzz', 'new', 'compared'] as const;

const folderOf = (minor: number): string => join(root, `test/conformance/v1.${minor}`);

/** Of some releases there are only cases that tell it from its neighbours. */
function setsOf(minor: number): readonly string[] {
  return sets.filter((set) => existsSync(join(folderOf(minor), set)));
}

/** The titles of the cases that ours answers otherwise. */
function leftIn(minor: number): ReadonlySet<string> {
  const text = readFileSync(join(folderOf(minor), 'left.json'), 'utf8');
  const byReason = JSON.parse(text) as Readonly<Record<string, readonly string[]>>;
  return new Set(Object.values(byReason).flat());
}

describe.each([26, 28, 30, 32, 34, 35, 37])('the API of 1.%i answers as recorded', (minor) => {
  const left = leftIn(minor);
  const [asRecorded, ...others] = apiRunsOf(minor);

  it.each(setsOf(minor))('%s', async (set) => {
    const report = await playRun(asRecorded!, runnerIn(root), [join(folderOf(minor), set)]);
    const unexplained = report.failed.filter((title) => !left.has(title));
    const fixed = report.passed.filter((title) => left.has(title));
    const differences = unexplained.length === 0 ? '' : report.differences;
    expect({ unexplained, fixed, differences }).toEqual({
      ...{ unexplained: [], fixed: [], differences: '' },
    });
  });

  it.each(others)('$about', async (run) => {
    const report = await playRun(run, runnerIn(root), [join(folderOf(minor), 'api')]);
    expect(report.failed.filter((title) => !left.has(title))).toEqual([]);
    if (minor === 37) expect(report.passed).not.toEqual([]);
  });
});
