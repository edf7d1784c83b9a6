/** Keys and certificates that the user gives a server, as API servers of Kubernetes are given them. */
// eslint-disable-next-line no-restricted-imports -- reads certificates; makes none
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { machineTime } from '#clock';
import { readTextFile } from '#machine';
import {
  checkTokenKey,
  checkVerifyingKey,
  makeAuthority,
  makeServing,
  type Certificate,
} from '#server';
import { certifiedNames } from './addresses.ts';
import type { ServeOptions } from './options.ts';
import { SettingsError } from './settings.ts';

/** What can be given of an identity. */
export interface GivenIdentity {
  /** What it shows its clients; absent: what the authority signs. */
  readonly serving?: Certificate;
  /** PEM of authorities whose certificates log clients in, beside those of the server's own. */
  readonly clientAuthority?: string;
  /** Signs tokens of service accounts; absent: a key is created when first needed. */
  readonly tokenKey?: string;
  /** Keys and certificates whose tokens are accepted too; PEM. */
  readonly verifyingKeys?: readonly string[];
  /** Of tokens of service accounts; absent: as kubeadm sets it up. */
  readonly issuers?: readonly string[];
}

const largestFile = 1024 * 1024;

/** @throws {SettingsError} naming the option whose file cannot be used */
export function givenIdentity(options: ServeOptions): GivenIdentity {
  const { clientCaFile, serviceAccountIssuer: issuers = [] } = options;
  const { serviceAccountKeyFile: keyFiles = [], serviceAccountSigningKeyFile: signing } = options;
  const serving = servingOf(options);
  return {
    ...(serving && { serving }),
    ...(clientCaFile !== undefined && {
      clientAuthority: text('--client-ca-file', clientCaFile, (pem) => new X509Certificate(pem)),
    }),
    ...(signing !== undefined && {
      tokenKey: text('--service-account-signing-key-file', signing, checkTokenKey),
    }),
    ...(keyFiles.length > 0 && {
      verifyingKeys: keyFiles.map((file) =>
        text('--service-account-key-file', file, checkVerifyingKey),
      ),
    }),
    ...(issuers.length > 0 && { issuers }),
  };
}

function servingOf(options: ServeOptions): Certificate | undefined {
  const { tlsCertFile, tlsPrivateKeyFile, certDir } = options;
  if (tlsCertFile !== undefined && tlsPrivateKeyFile !== undefined) {
    return pair('--tls-cert-file', tlsCertFile, tlsPrivateKeyFile);
  }
  return certDir === undefined ? undefined : servingIn(certDir, options);
}

/** Makes the pair, with an authority of its own in the certificate's file, where the folder has none. */
function servingIn(folder: string, options: ServeOptions): Certificate {
  const [certFile, keyFile] = [join(folder, 'apiserver.crt'), join(folder, 'apiserver.key')];
  if (existsSync(certFile) && existsSync(keyFile)) return pair('--cert-dir', certFile, keyFile);
  const now = machineTime();
  const authority = makeAuthority(now, 'orrery-serving-ca');
  const { cert, key } = makeServing(authority, certifiedNames(options), now);
  const result = { cert: `${cert.trimEnd()}\n${authority.cert}`, key };
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(keyFile, result.key, { mode: 0o600 });
    writeFileSync(certFile, result.cert);
  } catch (error) {
    throw new SettingsError(`--cert-dir ${folder}: ${(error as Error).message}`);
  }
  return result;
}

function pair(option: string, certFile: string, keyFile: string): Certificate {
  const cert = text(option, certFile, (pem) => new X509Certificate(pem));
  const keyOption = option === '--cert-dir' ? option : '--tls-private-key-file';
  const key = text(keyOption, keyFile, (pem) => createSecureContext({ cert, key: pem }));
  return { cert, key };
}

/** @param check throws for a text that cannot be used */
function text(option: string, file: string, check: (pem: string) => unknown): string {
  try {
    const read = readTextFile(file, largestFile, 'PEM');
    check(read);
    return read;
  } catch (error) {
    throw new SettingsError(`${option} ${file}: ${(error as Error).message}`);
  }
}
