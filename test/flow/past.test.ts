/** Looking at the past of a run, by the command as users call it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'orrery-past-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rolling = join(root, 'scenarios/daemonset/rolling-update.yaml');
const record = join(folder, 'rolling.run');
const web = join(folder, 'web.yaml');

const WEB = `
variables: { replicas: 3 }
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
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: web, image: example.com/web }] }
  - at: 10s
    scale: { kind: Deployment, name: web, replicas: '\${replicas}' }
  - at: 11s
    expect: { kind: Deployment, name: web, status: { readyReplicas: 3 } }
    within: 10s
`;

/** Two variables, each with two values. */
const several = join(folder, 'several.yaml');

const SEVERAL = `
matrix: { n: [1, 2], words: [plain, two words] }
cluster: { nodes: '\${n}' }
steps: [{ at: 1s, note: '\${words}' }]
`;

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function orrery(...args: readonly string[]): Promise<Outcome> {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'dist/orrery.js'), ...args],
      options,
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

beforeAll(async () => {
  writeFileSync(web, WEB);
  writeFileSync(several, SEVERAL);
  const { code, stderr } = await orrery('run', rolling, '--record', record);
  expect(code, stderr).toBe(0);
}, 30_000);

interface Told {
  readonly value: number;
  readonly exact: boolean;
  readonly chain: { readonly changes: { readonly path: unknown }[] }[];
}

/** With changes in an order of their own: a record does not keep the order of fields. */
function read(json: string): Told {
  const told = JSON.parse(json) as Told;
  const text = ({ path }: { readonly path: unknown }): string => JSON.stringify(path);
  for (const { changes } of told.chain) changes.sort((a, b) => (text(a) < text(b) ? -1 : 1));
  return told;
}

describe('a record', () => {
  it('gives the same answers as the scenario it was made of', async () => {
    const question = ['why', 'ds/agent', 'numberReady', '--at', '150s', '-o', 'json', '--run'];
    const [ofRecord, ofScenario] = await Promise.all([
      orrery(...question, record),
      orrery(...question, rolling),
    ]);
    const [told, again] = [ofRecord, ofScenario].map(({ stdout }) => read(stdout));
    expect(told).toEqual(again);
    expect(told).toMatchObject({ value: 4, exact: true });
    expect(told!.chain.at(-1)).toMatchObject({
      actor: 'scenario',
      note: expect.stringContaining('node-3'),
    });
  });

  it('shows objects as they stood', async () => {
    const [before, behind] = await Promise.all([
      orrery('get', 'ds', '--run', record, '--at', '4s'),
      orrery('get', 'ds/agent', '--run', record, '--at', '6s', '-o', 'yaml'),
    ]);
    expect(before.stdout).toMatch(/default +agent +5 +5 +0 +5 +0 +<none> +4s/);
    expect(behind.stdout).toContain('numberReady: 5');
    expect(behind.stdout).not.toContain('managedFields');
  });

  it('tells people why', async () => {
    const { stdout } = await orrery(
      'why',
      'ds/agent',
      'numberMisscheduled',
      '--run',
      record,
      '--at',
      '150s',
    );
    expect(stdout).toContain('DaemonSet default/agent  status.numberMisscheduled = 1');
    expect(stdout).toMatch(
      /\+ Node node-3 +it has pod agent-\w+, but taint .*unreachable:NoSchedule is not tolerated/,
    );
    expect(stdout).toContain('because: line 67');
  });
});

