/** Status evolution recorded from a real v1.24 control plane, played in process at full speed. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { playInProcess } from '../../tools/conformance/in-process.ts';
import { loadRunner } from '../../tools/conformance/runner.ts';

const folder = resolve(import.meta.dirname, '../conformance');
const runner = await loadRunner(join(folder, 'traces.mjs'));
const traces = readdirSync(join(folder, 'traces')).filter((name) => name.endsWith('.json'));

it.each(traces)('evolves as recorded: %s', async (name) => {
  const checks = await playInProcess(runner, runner.load(join(folder, 'traces', name)), 24);
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([]);
});
