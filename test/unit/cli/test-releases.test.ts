/** Scenarios at several releases: what is asked for, and the table of what came of it. */
import { describe, expect, it } from 'vitest';
import { makeStyle } from '../../../src/cli/style.ts';
import { matrixLines } from '../../../src/cli/test/matrix.ts';
import { releasesIn } from '../../../src/cli/test/releases.ts';
import type { ScenarioResult } from '../../../src/cli/test/result.ts';

describe('the releases that are asked for', () => {
  it.each([
    [undefined, undefined],
    ['1.34', ['1.34']],
    ['v1.34.4,1.30', ['1.34', '1.30']],
    ['1.35..latest', ['1.35', '1.36', '1.37']],
    ['1.24,1.24..1.25', ['1.24', '1.25']],
  ])('of %j are %j', (text, releases) => {
    expect(releasesIn(text)).toEqual(releases);
  });

  it.each([
    ['1.99', /^--kubernetes: unknown release "1\.99"; known releases: 1\.24, /],
    ['1.34..', /^--kubernetes: unknown release ""; /],
    ['1.34..1.30', '--kubernetes: 1.34..1.30 ends before it begins; expected 1.30..1.34'],
  ])('may not be %j', (text, problem) => {
    expect(() => releasesIn(text)).toThrow(problem);
  });
});

describe('the table of several releases', () => {
  const result = (title: string, kubernetes: string, failure?: string): ScenarioResult => ({
    ...{ file: `${title}.yaml`, title, kubernetes, seed: 1, writes: 1, seconds: 1, wallMs: 1 },
    passed: failure === undefined,
    checks: [],
    ...(failure !== undefined && { error: failure }),
  });

  it('has a row for each scenario, and names where it is otherwise, and how', () => {
    const results = [
      result('a', '1.29'),
      result('jobs', '1.29', 'no such field'),
      result('a', '1.30'),
      result('jobs', '1.30', 'no such field'),
      result('a', '1.31', 'another'),
      result('jobs', '1.31'),
    ];
    expect(matrixLines(results, ['1.29', '1.30', '1.31'], makeStyle(false))).toEqual([
      'Scenario  1.29  1.30  1.31',
      'a          ✓     ✓     ✗',
      'jobs       ✗     ✗     ✓',
      '',
      '✗ a at 1.31: another',
      '✗ jobs at 1.29 to 1.30: no such field',
    ]);
  });

  it('marks where a scenario was skipped, once for each reason', () => {
    const skipped = (kubernetes: string): ScenarioResult => ({
      ...result('gates', kubernetes),
      skipped: 'it holds at 1.30 only: of old',
    });
    const results = [skipped('1.29'), result('gates', '1.30'), skipped('1.31')];
    expect(matrixLines(results, ['1.29', '1.30', '1.31'], makeStyle(false))).toEqual([
      'Scenario  1.29  1.30  1.31',
      'gates      -     ✓     -',
      '',
      '- gates at 1.29, 1.31: it holds at 1.30 only: of old',
    ]);
  });

  it('has a row for each file where titles are the same, and one for a file that is invalid at some', () => {
    const other = { ...result('a', '1.29', 'it fails'), file: 'b/a.yaml' };
    const invalid = { ...result('c.yaml', '1.29', 'no such field'), file: 'c.yaml' };
    const results = [result('a', '1.29'), other, invalid, result('c', '1.30')];
    expect(matrixLines(results, ['1.29', '1.30'], makeStyle(false))).toEqual([
      'Scenario      1.29  1.30',
      'a (a.yaml)     ✓',
      'a (b/a.yaml)   ✗',
      'c              ✗     ✓',
      '',
      '✗ a (b/a.yaml) at 1.29: it fails',
      '✗ c at 1.29: no such field',
    ]);
  });
});
