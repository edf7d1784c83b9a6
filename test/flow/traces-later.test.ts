/**
 * Status evolution recorded from real control planes of later releases, played in process at that
 * release. What ours does otherwise yet stands in left-traces.json of the release.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playInProcess } from '../../tools/conformance/in-process.ts';
import { loadRunner } from '../../tools/conformance/runner.ts';

const folder = resolve(import.meta.dirname, '../conformance');
const runner = await loadRunner(join(folder, 'traces.mjs'));

/** Of some releases there are only scenarios that tell it from later ones, or that found a defect. */
const sets = ['traces', 'traces-new', 'compared-traces'] as const;

function leftIn(own: string): ReadonlySet<string> {
  const file = join(own, 'left-traces.json');
  if (!existsSync(file)) return new Set();
  return new Set(JSON.parse(readFileSync(file, 'utf8')) as readonly string[]);
}

describe.each([30, 34, 37])('a control plane of 1.%i', (minor) => {
  const own = join(folder, `v1.${minor}`);
  const left = leftIn(own);
  const traces = sets
    .filter((set) => existsSync(join(own, set)))
    .flatMap((set) => readdirSync(join(own, set)).map((name) => `${set}/${name}`));

  it.each(traces)('evolves as recorded, or is known not to: %s', async (name) => {
    const checks = await playInProcess(runner, runner.load(join(own, name)), minor);
    const problems = checks.filter((check) => check.problems.length > 0);
    if (left.has(name)) expect(problems).not.toEqual([]);
    else expect(problems).toEqual([]);
  });
});
