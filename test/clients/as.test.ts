/** `orrery as` against a server that decides by roles. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pod } from '#types';
import { ask } from './support/ask.ts';
import { freePort } from './support/free-port.ts';
import { Command, runToEnd, type Outcome } from './support/command.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { until } from './support/until.ts';

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
  await ask(env, method, path, body);
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
  [['default/robot', '--mount', 'none=/x', '--', 'true'], 'Secret none not found'],
  [['default/robot', '--no-mounts', '--', '/no/such'], '/no/such'],
])('says why it cannot start: %j', async (args, text) => {
  const { code, stderr } = await runToEnd(process.execPath, [main, 'as', ...args], { env });
  expect(code).toBe(2);
  expect(stderr).toContain(text);
});

it('is a container of a pod: with its variables and arguments, ready by its probe, with its log, restarted', async () => {
  const served = await serve('--no-page', '--authorization', 'rbac');
  const own = environment(served.folder, {
    KUBECONFIG: served.kubeconfig,
    TMPDIR: served.folder,
  });
  const probe = await freePort();
  const apps = '/apis/apps/v1/namespaces/default/deployments';
  await ask(own, 'POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'conf' },
    data: { mode: 'fast' },
  });
  const valueFrom = { configMapKeyRef: { name: 'conf', key: 'mode' } };
  const program = `
    console.log('mode', process.argv[1], process.env.POD, process.env.TMPDIR);
    require('node:http').createServer((_, res) => { res.end(); setTimeout(() => process.exit(3), 1500); })
      .listen(${probe}, '127.0.0.1');`;
  const container = {
    ...{ name: 'main', image: 'example.com/op:1', args: ['-e', program, '$(MODE)'] },
    env: [
      { name: 'MODE', valueFrom },
      { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    readinessProbe: { httpGet: { port: probe }, periodSeconds: 1 },
  };
  const labels = { app: 'op' };
  await ask(own, 'POST', apps, {
    metadata: { name: 'op' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  });
  const args = [
    'as',
    'default/default',
    '--deployment',
    'op',
    '--no-mounts',
    '--',
    process.execPath,
  ];
  const running = new Command(process.execPath, [main, ...args], { env: own });
  const pods = async () => {
    const list = (await ask(own, 'GET', '/api/v1/namespaces/default/pods')) as {
      readonly items: readonly Pod[];
    };
    return list.items[0]?.status.containerStatuses?.[0];
  };
  await running.untilPrinted(/^mode fast op-/m);
  await until('the pod to be ready', async () =>
    (await pods())?.ready === true ? true : undefined,
  );
  const [, name] = /^mode fast (op-\S+) undefined$/m.exec(running.stdout) ?? [];
  expect(name).toBeDefined();
  expect(await ask(own, 'GET', `/api/v1/namespaces/default/pods/${name!}/log`)).toBe(
    `mode fast ${name!} undefined\n`,
  );
  const isRestarted = async () => {
    const status = await pods();
    return status?.restartCount === 1 && status.ready ? true : undefined;
  };
  await until('the restart', isRestarted);
  const { code } = await running.stop('SIGTERM');
  expect(code).toBe(128 + 15);
  await until('the pod not to be ready', async () =>
    (await pods())?.ready === false ? true : undefined,
  );
  await served.stop();
});