describe('a record that is played again', () => {
  const manifest = join(folder, 'manifests/agent.yaml');
  const source = join(folder, 'files.yaml');
  const first = join(folder, 'files.run');
  beforeAll(async () => {
    mkdirSync(join(folder, 'manifests'));
    writeFileSync(
      manifest,
      `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
`,
    );
    writeFileSync(
      source,
      `
variables: { words: null }
matrix: { n: [1, 2] }
cluster: { nodes: '\${n}' }
steps: [{ at: 1s, apply: manifests }, { at: 2s, note: 'it is \${words}' }]
`,
    );
    // Text that would be read as a number.
    const set = ['--set', 'n=2', '--set', 'words="5"'];
    const more = ['--seed', '7', '--until', '12s', '--record', first];
    const { code, stderr } = await orrery('run', source, ...set, ...more);
    expect(code, stderr).toBe(0);
    rmSync(source);
    rmSync(manifest);
  });

  it('gives the same bytes without the files', async () => {
    const again = join(folder, 'again.run');
    const { code, stdout } = await orrery('run', first, '--record', again);
    expect(code).toBe(0);
    expect(stdout).toContain('it is 5');
    const texts = [first, again].map((file) => gunzipSync(readFileSync(file)).toString());
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('{"file":"manifests/agent.yaml","text":"apiVersion: v1');
    expect(texts[0]).not.toContain(folder);
  });

  it('continues from the state of another run as that run did', async () => {
    writeFileSync(
      join(folder, 'on.yaml'),
      'steps: [{ at: 1s, delete: { kind: cm, name: settings } }]',
    );
    const [once, twice] = ['once.run', 'twice.run'].map((name) => join(folder, name));
    const snapshot = ['--from-snapshot', `${first}@10s`];
    await orrery('run', 'on.yaml', ...snapshot, '--record', once!);
    expect((await orrery('run', once!, '--record', twice!)).code).toBe(0);
    const texts = [once!, twice!].map((file) => gunzipSync(readFileSync(file)).toString());
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]).toContain('"snapshot":[');
  });

  it('is read, but not played, when an older version has saved it', async () => {
    const older = join(folder, 'older.run');
    const document = JSON.parse(gunzipSync(readFileSync(first)).toString()) as { files?: unknown };
    delete document.files;
    writeFileSync(older, JSON.stringify(document));
    const read = await orrery('get', 'cm/settings', '--run', older, '-o', 'json');
    expect(JSON.parse(read.stdout)).toMatchObject({ metadata: { name: 'settings' } });
    const { code, stderr } = await orrery('run', older);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('the record holds no texts of its scenario') as string,
    });
  });

  it.each([
    ['--set', 'n=1'],
    ['--fork-at', '5s'],
    ['--from-snapshot', 'x.run'],
  ])('is not a scenario to change: %s', async (...option) => {
    const { code, stderr } = await orrery('run', first, ...option);
    expect(code).toBe(2);
    expect(stderr).toContain(`${option[0]} is for scenarios; this is the record of one`);
  });
});

describe('what was never set', () => {
  it.each([
    [
      ['deploy/web', 'collisionCount', '--at', '0s'],
      [
        /^Never set: the object was created by scenario at 0:00\.000, revision \d+, and none of the \d writes since has set it\.$/m,
        /^deployment-controller would set it; the latest write of the object was by deployment-controller at 0:00\.000/m,
        /^At that write it counts the names of new ReplicaSets/m,
      ],
    ],
    [
      ['cm/kube-root-ca.crt', 'immutable'],
      [/^ConfigMap default\/kube-root-ca.crt  immutable = none$/m],
    ],
    [
      ['ns/default', 'metadata.annotations.x'],
      [/and nothing was written to it since\.$/m, /^No controller accounts for the field\.$/m],
    ],
  ])('is explained with what it waits for: %j', async (about, lines) => {
    const { code, stdout } = await orrery('why', ...about, '--run', web);
    expect(code).toBe(0);
    for (const line of lines) expect(stdout).toMatch(line);
  });
});

