/** The command line as a user meets it: exit codes, messages, never a stack trace. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function orrery(...args: readonly string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist/orrery.js'), ...args],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return { status, out: stdout, err: stderr };
}

function scenario(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

describe('orrery run', () => {
  it.each([
    ['an unknown step', 'steps: [{ at: 1s, aply: {} }]', 'a.yaml:1:19: unknown step "aply"'],
    ['a wrong type', 'steps: []\nseed: x', 'a.yaml:2:7: expected a whole number'],
    ['an unknown node', 'steps: [{ at: 1s, cordon: n }]', 'there is no node "n" at this point'],
    ['a negative time', 'steps: [{ at: -1s, note: x }]', 'expected a time that is not negative'],
    ['broken YAML', 'steps: [', 'not valid YAML'],
    [
      'absurdly many nodes',
      'cluster: { nodes: [{ name: a, count: 9000 }, { name: b, count: 1001 }] }\nsteps: []',
      'a.yaml:1:19: 10001 nodes; a cluster has at most 10000',
    ],
    ['an alias bomb', bomb(), 'its aliases unfold to more than 200000 values'],
    ['10 MB', 'x'.repeat(10_000_000), 'has 10000000 bytes; a scenario has at most 1048576'],
  ])('refuses %s with exit code 2', (_, text, message) => {
    const { status, out, err } = orrery('run', scenario('a.yaml', text));
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('ends with exit code 4 when what is to be kept has no room', () => {
    const many = scenario('many.yaml', 'cluster: { nodes: [{ name: n, count: 300 }] }\nsteps: []');
    const { status, err } = orrery('run', many, '--record', 'many.run', '--history', '1');
    expect(status).toBe(4);
    expect(err).toMatch(
      /^many\.yaml: its \d+ writes until 0:00\.000 take more than the 1 MiB that may be kept \(the last: Node n-\d+\); end it earlier \(orrery run --until\), keep more/,
    );
    expect(orrery('run', many, '--history', '1').status).toBe(0);
  });

  it('refuses a file that is not there', () => {
    expect(orrery('run', 'none.yaml')).toMatchObject({
      status: 2,
      err: 'none.yaml: there is no such file\n',
    });
  });

  it.each([
    [['run'], "missing required argument 'file'"],
    [['run', 'x.yaml', '--speed', 'fast'], 'Expected max, or a factor such as 1x'],
    [['run', 'x.yaml', '--seed', '-1'], 'Expected a whole number'],
    [['run', 'x.yaml', '-o', 'yaml'], 'Allowed choices are text, json'],
    [['serve', '--nodes', '10001'], 'A cluster has at most 10000 nodes.'],
    [['rnu'], 'Did you mean run?'],
  ])('refuses the call %j with exit code 2', (args, message) => {
    const { status, err } = orrery(...args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  it('exits with 1 when a check fails, and says what was expected and what was there', () => {
    const file = scenario(
      'fails.yaml',
      'cluster: { nodes: 1 }\nsteps: [{ at: 1s, expect: { kind: Node, name: node-1, spec: { podCIDR: x } } }]',
    );
    const { status, out } = orrery('run', file);
    expect(status).toBe(1);
    expect(out).toContain('spec.podCIDR: expected "x", found nothing');
    expect(out).toContain('0 of 1 checks held');
  });

  it('exits with 1 when the API refuses a step', () => {
    const file = scenario('refused.yaml', 'steps: [{ at: 1s, delete: { kind: Pod, name: none } }]');
    const { status, out } = orrery('run', file);
    expect(status).toBe(1);
    expect(out).toContain('pods "none" not found');
  });

  it('shows help with examples and exit codes', () => {
    const { status, out } = orrery('run', '--help');
    expect(status).toBe(0);
    expect(out).toContain('Examples:');
    expect(out).toContain('Exit status:');
  });
});

describe('orrery test', () => {
  const text = 'cluster: { nodes: 1 }\nsteps: [{ at: 1s, expect: { kind: Node, name: node-1 } }]';

  it('leaves out the slow ones of a folder, says so, and plays them when asked', () => {
    mkdirSync(join(folder, 'some'));
    scenario('some/quick.yaml', text);
    scenario('some/long.yaml', `slow: true\n${text}`);
    const left = orrery('test', 'some');
    expect(left).toMatchObject({ status: 0, err: '' });
    expect(left.out).toContain(
      '- some/long.yaml  skipped, it is slow: name the file, or give --all',
    );
    expect(left.out).toContain('1 passed, 0 failed; 1 of 1 checks held in 1 scenario');
    for (const args of [
      ['some', '--all'],
      ['some', 'some/long.yaml'],
    ]) {
      const { out } = orrery('test', ...args);
      expect(out).not.toContain('skipped');
      expect(out).toContain('2 passed, 0 failed');
    }
  });

  it('refuses a folder of nothing but slow ones', () => {
    mkdirSync(join(folder, 'slow'));
    scenario('slow/long.yaml', `slow: true\n${text}`);
    const { status, err } = orrery('test', 'slow');
    expect(status).toBe(2);
    expect(err).toContain('all scenarios in slow are slow; --all plays them too');
  });
});

describe('orrery lint', () => {
  it('tells all problems of all files, warnings too, and exits with 2', () => {
    const first = scenario('l1.yaml', 'variables: { a: 1 }\nsteps: [{ at: 1s, aply: {} }]');
    const second = scenario('l2.yaml', 'steps: [{ at: -1s, note: x }]');
    const { status, out, err } = orrery('lint', first, second, 'none.yaml');
    expect(status).toBe(2);
    expect(err).toBe('');
    expect(out.split('\n').slice(0, -1)).toEqual([
      'l1.yaml:1:14: warning: nothing uses the variable "a"',
      expect.stringMatching(/^l1\.yaml:2:19: unknown step "aply".*\(did you mean "apply"\?\)$/),
      'l2.yaml:1:15: expected a time that is not negative, found -1s',
      'none.yaml: there is no such file',
      '3 errors, 1 warning in 3 files, 0 scenarios that can run',
    ]);
  });

  it('exits with 0 where there are only warnings, and gives all of it as JSON', () => {
    const text = 'matrix: { n: [1, 2] }\nuntil: 1s\nsteps: [{ at: 2s, note: "${n}" }]';
    const { status, out } = orrery('lint', scenario('l3.yaml', text), '-o', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual({
      format: 'orrery-lint/1',
      errors: 0,
      warnings: 1,
      files: [
        {
          file: 'l3.yaml',
          scenarios: ['l3 [n=1]', 'l3 [n=2]'],
          problems: [
            {
              severity: 'warning',
              file: 'l3.yaml',
              line: 3,
              column: 9,
              message: 'the step is never played: its time is 2s, and the scenario ends at 1s',
            },
          ],
        },
      ],
    });
  });

  it('takes folders: all files in them, each once, slow ones too', () => {
    mkdirSync(join(folder, 'all/below.yaml'), { recursive: true });
    scenario('all/b.yml', 'slow: true\nsteps: [{ at: 1s, note: x }]');
    scenario('all/notes.txt', 'no scenario');
    scenario('all/below.yaml/a.yaml', 'steps: [{ at: 1s, aply: {} }]');
    const { status, out } = orrery('lint', 'all', 'all/b.yml');
    expect(status).toBe(2);
    expect(out.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/^all\/below\.yaml\/a\.yaml:1:19: unknown step "aply"/),
      '1 error, 0 warnings in 2 files, 1 scenario that can run',
    ]);
    const { files } = JSON.parse(orrery('lint', 'all', '-o', 'json').out) as {
      files: { file: string }[];
    };
    expect(files.map(({ file }) => file)).toEqual(['all/b.yml', 'all/below.yaml/a.yaml']);
  });

  it('refuses a folder without scenarios, also beside others', () => {
    mkdirSync(join(folder, 'hollow'));
    const file = scenario('l5.yaml', 'steps: []');
    expect(orrery('lint', file, 'hollow')).toMatchObject({
      status: 2,
      out: '',
      err: 'there are no scenarios (.yaml) in hollow\n',
    });
    expect(orrery('lint', './holow')).toMatchObject({
      status: 2,
      out: expect.stringContaining('holow: there is no such file'),
    });
    // Without a path it may be the name of a scenario of the library, too.
    expect(orrery('lint', 'holow')).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('there is no file "holow", and no such scenario in the library'),
    });
  });

  it.each([
    [['--set', 'nodes'], 'Expected NAME=VALUE, such as nodes=10.'],
    [['--set', 'node=1'], 'there is no variable "node" to set; it has nodes'],
  ])('refuses %j with exit code 2', (args, message) => {
    const file = scenario(
      'l4.yaml',
      'variables: { nodes: 1 }\ncluster: { nodes: "${nodes}" }\nsteps: []',
    );
    const { status, out, err } = orrery('lint', file, ...args);
    expect(status).toBe(2);
    expect(out + err).toContain(message);
  });
});

function bomb(): string {
  const rows = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 8; i++) {
    const [name, before] = ['abcdefgh'[i]!, 'abcdefgh'[i - 1]!];
    rows.push(`${name}: &${name} [${Array<string>(10).fill(`*${before}`).join(', ')}]`);
  }
  return `definitions:\n  ${rows.join('\n  ')}\nsteps: []\n`;
}
