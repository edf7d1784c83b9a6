/** Reads kubeconfigs as kubectl does, so that commands can reach a running server. */
import { delimiter, dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Connection } from '#remote';
import { readRegularFile, readTextFile, type FileError } from '#machine';

/** Larger kubeconfigs, certificates and tokens are a mistake. */
const MOST_BYTES = 16_777_216;

type Fields = Readonly<Record<string, unknown>>;

/** A named part of a kubeconfig, and the folder that its paths are relative to. */
interface ConfigEntry {
  readonly what: string;
  readonly fields: Fields;
  readonly folder: string;
}

interface Merged {
  readonly paths: string;
  readonly current: string | undefined;
  readonly parts: Readonly<
    Record<'cluster' | 'context' | 'user', ReadonlyMap<string, ConfigEntry>>
  >;
}

/**
 * Returns the server of a kubeconfig, or of several separated by `:`; the first one that sets a value
 * wins. `context` replaces the current one. @throws {Error} that says what was expected
 */
export function readKubeconfig(path: string | undefined, context?: string): Connection {
  if (path === undefined || path === '') {
    throw new Error(
      'which server? Give --kubeconfig, or set KUBECONFIG as `orrery serve` prints it',
    );
  }
  const merged = merge(path);
  const chosen = partOf(merged, 'context', context ?? merged.current);
  const cluster = partOf(merged, 'cluster', textIn(chosen, 'cluster'));
  const name = textIn(chosen, 'user');
  const user = name === undefined ? undefined : partOf(merged, 'user', name);
  return { ...serverOf(cluster), ...(user && identityOf(user)) };
}

function merge(path: string): Merged {
  const files = path.split(delimiter).filter((each) => each !== '');
  const parts = {
    cluster: new Map<string, ConfigEntry>(),
    context: new Map<string, ConfigEntry>(),
    user: new Map<string, ConfigEntry>(),
  };
  let current: string | undefined;
  for (const file of files) {
    const config = configIn(file, files.length > 1);
    if (typeof config['current-context'] === 'string') current ||= config['current-context'];
    for (const kind of ['cluster', 'context', 'user'] as const) {
      const entries = config[`${kind}s`];
      for (const entry of (Array.isArray(entries) ? entries : []) as (Fields | null)[]) {
        const fields = entry?.[kind];
        const name = String(entry?.['name']);
        if (!isFields(fields) || parts[kind].has(name)) continue;
        const what = `${kind} "${name}" of ${file}`;
        parts[kind].set(name, { what, fields, folder: dirname(resolve(file)) });
      }
    }
  }
  return { paths: files.join(', '), current, parts };
}

