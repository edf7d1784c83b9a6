import { createServer, type Server } from 'node:https';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoreV1Api, CustomObjectsApi, KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  installCRDs,
  restRequest,
  restRequestOk,
  TestEnvironment,
  type CRDManifest,
} from '../../../src/kit/envtest/index.ts';
import { createVitestGlobalSetup } from '../../../src/kit/envtest/vitest.ts';

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { kind: Widget, plural: widgets, singular: widget }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { size: { type: integer, maximum: 5 } } } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: not-a-definition }
`;

const webhooks = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: no-maps }
webhooks:
  - name: maps.example.com
    clientConfig: { service: { name: hook, namespace: default, path: /maps } }
    rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
    sideEffects: None
    admissionReviewVersions: [v1]
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'envtest-test-'));
  writeFileSync(join(folder, 'widgets.yaml'), definition);
  writeFileSync(join(folder, 'README.md'), 'no manifest');
  writeFileSync(join(folder, 'hooks.yaml'), webhooks);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const map = { metadata: { name: 'settings' }, data: { a: '1' } };

describe('an environment', () => {
  it('is an API server with the definitions of a folder, for client libraries', async () => {
    await using environment = new TestEnvironment({ crdDirectoryPaths: [folder] });
    const config = await environment.start();
    expect(config.installedCRDs).toEqual(['widgets.example.com']);
    expect(config.server).toBe(`https://127.0.0.1:${config.apiServerPort}`);
    const kubeconfig = new KubeConfig();
    kubeconfig.loadFromFile(config.kubeconfigPath);
    const custom = kubeconfig.makeApiClient(CustomObjectsApi);
    const place = { group: 'example.com', version: 'v1', namespace: 'default', plural: 'widgets' };
    const body = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } };
    await custom.createNamespacedCustomObject({ ...place, body: { ...body, spec: { size: 3 } } });
    await expect(
      custom.createNamespacedCustomObject({ ...place, body: { ...body, spec: { size: 9 } } }),
    ).rejects.toThrow('should be less than or equal to 5');
    await expect(environment.uninstallCRDs([folder])).resolves.toEqual(['widgets.example.com']);
    await expect(environment.uninstallCRDs([folder])).resolves.toEqual([]);
  });

  it('runs no controllers, as envtest does not, and keeps the time of the machine', async () => {
    await using environment = new TestEnvironment();
    const config = await environment.start();
    const spec = { selector: { matchLabels: { app: 'web' } } };
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
    };
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const before = environment.cluster.now();
    await restRequestOk(config, 'POST', deployments, {
      metadata: { name: 'web' },
      spec: { ...spec, template },
    });
    const { json } = await restRequest(config, 'GET', `${deployments}/web`);
    expect(json.status).toEqual({});
    const pods = await restRequest(config, 'GET', '/api/v1/pods');
    expect(pods.json.items).toEqual([]);
    await vi.waitFor(() => expect(environment.cluster.now()).toBeGreaterThan(before), 10_000);
  });

  it('can be a whole cluster, whose time the test advances', async () => {
    await using environment = new TestEnvironment({
      cluster: { controllers: 'all', nodes: 1 },
      pace: 'manual',
    });
    const config = await environment.start();
    await restRequestOk(config, 'POST', '/api/v1/namespaces/default/pods', {
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
    });
    await environment.cluster.advance('10s');
    const { json } = await restRequest(config, 'GET', '/api/v1/namespaces/default/pods/web');
    expect(json.status.phase).toBe('Running');
  });

  it('has users with certificates, who may do what roles allow', async () => {
    await using environment = new TestEnvironment();
    const config = await environment.start();
    const jane = await environment.addUser({ name: 'jane', groups: ['dev'] });
    expect(jane.groups).toEqual(['dev']);
    const forbidden = await restRequest(jane, 'GET', '/api/v1/namespaces/default/pods');
    expect(forbidden).toMatchObject({ status: 403 });
    expect(forbidden.json.message).toContain('User "jane" cannot list resource "pods"');
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    await restRequestOk(config, 'POST', `${rbac}/roles`, {
      metadata: { name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
    });
    await restRequestOk(config, 'POST', `${rbac}/rolebindings`, {
      metadata: { name: 'dev' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }],
    });
    await restRequestOk(jane, 'GET', '/api/v1/namespaces/default/pods');
  });

  it('ends with its files and its port, and can be started again', async () => {
    const environment = new TestEnvironment();
    expect(() => environment.config).toThrow('await start() first');
    const first = await environment.start();
    expect(statSync(first.kubeconfigPath).mode & 0o777).toBe(0o600);
    await expect(environment.start()).rejects.toThrow('started already');
    await environment.stop();
    await environment.stop();
    expect(existsSync(first.kubeconfigPath)).toBe(false);
    await expect(restRequest(first, 'GET', '/readyz')).rejects.toThrow('ECONNREFUSED');
    const second = await environment.start();
    expect((await restRequest(second, 'GET', '/readyz')).text).toBe('ok');
    await environment.stop();
  });

  it('says what is wrong with its manifests', async () => {
    const missing = new TestEnvironment({ crdDirectoryPaths: [join(folder, 'none')] });
    await expect(missing.start()).rejects.toThrow('none: there is no such file or folder');
    expect(() => missing.config).toThrow('await start() first');
    writeFileSync(join(folder, 'broken.json'), '{ "kind": [');
    const broken = new TestEnvironment({ crdDirectoryPaths: [join(folder, 'broken.json')] });
    await expect(broken.start()).rejects.toThrow(/broken\.json:1:\d+: not valid YAML/);
    rmSync(join(folder, 'broken.json'));
    const crds = [{ apiVersion: 'v1', kind: 'X', metadata: { name: 'x' } }] as CRDManifest[];
    await expect(new TestEnvironment({ crds }).start()).rejects.toThrow(/x: 4\d\d /);
  });
});

