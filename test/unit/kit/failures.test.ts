/** What a test of a cluster reads when it fails. */
import { expect, it } from 'vitest';
import {
  CheckFailedError,
  createCluster,
  defineController,
  kindOf,
  type ControllerFailure,
} from '#kit';
import { expect as expectCluster } from '../../../src/kit/vitest.ts';

const ticker = defineController({
  name: 'ticker',
  actor: 'ticker',
  start(context) {
    context.every({ name: 'tick', periodMs: 1000 }, async ({ client }) => {
      const metadata = { generateName: 'tick-', namespace: 'default' };
      await client.create(kindOf('ConfigMap'), { metadata });
    });
  },
});

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CheckFailedError);
  return (error as Error).message;
}

it('says how much was written that should not have been, and by whom', async () => {
  await using cluster = await createCluster({ controllers: 'none', run: [ticker] });
  const began = cluster.now();
  const message = await failureOf(cluster.converge({ quiet: '5s', within: '20s' }));
  expect(cluster.now() - began).toBe(20_000);
  expect(message).toContain('no write for 5s, within 20s');
  expect(message).toMatch(
    /5 writes in the last 5s, the latest: (ticker create ConfigMap tick-\S+(, )?){5}$/,
  );
});

it('says what it waited for, by its name if it has one', async () => {
  await using cluster = await createCluster({ controllers: 'none' });
  const isReady = (): boolean => false;
  expect(await failureOf(cluster.until(isReady, { within: '3s' }))).toContain(
    'isReady holds within 3s',
  );
  expect(await failureOf(cluster.until(() => false, { within: '3s' }))).toContain(
    'the condition holds within 3s',
  );
});

it("reports what controllers of one's own throw", async () => {
  const forgetful = defineController({
    name: 'forgetful',
    actor: 'forgetful',
    start(context) {
      const queue = context.queue({ workers: 1, reconcile: () => Promise.resolve() });
      context.informer(kindOf('ConfigMap')).addHandlers({
        added: ({ metadata }) => (queue.add as (key: string) => void)(metadata.name),
      });
    },
  });
  const failures: ControllerFailure[] = [];
  await using cluster = await createCluster({
    ...{ controllers: 'none', run: [forgetful] },
    onError: (failure) => failures.push(failure),
  });
  await cluster.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  await cluster.advance('1s');
  const mine = failures.filter(({ actor }) => actor === 'forgetful');
  expect(String(mine[0]?.error)).toContain('TypeError: a queue takes a key and its cause');
});

it('says what the pods wait for, and which object may be meant', async () => {
  await using cluster = await createCluster({ nodes: 1 });
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'example.com/broken:1' }] },
  };
  const spec = { replicas: 1, selector: { matchLabels: { app: 'web' } }, template };
  await cluster.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec,
  });
  const status = { readyReplicas: 1 };
  const until = (name: string): Promise<string> =>
    failureOf(cluster.until({ kind: 'Deployment', name, status }, { within: '1m' }));
  expect(await until('web')).toMatch(
    /hint: {5}1 pod waits: \w+ \(image example\.com\/broken:1, an image with "broken" in its name\)$/,
  );
  expect(await until('wbe')).toMatch(/hint: {5}there is Deployment web; is that meant\?$/);
  await expect(
    expectCluster(cluster).toReachStatus('deployment/web', status, { within: '1m' }),
  ).rejects.toThrow('  hint:     1 pod waits: ');
});

it.each([
  [
    'example.com/v1',
    'Widget',
    'v1.24 has no kind Widget in example.com/v1; add its CustomResourceDefinition',
  ],
  ['v1', 'Pood', 'no kind "Pood" is served in v1'],
  ['extensions/v1beta1', 'Deployment', 'apps/v1'],
])('says that %s has no kind %s', async (apiVersion, kind, message) => {
  await using cluster = await createCluster({ controllers: 'none' });
  const object = { apiVersion, kind, metadata: { name: 'a' } };
  await expect(cluster.create(object)).rejects.toThrow(message);
});
