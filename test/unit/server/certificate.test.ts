/** Certificates, judged by those who know them: node's own reader, TLS, and openssl where there is one. */
// eslint-disable-next-line no-restricted-imports -- reads certificates, and makes no keys
import { X509Certificate } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { parseTime } from '#values';
import { checkAuthority, makeAuthority, makeServing, type Certificate } from '#server';

const day = 86_400_000;
const now = machineTime();
const authority = makeAuthority(now);
const of = (names: readonly string[]) =>
  new X509Certificate(makeServing(authority, names, now).cert);

describe('a server certificate', () => {
  it.each([
    ['127.0.0.1', 'IP Address:127.0.0.1'],
    ['255.10.0.9', 'IP Address:255.10.0.9'],
    ['::', 'IP Address:0:0:0:0:0:0:0:0'],
    ['::1', 'IP Address:0:0:0:0:0:0:0:1'],
    ['1::', 'IP Address:1:0:0:0:0:0:0:0'],
    ['fe80::1:2', 'IP Address:FE80:0:0:0:0:0:1:2'],
    ['fe80::a%eth0', 'IP Address:FE80:0:0:0:0:0:0:A'],
    ['2001:db8::20:300:4000', 'IP Address:2001:DB8:0:0:0:20:300:4000'],
    ['1:2:3:4:5:6:7:8', 'IP Address:1:2:3:4:5:6:7:8'],
    ['1:2:3::5:6:7:8', 'IP Address:1:2:3:0:5:6:7:8'],
    ['::ffff:192.0.2.7', 'IP Address:0:0:0:0:0:FFFF:C000:207'],
    ['64:ff9b::10.0.0.1', 'IP Address:64:FF9B:0:0:0:0:A00:1'],
    ['localhost', 'DNS:localhost'],
    ['kubernetes.default.svc', 'DNS:kubernetes.default.svc'],
  ])('names %s', (name, shown) => {
    expect(of([name]).subjectAltName).toBe(shown);
  });

  it('holds good for any IPv6 address, and not for its neighbour', () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
    const address = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(address, fc.integer({ min: 0, max: 7 }), (groups, place) => {
        const text = (of: number[]): string => of.map((each) => each.toString(16)).join(':');
        // As people write it, with the first run of zeros left out.
        const short = text(groups).replace(/(^|:)0(:0)+(:|$)/, '::');
        const certificate = of([short]);
        expect(certificate.checkIP(text(groups))).toBe(text(groups));
        const other = groups.map((each, at) => (at === place ? each ^ 1 : each));
        expect(certificate.checkIP(text(other))).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it('is a leaf that the authority has signed, with a serial of its own', () => {
    const [a, b] = [of(['localhost']), of(['localhost'])];
    const root = new X509Certificate(authority.cert);
    expect([root.ca, a.ca]).toEqual([true, false]);
    expect(a.checkIssued(root)).toBe(true);
    expect(a.verify(root.publicKey)).toBe(true);
    expect(a.issuer).toBe(root.subject);
    expect(a.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(a.serialNumber).not.toBe(b.serialNumber);
    expect(a.checkHost('localhost')).toBe('localhost');
    expect(a.checkHost('other.example')).toBeUndefined();
  });

  it.each([
    ['2026-11-20T20:00:00Z', 0, 'Nov 19 20:00:00 2026 GMT', 'Nov 20 20:00:00 2027 GMT'],
    [
      'short of the end of its authority',
      3_640,
      'Nov  6 20:00:00 2036 GMT',
      'Nov 17 20:00:00 2036 GMT',
    ],
  ])('holds for a year: %s', (_, days, from, to) => {
    const made = 1_795_204_800_000;
    const leaf = makeServing(makeAuthority(made), ['a'], made + days * day);
    const { validFrom, validTo } = new X509Certificate(leaf.cert);
    expect([validFrom, validTo]).toEqual([from, to]);
  });

  it('of years behind 2049 reads as such', () => {
    const late = makeAuthority(parseTime('2045-01-01T00:00:00Z'));
    expect(new X509Certificate(late.cert).validTo).toBe('Dec 30 00:00:00 2054 GMT');
    const leaf = new X509Certificate(
      makeServing(late, ['a'], parseTime('2054-06-01T00:00:00Z')).cert,
    );
    expect(leaf.validTo).toBe('Dec 30 00:00:00 2054 GMT');
    const early = makeAuthority(parseTime('1994-06-01T00:00:00Z'));
    expect(() => checkAuthority(early, parseTime('2000-01-01T00:00:00Z'))).not.toThrow();
  });
});

const openssl = spawnSync('openssl', ['version']).error === undefined;

describe.skipIf(!openssl)('openssl', () => {
  const inFolder = (use: (file: (name: string, text: string) => string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-certificates-'));
    try {
      use((name, text) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const run = (...args: string[]): string =>
    execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' });

  it.each([
    ['-verify_hostname', 'localhost'],
    ['-verify_ip', '127.0.0.1'],
    ['-verify_ip', 'fe80::1:2'],
  ])('verifies it strictly, with %s %s', (option, name) => {
    inFolder((file) => {
      const leaf = makeServing(authority, ['localhost', '127.0.0.1', 'fe80::1:2'], now);
      const [ca, cert] = [file('ca.crt', authority.cert), file('leaf.crt', leaf.cert)];
      const purpose = ['-purpose', 'sslserver', '-x509_strict', option, name];
      expect(run('verify', '-CAfile', ca, ...purpose, cert)).toContain('OK');
    });
  });

  /** An authority that was not made here. */
  const theirs = (keyType: string, file: (name: string, text: string) => string): Certificate => {
    const key = file('ca.key', '');
    const cert = run(
      ...['req', '-x509', '-newkey', keyType, '-nodes', '-keyout', key, '-days', '30'],
      ...['-subj', '/O=Example/CN=Their CA', '-addext', 'keyUsage=critical,keyCertSign'],
    );
    return { cert, key: readFileSync(key, 'utf8') };
  };

  it('verifies what an RSA authority of another make signs', () => {
    inFolder((file) => {
      const other = theirs('rsa:2048', file);
      checkAuthority(other, machineTime());
      const leaf = makeServing(other, ['localhost'], machineTime());
      const [ca, cert] = [file('ca.crt', other.cert), file('leaf.crt', leaf.cert)];
      expect(run('verify', '-CAfile', ca, '-x509_strict', cert)).toContain('OK');
    });
  });

  it('makes authorities with keys of kinds that are refused', () => {
    inFolder((file) => {
      const check = (): void => checkAuthority(theirs('ed25519', file), machineTime());
      expect(check).toThrow('the key is of type ed25519; expected ec or rsa');
    });
  });
});

describe('an authority', () => {
  it.each([
    ['is whole', authority, now, undefined],
    ['is garbage', { ...authority, cert: 'x' }, now, 'the certificate is not in PEM'],
    ['has a key that is garbage', { ...authority, key: 'x' }, now, 'the key is not in PEM'],
    [
      'has the key of another',
      { ...authority, key: makeAuthority(now).key },
      now,
      'not that of the certificate',
    ],
    ['is a leaf', makeServing(authority, ['a'], now), now, 'not that of an authority'],
    ['expired', authority, now + 4_000 * day, 'the certificate expired at 20'],
    ['is of the future', authority, now - 2 * day, 'holds from 20'],
  ])('that %s', (_, given, at, expected) => {
    const check = (): void => checkAuthority(given, at);
    if (expected === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expected);
  });
});