describe('a comparison', () => {
  it('says that two seeds did the same', async () => {
    const { code, stdout } = await orrery('diff', record, rolling);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('They did the same.'),
    });
  });

  it('of two futures finds where they part', async () => {
    const { code, stdout } = await orrery('run', web, '--fork-at', '5s', '--set', 'replicas=5');
    expect(code).toBe(1);
    expect(stdout).toContain('They part at 0:10.000');
    expect(stdout).toContain('because: line 16: scale Deployment web to 5');
    expect(stdout).toMatch(/~ Deployment default\/web +spec.replicas 3→5/);
    expect(stdout).toMatch(
      /Checks that held: \d of \d in <, \d of \d in >\n {2}line \d+: .*\n +< ✓ held\n +> ✗ failed/,
    );
  });

  it('asks what a step would change, and says where the runs part', async () => {
    const step = '{ scale: { kind: Deployment, name: web, replicas: 6 } }';
    const { code, stdout } = await orrery('run', web, '--fork-at', '5s', '--step', step);
    // All checks hold in both futures.
    expect(code).toBe(0);
    expect(stdout).toContain('They part at 0:05.000');
    expect(stdout).toMatch(/> scenario updated Deployment default\/web +spec.replicas \d→6/);
  });

  it('takes the time of the fork from the calendar too', async () => {
    const [span, time] = await Promise.all(
      ['5s', '2026-01-01T00:00:05Z'].map((at) =>
        orrery('run', web, '--fork-at', at, '--set', 'replicas=5', '-o', 'json'),
      ),
    );
    expect(time).toEqual(span);
    expect(time!.code).toBe(1);
  });

  it('plays a record again for another seed', async () => {
    const { stdout } = await orrery('diff', record, '--other-seed', '2');
    expect(stdout).toMatch(/\(seed 1\)\n> .*\(seed 2\)/);
    const read = await orrery('get', 'pods', '--run', record);
    const again = await orrery('get', 'pods', '--run', record, '--seed', '2');
    expect(again.stdout).not.toBe(read.stdout);
  });

  it('refuses a value that changes no step after the fork', async () => {
    const late = await orrery('run', web, '--fork-at', '11s', '--set', 'replicas=5');
    expect(late.code).toBe(2);
    expect(late.stderr).toContain('--set replicas=5 changes no step from 0:11.000 on');
  });

  it('exits with 1 when they differ', async () => {
    const { code, stdout } = await orrery('diff', record, web, '-o', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ first: { atMs: 0 } });
  });
});

describe('a snapshot', () => {
  const then = join(folder, 'then.yaml');

  it('continues from the state of another run, with its own uids', async () => {
    writeFileSync(
      then,
      `
steps:
  - at: 1s
    setImage: { kind: Deployment, name: web, container: web, image: example.com/web:2 }
  - at: 2s
    expect: { kind: Deployment, name: web, that: status.updatedReplicas == 3 && status.replicas == 3 }
    within: 1m
`,
    );
    const [before, behind] = [join(folder, 'web.run'), join(folder, 'then.run')];
    await orrery('run', web, '--record', before);
    const snapshot = `${before}@25s`;
    const { code, stdout } = await orrery(
      'run',
      then,
      '--from-snapshot',
      snapshot,
      '--record',
      behind,
    );
    expect(code, stdout).toBe(0);
    expect(stdout).not.toContain('warning');
    const pods = await orrery('get', 'pods', '--run', behind, '-o', 'json');
    const old = await orrery('get', 'pods', '--run', before, '-o', 'json');
    const uids = ({ stdout: text }: Outcome): string[] =>
      (JSON.parse(text) as { items: { metadata: { uid: string } }[] }).items.map(
        ({ metadata }) => metadata.uid,
      );
    expect(uids(pods)).toHaveLength(3);
    expect(uids(pods).filter((uid) => uids(old).includes(uid))).toEqual([]);
  }, 20_000);
});

