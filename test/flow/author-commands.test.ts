/** What authors of scenarios ask the command for: parts of a suite, objects, schedules. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS_PAGE, commandsPage } from '../../tools/command-docs.ts';

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

it('all commands and options are on a page of the reference', () => {
  const page = readFileSync(join(root, COMMANDS_PAGE), 'utf8');
  expect(page, 'npm run generate writes it').toBe(commandsPage());
  const { stdout } = orrery('clock', 'advance', '--help');
  expect(page).toContain(`## orrery clock advance\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\`\n`);
});

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

const VAIN = `
name: vain
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 2
        selector: { matchLabels: { app: web } }
        template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: m, image: 'broken:1' }] } }
  - { at: 0s, apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: beside } } }
  - { at: 1s, name: it comes up, expect: { kind: Deployment, name: web, status: { readyReplicas: 2 } }, within: 5s }
  - { at: 1s, expect: { kind: Deployment, name: wbe, status: { readyReplicas: 2 } }, within: 5s }
`;

describe('a check that fails', () => {
  it('is named, shows what happened to its object, and comes with a hint', () => {
    writeFileSync(join(folder, 'vain.yaml'), VAIN);
    const { status, stdout } = orrery('test', 'vain.yaml', '--junit', 'vain.xml');
    expect(status).toBe(1);
    const [first, second] = stdout.split(/^ {4}✗ /m).slice(1);
    expect(first).toContain('it comes up: expect Deployment web');
    expect(first).toContain(
      'hint      2 pods wait: ImagePullBackOff (image broken:1, an image with "broken" in its name)',
    );
    expect(first).toContain('ReplicaSet');
    expect(first).not.toContain('beside');
    expect(second).toContain('hint      there is Deployment web; is that meant?');
    expect(second).not.toContain('ReplicaSet');
    expect(readFileSync(join(folder, 'vain.xml'), 'utf8')).toContain('hint: 2 pods wait');
    const played = orrery('run', 'vain.yaml');
    expect(played.stdout).toContain('failed it comes up: expect Deployment web');
    expect(played.stdout).toContain('hint: there is Deployment web; is that meant?');
  });
});

describe('files of a run', () => {
  it('are several for a matrix, named after its values', () => {
    const text = "matrix: { n: [1, 2] }\nname: two\nuntil: 1s\nsteps: [{ at: 0s, note: '${n}' }]";
    writeFileSync(join(folder, 'two.yaml'), text);
    const { status, stdout } = orrery('run', 'two.yaml', '--report', 'two.html');
    expect(status).toBe(0);
    expect(stdout.match(/^.* is written$/gm)).toEqual([
      'two-n=1.html is written',
      'two-n=2.html is written',
    ]);
    for (const n of [1, 2]) {
      expect(readFileSync(join(folder, `two-n=${n}.html`), 'utf8')).toContain(`two [n=${n}]`);
    }
  });
});

describe('orrery why', () => {
  it('shows values whole, a line for each part', () => {
    const ask = ['why', 'deploy/web', 'conditions', '--run', 'vain.yaml', '--at', '3s'];
    const { stdout } = orrery(...ask);
    expect(stdout).toContain('status.conditions =\n    - {"type":"Available"');
    expect(stdout).toMatch(/^ {4}- \{"type":"Progressing".*"lastTransitionTime":"[^"]*"\}$/m);
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
