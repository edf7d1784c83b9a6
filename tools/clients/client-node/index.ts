/** @kubernetes/client-node, as the checkout has it: what programs in JavaScript do. */
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import {
  AppsV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  Exec,
  KubeConfig,
  KubernetesObjectApi,
  Log,
  makeInformer,
  Metrics,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  VersionApi,
} from '@kubernetes/client-node';

import { expectEqual, Steps, until } from '../steps.ts';
import type { Client } from '../suite.ts';

const namespace = 'node';
const { version } = createRequire(import.meta.url)('@kubernetes/client-node/package.json') as {
  version: string;
};

/** The one that is installed. */
export const clientNode: Client = {
  name: 'client-node',
  version: version.replace(/\.\d+$/, ''),
  does: 'patches, an informer, a followed log, metrics, a kind of its own',
  kubernetes: ['1.24', '1.37'],
  prepare: () =>
    Promise.resolve({
      version,
      async run({ kubeconfig, kubernetes }) {
        const config = new KubeConfig();
        config.loadFromFile(kubeconfig);
        const steps = new Steps();
        await objects(config, steps, kubernetes);
        await workloads(config, steps);
        await others(config, steps);
        return steps.results;
      },
    }),
};

function words(data: V1ConfigMap['data']): V1ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'words', namespace }, data };
}

async function refusal(asked: Promise<unknown>): Promise<number> {
  const error: unknown = await asked.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  return (error as { code?: number }).code ?? 0;
}

async function objects(config: KubeConfig, steps: Steps, kubernetes: string): Promise<void> {
  const core = config.makeApiClient(CoreV1Api);
  const anything = KubernetesObjectApi.makeApiClient(config);
  const name = 'words';
  await steps.take('it asks for the version', async () => {
    const { major, minor } = await config.makeApiClient(VersionApi).getCode();
    expectEqual(`${major}.${minor}`, kubernetes);
  });
  await steps.take('it creates', async () => {
    await core.createNamespace({ body: { metadata: { name: namespace } } });
    const made = await core.createNamespacedConfigMap({ namespace, body: words({ a: '1' }) });
    expectEqual(made.data, { a: '1' });
  });
  await steps.take('creating again is 409', async () => {
    const again = core.createNamespacedConfigMap({ namespace, body: words({}) });
    expectEqual(await refusal(again), 409);
  });
  await steps.take('it patches in three ways', async () => {
    const patch = async (body: object, strategy: string): Promise<unknown> => {
      const options = setHeaderOptions('Content-Type', strategy);
      return (await core.patchNamespacedConfigMap({ namespace, name, body }, options)).data;
    };
    const merge = await patch({ data: { b: '2' } }, PatchStrategy.MergePatch);
    expectEqual(merge, { a: '1', b: '2' });
    const json = [{ op: 'remove', path: '/data/b' }];
    expectEqual(await patch(json, PatchStrategy.JsonPatch), { a: '1' });
    const strategic = await patch({ data: { c: '3' } }, PatchStrategy.StrategicMergePatch);
    expectEqual(strategic, { a: '1', c: '3' });
  });
  await steps.take('it applies objects of any kind, with a manager', async () => {
    const applied = await anything.patch(
      words({ d: '4' }),
      undefined,
      undefined,
      'tests',
      true,
      PatchStrategy.ServerSideApply,
    );
    const managers = applied.metadata?.managedFields?.map(({ manager }) => manager) ?? [];
    expectEqual(managers.includes('tests'), true);
  });
  await steps.take('an old version is 409', async () => {
    const old = await core.readNamespacedConfigMap({ namespace, name });
    await core.replaceNamespacedConfigMap({ namespace, name, body: words({ e: '5' }) });
    const replaced = core.replaceNamespacedConfigMap({ namespace, name, body: old });
    expectEqual(await refusal(replaced), 409);
  });
  await steps.take('an informer reports each change', async () => {
    const told: string[] = [];
    const list = (): Promise<{ items: V1ConfigMap[] }> =>
      core.listNamespacedConfigMap({ namespace, labelSelector: 'told=yes' });
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const informer = makeInformer(config, path, list, 'told=yes');
    for (const verb of ['add', 'update', 'delete'] as const)
      informer.on(verb, (object) => told.push(`${verb} ${object.metadata?.name}`));
    await informer.start();
    const metadata = { name: 'told', labels: { told: 'yes' } };
    await core.createNamespacedConfigMap({ namespace, body: { metadata } });
    await core.replaceNamespacedConfigMap({
      namespace,
      name: 'told',
      body: { metadata, data: { a: 'b' } },
    });
    await core.deleteNamespacedConfigMap({ namespace, name: 'told' });
    await until(() =>
      Promise.resolve(expectEqual(told, ['add told', 'update told', 'delete told'])),
    );
    await informer.stop();
  });
}