describe('a snapshot of another release', () => {
  it('continues at that release or the next, and at others where it is forced', async () => {
    const [before, behind, next] = ['old.run', 'new.run', 'next.yaml'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(next, 'steps:\n  - { at: 1s, expect: { kind: Deployment, name: web } }\n');
    await orrery('run', web, '--kubernetes', '1.34', '--record', before);
    const play = (...more: readonly string[]): Promise<Outcome> =>
      orrery('run', next, '--from-snapshot', before, '-o', 'json', '--record', behind, ...more);
    const releaseOf = ({ code, stdout }: Outcome): unknown =>
      code === 0 && (JSON.parse(stdout) as { kubernetes?: string }).kubernetes;
    expect(releaseOf(await play())).toBe('1.34');
    expect(releaseOf(await play('--kubernetes', '1.35'))).toBe('1.35');
    const refused = await play('--kubernetes', '1.33');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('v1.34 wrote it, and v1.33 is older');
    expect(releaseOf(await play('--kubernetes', '1.33', '--force-version'))).toBe('1.33');
  }, 30_000);
});

describe('a test', () => {
  it('shows what failed, what was around it, and how to see it again', async () => {
    const junit = join(folder, 'junit.xml');
    const args = ['test', web, rolling, '--set', 'replicas=2', '--jobs', '2', '--junit', junit];
    const refused = await orrery(...args);
    // A scenario without that variable is not played with another meaning.
    expect(refused.code).toBe(2);
    const { code, stdout } = await orrery('test', web, '--set', 'replicas=2', '--junit', junit);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ web\.yaml:18 +expect Deployment web/);
    expect(stdout).toMatch(/actual +status\.readyReplicas: expected 3, found 2/);
    expect(stdout).toContain('replicaset-controller');
    expect(stdout).toContain(`replay: orrery run ${web} --set replicas=2 --seed 1 --until 21s`);
    expect(readFileSync(junit, 'utf8')).toContain('failures="1"');
  });

  it('gives the same in one process and in several', async () => {
    const [one, several] = await Promise.all(
      ['1', '2'].map((jobs) => orrery('test', web, rolling, '--jobs', jobs, '-o', 'json')),
    );
    const plain = ({ stdout }: Outcome): unknown =>
      JSON.parse(stdout.replace(/"wallMs": \d+/g, '"wallMs": 0'));
    expect(plain(several!)).toEqual(plain(one!));
  });
});

