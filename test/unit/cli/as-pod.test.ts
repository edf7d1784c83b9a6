/** `orrery as --deployment`: what a container's spec says about the program that stands for it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pod, Service } from '#types';
import type { Container } from '#types/core-v1';
import { runProbe, portOf, Probed } from '../../../src/cli/as/probe.ts';
import { reachedAt } from '../../../src/cli/as/service-addresses.ts';
import { expanded, fieldOf, variablesOf, type Keys } from '../../../src/cli/as/variables.ts';
import { filesOfVolume, isOfFiles } from '../../../src/cli/as/volumes.ts';

const pod = {
  metadata: { name: 'op-1', namespace: 'ops', uid: 'u', labels: { app: 'op', b: 'x"y' } },
  spec: { nodeName: 'node-1', serviceAccountName: 'op', containers: [] },
} as unknown as Pod;

const held: Readonly<Record<string, Keys>> = {
  'ConfigMap conf': { mode: 'fast', level: '3' },
  'Secret key': { token: 'abc' },
};
const reader = {
  keys: (kind: string, name: string) => Promise.resolve(held[`${kind} ${name}`]),
  contents(kind: string, name: string) {
    const found = held[`${kind} ${name}`];
    return Promise.resolve(found && new Map(Object.entries(found)));
  },
};
const container = (fields: Partial<Container>): Container =>
  ({ name: 'main', ...fields }) as Container;
const variables = (fields: Partial<Container>) => variablesOf(pod, container(fields), reader);

describe('variables', () => {
  it('come from values, fields, objects, and each other', async () => {
    const found = await variables({
      envFrom: [{ configMapRef: { name: 'conf' }, prefix: 'C_' }, { secretRef: { name: 'key' } }],
      env: [
        { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'URL', value: 'http://$(POD)/$(NONE)/$$(POD)' },
        { name: 'LEVEL', valueFrom: { configMapKeyRef: { name: 'conf', key: 'level' } } },
        { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'key', key: 'token' } } },
        { name: 'GONE', valueFrom: { secretKeyRef: { name: 'no', key: 'x', optional: true } } },
        { name: 'EMPTY' },
      ],
    });
    expect(found).toEqual({
      ...{ C_mode: 'fast', C_level: '3', token: 'abc', POD: 'op-1', LEVEL: '3', TOKEN: 'abc' },
      ...{ URL: 'http://op-1/$(NONE)/$(POD)', EMPTY: '' },
    });
  });

  it('say what they miss', async () => {
    const ref = (name: string, key: string) => ({ configMapKeyRef: { name, key } });
    const missing = variables({ env: [{ name: 'A', valueFrom: ref('conf', 'x') }] });
    await expect(missing).rejects.toThrow('ConfigMap conf, for the variable A, has no key x');
    const from = variables({ envFrom: [{ secretRef: { name: 'no' } }] });
    await expect(from).rejects.toThrow('Secret no not found');
  });

  it.each([
    [{ configMapKeyRef: { name: 'no', key: 'x' } }, 'configmap "no" not found'],
    [{ configMapKeyRef: { name: 'conf', key: 'x' } }, "couldn't find key x in ConfigMap ops/conf"],
    [{ secretKeyRef: { name: 'key', key: 'x' } }, "couldn't find key x in Secret ops/key"],
  ])('from %j miss what a kubelet says: %s', async (valueFrom, asKubelet) => {
    await expect(variables({ env: [{ name: 'A', valueFrom }] })).rejects.toMatchObject({
      asKubelet,
    });
  });

  it.each([
    ['metadata.namespace', 'ops'],
    ["metadata.labels['app']", 'op'],
    ["metadata.annotations['app']", ''],
    ['metadata.labels', 'app="op"\nb="x\\"y"\n'],
    ['spec.nodeName', 'node-1'],
    ['status.podIP', '127.0.0.1'],
  ])('%s is %j', (fieldPath, value) => {
    expect(fieldOf(pod, { fieldPath })).toBe(value);
  });

  it('are put into arguments', () => {
    expect(expanded('--a=$(A) $$ $(B', { A: '1' })).toBe('--a=1 $ $(B');
  });
});

describe('a volume', () => {
  it('has the keys of its objects, or some of them under other names', async () => {
    const conf = { configMap: { name: 'conf', items: [{ key: 'mode', path: 'a/b' }] } };
    expect(await filesOfVolume(conf, reader)).toEqual(new Map([['a/b', 'fast']]));
    const sources = [
      { secret: { name: 'key' } },
      { configMap: { name: 'no', optional: true } },
      { downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
      { serviceAccountToken: { path: 'token' } },
    ];
    expect(await filesOfVolume({ projected: { sources } }, reader, pod)).toEqual(
      new Map([
        ['token', 'abc'],
        ['name', 'op-1'],
      ]),
    );
    expect(await filesOfVolume({ emptyDir: {} }, reader)).toEqual(new Map());
  });

  it('says what it misses', async () => {
    const secret = { secretName: 'no' };
    await expect(filesOfVolume({ secret }, reader)).rejects.toThrow('Secret no not found');
    const items = [{ key: 'x', path: 'x' }];
    const some = filesOfVolume({ configMap: { name: 'conf', items } }, reader);
    await expect(some).rejects.toThrow('ConfigMap conf has no key x');
  });

  it('of another kind is left out', () => {
    expect(isOfFiles({ name: 'a', emptyDir: {} })).toBe(true);
    expect(isOfFiles({ name: 'a', persistentVolumeClaim: { claimName: 'x' } })).toBe(false);
  });
});

describe('probes', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((req, res) => {
      res.statusCode = req.url === '/bad' ? 500 : Number(req.headers['x-status'] ?? 200);
      res.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  const main = (): Container => container({ ports: [{ name: 'web', containerPort: port }] });

  it('ask a program on this machine', async () => {
    const http = (path: string) => runProbe({ httpGet: { path, port: 'web' } }, main());
    expect([await http('/ok'), await http('/bad')]).toEqual([true, false]);
    const httpHeaders = [{ name: 'X-Status', value: '302' }];
    expect(await runProbe({ httpGet: { port, httpHeaders } }, main())).toBe(true);
    expect(await runProbe({ tcpSocket: { port: 'web' } }, main())).toBe(true);
    expect(await runProbe({ tcpSocket: { port: 1 } }, main())).toBe(false);
    expect(await runProbe({ exec: { command: ['true'] } }, main())).toBe(true);
    expect(await runProbe({ exec: { command: ['false'] } }, main())).toBe(false);
    expect(portOf('web', main())).toBe(port);
  });

  it('count as a kubelet counts', () => {
    const readiness = new Probed({ successThreshold: 2 }, main(), false);
    expect([true, false, true, true].map((each) => readiness.count(each))).toEqual([
      ...[false, false, false, true],
    ]);
    const liveness = new Probed({}, main(), true);
    expect([false, false, true, false, false, false].map((each) => liveness.count(each))).toEqual([
      ...[true, true, true, true, true, false],
    ]);
  });
});

it('Services that select the pod lead to its ports, and so does its proxy to those that it names', () => {
  const service = (name: string, selector: object | undefined, ports: object[]): Service =>
    ({ metadata: { name }, spec: { selector, ports } }) as unknown as Service;
  const ports = [{ name: 'hook', containerPort: 9443, protocol: 'TCP' }];
  const services = [
    service('hook', { app: 'op' }, [{ port: 443, targetPort: 'hook' }, { port: 80 }]),
    service('other', { app: 'no' }, [{ port: 443 }]),
    service('none', undefined, [{ port: 443 }]),
  ];
  const livenessProbe = { httpGet: { port: 8081 } };
  const readinessProbe = { tcpSocket: { port: 'hook' } };
  const named = container({ ports, livenessProbe, readinessProbe } as Partial<Container>);
  expect(reachedAt(pod, named, services)).toEqual({
    addresses: ['ops/hook:443=127.0.0.1:9443', 'ops/hook:80=127.0.0.1:80'],
    ports: [9443, 8081, 80],
  });
});
