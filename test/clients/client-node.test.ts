/** @kubernetes/client-node: informers over a bad line, and objects of any kind. */
import {
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  ListWatch,
  PatchStrategy,
  Watch,
  type V1ConfigMap,
} from '@kubernetes/client-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Relay } from './support/relay.ts';
import { serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { pause, until } from './support/until.ts';

const namespace = 'default';
const path = `/api/v1/namespaces/${namespace}/configmaps`;

function configOf(served: Served, server = served.url): KubeConfig {
  const config = new KubeConfig();
  config.loadFromFile(served.kubeconfig);
  config.clusters = config.clusters.map((cluster) => ({ ...cluster, server }));
  return config;
}

/** Records the version from which each watch continues, and the errors in it. */
class NotedWatch extends Watch {
  readonly from: string[] = [];
  readonly errors: number[] = [];

  override watch(...[where, params, callback, done]: Parameters<Watch['watch']>) {
    this.from.push(String(params['resourceVersion']));
    const noted: typeof callback = (phase, object, event) => {
      if (phase === 'ERROR') this.errors.push((object as { code: number }).code);
      callback(phase, object, event);
    };
    return super.watch(where, params, noted, done);
  }
}

/** An informer over the line, and what it tells. */
class Follower {
  readonly told: string[] = [];
  readonly watch: NotedWatch;
  lists = 0;
  failures = 0;
  readonly #informer: ListWatch<V1ConfigMap>;
  #stopped = false;

  constructor(config: KubeConfig) {
    this.watch = new NotedWatch(config);
    const api = config.makeApiClient(CoreV1Api);
    this.#informer = new ListWatch(
      path,
      this.watch,
      () => {
        this.lists++;
        return api.listNamespacedConfigMap({ namespace, labelSelector: 'app=palette' });
      },
      false,
      'app=palette',
    );
    for (const verb of ['add', 'update', 'delete'] as const) {
      this.#informer.on(verb, (object) => this.told.push(`${verb} ${nameOf(object)}`));
    }
    // As the library's manual has it: after an error it is for the user to start again.
    this.#informer.on('error', () => {
      this.failures++;
      void this.#startAgain();
    });
  }

  start(): Promise<void> {
    return this.#informer.start();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#informer.stop();
  }

  names(): string[] {
    return this.#informer.list().map(nameOf).sort();
  }

  /** Resolves once the cache holds just these. */
  async untilHolds(...names: readonly string[]): Promise<void> {
    const wanted = names.join();
    await until(
      () => `the cache to hold ${wanted}, not ${this.names().join()}`,
      () => (this.names().join() === wanted ? true : undefined),
    );
  }

  async #startAgain(): Promise<void> {
    await pause(50);
    if (!this.#stopped) await this.#informer.start();
  }
}

function nameOf(object: V1ConfigMap): string {
  return object.metadata?.name ?? '';
}