async function workloads(config: KubeConfig, steps: Steps): Promise<void> {
  const apps = config.makeApiClient(AppsV1Api);
  const core = config.makeApiClient(CoreV1Api);
  const labels = { app: 'web' };
  const name = 'web';
  await steps.take('a deployment becomes ready, and scales', async () => {
    const containers = [{ name: 'web', image: 'example.com/web:1' }];
    await apps.createNamespacedDeployment({
      namespace,
      body: {
        metadata: { name },
        spec: {
          replicas: 2,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels, annotations: { 'sim/cpu': '50m' } },
            spec: { containers },
          },
        },
      },
    });
    const ready = async (): Promise<number | undefined> =>
      (await apps.readNamespacedDeployment({ namespace, name })).status?.readyReplicas;
    await until(async () => expectEqual(await ready(), 2));
    const scale = await apps.readNamespacedDeploymentScale({ namespace, name });
    await apps.replaceNamespacedDeploymentScale({
      namespace,
      name,
      body: { ...scale, spec: { replicas: 3 } },
    });
    await until(async () => expectEqual(await ready(), 3));
  });
  const first = async (): Promise<string> =>
    (await core.listNamespacedPod({ namespace, labelSelector: 'app=web' })).items[0]?.metadata
      ?.name ?? '';
  await steps.take('a log is followed', async () => {
    const stream = new PassThrough();
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const stop = await new Log(config).log(namespace, await first(), 'web', stream, {
      follow: true,
    });
    await until(() => Promise.resolve(expectEqual(text.includes('container web started'), true)));
    stop.abort();
  });
  await steps.take('exec is refused', async () => {
    const exec = new Exec(config).exec(
      namespace,
      await first(),
      'web',
      ['true'],
      null,
      null,
      null,
      false,
    );
    const said = await exec.then(
      () => 'it was not refused',
      (reason: unknown) => String((reason as { message?: unknown }).message ?? reason),
    );
    expectEqual(said.includes('400'), true);
  });
  await steps.take('pods have metrics', async () => {
    await until(async () => {
      const { items } = await new Metrics(config).getPodMetrics(namespace);
      expectEqual(items[0]?.containers[0]?.usage.cpu, '50m');
    });
  });
}

async function others(config: KubeConfig, steps: Steps): Promise<void> {
  const core = config.makeApiClient(CoreV1Api);
  const custom = config.makeApiClient(CustomObjectsApi);
  const anything = KubernetesObjectApi.makeApiClient(config);
  const at = { group: 'example.com', version: 'v1', namespace, plural: 'bells' };
  await steps.take('a kind of its own', async () => {
    await anything.create({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'bells.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'bells', singular: 'bell', kind: 'Bell' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: { type: 'object', properties: { tone: { type: 'string', _default: 'a' } } },
                },
              },
            },
          },
        ],
      },
    } as Parameters<typeof anything.create>[0]);
    await until(() => custom.listNamespacedCustomObject(at));
    const body = {
      apiVersion: 'example.com/v1',
      kind: 'Bell',
      metadata: { name: 'big' },
      spec: {},
    };
    const made = (await custom.createNamespacedCustomObject({ ...at, body })) as {
      spec: { tone: string };
    };
    expectEqual(made.spec.tone, 'a');
  });
  await steps.take('an access review answers', async () => {
    const spec = { user: 'dana', resourceAttributes: { verb: 'get', resource: 'pods', namespace } };
    const review = await config
      .makeApiClient(AuthorizationV1Api)
      .createSubjectAccessReview({ body: { spec } });
    expectEqual(review.status?.allowed, false);
  });
  await steps.take('the namespace goes, with all in it', async () => {
    await core.deleteNamespace({ name: namespace });
    await until(async () =>
      expectEqual(await refusal(core.readNamespace({ name: namespace })), 404),
    );
    await anything.delete({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'bells.example.com' },
    });
  });
}
