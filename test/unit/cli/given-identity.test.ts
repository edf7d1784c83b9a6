/** Certificates and keys that are given to a server, and what clients see of them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { makeAuthority, makeClient, makeServing, servingTls, type Certificate } from '#server';
import {
  clientAuthoritiesOf,
  identityOf,
  shownBy,
  trustedOf,
} from '../../../src/cli/serve/identity.ts';
import type { ServeOptions } from '../../../src/cli/serve/options.ts';
import { checkCombination } from '../../../src/cli/serve/settings.ts';
import { makeTokenKey } from '../../../src/server/auth/token-signer.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-given-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const now = machineTime();
const authority = makeAuthority(now, 'clients');
const serving = makeServing(makeAuthority(now), ['localhost', '127.0.0.1'], now);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const identity = (options: Partial<ServeOptions>) =>
  identityOf({ http: false, address: '127.0.0.1', ...options } as ServeOptions);

const pair = ({ cert, key }: Certificate) => ({
  tlsCertFile: file('tls.crt', cert),
  tlsPrivateKeyFile: file('tls.key', key),
});

describe('what is given', () => {
  it('is shown to clients, and trusted by them', async () => {
    const given = await identity(pair(serving));
    expect(given.serving).toEqual(serving);
    expect(trustedOf(given)).toBe(serving.cert);
    const shown = servingTls(shownBy(given, given.authority!), ['localhost'], machineTime);
    expect(shown).toMatchObject(serving);
    expect(shown.instead!('renewed')).toEqual(serving);
    expect(shown.instead!('expired')).not.toEqual(serving);
  });

  it('adds authorities to those whose certificates log clients in', async () => {
    const given = await identity({ clientCaFile: file('ca.crt', authority.cert) });
    expect(clientAuthoritiesOf(given)).toBe(
      `${authority.cert.trimEnd()}\n${given.authority!.cert}`,
    );
    expect(trustedOf(given)).toBe(given.authority!.cert);
    const tls = servingTls(shownBy(given, given.authority!), ['localhost'], machineTime);
    for (const signer of [authority, given.authority!]) {
      const client = makeClient(signer, { name: 'ann', groups: ['dev'] }, now);
      expect(await subjectSeen(tls, client)).toEqual({ O: 'dev', CN: 'ann' });
    }
    const foreign = makeClient(makeAuthority(now), { name: 'eve', groups: [] }, now);
    expect(await subjectSeen(tls, foreign)).toBeUndefined();
  });

  it('signs tokens, verifies them, and names their issuers', async () => {
    const [signing, other] = [makeTokenKey(), makeTokenKey()];
    const given = await identity({
      serviceAccountSigningKeyFile: file('sa.key', signing),
      serviceAccountKeyFile: [file('other.key', other), file('cert.pem', serving.cert)],
      serviceAccountIssuer: ['https://one', 'https://two'],
    });
    expect(given).toMatchObject({
      tokenKey: signing,
      verifyingKeys: [other, serving.cert],
      issuers: ['https://one', 'https://two'],
    });
  });

  it('needs TLS, and a key for a certificate', () => {
    const check = (options: Partial<ServeOptions>) => (): void =>
      checkCombination({ http: false, httpAdmin: false, ...options });
    expect(check({ http: true, clientCaFile: 'x' })).toThrow('--client-ca-file: leave it out');
    expect(check({ tlsCertFile: 'x' })).toThrow('--tls-cert-file: needs --tls-private-key-file');
    expect(check({ tlsPrivateKeyFile: 'x' })).toThrow('needs --tls-cert-file');
    expect(check({ tlsCertFile: 'x', tlsPrivateKeyFile: 'x' })).not.toThrow();
  });

  it.each<[string, () => Partial<ServeOptions>, string]>([
    ['no file', () => ({ clientCaFile: join(folder, 'x') }), '--client-ca-file FOLDER/x: there is'],
    ['no PEM', () => ({ clientCaFile: file('ca', 'x') }), '--client-ca-file FOLDER/ca: '],
    [
      'another key',
      () => pair({ cert: serving.cert, key: authority.key }),
      '--tls-private-key-file FOLDER/tls.key: ',
    ],
    [
      'a public key to sign with',
      () => ({ serviceAccountSigningKeyFile: file('sa', serving.cert) }),
      '--service-account-signing-key-file FOLDER/sa: the key is not in PEM',
    ],
    [
      'a key of another type',
      () => ({ serviceAccountKeyFile: [file('sa', 'x')] }),
      '--service-account-key-file FOLDER/sa: the key is not in PEM',
    ],
  ])('is refused by the name of its option: %s', async (_, options, text) => {
    const error = await identity(options()).catch((each: unknown) => each as Error);
    expect((error as Error).name).toBe('SettingsError');
    expect((error as Error).message.replace(folder, 'FOLDER')).toContain(text);
  });
});

describe('--cert-dir', () => {
  it('makes a pair with its authority, and keeps it', async () => {
    const certDir = join(folder, 'certs');
    const first = (await identity({ certDir })).serving!;
    expect(first.cert.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(statSync(join(certDir, 'apiserver.key')).mode & 0o777).toBe(0o600);
    expect((await identity({ certDir })).serving).toEqual(first);
    expect(readFileSync(join(certDir, 'apiserver.crt'), 'utf8')).toBe(first.cert);
  });

  it('counts less than --tls-cert-file', async () => {
    const certDir = join(folder, 'certs');
    expect((await identity({ certDir, ...pair(serving) })).serving).toEqual(serving);
    expect(statSync(certDir, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('is refused when it cannot be used', async () => {
    const certDir = file('certs', '');
    await expect(identity({ certDir })).rejects.toThrow(`--cert-dir ${certDir}: `);
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    for (const name of ['apiserver.crt', 'apiserver.key']) writeFileSync(join(empty, name), 'x');
    await expect(identity({ certDir: empty })).rejects.toThrow(`--cert-dir ${empty}/apiserver.crt`);
  });
});

/** The subject of a client, as a server sees it that listens so; undefined for one that it does not know. */
async function subjectSeen(
  { cert, key, clientAuthority: ca }: ReturnType<typeof servingTls>,
  client: Certificate,
): Promise<object | undefined> {
  const options = { cert, key, ca, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options).listen(0, '127.0.0.1');
  const seen = new Promise<object | undefined>((resolve) => {
    server.on('secureConnection', (socket: TLSSocket) => {
      const { subject } = socket.getPeerCertificate();
      resolve(socket.authorized ? { ...subject } : undefined);
      socket.destroy();
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const asked = { host: '127.0.0.1', port, rejectUnauthorized: false, agent: false as const };
  request({ ...asked, cert: client.cert, key: client.key })
    .on('error', () => undefined)
    .end();
  return seen.finally(() => server.close());
}