describe('values of variables', () => {
  it('are those that the scenario is played with', async () => {
    const { stdout } = await orrery(
      'why',
      'deploy/web',
      'replicas',
      '--run',
      web,
      '--set',
      'replicas=5',
    );
    expect(stdout).toContain('Deployment default/web  status.replicas = 5');
    const pods = await orrery('get', 'pods', '--run', web, '--set', 'replicas=1', '-o', 'json');
    expect((JSON.parse(pods.stdout) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('tell two runs of one file apart', async () => {
    const { code, stdout } = await orrery(
      'diff',
      web,
      '--set',
      'replicas=4',
      '--other-set',
      'replicas=5',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/~ Deployment default\/web +spec.replicas 4→5/);
    const same = await orrery('diff', web, web, '--set', 'replicas=4', '--other-set', 'replicas=4');
    expect(same.stdout).toContain('They did the same.');
  });

  it('are answered for each combination of a matrix, one below the other', async () => {
    const got = await orrery('get', 'nodes', '--run', several);
    expect(got.stdout.match(/^several \[.*\]$/gm)).toEqual([
      'several [n=1, words=plain]',
      'several [n=1, words=two words]',
      'several [n=2, words=plain]',
      'several [n=2, words=two words]',
    ]);
    expect(got.stdout.match(/^node-2 /gm)).toHaveLength(2);
    const why = await orrery('why', 'node/node-1', 'metadata.name', '--run', several);
    expect(why.stdout.match(/metadata\.name = node-1$/gm)).toHaveLength(4);
  });

  it('choose one of the combinations for programs; they are listed', async () => {
    for (const ask of [
      ['why', 'node/node-1', 'metadata.name', '-o', 'json'],
      ['get', 'nodes', '-o', 'yaml'],
    ]) {
      const { code, stdout, stderr } = await orrery(...ask, '--run', several);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr.split('\n').slice(0, -1)).toEqual([
        `${several} is 4 scenarios (its matrix), and this is about one; choose it with`,
        '  --set n=1 --set words=plain',
        "  --set n=1 --set words='two words'",
        '  --set n=2 --set words=plain',
        "  --set n=2 --set words='two words'",
      ]);
    }
    const { stdout } = await orrery(
      ...[
        'get',
        'nodes',
        '--run',
        several,
        '--set',
        'n=2',
        '--set',
        'words=two words',
        '-o',
        'json',
      ],
    );
    expect((JSON.parse(stdout) as { items: unknown[] }).items).toHaveLength(2);
  });
});

it('a run ends at a time of the calendar', async () => {
  const { stdout } = await orrery('run', web, '--until', '2026-01-01T00:00:12.5Z');
  expect(stdout).toContain('; 0:12.500 of virtual time');
});

describe('what cannot be asked', () => {
  it.each([
    [
      ['why', 'daemonst/agent', 'x', '--run', record],
      'unknown kind "daemonst" (did you mean "daemonset"?)',
    ],
    [
      ['why', 'agent', 'x', '--run', record],
      'expected KIND/NAME such as daemonset/agent, found "agent"',
    ],
    [['why', 'ds/missing', 'x', '--run', record], 'there was no DaemonSet default/missing then'],
    [
      ['why', 'ds/agent', 'status..x', '--run', record],
      'cannot read the path "status..x" from "..x" on',
    ],
    [
      ['why', 'ds/agent', 'numberRedy', '--run', record],
      'DaemonSet status has no field "numberRedy" (did you mean "numberReady"?)',
    ],
    [
      ['why', 'ds/agent', 'spec.template.spec.containers[0].imge', '--run', record],
      'DaemonSet spec.template.spec.containers[0] has no field "imge" (did you mean "image"?)',
    ],
    [
      ['why', 'ds/agent', 'numberReady.x', '--run', record],
      'DaemonSet status.numberReady has no field "x"',
    ],
    [['why', 'ns/default', 'sepc', '--run', record], 'Namespace status has no field "sepc"'],
    [['get', 'ds', '--run', record, '--at', '2h'], '2h is outside of the run, which lasts 300 s'],
    [['get', 'ds', '--run', record, '--at', 'noon'], 'cannot read the time "noon"'],
    [
      ['get', 'ds', '--run', record, '--at', 'rev:99999'],
      'there is no revision 99999; the last one is',
    ],
    [['get', 'ds', '--run', 'nowhere.run'], 'nowhere.run: there is no such file'],
    [['diff', record], 'expected a second run, or another seed'],
    [['why', 'ds/agent', 'x', '--set', 'a=1'], '--seed and --set are for a scenario to play'],
    [['get', 'ds', '--run', record, '--set', 'a=1'], '--set is for scenarios; this is the record'],
    [
      ['get', 'ds', '--run', web, '--set', 'a=1'],
      'there is no variable "a" to set; it has replicas',
    ],
    [['run', several, '--fork-at', '1s', '--set', 'n=2'], '--fork-at takes one without a matrix'],
    [['run', web, '--fork-at', '5s'], '--fork-at needs what is to change'],
    [
      ['run', web, '--fork-at', '5s', '--step', 'scale'],
      '--step scale: expected a step as in a scenario',
    ],
    [
      ['run', web, '--fork-at', '5s', '--step', '{ at: 5s, scale: {} }'],
      'it happens at the time of --fork-at, so leave "at" out',
    ],
    [
      ['run', web, '--until', 'soon'],
      '--until: expected a duration such as 90s or 1m30s, or a time such as 2026-01-01T00:01:30Z, found "soon"',
    ],
    [
      ['run', web, '--until', '2025-01-01T00:00:00Z'],
      '--until: 2025-01-01T00:00:00Z lies before the start, 2026-01-01T00:00:00Z',
    ],
    [['test', folder + '/empty'], 'empty: there is no such file'],
    [['run', web, '--record', '/nowhere/x.run'], 'cannot save the record in /nowhere/x.run'],
    [['forecast', 'cronjob', 'nowhere.yaml'], 'nowhere.yaml: there is no such file'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await orrery(...args);
    expect(stdout + stderr).toContain(message);
    expect(code).toBe(2);
  });
});
