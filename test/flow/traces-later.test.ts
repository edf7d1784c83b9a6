/**
 * Status evolution recorded from real control planes of later releases, played in process at that
 * release. What ours does otherwise yet stands in left-traces.json of the release.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playInProcess } from '../../tools/conformance/in-process.ts';
import { loadRunner } from '../../tools/conformance/runner.ts';

const folder = resolve(import.meta.dirname, '../conformance');
const runner = await loadRunner(join(folder, 'traces.mjs'));

describe.each([37])('a control plane of 1.%i', (minor) => {
  const own = join(folder, `v1.${minor}`);
  const left = new Set(
    JSON.parse(readFileSync(join(own, 'left-traces.json'), 'utf8')) as readonly string[],
  );
  const traces = ['traces', 'traces-new'].flatMap((set) =>
    readdirSync(join(own, set)).map((name) => `${set}/${name}`),
  );

  it.each(traces)('evolves as recorded, or is known not to: %s', async (name) => {
    const checks = await playInProcess(runner, runner.load(join(own, name)), minor);
    const problems = checks.filter((check) => check.problems.length > 0);
    if (left.has(name)) expect(problems).not.toEqual([]);
    else expect(problems).toEqual([]);
  });
});
