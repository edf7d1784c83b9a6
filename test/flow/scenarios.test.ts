/** Every scenario of the library holds what it promises, and runs the same way every time. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const command = join(root, 'dist/orrery.js');
const exec = promisify(execFile);

/** What takes so long that it runs in the benchmarks; day.test.ts plays its beginning. */
const LONG = /^day[/\\]/;

const scenarios = readdirSync(join(root, 'scenarios'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !LONG.test(name))
  .sort();

/** Runs the built command; resolves with what it prints, rejects when it fails. */
async function orrery(...args: readonly string[]): Promise<string> {
  const { stdout } = await exec(process.execPath, [command, ...args], {
    cwd: root,
    maxBuffer: 2 ** 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return stdout;
}

const record = (file: string, ...args: readonly string[]): Promise<string> =>
  orrery('run', join('scenarios', file), '-o', 'json', ...args);

describe.each(scenarios)('%s', (file) => {
  it('holds all its checks', async () => {
    const { passed, checks } = JSON.parse(await record(file)) as {
      passed: boolean;
      checks: unknown[];
    };
    expect(checks.length).toBeGreaterThan(0);
    expect(passed).toBe(true);
  });

  it('gives the same bytes for the same seed, and others for another', async () => {
    const [first, second, other] = await Promise.all([
      record(file, '--seed', '7'),
      record(file, '--seed', '7'),
      record(file, '--seed', '8'),
    ]);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });
});

it('the speed leaves no trace in the record', async () => {
  const file = 'daemonset/rolling-update.yaml';
  const [max, paced] = await Promise.all([record(file), record(file, '--speed', '600x')]);
  expect(paced).toBe(max);
});

it('prints a plain timeline when piped', async () => {
  const text = await orrery('run', 'scenarios/daemonset/rolling-update.yaml');
  expect(text).not.toContain('\u001b');
  expect(text).toContain('7 of 7 checks held');
  expect(text).toMatch(/daemonset-controller +status +DaemonSet agent +.*numberReady 0→5/);
});