/** With several files, some may be missing. */
function configIn(file: string, isOneOfSeveral: boolean): Fields {
  let text: string;
  try {
    text = readTextFile(file, MOST_BYTES, 'kubeconfig');
  } catch (error) {
    const { cause, message } = error as FileError;
    if (isOneOfSeveral && (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
      return {};
    throw new Error(`${file}: ${message}`, { cause: error });
  }
  let config: unknown;
  try {
    config = parse(text, { prettyErrors: false });
  } catch (error) {
    throw new Error(`${file} is not a kubeconfig: it is not valid YAML`, { cause: error });
  }
  if (isFields(config)) return config;
  throw new Error(`${file} is not a kubeconfig: expected a map with clusters, users and contexts`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partOf({ paths, parts }: Merged, kind: keyof Merged['parts'], name?: string): ConfigEntry {
  const found = name === undefined ? undefined : parts[kind].get(name);
  if (found !== undefined) return found;
  const known = [...parts[kind].keys()].join(', ') || 'none';
  throw new Error(
    name === undefined || name === ''
      ? `${paths}: no ${kind === 'context' ? 'current-context' : kind} is named; expected one of: ${known}${kind === 'context' ? ' (or give --context)' : ''}`
      : `${paths}: there is no ${kind} "${name}"; there are: ${known}`,
  );
}

function serverOf(cluster: ConfigEntry): Connection {
  refuse(cluster, ['proxy-url'], 'expected a server that is reached without a proxy');
  const server = textIn(cluster, 'server');
  if (server === undefined) throw new Error(`${cluster.what} has no server`);
  return {
    url: urlOf(server, cluster.what),
    ...trustOf({
      authority: bytesIn(cluster, 'certificate-authority'),
      insecure: cluster.fields['insecure-skip-tls-verify'] === true,
      serverName: textIn(cluster, 'tls-server-name'),
    }),
  };
}

function identityOf(user: ConfigEntry): Partial<Connection> {
  refuse(
    user,
    ['exec', 'auth-provider', 'username', 'password', 'as', 'as-uid', 'as-groups'],
    'expected token, tokenFile, or client-certificate and client-key',
  );
  const certificate = bytesIn(user, 'client-certificate');
  const key = bytesIn(user, 'client-key');
  if ((certificate === undefined) !== (key === undefined)) {
    throw new Error(`${user.what} needs both client-certificate and client-key, or none of them`);
  }
  const tokenFile = textIn(user, 'tokenFile');
  // A token file is renewed in place, so it is read for each request.
  const token =
    tokenFile === undefined ? textIn(user, 'token') : tokenReader(resolve(user.folder, tokenFile));
  if (typeof token === 'function') token();
  return {
    ...(token !== undefined && { token }),
    ...(certificate && key && { client: { certificate, key } }),
  };
}

function tokenReader(file: string): () => string {
  return () => inFile(file, () => readTextFile(file, MOST_BYTES, 'token')).trim();
}

function refuse({ what, fields }: ConfigEntry, names: readonly string[], expected: string): void {
  const found = names.find((name) => fields[name] !== undefined && fields[name] !== '');
  if (found === undefined) return;
  const command = (fields[found] as Fields | null)?.['command'];
  const which = typeof command === 'string' ? ` (${command})` : '';
  throw new Error(`${what} has ${found}${which}, which is not supported; ${expected}`);
}

/** Returns the bytes of a field: from its `-data` variant or from the file that it names. */
function bytesIn(part: ConfigEntry, name: string): Buffer | undefined {
  const data = textIn(part, `${name}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const file = textIn(part, name);
  return file === undefined ? undefined : readCertificate(resolve(part.folder, file));
}

function readCertificate(file: string): Buffer {
  return inFile(file, () => readRegularFile(file, MOST_BYTES, 'PEM'));
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function textIn({ what, fields }: ConfigEntry, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new Error(`${what}: ${name} is not a text; expected it in quotes`);
}

function urlOf(server: string, what: string): string {
  if (/^https?:\/\/[^/]/.test(server) && URL.canParse(server)) return server.replace(/\/$/, '');
  throw new Error(
    `${what} has the server "${server}"; expected one such as https://127.0.0.1:6443`,
  );
}

interface Trust {
  readonly authority: Buffer | undefined;
  readonly insecure: boolean;
  readonly serverName?: string | undefined;
}

function trustOf({ authority, insecure, serverName }: Trust): Partial<Connection> {
  if (insecure && authority !== undefined) {
    throw new Error(
      'a certificate authority and insecure-skip-tls-verify exclude each other; expected one of them',
    );
  }
  return {
    ...(authority && { authority }),
    ...(insecure && { insecure }),
    ...(serverName !== undefined && { serverName }),
  };
}

/** How a command's options select its server. */
export interface ServerOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly server?: string;
  readonly token?: string;
  readonly certificateAuthority?: string;
  readonly insecureSkipTlsVerify?: boolean;
}

/**
 * Returns the server that options name, or a kubeconfig, or both. @throws {Error} that says what is
 * missing
 */
export function serverFrom(options: ServerOptions, env: NodeJS.ProcessEnv): Connection {
  const { server, token, certificateAuthority: file, insecureSkipTlsVerify = false } = options;
  const { kubeconfig = env['KUBECONFIG'], context } = options;
  const input = {
    ...(server !== undefined && { url: urlOf(server, '--server') }),
    ...(token !== undefined && { token }),
  };
  const isWhole = input.url !== undefined && input.token !== undefined;
  const found = isWhole ? undefined : readKubeconfig(kubeconfig, context);
  const authority = file === undefined ? undefined : readCertificate(file);
  if (authority === undefined && !insecureSkipTlsVerify)
    return { ...found, ...input } as Connection;
  const trust = trustOf({ authority, insecure: insecureSkipTlsVerify });
  const { url, token: theToken, serverName, client } = { ...found, ...input } as Connection;
  return {
    url,
    ...(theToken !== undefined && { token: theToken }),
    ...(serverName !== undefined && { serverName }),
    ...(client && { client }),
    ...trust,
  };
}
