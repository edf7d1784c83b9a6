/** `orrery as`: what is asked for, and the files that a program watches. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveFolder } from '../../../src/cli/as/live-folder.ts';
import { readAccount, readMount } from '../../../src/cli/as/mounts.ts';
import { bound, makePlaces } from '../../../src/cli/as/private-mount.ts';
import { Session } from '../../../src/cli/as/session.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-as-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('the account', () => {
  it('has a namespace', () => {
    expect(readAccount('kube-system/a.b')).toEqual({ namespace: 'kube-system', name: 'a.b' });
  });

  it.each(['robot', '/robot', 'a/', 'a/b/c', 'A/b'])('is refused: %j', (text) => {
    expect(() => readAccount(text)).toThrow(UsageError);
  });
});

describe('a mount', () => {
  it.each([
    ['certs=/a/b', { secret: { secretName: 'certs' } }, '/a/b'],
    ['secret/certs=/a', { secret: { secretName: 'certs' } }, '/a'],
    ['configmap/my.conf=/a=b', { configMap: { name: 'my.conf' } }, '/a=b'],
  ])('%s is %j', (text, volume, place) => {
    expect(readMount(text)).toEqual({ volume, folder: place });
  });

  it.each(['certs', 'certs=', '=/a', 'pod/a=/b', 'certs=a/b'])('is refused: %j', (text) => {
    expect(() => readMount(text)).toThrow(UsageError);
  });
});

describe('a live folder', () => {
  const read = (name: string): string => readFileSync(join(folder, 'live', name), 'utf8');

  it('changes all of its files at once', () => {
    const live = new LiveFolder(join(folder, 'live'));
    live.put(
      new Map<string, string | Buffer>([
        ['a', 'one'],
        ['b', Buffer.from('two')],
      ]),
    );
    expect([read('a'), read('b')]).toEqual(['one', 'two']);
    const before = readlinkSync(join(folder, 'live', '..data'));
    live.put(
      new Map([
        ['a', 'three'],
        ['c', 'four'],
      ]),
    );
    expect(readlinkSync(join(folder, 'live', '..data'))).not.toBe(before);
    expect([read('a'), read('c')]).toEqual(['three', 'four']);
    expect(readdirSync(join(folder, 'live')).sort()).toEqual(['..2', '..data', 'a', 'c']);
    expect(readlinkSync(join(folder, 'live', 'a'))).toBe('..data/a');
    live.put(new Map([['deep/er/file', 'five']]));
    expect(read('deep/er/file')).toBe('five');
    expect(readdirSync(join(folder, 'live')).sort()).toEqual(['..3', '..data', 'deep']);
  });
});

describe('places of mounts', () => {
  it('are made, and removed unless another program uses them', () => {
    mkdirSync(join(folder, 'there'));
    const [deep, used] = [join(folder, 'x', 'y'), join(folder, 'used', 'z')];
    const from = join(folder, 'there');
    const one = join(folder, 'config.yaml');
    const remove = makePlaces([
      ...[deep, from, used].map((to) => ({ from, to })),
      { from: import.meta.filename, to: one },
    ]);
    expect(readFileSync(one, 'utf8')).toBe('');
    expect([deep, used].every((each) => existsSync(each))).toBe(true);
    writeFileSync(join(folder, 'used', 'file'), '');
    remove();
    expect(readdirSync(folder).sort()).toEqual(['there', 'used']);
    expect(readdirSync(join(folder, 'used'))).toEqual(['file']);
  });

  it('that may not be made are left to the mounts', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(makePlaces([{ from: folder, to: join(folder, 'file', 'x') }])).not.toThrow();
  });

  it('stand before the command, in pairs', () => {
    const line = bound('/w', [{ from: '/a', to: '/b' }], ['cmd', '--flag']);
    expect(line[0]).toBe('unshare');
    expect(line.slice(-6)).toEqual(['/w', '/a', '/b', '--', 'cmd', '--flag']);
  });
});

it('mounts a folder before what is in it', () => {
  const binds = [
    { from: 'inner', to: '/a/b' },
    { from: 'outer', to: '/a' },
  ];
  const line = bound('work', binds, ['true']);
  expect(line.slice(line.indexOf('work'))).toEqual([
    ...['work', 'outer', '/a', 'inner', '/a/b', '--', 'true'],
  ]);
});

it('hides nothing that the program works with on this machine', () => {
  const session = new Session(
    { url: 'https://localhost' },
    readAccount('a/b'),
    join(folder, 'own'),
  );
  const needs = [folder, `${folder}/`, '/', process.cwd(), join(folder, 'other'), '/etc/conf'];
  expect(needs.map((each) => session.needs(each))).toEqual([true, true, true, true, false, false]);
});
