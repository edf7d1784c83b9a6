/** Keys and certificates that clients of a server rely on, kept between its runs: `--tls-dir`. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineTime, makeSecret } from '#clock';
import {
  checkAuthority,
  checkTokenKey,
  makeAuthority,
  makeTokenKey,
  type Certificate,
} from '#server';
import { proxyAuthorityName } from './front-proxy.ts';
import { SettingsError } from './settings.ts';

export interface KeptCredentials {
  readonly authority: Certificate;
  /** Signs the certificate with which requests are passed on to other API servers. */
  readonly proxyAuthority: Certificate;
  /** Signs tokens of service accounts; PEM. */
  readonly tokenKey: string;
  /** The administrator's token. */
  readonly token: string;
}

const largestFile = 64 * 1024;
const ofOwner = { file: 0o600, folder: 0o700 } as const;

/**
 * Reads the folder's files, and creates missing ones, readable only for their owner: `ca.crt` and
 * `ca.key`, `front-proxy-ca.crt` and `front-proxy-ca.key`, `sa.key`, and `token` unless the user has one.
 *
 * @throws {SettingsError} when an existing file cannot be used
 */
export function keepIn(folder: string, ownToken: string | undefined): KeptCredentials {
  try {
    mkdirSync(folder, { recursive: true, mode: ofOwner.folder });
    return {
      authority: authorityIn(folder, 'ca', 'orrery-ca'),
      proxyAuthority: authorityIn(folder, proxyAuthorityName, proxyAuthorityName),
      tokenKey: tokenKeyIn(folder),
      token: ownToken ?? tokenIn(folder),
    };
  } catch (error) {
    throw new SettingsError(`--tls-dir ${folder}: ${(error as Error).message}`);
  }
}

/**
 * @param file without its ending
 * @param name of one that is made
 */
function authorityIn(folder: string, file: string, name: string): Certificate {
  const [certFile, keyFile] = [`${file}.crt`, `${file}.key`];
  const [cert, key] = [read(folder, certFile), read(folder, keyFile)];
  if (cert === undefined && key === undefined) {
    const result = makeAuthority(machineTime(), name);
    write(folder, keyFile, result.key);
    write(folder, certFile, result.cert);
    return result;
  }
  if (cert === undefined) throw incomplete(keyFile, certFile);
  if (key === undefined) throw incomplete(certFile, keyFile);
  naming(`${certFile}, ${keyFile}`, () => checkAuthority({ cert, key }, machineTime()));
  return { cert, key };
}

function tokenKeyIn(folder: string): string {
  const key = read(folder, 'sa.key');
  if (key === undefined) return write(folder, 'sa.key', makeTokenKey());
  naming('sa.key', () => checkTokenKey(key));
  return key;
}

function tokenIn(folder: string): string {
  const token = read(folder, 'token')?.trim();
  if (token === undefined) return write(folder, 'token', makeSecret());
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Error(`token: expected one line without spaces; ${removeIt('it')}`);
}

/** @throws {Error} naming the file */
function read(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  // Only a regular file is certain to end.
  if (!found.isFile()) throw new Error(`${name} is not a regular file`);
  if (found.size > largestFile) throw new Error(`${name} is too large: ${found.size} bytes`);
  return readFileSync(path, 'utf8');
}

function write(folder: string, name: string, text: string): string {
  // `x`: never overwrites what another process has just written.
  writeFileSync(join(folder, name), text, { mode: ofOwner.file, flag: 'wx' });
  return text;
}

function naming(files: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${files}: ${(error as Error).message}; ${removeIt('them')}`);
  }
}

function incomplete(present: string, absent: string): Error {
  return new Error(`${present} is there but ${absent} is not; ${removeIt(present)}`);
}

function removeIt(what: string): string {
  return `put it right, or remove ${what} to have a new one made`;
}
