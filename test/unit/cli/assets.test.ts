/** `orrery assets`: what its executables are, and what kube-apiserver's flags ask of `orrery serve`. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leavingOut } from '../../../src/cli/assets/api-server.ts';
import { isAssetsFolder, makeFolder } from '../../../src/cli/assets/folder.ts';
import { cacheFolder, folderName, minorWanted, platform } from '../../../src/cli/assets/place.ts';
import type { Started } from '../../../src/cli/assets/scripts.ts';
import { FlagError, serveArguments } from '../../../src/cli/assets/serve-arguments.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

const translated = (...line: string[]) => serveArguments(line, ['ServiceAccount', 'Priority']);
const usual = ['--port', '6443', '--address', '127.0.0.1', '--authorization'];

describe('the flags of kube-apiserver', () => {
  it('begin with its defaults', () => {
    expect(translated()).toEqual({ args: [...usual, 'none', '--anonymous-auth'], idle: [] });
  });

  it('are those of envtest', () => {
    const { args, idle } = translated(
      ...['--etcd-servers=http://127.0.0.1:1', '--cert-dir=/c', '--authorization-mode=RBAC'],
      ...['--secure-port=7', '--bind-address', '127.0.0.1', '--disable-admission-plugins=Priority'],
      ...[
        '--client-ca-file=/c/ca',
        '--service-account-issuer=https://a',
        '--allow-privileged=true',
      ],
      ...['--service-account-key-file=/c/1', '--service-account-key-file=/c/2'],
    );
    expect(args.slice(0, 7)).toEqual([
      ...['--port', '7', '--address', '127.0.0.1', '--authorization', 'rbac', '--anonymous-auth'],
    ]);
    expect(args.slice(7)).toEqual([
      ...['--kubeconfig', '/c/orrery.kubeconfig', '--disable-admission-plugins', 'Priority'],
      ...['--cert-dir', '/c', '--client-ca-file', '/c/ca', '--service-account-key-file', '/c/1'],
      ...['--service-account-key-file', '/c/2', '--service-account-issuer', 'https://a'],
    ]);
    expect(idle).toEqual([]);
  });

  it.each<[string[], string]>([
    [['--authorization-mode=Node,RBAC'], 'rbac'],
    [['--authorization-mode', 'RBAC', '--authorization-mode', 'AlwaysAllow'], 'none'],
    [['--authorization-config=/f'], 'rbac'],
  ])('%j decides by %s', (line, mode) => {
    expect(translated(...line).args[5]).toBe(mode);
  });

  it('join gates, whatever component they name', () => {
    const { args } = translated('--feature-gates=kube:A=true,B=false', '--feature-gates', 'C=true');
    expect(args.slice(-2)).toEqual(['--feature-gates', 'A=true,B=false,C=true']);
  });

  it('pass on ranges and groups of versions', () => {
    const { args } = translated(
      ...[
        '--service-cluster-ip-range=10.0.0.0/24,fd00::/108',
        '--runtime-config=api/all=true,a/v1=false',
      ],
    );
    expect(args.slice(-4)).toEqual([
      ...[
        '--service-cluster-ip-range',
        '10.0.0.0/24',
        '--runtime-config',
        'api/all=true,a/v1=false',
      ],
    ]);
  });

  it('name once what has no effect', () => {
    const { args, idle } = translated(
      ...['--audit-log-path=/x', '--audit-log-path=/y', '--disable-admission-plugins=A,Priority,B'],
      ...[
        '--authorization-mode=RBAC,Webhook',
        '--advertise-address=127.0.0.1',
        '-v=4',
        '--profiling',
      ],
    );
    expect(idle).toEqual([
      ...['--audit-log-path', '--disable-admission-plugins A,B', '--authorization-mode Webhook'],
      '--advertise-address 127.0.0.1',
    ]);
    expect(args).toEqual([
      ...[...usual, 'rbac', '--anonymous-auth', '--disable-admission-plugins', 'Priority'],
    ]);
  });

  it('take switches with a value or without, and addresses that others reach', () => {
    expect(translated('--anonymous-auth=false', '--advertise-address=192.0.2.7').args).toEqual([
      ...[...usual, 'none', '--advertise-address', '192.0.2.7'],
    ]);
    expect(translated('--anonymous-auth', '--profiling').args).toContain('--anonymous-auth');
  });

  it.each([
    ['--insecure-port=0', 'unknown flag: --insecure-port'],
    ['serve', 'unexpected argument "serve"'],
    ['--cert-dir', 'flag needs an argument: --cert-dir'],
  ])('refuse %s', (word, text) => {
    expect(() => translated(word)).toThrow(FlagError);
    expect(() => translated(word)).toThrow(text);
  });
});

it('an API server has no more than is asked for', () => {
  expect(leavingOut([])).toEqual([
    ...['--controllers', 'none', '--no-pool', '--nodes', '0', '--no-page'],
  ]);
  expect(leavingOut(['--nodes', '3', '--page-port=0'])).toEqual(['--controllers', 'none']);
  expect(leavingOut(['--controllers=all', '--scenario', 'x'])).toEqual(['--no-page']);
});

describe('a version', () => {
  it.each([
    ['1.34', 34],
    ['1.34.x', 34],
    ['1.34.*', 34],
    ['~1.34.1', 34],
    ['v1.30.2!', 30],
    ['1.x', 37],
    ['latest', 37],
  ])('%s is of minor %d', (text, minor) => {
    expect(minorWanted(text)).toBe(minor);
  });

  it('is refused when there is none', () => {
    expect(() => minorWanted('1.12.x')).toThrow(UsageError);
    expect(() => minorWanted('new')).toThrow(UsageError);
  });
});

it('has a folder by release, platform and cluster', () => {
  expect(folderName('v1.34.4', [])).toBe(`1.34.4-${platform().replace('/', '-')}`);
  expect(folderName('v1.34.4', ['--nodes', '3', '--serve', '../x'])).toMatch(
    /-nodes-3-serve-..-x$/,
  );
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' })).toBe('/c/orrery/assets');
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-assets-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const started: Started = {
    ...{ runtime: '/bin/echo', command: "it's.js", version: 'v1.34.4' },
    fixed: ['--nodes', '0'],
  };
  const bin = (): string => join(folder, 'bin');
  const run = (name: string, ...args: string[]): string =>
    execFileSync(join(bin(), name), args, { encoding: 'utf8' });

  it('has executables that answer for themselves, and start the command as it was called', () => {
    makeFolder(bin(), started, '');
    const help = run('kube-apiserver', '--help');
    expect(help).toMatch(/^\s*--client-ca-file\b/m);
    expect(help).not.toMatch(/--insecure-port\b/);
    expect(run('etcd', '--help')).toMatch(/^\s*--unsafe-no-fsync\b/m);
    expect(run('kube-apiserver', '--version')).toBe('Kubernetes v1.34.4\n');
    expect(run('kube-apiserver', '--cert-dir=a b', "it's")).toBe(
      "it's.js assets start kube-apiserver --serve=--nodes --serve=0 -- --cert-dir=a b it's\n",
    );
    expect(() => run('kubectl', 'get', 'pods')).toThrow('This is not kubectl');
  });

  it('links the kubectl of PATH, but not its own', () => {
    makeFolder(bin(), started, '');
    const other = join(folder, 'other');
    mkdirSync(other);
    expect(makeFolder(bin(), started, `${bin()}:${other}`)).toBeUndefined();
    const kubectl = join(other, 'kubectl');
    writeFileSync(kubectl, '#!/bin/sh\n', { mode: 0o755 });
    expect(makeFolder(bin(), started, `${bin()}:${other}`)).toBe(kubectl);
    expect(readlinkSync(join(bin(), 'kubectl'))).toBe(kubectl);
    expect(makeFolder(bin(), started, '')).toBeUndefined();
    expect(lstatSync(join(bin(), 'kubectl')).isSymbolicLink()).toBe(false);
  });

  it('changes only where something else is wanted', () => {
    makeFolder(bin(), started, '');
    const { ino } = statSync(join(bin(), 'etcd'));
    makeFolder(bin(), started, '');
    expect(statSync(join(bin(), 'etcd')).ino).toBe(ino);
    makeFolder(bin(), { ...started, fixed: [] }, '');
    expect(readFileSync(join(bin(), 'etcd'), 'utf8')).not.toContain('--nodes');
    expect(isAssetsFolder(bin())).toBe(true);
  });

  it('keeps files of others', () => {
    mkdirSync(bin());
    writeFileSync(join(bin(), 'etcd'), 'a real one');
    expect(() => makeFolder(bin(), started, '')).toThrow(UsageError);
    expect(readFileSync(join(bin(), 'etcd'), 'utf8')).toBe('a real one');
    expect(existsSync(join(bin(), 'kubectl'))).toBe(false);
  });
});
