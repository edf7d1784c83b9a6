/** A whole simulator for flow tests of controllers, with the calls that such tests make. */
import { event, node as nodeKind, pod as podKind } from '#kinds';
import type { Event, Node, NodeSpec, ObjectMeta, Pod, PodSpec } from '#types';
import type { Client, ControllerDefinition } from '#runtime';
import { Simulator } from '#simulator';
import type { Change } from '#store';
import { start } from '../../support/api.ts';

export const allocatable = { cpu: '4', memory: '8Gi', pods: '110' };

export interface ClusterOptions {
  readonly seed?: number;
  /** Fake kubelets. Default: true. */
  readonly pool?: boolean;
  /** What runs with the API server. */
  readonly apiServerControllers?: readonly ControllerDefinition[];
}

export class Cluster {
  readonly simulator: Simulator;
  /** An outsider. */
  readonly client: Client;
  /** What went wrong in controllers, and would be retried. */
  readonly errors: unknown[] = [];

  constructor(controllers: readonly ControllerDefinition[], options: ClusterOptions) {
    this.simulator = new Simulator({
      ...options,
      startMs: start,
      controllers,
      freeze: true,
      onReconcileError: (actor, key, error) => this.errors.push([actor, key, error]),
    });
    this.client = this.simulator.clients.as({ actor: 'test' });
  }

  /** Runs the present instant, and then this many seconds. */
  async run(seconds = 0): Promise<void> {
    await this.simulator.clock.advanceBy(seconds * 1000);
  }

  async addNode(
    name: string,
    spec: Partial<NodeSpec> = {},
    metadata: Partial<ObjectMeta> = {},
  ): Promise<void> {
    const status = { capacity: allocatable, allocatable };
    await this.client.create(nodeKind, { metadata: { name, ...metadata }, spec, status });
  }

  /** Pods of 500m by default. */
  async addPod(name: string, spec: Partial<PodSpec> = {}): Promise<void> {
    const containers = [
      { name: 'main', image: 'app:v1', resources: { requests: { cpu: '500m' } } },
    ];
    await this.client.create(podKind, {
      metadata: { name, namespace: 'default' },
      spec: { containers, ...spec },
    });
  }

  patchNode(name: string, body: object, subresource?: 'status'): Promise<Node> {
    return this.client.patch(nodeKind, { name }, { type: 'merge', body }, { subresource });
  }

  /** Stops or resumes the kubelet of a node. */
  silence(name: string, silent: boolean): Promise<Node> {
    return this.patchNode(name, {
      metadata: { annotations: { 'sim/silent': silent ? 'true' : null } },
    });
  }

  node(name: string): Promise<Node> {
    return this.client.get(nodeKind, { name });
  }

  pod(name: string): Promise<Pod> {
    return this.client.get(podKind, { namespace: 'default', name });
  }

  async podNames(): Promise<readonly string[]> {
    return (await this.client.list(podKind)).items.map(({ metadata }) => metadata.name);
  }

  /** `NoSchedule node.kubernetes.io/unreachable` */
  async taints(name: string): Promise<readonly string[]> {
    const { spec } = await this.node(name);
    return (spec.taints ?? []).map(({ effect, key }) => `${effect} ${key}`);
  }

  /** All events with one of the reasons, oldest first. */
  async events(...reasons: readonly string[]): Promise<readonly Event[]> {
    const { items } = await this.client.list(event);
    return items
      .filter(({ reason = '' }) => reasons.includes(reason))
      .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion));
  }

  /** Writes to a resource after a revision. */
  async writes(bucket: string, after = 0): Promise<readonly Change[]> {
    const { store } = this.simulator;
    const end = store.revision();
    const watch = store.watch(undefined, { after });
    const changes: Change[] = [];
    while ((changes.at(-1)?.revision ?? after) < end) changes.push(...(await watch.next()));
    watch.stop();
    return changes.filter((change) => change.bucket === bucket);
  }
}

export async function startCluster(
  controllers: readonly ControllerDefinition[],
  options: ClusterOptions = {},
): Promise<Cluster> {
  const cluster = new Cluster(controllers, options);
  // The record holds the clock until somebody reads it.
  void cluster.simulator.record.follow();
  await cluster.simulator.start();
  return cluster;
}
