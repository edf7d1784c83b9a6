/** A cluster with nothing but the pool in it: real store, API, clients and controller manager. */
import { InProcessClients } from '#client';
import { Random } from '#clock';
import { event, lease, namespace, node, pod, defaultProfile } from '#kinds';
import type { Event, Lease, Node, Pod } from '#types';
import { pool, type PoolOptions } from '#pool';
import { ControllerManager, type Client } from '#runtime';
import type { Change } from '#store';
import { apiRig, context, type ApiRig } from '../../support/api.ts';
import { makeContainer, type PodParts } from './objects.ts';

type Annotations = Readonly<Record<string, string | null>>;

export class PoolRig {
  readonly base: ApiRig;
  readonly manager: ControllerManager;
  /** An outsider. */
  readonly client: Client;
  readonly errors: unknown[] = [];

  constructor(base: ApiRig) {
    this.base = base;
    const { api, clock } = base;
    const clients = new InProcessClients({ api, clock });
    this.client = clients.as({ actor: 'test' });
    this.manager = new ControllerManager({
      clock,
      clients,
      random: new Random(1),
      profile: defaultProfile,
      onError: (_, __, error) => this.errors.push(error),
    });
  }

  /** Runs the present instant, and then this many seconds. */
  async run(seconds = 0): Promise<void> {
    await this.base.clock.advanceBy(seconds * 1000);
  }

  async addNode(name: string, annotations: Record<string, string> = {}): Promise<void> {
    await this.client.create(node, { metadata: { name, annotations } });
    await this.run();
  }

  async addPod({ name = 'web', annotations = {}, spec }: PodParts = {}): Promise<void> {
    await this.client.create(pod, {
      metadata: { name, namespace: 'default', annotations },
      spec: { nodeName: 'n1', containers: [makeContainer()], ...spec },
    });
    await this.run();
  }

  async annotatePod(annotations: Annotations, name = 'web'): Promise<void> {
    const body = { metadata: { annotations } };
    await this.client.patch(pod, { namespace: 'default', name }, { type: 'merge', body });
    await this.run();
  }

  async annotateNode(annotations: Annotations, name = 'n1'): Promise<void> {
    await this.client.patch(node, { name }, { type: 'merge', body: { metadata: { annotations } } });
    await this.run();
  }

  async deletePod(name = 'web'): Promise<void> {
    await this.client.delete(pod, { namespace: 'default', name });
    await this.run();
  }

  pod(name = 'web'): Promise<Pod> {
    return this.client.get(pod, { namespace: 'default', name });
  }

  /** Phase, readiness and restarts in one line; `gone` when there is no such pod. */
  async glance(name = 'web'): Promise<string> {
    const { items } = await this.client.list(pod, { namespace: 'default' });
    const found = items.find(({ metadata }) => metadata.name === name);
    if (found === undefined) return 'gone';
    const { phase, conditions, containerStatuses } = found.status;
    const ready = conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
    const main = containerStatuses?.[0];
    const why = main?.state?.waiting?.reason ?? main?.state?.terminated?.reason;
    const words = [phase, ready ? 'ready' : 'unready', why, main?.restartCount || undefined];
    return words.filter((word) => word !== undefined).join(' ');
  }

  node(name = 'n1'): Promise<Node> {
    return this.client.get(node, { name });
  }

  lease(name = 'n1'): Promise<Lease> {
    return this.client.get(lease, { namespace: 'kube-node-lease', name });
  }

  async events(): Promise<readonly Event[]> {
    return (await this.client.list(event)).items;
  }

  /** Writes of kubelets to one resource since then. */
  async writes(resource: string, since = 0): Promise<readonly Change[]> {
    const { store } = this.base;
    const end = store.revision();
    const watch = store.watch(undefined, { after: since });
    const changes: Change[] = [];
    while ((changes.at(-1)?.revision ?? since) < end) changes.push(...(await watch.next()));
    watch.stop();
    return changes.filter(
      ({ bucket, origin }) => bucket === resource && origin.actor === 'kubelet',
    );
  }
}

export async function poolRig(options?: PoolOptions): Promise<PoolRig> {
  const base = await apiRig();
  await base.api.create(context, namespace, { metadata: { name: 'kube-node-lease' } });
  const rig = new PoolRig(base);
  await rig.manager.start([pool(options)]);
  return rig;
}

/** Resolves with a cluster of a node that is ready, and a new pod. */
export async function rigWithPod(annotations: Readonly<Record<string, string>>): Promise<PoolRig> {
  const rig = await poolRig({});
  await rig.addNode('n1');
  await rig.run(10);
  await rig.addPod({ annotations });
  return rig;
}
