/** What authors of scenarios ask the command for: parts of a suite, objects, schedules. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Each test starts processes. */
vi.setConfig({ testTimeout: 60_000 });

const root = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-authors-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function orrery(...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(root, 'dist/orrery.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
}

describe('orrery test', () => {
  it('plays what a filter names, quietly', () => {
    const { status, stdout } = orrery(
      'test',
      'daemonset',
      '--filter',
      '/surge|pace.*OnDelete/',
      '--quiet',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^1 passed, 0 failed; [^\n]*\n$/);
    const none = orrery('test', 'daemonset', '--filter', 'nope');
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('no scenario has "nope"');
  });

  it('plays each file in one part of a whole', () => {
    const titles = ['1/2', '2/2'].map((shard) => {
      const { stdout } = orrery('test', 'quota', '--shard', shard, '-o', 'json');
      return (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title);
    });
    expect(titles[0]!.length).toBe(3);
    expect(titles[1]!.length).toBe(2);
    expect(new Set(titles.flat()).size).toBe(5);
  });
});

describe('orrery get', () => {
  const run = ['--run', 'deployment/rolling-update'] as const;

  it('shows several kinds, by labels, and by name', () => {
    const { stdout } = orrery('get', 'deploy,rs', '-A', ...run);
    expect(stdout).toMatch(/^NAMESPACE [^]*\n\nNAMESPACE /);
    const names = orrery('get', 'all', '-o', 'name', ...run)
      .stdout.trimEnd()
      .split('\n');
    expect(names.filter((name) => name.startsWith('deployment.apps/'))).toHaveLength(1);
    expect(orrery('get', 'pods', '-l', 'no=such', '-o', 'name', ...run).stdout).toBe('');
  });

  it.each([
    [['-A', '-n', 'x'], 'expected --namespace or --all-namespaces'],
    [['-l', 'a in'], '--selector: '],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = orrery('get', 'pods', ...args, ...run);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

it('forecast refuses a schedule that never fires', () => {
  const { status, stderr } = orrery('forecast', 'cronjob', '0 0 30 2 *');
  expect(status).toBe(2);
  expect(stderr).toContain('"0 0 30 2 *": the schedule never fires');
});

it('init names the schema of the package by a place that exists', () => {
  orrery('init', 'a.yaml');
  const [, place] = /\$schema=(\S+)/.exec(readFileSync(join(folder, 'a.yaml'), 'utf8'))!;
  expect(readFileSync(new URL(place!), 'utf8')).toContain('"properties"');
});