describe('an informer', { timeout: 60_000 }, () => {
  let served: Served;
  let relay: Relay;
  let direct: CoreV1Api;
  let follower: Follower;

  async function begin(...options: readonly string[]): Promise<void> {
    served = await serve('--nodes', '0', ...options);
    relay = await Relay.to(served.url);
    direct = configOf(served).makeApiClient(CoreV1Api);
    follower = new Follower(configOf(served, relay.url));
    await create('first');
    await follower.start();
    await follower.untilHolds('first');
  }

  afterEach(async () => {
    await follower.stop();
    await relay.close();
    await served.stop();
  }, serveTimeoutMs);

  const create = (name: string): Promise<V1ConfigMap> =>
    direct.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name, labels: { app: 'palette' } } },
    });
  const remove = (name: string): Promise<unknown> =>
    direct.deleteNamespacedConfigMap({ namespace, name });

  it('sees what changes', async () => {
    await begin();
    await create('second');
    await follower.untilHolds('first', 'second');
    await direct.replaceNamespacedConfigMap({
      namespace,
      name: 'second',
      body: { metadata: { name: 'second', labels: { app: 'palette' } }, data: { a: 'b' } },
    });
    // Leaving the selection is leaving the cache.
    await direct.replaceNamespacedConfigMap({
      namespace,
      name: 'second',
      body: { metadata: { name: 'second' } },
    });
    await follower.untilHolds('first');
    expect(follower.told).toEqual(['add first', 'add second', 'update second', 'delete second']);
  });

  it('continues where a dropped watch stopped, and misses nothing', async () => {
    await begin();
    await create('second');
    await follower.untilHolds('first', 'second');

    relay.cut();
    await create('third');
    await remove('first');
    await until('the informer to notice', () => (follower.failures > 0 ? true : undefined));
    expect(follower.names()).toEqual(['first', 'second']);
    relay.restore();

    await follower.untilHolds('second', 'third');
    expect(follower.told).toEqual(['add first', 'add second', 'add third', 'delete first']);
    expect(follower.lists).toBe(1);
    expect(follower.watch.errors).toEqual([]);
  });

  it('lists again when its version is gone (410)', async () => {
    // History is forgotten every second.
    await begin('--compaction', '* * * * * *');
    await create('second');
    await follower.untilHolds('first', 'second');

    relay.cut();
    const version = (await create('third')).metadata!.resourceVersion!;
    await remove('first');
    await untilForgotten(Number(version) - 1);
    relay.restore();

    await follower.untilHolds('second', 'third');
    await until('a watch after the list', () => (follower.lists === 2 ? true : undefined));
    expect(follower.watch.errors).toEqual([410]);
    expect(follower.told).toEqual(['add first', 'add second', 'delete first', 'add third']);

    await create('fourth');
    await follower.untilHolds('fourth', 'second', 'third');
  });

  /** Until watching from a version is answered with 410. */
  async function untilForgotten(version: number): Promise<void> {
    const config = configOf(served);
    await until('history to be forgotten', async () => {
      const probe = new NotedWatch(config);
      let ended = false;
      const ends = (): void => void (ended = true);
      const params = { resourceVersion: version, timeoutSeconds: 1 };
      const request = await probe.watch(path, params, () => undefined, ends);
      await until('the probe to end', () => (ended ? true : undefined));
      request.abort();
      return probe.errors.includes(410) ? true : undefined;
    });
  }
});

describe('the API of objects of any kind', { timeout: 30_000 }, () => {
  let served: Served;
  beforeEach(async () => {
    served = await serve('--nodes', '1');
  }, serveTimeoutMs);
  afterEach(() => served.stop(), serveTimeoutMs);

  it('creates, reads, patches, applies, lists and deletes', async () => {
    const api = KubernetesObjectApi.makeApiClient(configOf(served));
    const identity = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'agent', namespace },
    };
    const template = {
      metadata: { labels: { app: 'agent' } },
      spec: { containers: [{ name: 'agent', image: 'example.com/agent:1.0' }] },
    };
    const created = await api.create({
      ...identity,
      spec: { selector: { matchLabels: { app: 'agent' } }, template },
    } as typeof identity);
    expect(created.metadata).toMatchObject({ generation: 1, uid: expect.any(String) });

    const ready = await until('the pod to be ready', async () => {
      const { status } = (await api.read(identity)) as { status?: { numberReady?: number } };
      return status?.numberReady === 1 ? status : undefined;
    });
    expect(ready).toMatchObject({ desiredNumberScheduled: 1, numberAvailable: 1 });

    const labelled = await api.patch(
      { ...identity, metadata: { ...identity.metadata, labels: { a: 'b' } } },
      undefined,
      undefined,
      'test',
      undefined,
      PatchStrategy.MergePatch,
    );
    expect(labelled.metadata).toMatchObject({ labels: { a: 'b' }, generation: 1 });

    const applied = await api.patch(
      { ...identity, metadata: { ...identity.metadata, annotations: { c: 'd' } } },
      undefined,
      undefined,
      'applier',
      true,
      PatchStrategy.ServerSideApply,
    );
    expect(applied.metadata).toMatchObject({ labels: { a: 'b' }, annotations: { c: 'd' } });

    const list = await api.list('apps/v1', 'DaemonSet', namespace);
    expect(list.items.map((item) => item.metadata?.name)).toEqual(['agent']);
    await api.delete(identity);
    await expect(api.read(identity)).rejects.toMatchObject({ code: 404 });
  });
});
