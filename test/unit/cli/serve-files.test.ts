/** How a server says that it is ready, and the files that it writes for that. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { leaderSettings, type LeaderFlags } from '../../../src/cli/controllers/leader.ts';
import { announce, ReadyFile, type Announced } from '../../../src/cli/serve/announce.ts';
import { DefectLog } from '../../../src/cli/serve/defects.ts';
import { writeKubeconfig } from '../../../src/cli/serve/kubeconfig.ts';
import { SettingsError } from '../../../src/cli/serve/settings.ts';
import { captured } from '../../support/captured.ts';

const out = captured('files');

const mode = (file: string): number => statSync(file).mode & 0o777;
const announced: Announced = {
  ...{
    url: 'https://127.0.0.1:6443',
    release: 'v1.34',
    port: 6443,
    kubeconfig: '/k',
    page: undefined,
  },
  ...{ isTokenUnsent: false, isWithoutAccounts: false },
};
const ready = { ready: true, url: announced.url, port: 6443, pid: process.pid, kubeconfig: '/k' };

describe('a server that is ready', () => {
  it.each<[more: Partial<Announced>, lines: readonly RegExp[]]>([
    [{}, []],
    [{ page: 'http://page' }, [/^See it at http:\/\/page$/]],
    [{ isTokenUnsent: true }, [/^# kubectl sends no token over plain HTTP/]],
    [{ isWithoutAccounts: true }, [/^# no controller makes service accounts/]],
  ])('tells people: %j', (more, lines) => {
    announce({ ...announced, ...more }, 'text');
    const found = out.printed.trimEnd().split('\n');
    expect(found[0]).toMatch(
      /^Serving Kubernetes v1\.34 at https:\/\/127\.0\.0\.1:6443 \(ready after \d+ ms\)$/,
    );
    expect(found).toContain('export KUBECONFIG=/k');
    expect(found).toHaveLength(2 + lines.length);
    for (const line of lines) expect(found.filter((each) => line.test(each))).toHaveLength(1);
  });

  it('tells programs without secrets', () => {
    announce({ ...announced, page: 'http://page?key=secret' }, 'json');
    expect(JSON.parse(out.printed)).toEqual(ready);
  });

  it('has a file that appears whole, for its owner, as long as it is ready', () => {
    const path = join(out.folder, 'ready');
    writeFileSync(path, 'of an earlier one');
    const file = new ReadyFile(path);
    expect(existsSync(path)).toBe(false);
    file.write(announced, { token: 't', certificate: 'c' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      ...ready,
      token: 't',
      certificate: 'c',
    });
    expect(mode(path)).toBe(0o600);
    file.remove();
    expect(readdirSync(out.folder)).toEqual([]);
    file.remove();
  });

  it('says which file it cannot write', () => {
    const path = join(out.folder, 'none', 'ready');
    expect(() => new ReadyFile(path)).toThrow(SettingsError);
    expect(() => new ReadyFile(path)).toThrow(`--ready-file ${path}: `);
  });
});

describe('a kubeconfig', () => {
  const access = { url: 'https://127.0.0.1:6443', token: 'secret' } as never;

  it('is in a folder of its own, which goes with it', async () => {
    vi.stubEnv('TMPDIR', out.folder);
    const { path, remove } = await writeKubeconfig(access, undefined);
    expect(path.startsWith(out.folder)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('secret');
    expect(mode(path)).toBe(0o600);
    remove();
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('stays where the user wants it, for its owner alone', async () => {
    const wanted = join(out.folder, 'config');
    writeFileSync(wanted, '');
    chmodSync(wanted, 0o644);
    const { path, remove } = await writeKubeconfig(access, wanted);
    expect([path, mode(path)]).toEqual([wanted, 0o600]);
    remove();
    expect(existsSync(wanted)).toBe(true);
    expect(readdirSync(out.folder)).toEqual(['config']);
  });

  const other = `# mine
apiVersion: v1
kind: Config
preferences: { colors: true }
current-context: prod
clusters:
  - name: prod # the real one
    cluster: { server: https://prod.example }
  - name: orrery
    cluster: { server: https://old.example, certificate-authority: old.crt }
contexts: [{ name: prod, context: { cluster: prod, user: prod } }]
users:
- name: prod
  user: { token: precious }
`;

  it.each([
    ['YAML', other],
    ['JSON', JSON.stringify(parse(other))],
  ])('is merged into one that is there, in %s', async (form, text) => {
    const file = join(out.folder, 'config');
    writeFileSync(file, text, { mode: 0o644 });
    await writeKubeconfig(access, file);
    const written = readFileSync(file, 'utf8');
    if (form === 'YAML') expect(written).toMatch(/^# mine\n[^]*name: prod # the real one\n/);
    const before = parse(other) as { clusters: object[]; contexts: object[]; users: object[] };
    const config = parse(form === 'YAML' ? written : JSON.stringify(JSON.parse(written))) as object;
    expect(config).toEqual({
      ...before,
      'current-context': 'orrery',
      clusters: [
        before.clusters[0],
        { name: 'orrery', cluster: { server: 'https://127.0.0.1:6443' } },
      ],
      contexts: [
        before.contexts[0],
        { name: 'orrery', context: { cluster: 'orrery', user: 'orrery' } },
      ],
      users: [before.users[0], { name: 'orrery', user: { token: 'secret' } }],
    });
    expect(mode(file)).toBe(0o600);
    await writeKubeconfig(access, file);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it.each(['# nothing yet\n', '{}', 'clusters: null\nusers: []\n'])(
    'is whole in one that has nothing: %j',
    async (text) => {
      const [file, alone] = [join(out.folder, 'config'), join(out.folder, 'alone')];
      writeFileSync(file, text);
      for (const each of [file, alone]) await writeKubeconfig(access, each);
      const [config, expected] = [file, alone].map((each) => parse(readFileSync(each, 'utf8')));
      expect(config).toEqual(expected);
    },
  );

  it('is merged behind links, which stay', async () => {
    const at = (name: string) => join(out.folder, name);
    mkdirSync(at('real'));
    symlinkSync('real/config', at('there'));
    symlinkSync('there', at('link'));
    for (const text of [undefined, other]) {
      if (text !== undefined) writeFileSync(at('real/config'), text);
      await writeKubeconfig(access, at('link'));
      for (const link of ['link', 'there']) expect(lstatSync(at(link)).isSymbolicLink()).toBe(true);
      const config = readFileSync(at('real/config'), 'utf8');
      expect(config).toContain('secret');
      expect(config.includes('precious')).toBe(text !== undefined);
      expect(readdirSync(at('real'))).toEqual(['config']);
    }
    symlinkSync('loop', at('loop'));
    await expect(writeKubeconfig(access, at('loop'))).rejects.toThrow(
      'a link that leads to itself',
    );
  });

  it.each([
    ['clusters: {', 'expected YAML: '],
    ['just text', 'expected a kubeconfig'],
    ['- a', 'expected a kubeconfig'],
    ['kind: Pod', 'expected a kubeconfig'],
    ['users: many', 'expected a kubeconfig, whose users are a list'],
    ['a: 1\n---\nb: 2', 'expected YAML: '],
    [Buffer.from([0x61, 0xff]), 'not UTF-8'],
  ])('is not written in the place of another thing: %s', async (text, message) => {
    const file = join(out.folder, 'config');
    writeFileSync(file, text, { mode: 0o640 });
    const failing = writeKubeconfig(access, file);
    await expect(failing).rejects.toThrow(SettingsError);
    await expect(failing).rejects.toThrow(message);
    expect(readFileSync(file)).toEqual(Buffer.from(text));
    expect(mode(file)).toBe(0o640);
  });

  it('is not written in the place of a folder, or of what cannot be read', async () => {
    const folder = join(out.folder, 'folder');
    mkdirSync(folder);
    await expect(writeKubeconfig(access, folder)).rejects.toThrow('it is a directory');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says what else to do when it cannot be written', async () => {
    const none = join(out.folder, 'none');
    const failing = writeKubeconfig(access, join(none, 'x'));
    await expect(failing).rejects.toThrow(SettingsError);
    await expect(failing).rejects.toThrow('give another file by --kubeconfig');
    vi.stubEnv('TMPDIR', none);
    await expect(writeKubeconfig(access, undefined)).rejects.toThrow('set TMPDIR to a folder');
  });
});

describe('a defect of the server', () => {
  it('is reported with its stack once, then in a line', () => {
    const seen: string[] = [];
    const log = new DefectLog((text) => seen.push(text));
    const error = new Error('odd');
    error.stack = 'Error: odd\n    at place';
    log.report(error);
    log.report(error);
    log.report('text\nmore');
    expect(seen[0]).toMatch(
      /^orrery serve: this is a defect; the server keeps running: Error: odd\n +at/,
    );
    expect(seen[1]).toBe('orrery serve: this is a defect; the server keeps running: Error: odd\n');
    expect(seen[2]).toContain('text\nmore');
  });

  it('has a stack as long as there are not too many', () => {
    const seen: string[] = [];
    const log = new DefectLog((text) => seen.push(text));
    for (let i = 1; i <= 51; i++) log.report(`defect ${i}\nstack`);
    expect(seen.filter((text) => text.includes('\nstack'))).toHaveLength(50);
    expect(seen.at(-1)).toMatch(/defect 51\n$/);
  });

  it('outside of requests is caught until the handlers go', () => {
    const events = ['uncaughtException', 'unhandledRejection'] as const;
    const counts = (): number[] => events.map((event) => process.listenerCount(event));
    const before = counts();
    const { report, guardProcess } = new DefectLog(() => undefined);
    const end = new DefectLog(() => undefined).guardProcess();
    expect([typeof report, typeof guardProcess]).toEqual(['function', 'function']);
    expect(counts()).toEqual(before.map((count) => count + 1));
    end();
    expect(counts()).toEqual(before);
  });
});

describe('an election of controllers', () => {
  const flags: LeaderFlags = {
    ...{ leaderElect: 'true', leaderElectLeaseDuration: '15s', leaderElectRenewDeadline: '10s' },
    ...{ leaderElectRetryPeriod: '2s', leaderElectResourceName: 'n' },
    leaderElectResourceNamespace: 'space',
  };

  it('has its times and its lease, or does not take place', () => {
    const settings = {
      ...{ leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 },
      lock: { namespace: 'space', name: 'n' },
    };
    expect(leaderSettings(flags)).toEqual(settings);
    expect(leaderSettings({ ...flags, leaderElect: true })).toEqual(settings);
    expect(leaderSettings({ ...flags, leaderElect: 'false' })).toBeUndefined();
    expect(
      leaderSettings({ ...flags, leaderElect: false, leaderElectRetryPeriod: 'x' }),
    ).toBeUndefined();
    const shortest = { leaderElectLeaseDuration: '1s', leaderElectRenewDeadline: '900ms' };
    expect(
      leaderSettings({ ...flags, ...shortest, leaderElectRetryPeriod: '100ms' }),
    ).toBeDefined();
  });

  it.each<[more: Partial<LeaderFlags>, message: string | RegExp]>([
    [{ leaderElect: 'yes' }, '--leader-elect: "yes" is not true or false'],
    [
      { leaderElectLeaseDuration: 'x' },
      '--leader-elect-lease-duration: "x" is not a duration such as 15s',
    ],
    [
      { leaderElectRenewDeadline: '0s' },
      '--leader-elect-renew-deadline: "0s" is not a duration such as 15s',
    ],
    [
      { leaderElectRetryPeriod: '' },
      '--leader-elect-retry-period: "" is not a duration such as 15s',
    ],
    [
      { leaderElectLeaseDuration: '999ms' },
      '--leader-elect: leaseDuration must be a second or more',
    ],
    [{ leaderElectRenewDeadline: '15s' }, /^--leader-elect: /],
  ])('is refused for %j', (more, message) => {
    expect(() => leaderSettings({ ...flags, ...more })).toThrow(message);
  });
});