describe('options of envtest', () => {
  it('that have no effect are named', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    await using environment = new TestEnvironment({
      apiServerFlags: {
        'audit-log-path': '/x',
        'feature-gates': 'ServerSideFieldValidation=true',
        'runtime-config': ['batch/v1beta1=false'],
      },
      etcdFlags: { quota: '1' },
    });
    await environment.start();
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      'kube-orrery/envtest: without effect: apiServerFlags: audit-log-path',
      'kube-orrery/envtest: without effect: etcdFlags: quota',
    ]);
    warn.mockRestore();
  });

  it('choose the release of Kubernetes', async () => {
    await using environment = new TestEnvironment({ version: '1.34.1' });
    await environment.start();
    const { cluster } = environment;
    expect(cluster.kind('ServiceCIDR').version).toBe('v1');
    const other = new TestEnvironment({ version: '1.20' });
    await expect(other.start()).rejects.toThrow(
      'unknown release "1.20"; known releases: 1.24, 1.25',
    );
  });

  it('that cannot be met are errors', async () => {
    await expect(new TestEnvironment({ useExistingCluster: true }).start()).rejects.toThrow(
      'a cluster of its own',
    );
    const mode = new TestEnvironment({ apiServerFlags: { 'authorization-mode': 'ABAC' } });
    await expect(mode.start()).rejects.toThrow('expected RBAC or AlwaysAllow, found "ABAC"');
    const gates = new TestEnvironment({ apiServerFlags: { 'feature-gates': 'A=yes' } });
    await expect(gates.start()).rejects.toThrow('feature-gates: invalid value of A=yes, err: ');
  });
});

describe('webhooks', () => {
  let server: Server | undefined;
  afterAll(() => server?.close());

  it('call the server of the test, which may call back', async () => {
    await using environment = new TestEnvironment({
      webhookInstallOptions: { paths: [folder] },
    });
    const config = await environment.start();
    const hook = config.webhook!;
    expect(hook.configurationNames).toEqual(['no-maps']);
    const core = (): CoreV1Api => {
      const kubeconfig = new KubeConfig();
      kubeconfig.loadFromString(config.kubeconfigYaml);
      return kubeconfig.makeApiClient(CoreV1Api);
    };
    const paths: string[] = [];
    server = createServer({ cert: hook.certPem, key: hook.keyPem }, (req, res) => {
      paths.push(req.url ?? '');
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of req) chunks.push(chunk as Buffer);
        const { uid } = JSON.parse(Buffer.concat(chunks).toString()).request as { uid: string };
        // A webhook may ask the API while it is asked.
        await core().listNamespacedSecret({ namespace: 'default' });
        const status = { message: 'no maps here' };
        const response = { uid, allowed: false, status };
        res.setHeader('content-type', 'application/json');
        res.end(
          JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }),
        );
      })();
    });
    await expect(environment.waitForWebhookServer(1)).rejects.toThrow('ECONNREFUSED');
    server.listen(hook.port, hook.host);
    await environment.waitForWebhookServer();
    await expect(
      core().createNamespacedConfigMap({ namespace: 'default', body: map }),
    ).rejects.toThrow('no maps here');
    expect(paths).toEqual(['/maps?timeout=10s']);
  });

  it('convert definitions that say so', async () => {
    await using environment = new TestEnvironment({
      webhookInstallOptions: { paths: [] },
    });
    const config = await environment.start();
    const crd: CRDManifest = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Widget', plural: 'widgets' },
        scope: 'Cluster',
        conversion: { strategy: 'Webhook' },
        versions: ['v1', 'v2'].map((name) => ({
          ...{ name, served: true, storage: name === 'v1' },
          schema: { openAPIV3Schema: { type: 'object' } },
        })),
      },
    };
    await environment.installCRDs([], { crds: [crd] });
    const { json } = await restRequest(
      config,
      'GET',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com',
    );
    expect(json.spec.conversion.webhook.clientConfig).toMatchObject({
      url: `https://127.0.0.1:${config.webhook!.port}/convert`,
      caBundle: Buffer.from(config.webhook!.caPem).toString('base64'),
    });
  });
});

describe('the global setup for Vitest', () => {
  it('hands the configuration to tests, which use it from their own process', async () => {
    const provided: Record<string, unknown> = {};
    const stop = await createVitestGlobalSetup({ crdDirectoryPaths: [folder] })({
      provide: (key, value) => void (provided[key] = JSON.parse(JSON.stringify(value))),
    });
    const config = provided['envtest'] as Parameters<typeof installCRDs>[0];
    expect(await installCRDs(config, [folder])).toEqual(['widgets.example.com']);
    await stop();
    await expect(restRequest(config, 'GET', '/readyz')).rejects.toThrow('ECONNREFUSED');
  });
});
