/** Commands as they are called: what they print about a small run, and how they end. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeProgram } from '../../../src/cli/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-commands-'));
const at = (name: string): string => join(folder, name);
const scenario = `description: Two copies.
topic: unit
cluster: { nodes: 2 }
until: 90s
steps:
  - at: 1s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web, labels: { app: web } }
      spec:
        replicas: 2
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: main, image: 'web:1' }] }
  - at: 30s
    expect: { kind: Deployment, name: web, status: { readyReplicas: 2 } }
  - at: 40s
    scale: { kind: Deployment, name: web, replicas: 1 }
  - at: 60s
    expect: { kind: Deployment, name: web, status: { readyReplicas: 3 } }
    within: 5s
`;

interface Done {
  readonly out: string;
  readonly code: string | number | null | undefined;
}

/** Calls a command. Paths in the folder of the test are shown as DIR. @throws what it throws */
async function orrery(...args: readonly string[]): Promise<Done> {
  let out = '';
  const write = (text: unknown, ...rest: readonly unknown[]): boolean => {
    out += String(text);
    for (const each of rest) if (typeof each === 'function') (each as () => void)();
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(write as never),
  );
  const before = process.exitCode;
  process.exitCode = undefined;
  const shown = (text: string): string => text.replaceAll(folder, 'DIR');
  try {
    const own = args.map((each) => each.replaceAll('DIR', folder));
    await makeProgram(args[0]).parseAsync(own, { from: 'user' });
    return { out: shown(out), code: process.exitCode };
  } catch (error) {
    throw new Error(`${(error as Error).name}: ${shown((error as Error).message)}`);
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

const run = ['--run', 'DIR/a.json'];
let played: Done;

beforeAll(async () => {
  writeFileSync(at('a.yaml'), scenario);
  played = await orrery('run', 'DIR/a.yaml', '--record', 'DIR/a.json');
  await orrery('run', 'DIR/a.yaml', '--record', 'DIR/b.json', '--seed', '7');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('run shows what happens, and fails where a check does', () => {
  expect(played.code).toBe(1);
  const { out } = played;
  expect(out).toMatch(/^a {2}Two copies\.\nDIR\/a\.yaml, seed 1\n\n/);
  for (const line of [
    '  0:00.000  scenario               create  2 Nodes node-1 node-2',
    '  0:01.000  scenario               apply Deployment web',
    '  0:30.000  check                  ✓ held   expect Deployment web status {"readyReplicas":2}',
    '  0:40.000  scenario               update  Deployment web  spec.replicas 2→1',
  ]) {
    expect(out.split('\n')).toContain(line);
  }
  expect(out).toContain('✗ failed expect Deployment web status {"readyReplicas":3}');
  expect(out).toContain('status.readyReplicas: expected 3, found 1');
});

it('run prints the record as JSON', async () => {
  const { out, code } = await orrery('run', 'DIR/a.yaml', '-o', 'json');
  expect(code).toBe(1);
  const record = JSON.parse(out) as { readonly checks: readonly object[] };
  expect(record).toMatchObject({
    ...{ format: 'orrery-run/1', scenario: 'a', description: 'Two copies.', seed: 1 },
    ...{ start: '2026-01-01T00:00:00Z', seconds: 90, passed: false },
  });
  expect(record.checks).toHaveLength(2);
});

describe('get', () => {
  it.each<[args: readonly string[], out: string]>([
    [
      ['deploy'],
      'NAMESPACE  NAME  READY  UP-TO-DATE  AVAILABLE  AGE\ndefault    web   1/1             1          1  89s\n',
    ],
    [['deploy', '--at', '0'], 'No deployments then.\n'],
    [['pods,deploy', '-o', 'name'], 'pod/web-589c7d946d-ss5z7\ndeployment.apps/web\n'],
    [['pods', '--at', '30s', '-o', 'name'], 'pod/web-589c7d946d-8dt7h\npod/web-589c7d946d-ss5z7\n'],
    [['deploy,nodes', '-l', 'app=web', '-o', 'name'], 'deployment.apps/web\n'],
    [['nodes', '-l', 'app=web', '-o', 'name'], ''],
    [['deploy', '-n', 'other'], 'No deployments then.\n'],
    [['deploy,ds', '-n', 'other'], 'Nothing of these kinds then.\n'],
    [['deploy', '-A', '-o', 'name'], 'deployment.apps/web\n'],
  ])('%j', async (args, out) => {
    expect(await orrery('get', ...args, ...run)).toEqual({ out, code: 0 });
  });

  it('shows more columns, and several tables', async () => {
    const wide = await orrery('get', 'pods', '--at', '30s', '-o', 'wide', ...run);
    expect(wide.out.split('\n').slice(0, 2)).toEqual([
      'NAMESPACE  NAME                  READY  STATUS   RESTARTS  AGE  IP          NODE    NOMINATED NODE  READINESS GATES',
      'default    web-589c7d946d-8dt7h  1/1    Running         0  29s  10.128.0.1  node-1  <none>          <none>',
    ]);
    const { out } = await orrery('get', 'all', ...run);
    expect(out.split('\n\n').map((table) => table.split('\n').length)).toEqual([2, 2, 3]);
    const nodes = await orrery('get', 'nodes', ...run);
    expect(nodes.out).toMatch(/^NAME {4}STATUS/);
  });

  it('prints objects', async () => {
    const yaml = await orrery('get', 'deploy/web', '-o', 'yaml', ...run);
    expect(yaml.out).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}name: web\n/);
    expect(yaml.out).toContain('  creationTimestamp: "2026-01-01T00:00:01Z"\n');
    expect(yaml.out).not.toContain('managedFields');
    const one = await orrery('get', 'deploy', 'web', '-o', 'json', ...run);
    expect(JSON.parse(one.out)).toMatchObject({ kind: 'Deployment', status: { readyReplicas: 1 } });
    const list = await orrery('get', 'deploy', '-o', 'json', ...run);
    expect(JSON.parse(list.out)).toMatchObject({
      ...{ apiVersion: 'apps/v1', kind: 'DeploymentList', metadata: { resourceVersion: '66' } },
      items: [{ metadata: { name: 'web' } }],
    });
    const both = await orrery('get', 'deploy,pods', '-o', 'json', ...run);
    expect(JSON.parse(both.out)).toMatchObject({ apiVersion: 'v1', kind: 'List' });
  });

  it.each<[args: readonly string[], message: string]>([
    [['deploy', 'none'], 'UsageError: there was no Deployment default/none then (revision 66)'],
    [['a/b/c'], 'expected KIND, KIND NAME or KIND/NAME, found "a/b/c"'],
    [['a/b', 'c'], 'expected KIND, KIND NAME or KIND/NAME, found "a/b"'],
    [['pods', 'x', '-n', 'a', '-A'], 'expected --namespace or --all-namespaces, found both'],
    [['pods,deploy', 'x'], 'a name goes with one kind, found "pods,deploy"'],
    [['pods', '-l', '('], `--selector: found '(', expected: !, identifier, or 'end of string'`],
    [['things'], 'unknown kind "things"'],
    [['pods', '--at', 'soon'], 'cannot read the time "soon"'],
  ])('%j cannot be meant', async (args, message) => {
    await expect(orrery('get', ...args, ...run)).rejects.toThrow(message);
  });
});

describe('describe', () => {
  it('shows an object with what belongs to it', async () => {
    const { out, code } = await orrery('describe', 'deploy/web', ...run);
    expect(code).toBe(0);
    const lines = out.split('\n');
    for (const line of [
      'Deployment default/web  2026-01-01T00:01:30Z, revision 66',
      'Labels:       app=web',
      'Annotations:  deployment.kubernetes.io/revision=1',
      'Created:      2026-01-01T00:00:01Z (89s ago)',
      'Owns:         ReplicaSet/web-589c7d946d',
      '  replicas: 1',
      '  observedGeneration: 2',
      '  TYPE         STATUS  REASON                    SINCE  MESSAGE',
      '  Available    True    MinimumReplicasAvailable  88s    Deployment has minimum availability.',
      '  LAST  TYPE    REASON             COUNT  FROM                   MESSAGE',
      '  89s   Normal  ScalingReplicaSet      1  deployment-controller  Scaled up replica set web-589c7d946d to 2',
      'Why a field has its value: orrery why deployment/web observedGeneration --at rev:66, with the same run',
    ]) {
      expect(lines).toContain(line);
    }
    const pod = await orrery('describe', 'pod/web-589c7d946d-ss5z7', ...run);
    expect(pod.out).toMatch(/Owned by: +ReplicaSet\/web-589c7d946d/);
  });

  it('needs a name', async () => {
    await expect(orrery('describe', 'pods', ...run)).rejects.toThrow(
      'QuestionError: expected KIND/NAME such as daemonset/agent, found "pods"',
    );
  });
});

describe('why', () => {
  it('shows the sum and what led to it', async () => {
    const { out, code } = await orrery('why', 'deploy/web', 'readyReplicas', ...run);
    expect(code).toBe(0);
    expect(out).toContain(`Deployment default/web  status.readyReplicas = 1

Set by deployment-controller at 0:40.000, revision 61
Confirmed at 1:30.000, computed again over what stood then

It is the sum of the ready pods of its ReplicaSets:
  + ReplicaSet default/web-589c7d946d  1  the new one, from its status.readyReplicas
  = 1

What led to it:
`);
    expect(out).toContain('because: line 19: scale Deployment web to 1');
    const json = await orrery(
      'why',
      'deploy/web',
      'readyReplicas',
      '--at',
      '30s',
      '-o',
      'json',
      ...run,
    );
    const explained = JSON.parse(json.out) as { readonly chain: readonly object[] };
    expect(explained.chain[0]).toMatchObject({ revision: 46, actor: 'deployment-controller' });
    expect(explained).toMatchObject({
      ...{ kind: 'Deployment', key: 'default/web', path: 'status.readyReplicas' },
      ...{ revision: 46, value: 2 },
    });
  });

  it.each<[args: readonly string[], message: string]>([
    [['deploy/web', 'nothing'], 'QuestionError: Deployment status has no field "nothing"'],
    [['deploy/none', 'readyReplicas'], 'there was no Deployment default/none then (revision 66)'],
    [['deploy/web', 'readyReplicas', '--at', '9m'], '9m is outside of the run, which lasts 90 s'],
  ])('%j cannot be answered', async (args, message) => {
    await expect(orrery('why', ...args, ...run)).rejects.toThrow(message);
  });
});

describe('diff', () => {
  const same = `< DIR/a (seed 1)
> DIR/a (seed 1)

They did the same.

Checks that held: 1 of 2 in <, 1 of 2 in >
`;
  it.each(['a.json', 'a.yaml'])('of %s with itself finds nothing', async (name) => {
    const { out, code } = await orrery('diff', `DIR/${name}`, `DIR/${name}`);
    expect([out.replaceAll(name, 'a'), code]).toEqual([same, 0]);
  });

  it('shows where two runs part, why, and how they end', async () => {
    const { out, code } = await orrery('diff', 'DIR/a.json', 'DIR/b.json');
    expect(code).toBe(1);
    const lines = out.split('\n');
    for (const line of [
      'They part at 0:01.000',
      '  < default-scheduler updated Pod default/web-589c7d946d-8dt7h  to node-1',
      '  > default-scheduler updated Pod default/web-589c7d946d-m7hz5  to node-2',
      'What led to > there:',
      '                        because: line 6: apply Deployment web',
      'They end differently:',
      '6 writes only in <, 6 only in >',
      'Checks that held: 1 of 2 in <, 1 of 2 in >',
    ]) {
      expect(lines).toContain(line);
    }
    expect(out).toMatch(/ {2}~ Pod default\/web-589c7d946d-#2 {2}spec.nodeName node-2→node-1 {2}/);
  });
});

describe('list', () => {
  it.each<[form: string, out: string]>([
    ['name', 'DIR/a.yaml\n'],
    [
      'json',
      `${JSON.stringify([{ name: 'DIR/a.yaml', file: 'DIR/a.yaml', description: 'Two copies.', topic: 'unit' }], undefined, 2)}\n`,
    ],
  ])('as %s', async (form, out) => {
    expect(await orrery('list', 'DIR', '-o', form)).toEqual({ out, code: 0 });
  });

  it('as text', async () => {
    const { out } = await orrery('list', 'DIR');
    expect(out).toMatch(/^NAME +SHOWS\nDIR\/a\.yaml +Two copies\.\n$/);
  });

  it('needs scenarios', async () => {
    await expect(orrery('list', 'DIR/none')).rejects.toThrow(
      'there are no scenarios (.yaml) in "DIR/none"; expected a folder, or a topic of the library',
    );
  });
});

describe('lint', () => {
  it('finds nothing in what is right', async () => {
    expect(await orrery('lint', 'DIR')).toEqual({
      ...{ out: '0 errors, 0 warnings in 1 file, 1 scenario that can run\n', code: 0 },
    });
    const { out } = await orrery('lint', 'DIR', '-o', 'json');
    expect(JSON.parse(out)).toEqual({
      ...{ format: 'orrery-lint/1', errors: 0, warnings: 0 },
      files: [{ file: 'DIR/a.yaml', scenarios: ['a'], problems: [] }],
    });
  });

  it('finds what is wrong, and counts it', async () => {
    const { out, code } = await orrery('lint', 'DIR/none.yaml', 'DIR/a.yaml');
    expect(code).toBe(2);
    expect(out).toContain('DIR/none.yaml: there is no such file\n');
    expect(out).toContain('1 error, 0 warnings in 2 files, 1 scenario that can run\n');
  });
});

describe('test', () => {
  it('shows the check that failed, with what happened around it', async () => {
    const { out, code } = await orrery('test', 'DIR', '--junit', 'DIR/junit.xml');
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ a {2}DIR\/a\.yaml {2}1\/2 checks, 1:30\.000 in /);
    const lines = out.split('\n');
    for (const line of [
      '    ✗ a.yaml:21  expect Deployment web status {"readyReplicas":3}',
      '      expected  Deployment web status {"readyReplicas":3}, within 5s',
      '      actual    status.readyReplicas: expected 3, found 1',
      '      replay: orrery run DIR/a.yaml --seed 1 --until 65s',
      '0 passed, 1 failed; 1 of 2 checks held in 1 scenario',
    ]) {
      expect(lines).toContain(line);
    }
    const junit = readFileSync(at('junit.xml'), 'utf8');
    expect(junit).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites/);
    expect(junit.match(/<failure /g)).toHaveLength(1);
  });

  it('prints results as JSON', async () => {
    const { out } = await orrery('test', 'DIR', '-o', 'json');
    expect(JSON.parse(out)).toMatchObject([
      {
        ...{ file: 'DIR/a.yaml', title: 'a', seed: 1, passed: false },
        checks: [
          { line: 17, passed: true },
          { line: 21, passed: false, actual: 'status.readyReplicas: expected 3, found 1' },
        ],
      },
    ]);
  });

  it.each<[args: readonly string[], code: number]>([
    [['--filter', 'a.yaml'], 1],
    [['--shard', '2/2'], 0],
    [['--shard', '1/2'], 1],
  ])('chooses among scenarios by %j', async (args, code) => {
    const done = await orrery('test', 'DIR', ...args);
    expect(done.code).toBe(code);
    if (code === 0) expect(done.out).toContain('0 passed, 0 failed; no checks in 0 scenarios');
  });
});

it.each<[args: readonly string[], message: string]>([
  [['test', 'DIR', '--filter', 'none'], 'UsageError: no scenario has "none" in its file or title'],
  [['run', 'DIR/none.yaml'], 'ScenarioError: DIR/none.yaml: there is no such file'],
  [['run', 'DIR/a.yaml', '--set', 'x=1'], 'there is no variable "x" to set; it has none'],
  [
    ['run', 'DIR/a.yaml', '--seed', 'x'],
    `argument 'x' is invalid. Expected a whole number, such as 7.`,
  ],
  [
    ['get', 'deploy', '--run', 'DIR/none'],
    'DIR/none: there is no such file; expected a run record or a scenario',
  ],
  [['import', 'DIR/none.yaml'], 'UsageError: cannot read DIR/none.yaml: there is no such file'],
])('%j is refused', async (args, message) => {
  await expect(orrery(...args)).rejects.toThrow(message);
});

it('completion knows all commands and options', async () => {
  const { out } = await orrery('completion', 'bash');
  expect(out).toMatch(/^# bash completion for orrery\n/);
  expect(out).toMatch(/'get'\) words='.*--run .*--help' ;;/);
});
