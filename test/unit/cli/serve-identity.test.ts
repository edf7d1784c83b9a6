/** What a server is known by: the files of `--tls-dir`, and its addresses. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { makeAuthority, makeServing } from '#server';
import {
  advertisedAddress,
  certifiedNames,
  kubernetesIp,
  urlOf,
} from '../../../src/cli/serve/addresses.ts';
import { SettingsError } from '../../../src/cli/serve/settings.ts';
import { keepIn } from '../../../src/cli/serve/tls-dir.ts';

const year = 365 * 86_400_000;

describe('--tls-dir', () => {
  let folder: string;
  beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), 'orrery-tls-')), 'kept')));
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  it('keeps everything for its owner alone', () => {
    const first = keepIn(folder, undefined);
    expect(keepIn(folder, undefined)).toEqual(first);
    expect(readdirSync(folder)).toEqual([
      ...['ca.crt', 'ca.key', 'front-proxy-ca.crt', 'front-proxy-ca.key', 'sa.key', 'token'],
    ]);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("neither reads nor writes a token when there is the user's own", () => {
    expect(keepIn(folder, 'mine').token).toBe('mine');
    expect(existsSync(join(folder, 'token'))).toBe(false);
    const kept = keepIn(folder, undefined).token;
    expect(keepIn(folder, 'mine').token).toBe('mine');
    expect(keepIn(folder, undefined).token).toBe(kept);
  });

  it('takes a token that an editor has ended with a line break', () => {
    keepIn(folder, 'mine');
    writeFileSync(join(folder, 'token'), 'by-hand\n');
    expect(keepIn(folder, undefined).token).toBe('by-hand');
  });

  const put = (files: Readonly<Record<string, string>>) => (): void => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  const old = makeAuthority(machineTime() - 11 * year);
  const leaf = makeServing(makeAuthority(machineTime()), ['a'], machineTime());

  it.each<[string, () => void, string]>([
    [
      'the key is missing',
      () => rmSync(join(folder, 'ca.key')),
      'ca.crt is there but ca.key is not',
    ],
    [
      'the certificate is missing',
      () => rmSync(join(folder, 'ca.crt')),
      'ca.key is there but ca.crt is not',
    ],
    [
      'the certificate is cut off',
      put({ 'ca.crt': '-----BEGIN CERTIFICATE-----\nMII' }),
      'ca.crt, ca.key: the certificate is not in PEM',
    ],
    ['the key is empty', put({ 'ca.key': '' }), 'ca.crt, ca.key: the key is not in PEM'],
    [
      'the key is another one',
      put({ 'ca.key': old.key }),
      'the key is not that of the certificate',
    ],
    [
      'the authority has expired',
      put({ 'ca.crt': old.cert, 'ca.key': old.key }),
      'the certificate expired at ',
    ],
    [
      'it is not an authority',
      put({ 'ca.crt': leaf.cert, 'ca.key': leaf.key }),
      'not that of an authority (CA:TRUE); put it right, or remove them',
    ],
    [
      'the authority of the front proxy is cut off',
      put({ 'front-proxy-ca.crt': '-----BEGIN' }),
      'front-proxy-ca.crt, front-proxy-ca.key: the certificate is not in PEM',
    ],
    [
      'its key is missing',
      () => rmSync(join(folder, 'front-proxy-ca.key')),
      'front-proxy-ca.crt is there but front-proxy-ca.key is not',
    ],
    ['the key of tokens is garbage', put({ 'sa.key': 'secret' }), 'sa.key: the key is not in PEM'],
    ['the token is empty', put({ token: ' \n' }), 'token: expected one line without spaces'],
    ['the token has lines', put({ token: 'a\nb' }), 'token: expected one line without spaces'],
    ['a file is too large', put({ token: 'a'.repeat(70_000) }), 'token is too large: 70000 bytes'],
  ])('is refused when %s', (_, spoil, expected) => {
    keepIn(folder, undefined);
    spoil();
    const before = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(() => keepIn(folder, undefined)).toThrow(SettingsError);
    expect(() => keepIn(folder, undefined)).toThrow(`--tls-dir ${folder}: `);
    expect(() => keepIn(folder, undefined)).toThrow(expected);
    expect(() => keepIn(folder, undefined)).not.toThrow('secret');
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(
      before,
    );
  });

  it('is refused when it is a file, or a file in it is a folder', () => {
    writeFileSync(folder, '');
    expect(() => keepIn(folder, undefined)).toThrow('EEXIST');
    rmSync(folder);
    mkdirSync(join(folder, 'sa.key'), { recursive: true });
    expect(() => keepIn(folder, undefined)).toThrow('sa.key is not a regular file');
  });

  it.skipIf(process.getuid?.() === 0)('is refused when it cannot be written', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    expect(() => keepIn(folder, undefined)).toThrow('EACCES');
  });
});

describe('addresses', () => {
  it.each([
    ['127.0.0.1', false, 'https://127.0.0.1:1'],
    ['0.0.0.0', false, 'https://127.0.0.1:1'],
    ['::', true, 'http://127.0.0.1:1'],
    ['::1', true, 'http://[::1]:1'],
    ['localhost', false, 'https://localhost:1'],
  ])('%s, plain %s: %s', (address, isPlain, expected) => {
    expect(urlOf(address, 1, isPlain)).toBe(expected);
  });

  it('advertise what is listened on, unless it is of this machine alone', () => {
    expect(advertisedAddress({ address: '192.0.2.9' })).toBe('192.0.2.9');
    expect(advertisedAddress({ address: '192.0.2.9', advertiseAddress: '2001:db8::1' })).toBe(
      '2001:db8::1',
    );
    for (const address of ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']) {
      const advertised = advertisedAddress({ address });
      expect(isIP(advertised)).not.toBe(0);
      expect(advertised).not.toMatch(/^(127\.|::1$|0\.0\.0\.0$|::$)/);
    }
  });

  it.each(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::', '1.2.3', ''])(
    'refuse to advertise "%s"',
    (advertiseAddress) => {
      const options = { address: '127.0.0.1', advertiseAddress };
      expect(() => advertisedAddress(options)).toThrow('--advertise-address: ');
    },
  );

  it('have that of the Service kubernetes, the first of the range', () => {
    const serviceClusterIpRange = '10.0.0.7/24';
    expect(kubernetesIp(serviceClusterIpRange)).toBe('10.0.0.1');
    const names = certifiedNames({ address: '127.0.0.1', serviceClusterIpRange });
    expect(names).toContain('10.0.0.1');
    expect(names).not.toContain('10.96.0.1');
    for (const range of ['10.0.0.1', 'fd00::/108', '10.0.0.0/31']) {
      expect(() => kubernetesIp(range)).toThrow(`--service-cluster-ip-range: "${range}" is not`);
    }
  });

  it('are certified, each once', () => {
    const names = certifiedNames({ address: '127.0.0.1', advertiseAddress: '192.0.2.9' });
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('kubernetes.default.svc.cluster.local');
    expect(names).toContain('10.96.0.1');
    expect(names.at(-1)).toBe('192.0.2.9');
    expect(certifiedNames({ address: '192.0.2.7' })).toContain('192.0.2.7');
    expect(certifiedNames({ address: '::' })).not.toContain('::');
  });
});
