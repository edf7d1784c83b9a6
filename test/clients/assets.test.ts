/** The executables of `orrery assets`, started as envtest starts them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { makeAuthority, makeClient, makeServing, type Certificate } from '#server';
import { makeTokenKey } from '../../src/server/auth/token-signer.ts';
import { Command, runToEnd } from './support/command.ts';
import { freePort } from './support/free-port.ts';
import { environment } from './support/serve.ts';
import { until } from './support/until.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');
const folder = mkdtempSync(join(tmpdir(), 'orrery-clients-'));
const bin = join(folder, 'bin');
const env = environment(folder);
const certDir = join(folder, 'certs');
const now = machineTime();
const authority = makeAuthority(now, 'envtest');
const client = (name: string, ...groups: string[]): Certificate =>
  makeClient(authority, { name, groups }, now);
const admin = client('admin', 'system:masters');
let port: number;
let server: Command;

function inCertDir(name: string, text: string): string {
  const file = join(certDir, name);
  writeFileSync(file, text);
  return file;
}

beforeAll(async () => {
  const made = await runToEnd(process.execPath, [main, 'assets', bin, '--kubernetes', '1.34'], {
    env,
  });
  expect(made).toMatchObject({ code: 0, stdout: `${bin}\n` });
  port = await freePort();
  await runToEnd('mkdir', ['-p', certDir]);
  const serving = makeServing(authority, ['127.0.0.1', 'localhost'], now);
  const [crt, key] = [
    inCertDir('apiserver.crt', serving.cert),
    inCertDir('apiserver.key', serving.key),
  ];
  expect([crt, key]).toHaveLength(2);
  const signer = inCertDir('sa.key', makeTokenKey());
  server = new Command(
    join(bin, 'kube-apiserver'),
    [
      ...['--authorization-mode=RBAC', '--bind-address=127.0.0.1', `--cert-dir=${certDir}`],
      ...[`--client-ca-file=${inCertDir('ca.crt', authority.cert)}`, `--secure-port=${port}`],
      ...['--disable-admission-plugins=ServiceAccount', '--etcd-servers=http://127.0.0.1:1'],
      ...[`--service-account-issuer=https://127.0.0.1:${port}/`, '--audit-log-path=/nowhere'],
      ...[`--service-account-key-file=${signer}`, `--service-account-signing-key-file=${signer}`],
      ...['--service-cluster-ip-range=10.0.0.0/24', '--allow-privileged=true'],
    ],
    { env },
  );
  const ended = server.ended().then(({ stderr }) => {
    throw new Error(stderr);
  });
  const ready = until('/readyz', async () => {
    const [status] = await ask('GET', '/readyz').catch(() => [0] as const);
    return status === 200 ? status : undefined;
  });
  await Promise.race([ready, ended]);
});

afterAll(async () => {
  expect((await server.stop('SIGTERM')).code).toBe(0);
  rmSync(folder, { recursive: true });
});

function ask(
  method: string,
  path: string,
  shown?: Partial<Certificate> & { readonly token?: string },
  body?: object,
): Promise<readonly [number, Record<string, unknown>]> {
  const { token, ...pair } = shown ?? {};
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const tls = { ca: authority.cert, ...pair, agent: false as const };
  return new Promise((resolve, reject) => {
    const sent = request(`https://127.0.0.1:${port}${path}`, { method, headers, ...tls }, (got) => {
      let text = '';
      got.setEncoding('utf8').on('data', (part: string) => (text += part));
      got.on('end', () => {
        const isJson = got.headers['content-type']?.includes('json') === true;
        resolve([got.statusCode!, isJson ? (JSON.parse(text) as never) : { text }]);
      });
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

const configMaps = '/api/v1/namespaces/default/configmaps';

it('is of its release, and knows users by certificates of the authority it was given', async () => {
  const [, version] = await ask('GET', '/version', admin);
  expect(version).toMatchObject({ gitVersion: 'v1.34.4' });
  const [created] = await ask('POST', configMaps, admin, { metadata: { name: 'one' } });
  expect(created).toBe(201);
  const [status, refused] = await ask('GET', configMaps, client('ann', 'dev'));
  expect([status, refused['message']]).toEqual([403, expect.stringContaining('User "ann"')]);
  const foreign = makeClient(
    makeAuthority(now),
    { name: 'admin', groups: ['system:masters'] },
    now,
  );
  expect((await ask('GET', configMaps, foreign))[0]).toBe(401);
});

it('has neither controllers nor nodes, and says what it does not do', async () => {
  const [, nodes] = await ask('GET', '/api/v1/nodes', admin);
  expect(nodes['items']).toEqual([]);
  expect(server.stderr).toContain('accepted, and without effect here: ');
  expect(server.stderr).toContain('--audit-log-path');
});

it('issues tokens by the key and the issuer that it was given', async () => {
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  await ask('POST', accounts, admin, { metadata: { name: 'robot' } });
  const [, answer] = await ask('POST', `${accounts}/robot/token`, admin, {});
  const { token } = answer['status'] as { readonly token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object;
  expect(claims).toMatchObject({ iss: `https://127.0.0.1:${port}/` });
  const [status, refused] = await ask('GET', configMaps, { token });
  expect([status, refused['message']]).toEqual([
    ...[403, expect.stringContaining('system:serviceaccount:default:robot')],
  ]);
});

it('gives Services addresses of the range that it was given', async () => {
  const services = '/api/v1/namespaces/default/services';
  const [, own] = await ask('GET', `${services}/kubernetes`, admin);
  expect(own['spec']).toMatchObject({ clusterIP: '10.0.0.1' });
  const spec = { ports: [{ port: 80 }], clusterIP: '10.0.0.77' };
  expect((await ask('POST', services, admin, { metadata: { name: 'web' }, spec }))[0]).toBe(201);
});

it('leaves a kubeconfig beside the certificates', () => {
  expect(readFileSync(join(certDir, 'orrery.kubeconfig'), 'utf8')).toContain(`127.0.0.1:${port}`);
});

it('says that etcd is well, and ends with its parent', async () => {
  const etcdPort = await freePort();
  const url = `http://127.0.0.1:${etcdPort}`;
  const script = `'${join(bin, 'etcd')}' --listen-client-urls=${url} --data-dir=/x & echo $!; wait`;
  const parent = spawn('/bin/sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((found) => {
    parent.stdout.on('data', (text) => found(Number(String(text))));
  });
  const health = await until('/health', () =>
    fetch(`${url}/health`)
      .then((answer) => answer.json() as Promise<unknown>)
      .catch(() => undefined),
  );
  expect(health).toEqual({ health: 'true', reason: '' });
  parent.kill('SIGKILL');
  await until('the end of etcd', () => (isAlive(pid) ? undefined : true));
});

it('keeps folders as setup-envtest does where that is asked for', async () => {
  const store = ['--bin-dir', join(folder, 'store')];
  const args = [main, 'assets', 'use', '1.30.x', '-p', 'path', ...store];
  const { stdout } = await runToEnd(process.execPath, args, { env });
  expect(stdout).toMatch(/\/store\/k8s\/1\.30\.\d+-[a-z]+-[a-z0-9]+\n$/);
  const listed = await runToEnd(process.execPath, [main, 'assets', 'list', ...store], { env });
  expect(listed.stdout.match(/installed/g)).toHaveLength(1);
});

it('refuses flags that kube-apiserver refuses', async () => {
  const { code, stderr } = await runToEnd(join(bin, 'kube-apiserver'), ['--no-such-flag'], { env });
  expect([code, stderr]).toEqual([2, 'Error: unknown flag: --no-such-flag\n']);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
