/** The scenarios of the package by name, from standard input, and the summary of a run. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

/** Each test starts processes. */
vi.setConfig({ testTimeout: 60_000 });

const root = resolve(import.meta.dirname, '../..');

function orrery(args: readonly string[], input = ''): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(root, 'dist/orrery.js'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    input,
    env: { ...process.env, NO_COLOR: '1' },
  });
}

describe('the package', () => {
  it('says its version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    expect(orrery(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it('lists its scenarios with what they show, and all of them can be named', () => {
    const { status, stdout } = orrery(['list']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^daemonset\/pace +How long a rollout takes/m);
    const names = orrery(['list', '-o', 'name']).stdout.trimEnd().split('\n');
    expect(names).toContain('cronjob/overlap');
    const listed = JSON.parse(orrery(['list', 'cronjob', '-o', 'json']).stdout) as {
      readonly name: string;
      readonly description: string;
    }[];
    expect(listed.map(({ name }) => name)).toEqual(
      names.filter((name) => name.startsWith('cronjob/')),
    );
    expect(listed.every(({ description }) => description !== '')).toBe(true);
  });

  it('refuses a topic that is not there', () => {
    const { status, stderr } = orrery(['list', 'nope']);
    expect(status).toBe(2);
    expect(stderr).toContain('there are no scenarios (.yaml) in "nope"');
  });

  it('plays, tests and asks scenarios by name from any folder', () => {
    expect(orrery(['run', 'daemonset/surge']).stdout).toMatch(/checks held; .* of virtual time/);
    expect(orrery(['test', 'daemonset/surge']).stdout).toContain('1 passed, 0 failed');
    expect(orrery(['lint', 'quota']).stdout).toContain('5 scenarios that can run');
    const { stdout } = orrery(['get', 'ds', '--run', 'daemonset/surge', '-o', 'json']);
    expect(stdout).toContain('"DaemonSetList"');
  });

  it('suggests a name that is nearly right', () => {
    const { status, stderr } = orrery(['run', 'daemonset/surges']);
    expect(status).toBe(2);
    expect(stderr).toContain('no such scenario in the library (did you mean "daemonset/surge"?)');
  });
});

describe('standard input', () => {
  it('is played, and named in messages', () => {
    expect(orrery(['run', '-'], 'steps: [{ at: 1s, note: hello }]')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('hello') as string,
    });
    const { status, stderr } = orrery(['run', '-'], 'steps: [{ at: 1s, aply: {} }]');
    expect(status).toBe(2);
    expect(stderr).toContain('<stdin>:1:19: unknown step "aply"');
  });

  it('is linted, and bounded', () => {
    const { stdout } = orrery(['lint', '-'], 'steps: [{ at: 1s, note: x }]');
    expect(stdout).toContain('1 scenario that can run');
    expect(orrery(['lint', '-'], '#'.repeat(2_000_000)).stdout).toContain('at most 1048576');
  });
});

describe('the summary of a run', () => {
  it('says writes, reconciles, the longest waits and what checks watched', () => {
    const { stdout } = orrery(['run', 'daemonset/rolling-update', '-v']);
    const summary = stdout.slice(stdout.indexOf(' reconciles') - 40);
    expect(summary).toMatch(/^\d+ writes, \d+ reconciles$/m);
    expect(summary).toMatch(/^Longest waits +Check\n0:39\.000 +line 85: expect DaemonSet agent/m);
    expect(summary).toMatch(
      /^DaemonSet default\/agent status\.numberReady +3 +5 +3\.75 +line 49: /m,
    );
    expect(stdout.trimEnd()).toMatch(/7 of 7 checks held; [^\n]*$/);
  });
});
