/** `orrery describe`, as users call it. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const rolling = ['--run', join(root, 'scenarios/daemonset/rolling-update.yaml')];

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function orrery(...args: readonly string[]): Promise<Outcome> {
  const options = { env: { ...process.env, NO_COLOR: '1' } };
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

describe('orrery describe', () => {
  it('shows what the object was then, what it owned and what happened to it', async () => {
    const { code, stdout } = await orrery('describe', 'ds/agent', ...rolling, '--at', '14s');
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('DaemonSet default/agent  2026-01-01T00:00:14Z, revision 107');
    expect(stdout).toContain('Created:      2026-01-01T00:00:00Z (14s ago)');
    expect(stdout.match(/ Pod\/agent-/g)).toHaveLength(5);
    expect(stdout.match(/ ControllerRevision\/agent-/g)).toHaveLength(2);
    expect(lines).toContain('  numberReady: 3');
    expect(stdout).toMatch(
      /\n {2}2s +Normal {2}SuccessfulDelete +1 {2}daemonset-controller {2}Deleted pod: agent-/,
    );
    expect(lines.at(-2)).toContain(
      'orrery why daemonset/agent desiredNumberScheduled --at rev:107',
    );
  });

  it('lays conditions out as a table, and finds the events of a node', async () => {
    const { stdout } = await orrery('describe', 'node/node-1', ...rolling, '--at', '14s');
    expect(stdout).toMatch(/\nConditions:\n {2}TYPE +STATUS {2}REASON +SINCE {2}MESSAGE\n/);
    expect(stdout).toMatch(
      /\n {2}Ready +True +KubeletReady +\d+s +kubelet is posting ready status/,
    );
    expect(stdout).toContain('Registered Node node-1 in Controller');
    expect(stdout).not.toContain('lastTransitionTime');
  });

  it('prints JSON with -o json', async () => {
    const { stdout } = await orrery(
      'describe',
      'ds/agent',
      ...rolling,
      '--at',
      '14s',
      '-o',
      'json',
    );
    const described = JSON.parse(stdout) as {
      readonly revision: number;
      readonly object: { readonly metadata: { readonly uid: string } };
      readonly owned: readonly { readonly kind: string }[];
      readonly events: readonly { readonly involvedObject: { readonly uid: string } }[];
    };
    expect(described.revision).toBe(107);
    expect(described.object.metadata).not.toHaveProperty('managedFields');
    expect(new Set(described.owned.map(({ kind }) => kind))).toEqual(
      new Set(['Pod', 'ControllerRevision']),
    );
    const { uid } = described.object.metadata;
    expect(described.events.length).toBeGreaterThan(0);
    expect(described.events.every(({ involvedObject }) => involvedObject.uid === uid)).toBe(true);
  });

  it.each([
    ['an object that was not there', ['ds/other'], 'there was no DaemonSet default/other then'],
    ['a kind that nothing declares', ['widget/a'], 'widget'],
    ['a text that names no object', ['ds'], 'KIND/NAME'],
  ])('says so of %s', async (_, args, message) => {
    const { code, stderr } = await orrery('describe', ...args, ...rolling);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
