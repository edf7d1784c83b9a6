/** Hostile text and a hostile machine, as a user of the command meets them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = join(resolve(import.meta.dirname, '../..'), 'dist/orrery.js');
const evil = '\u001b]8;;http://x\u0007\r\u009b2J';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-'));
  const text = `name: ${JSON.stringify(`n${evil}`)}
cluster: { nodes: 1 }
steps:
  - { at: 1s, note: ${JSON.stringify(`note ${evil}`)} }
  - at: 2s
    apply:
      apiVersion: v1
      kind: Pod
      metadata: { name: p, annotations: { a: ${JSON.stringify(evil)} } }
      spec: { nodeName: node-1, containers: [{ name: c, image: ${JSON.stringify(`i${evil}`)} }] }
  - at: 3s
    expect: { event: { message: ${JSON.stringify(evil)} } }
    within: 1s
`;
  writeFileSync(join(folder, 'evil.yaml'), text.replaceAll('\u009b', '\\x9b'));
  mkdirSync(join(folder, 'folder'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function orrery(
  args: readonly string[],
  { env = {}, stdout = 'pipe' }: { env?: object; stdout?: 'pipe' | number } = {},
): { status: number | null; out: string; err: string } {
  const ran = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', stdout, 'pipe'],
    env: { ...process.env, ...env },
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

const CONTROL = /[\0-\x08\v-\x1f\x7f-\x9f]/;

describe('text that terminals would obey', () => {
  it.each([
    [['run', 'evil.yaml']],
    [['test', 'evil.yaml']],
    [['get', 'pods', '-o', 'wide', '--run', 'evil.yaml']],
    [['why', 'pod/p', 'status.phase', '--run', 'evil.yaml']],
    [['diff', 'evil.yaml', '--other-seed', '2']],
    [['lint', `x${evil}.yaml`.replace('/', '')]],
    [['run', 'none\u001b[2J.yaml']],
    [[`run\u001b[2J`]],
  ])('is shown by %j, not obeyed', (args) => {
    const { out, err } = orrery(args);
    expect(out + err).not.toMatch(CONTROL);
    expect((out + err).length).toBeGreaterThan(10);
  });

  it('is the same in JSON', () => {
    const { out } = orrery(['get', 'pod', 'p', '-o', 'json', '--run', 'evil.yaml']);
    const pod = JSON.parse(out) as { metadata: { annotations: { a: string } } };
    expect(pod.metadata.annotations.a).toBe(evil);
  });
});

describe('an error of the machine is not a defect', () => {
  it.each([
    ['a TMPDIR that is not there', ['serve', '--port', '0'], { TMPDIR: '/nowhere' }, 'TMPDIR'],
    ['a TMPDIR that is a file', ['serve', '--port', '0'], { TMPDIR: '/etc/hosts' }, 'TMPDIR'],
    ['no folder for the kubeconfig', ['serve', '--port', '0', '--kubeconfig', 'no/k'], {}, 'no/k'],
    [
      'a folder for the kubeconfig',
      ['serve', '--port', '0', '--kubeconfig', 'folder'],
      {},
      'folder',
    ],
    ['a folder for the tokens', ['serve', '--token-auth-file', 'folder'], {}, 'folder'],
    ['a folder for a kubeconfig', ['clock', 'show', '--kubeconfig', 'folder'], {}, 'folder'],
    ['a folder for the record', ['run', 'evil.yaml', '--record', 'folder'], {}, 'folder'],
    ['a folder for the report', ['run', 'evil.yaml', '--report', 'folder'], {}, 'folder'],
    ['a folder for JUnit', ['test', 'evil.yaml', '--junit', 'folder'], {}, 'folder'],
    ['a full disk for the record', ['run', 'evil.yaml', '--record', '/dev/full'], {}, '/dev/full'],
    ['a full disk for the report', ['run', 'evil.yaml', '--report', '/dev/full'], {}, '/dev/full'],
    ['a full disk for JUnit', ['test', 'evil.yaml', '--junit', '/dev/full'], {}, '/dev/full'],
    ['a folder as a record', ['why', 'ds/a', 'status', '--run', 'folder'], {}, 'folder'],
    ['a folder for import', ['import', 'folder'], {}, 'folder'],
  ])('%s', (_, args, env, named) => {
    const { status, err } = orrery(args, { env });
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining(named) });
    expect(err).not.toMatch(/defect|^\s+at /m);
  });

  it.each([[['run', 'evil.yaml']], [['get', 'pods', '--run', 'evil.yaml', '-o', 'json']]])(
    'a full disk behind the output of %j',
    (args) => {
      const { status, err } = orrery(args, { stdout: openSync('/dev/full', 'w') });
      expect(status).toBe(2);
      expect(err).toContain('cannot write the output');
      expect(err).not.toContain('defect');
    },
  );
});

it('puts nothing of a scenario into the report that would end its data', () => {
  const text =
    'name: "</script><script>alert(1)</script>"\nsteps: [{ at: 1s, note: "</script><!--" }]';
  writeFileSync(join(folder, 'page.yaml'), text);
  expect(orrery(['run', 'page.yaml', '--report', 'page.html']).status).toBe(0);
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  // The engine, the editor, the run and the page.
  expect(page.match(/<\/script>/g)).toHaveLength(4);
  expect(page).not.toMatch(/<!--|<script>alert/);
});
