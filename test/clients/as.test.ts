/** `orrery as` against a server that decides by roles. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Command, runToEnd, type Outcome } from './support/command.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
let server: Served;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await serve('--authorization', 'rbac', '--controllers', 'none', '--no-page');
  env = environment(server.folder, { KUBECONFIG: server.kubeconfig });
  const objects = {
    serviceaccounts: { metadata: { name: 'robot' } },
    secrets: { metadata: { name: 'certs' }, stringData: { 'tls.crt': 'one' } },
    configmaps: { metadata: { name: 'conf' }, data: { mode: 'fast' } },
  };
  for (const [plural, body] of Object.entries(objects)) {
    await post(`/api/v1/namespaces/default/${plural}`, body);
  }
  const group = 'rbac.authorization.k8s.io';
  const at = `/apis/${group}/v1/namespaces/default`;
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
  await post(`${at}/roles`, { metadata: { name: 'robot' }, rules });
  await post(`${at}/rolebindings`, {
    metadata: { name: 'robot' },
    roleRef: { apiGroup: group, kind: 'Role', name: 'robot' },
    subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
  });
}, serveTimeoutMs);
afterAll(() => server.stop(), serveTimeoutMs);

async function post(path: string, body: object, method = 'POST'): Promise<void> {
  const program = `
    const { readFileSync } = require('node:fs');
    const { request } = require('node:https');
    const config = JSON.parse(readFileSync(process.env.KUBECONFIG, 'utf8'));
    const ca = Buffer.from(config.clusters[0].cluster['certificate-authority-data'], 'base64');
    const [method, path, body, type] = process.argv.slice(1);
    const headers = { authorization: 'Bearer ' + config.users[0].user.token, 'content-type': type };
    request(config.clusters[0].cluster.server + path, { method, ca, headers }, (answer) => {
      answer.resume();
      process.exitCode = answer.statusCode < 300 ? 0 : 1;
    }).end(body);`;
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const { code, stderr } = await runToEnd(
    process.execPath,
    ['-e', program, method, path, JSON.stringify(body), type],
    { env },
  );
  expect([code, stderr]).toEqual([0, '']);
}

const as = (...args: string[]): Promise<Outcome> =>
  runToEnd(process.execPath, [main, 'as', 'default/robot', ...args], { env });

it('gives a program the rights of its account alone, and its exit status', async () => {
  const program = `
    const { readFileSync } = require('node:fs');
    const { request } = require('node:https');
    const { clusters, users } = JSON.parse(readFileSync(process.env.KUBECONFIG, 'utf8'));
    const ca = Buffer.from(clusters[0].cluster['certificate-authority-data'], 'base64');
    const headers = { authorization: 'Bearer ' + users[0].user.token };
    const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
    for (const plural of ['configmaps', 'secrets'])
      request({ host, port, path: '/api/v1/namespaces/default/' + plural, ca, headers }, (answer) => {
        answer.resume();
        console.log(plural, answer.statusCode);
      }).end();
    process.exitCode = 7;`;
  const { code, stdout, stderr } = await as('--no-mounts', '--', process.execPath, '-e', program);
  expect(stdout.trim().split('\n').sort()).toEqual(['configmaps 200', 'secrets 403']);
  expect(code).toBe(7);
  expect(stderr).toContain('no private mounts (as --no-mounts asks for)');
});

const canMount = spawnSync('unshare', ['--mount', '--map-root-user', 'true']).status === 0;

it.skipIf(!canMount)(
  'shows it its files where a container has them, and keeps them current',
  async () => {
    const script = `cat ${accountFolder}/namespace /nowhere/certs/tls.crt /nowhere/conf/mode; echo .
    until grep -q two /nowhere/certs/tls.crt; do sleep 0.1; done; cat /nowhere/certs/tls.crt`;
    const mounts = ['--mount', 'certs=/nowhere/certs', '--mount', 'configmap/conf=/nowhere/conf'];
    const args = [main, 'as', 'default/robot', ...mounts, '--', 'sh', '-c', script];
    const running = new Command(process.execPath, args, { env });
    await running.untilPrinted(/^defaultonefast\.$/m);
    await post(
      '/api/v1/namespaces/default/secrets/certs',
      { stringData: { 'tls.crt': 'two' } },
      'PATCH',
    );
    expect(await running.ended()).toMatchObject({
      code: 0,
      stdout: 'defaultonefast.\ntwo',
      stderr: '',
    });
    expect(spawnSync('ls', ['/nowhere']).status).not.toBe(0);
  },
);

it.each([
  [['default/none', '--', 'true'], 'serviceaccounts "none" not found'],
  [['default', '--', 'true'], 'is not NAMESPACE/ACCOUNT'],
  [['default/robot', '--mount', 'none=/x', '--', 'true'], 'secrets "none" not found'],
  [['default/robot', '--no-mounts', '--', '/no/such'], '/no/such'],
])('says why it cannot start: %j', async (args, text) => {
  const { code, stderr } = await runToEnd(process.execPath, [main, 'as', ...args], { env });
  expect(code).toBe(2);
  expect(stderr).toContain(text);
});
