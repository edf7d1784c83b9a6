/** The check of all nodes: which are new, deleted or silent, and what follows from it. */
import { node as nodeKind } from '#kinds';
import type { Clock, Millis } from '#clock';
import { formatTime, keyOf, type Cause } from '#values';
import type { Lease, Node, Pod } from '#types';
import {
  podsOnNode,
  retryOnConflict,
  throwAny,
  type Lister,
  type ReconcileTools,
  type WorkQueue,
} from '#runtime';
import { withUnknownConditions } from './conditions.ts';
import {
  afterOwnWrite,
  hasPosted,
  isSilent,
  meet,
  observe,
  type NodeHealth,
  type Ready,
} from './health.ts';
import { nowNotReady, registered, removing } from './messages.ts';
import { planNode, type NodePlan, type NodeRules } from './plan.ts';
import { withNoExecuteTaint, withoutNoExecuteTaints } from './taints.ts';
import type { NoExecuteTainter } from './tainter.ts';
import { planDisruption, type ZoneState } from './zones.ts';

/** Where the leases of nodes are, each under its node's name. */
const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_PREFIX = `${LEASE_NAMESPACE}/`;
const MONITOR: Cause = { timer: 'node monitor' };

export interface MonitorOptions {
  readonly clock: Clock;
  readonly rules: NodeRules;
  readonly nodes: Lister<Node>;
  readonly leases: Lister<Lease>;
  readonly pods: Lister<Pod>;
  readonly tainter: NoExecuteTainter;
  /** Pods that are to be handled because their node is not ready. */
  readonly podQueue: WorkQueue;
}

/** What only the controller knows of a silence: a past without heartbeats does not have it. */
export interface SilenceEvidence {
  /** When the last sign of life was seen, ms. */
  readonly seen: Millis;
}

interface Count {
  ready: number;
  notReady: number;
}

export class NodeMonitor {
  readonly #options: MonitorOptions;
  /** By node; also tells which nodes are known. */
  readonly #health = new Map<string, NodeHealth>();
  /** The nodes whose leases were renewed since the last pass. */
  readonly #renewed = new Set<string>();
  #zones: ReadonlyMap<string, ZoneState> = new Map();

  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  /** What a node's Ready condition said in the last pass; undefined if nothing. */
  readyOf(node: string): Ready | undefined {
    return this.#health.get(node)?.ready;
  }

  /** The lease of that key was renewed. */
  noteRenewal(lease: string): void {
    if (lease.startsWith(LEASE_PREFIX)) this.#renewed.add(lease.slice(LEASE_PREFIX.length));
  }

  /** One pass. Writes nothing, and allocates next to nothing, while all nodes are well. */
  async pass(tools: ReconcileTools): Promise<void> {
    const { clock, rules, nodes, leases } = this.#options;
    const now = clock.now();
    const all = nodes.list();
    const counts = new Map<string, Count>();
    const unhealthy: (readonly [NodeHealth, NodePlan])[] = [];
    const added: NodeHealth[] = [];
    for (const node of all) {
      const { name } = node.metadata;
      const old = this.#health.get(name);
      const health =
        old === undefined
          ? meet(node, leases.get(LEASE_NAMESPACE, name), now)
          : observe(old, node, this.#renewed.has(name), now);
      if (health !== old) this.#health.set(name, health);
      if (old === undefined) added.push(health);
      const well = health.quiet && !isSilent(health, now, rules.graceMs);
      count(counts, health.zone, well);
      if (!well) unhealthy.push([health, planNode(health, now, rules)]);
    }
    this.#renewed.clear();
    const errors: unknown[] = [];
    for (const health of added) await this.#register(health, tools).catch((e) => errors.push(e));
    if (this.#health.size > all.length) this.#dropGone(tools);
    for (const [health, plan] of unhealthy) {
      await this.#treat(health, plan, now, tools).catch((error) => errors.push(error));
    }
    await this.#handleDisruption(counts, now, tools, errors);
    throwAny(errors);
  }

  /** A node is met for the first time: it starts without the taints of an earlier life. */
  async #register({ node }: NodeHealth, { events, client }: ReconcileTools): Promise<void> {
    const { name } = node.metadata;
    events.event(node, 'Normal', 'RegisteredNode', registered(name));
    await retryOnConflict(client, nodeKind, node, withoutNoExecuteTaints);
  }

  #dropGone({ events }: ReconcileTools): void {
    const { nodes, tainter } = this.#options;
    for (const [name, { node, zone }] of this.#health) {
      if (nodes.get(undefined, name) !== undefined) continue;
      this.#health.delete(name);
      tainter.remove(zone, name);
      events.event(node, 'Normal', 'RemovingNode', removing(name));
    }
  }

  async #treat(
    health: NodeHealth,
    plan: NodePlan,
    now: Millis,
    tools: ReconcileTools,
  ): Promise<void> {
    const { node, zone } = health;
    const { name } = node.metadata;
    const { judged } = plan;
    if (plan.silent && !(await this.#silence(health, now, tools))) return;
    if (plan.noExecute === 'queue') this.#options.tainter.add(zone, name, MONITOR);
    if (plan.noExecute === 'lift') await this.#lift(health, tools);
    if (plan.noExecute === 'swap' && judged !== 'True') {
      const time = formatTime(now);
      const swap = (latest: Node): Node => withNoExecuteTaint(latest, judged, time);
      await retryOnConflict(tools.client, nodeKind, node, swap);
    }
    if (!plan.lost) return;
    tools.events.event(node, 'Normal', 'NodeNotReady', nowNotReady(name));
    const { pods, podQueue } = this.#options;
    const { metadata } = (this.#health.get(name) ?? health).node;
    const lost: Cause = { revision: Number(metadata.resourceVersion) };
    for (const pod of podsOnNode(pods, name)) podQueue.add(keyOf(pod), lost);
  }

  /**
   * Makes the node's conditions Unknown, unless it turns out to have spoken. Says whether it did.
   */
  async #silence(health: NodeHealth, now: Millis, tools: ReconcileTools): Promise<boolean> {
    const { node } = health;
    const time = formatTime(now);
    let spoke = false;
    const evidence: SilenceEvidence = { seen: health.heardAt };
    const written = await retryOnConflict(
      tools.clientKnowing(evidence),
      nodeKind,
      node,
      (latest) => {
        spoke = hasPosted(health, latest);
        return spoke ? latest : withUnknownConditions(latest, time);
      },
      { subresource: 'status' },
    );
    if (written === undefined || spoke) return false;
    this.#health.set(node.metadata.name, afterOwnWrite(health, written));
    return true;
  }

  async #lift({ node, zone }: NodeHealth, { client }: ReconcileTools): Promise<void> {
    this.#options.tainter.remove(zone, node.metadata.name);
    await retryOnConflict(client, nodeKind, node, withoutNoExecuteTaints);
  }

  async #handleDisruption(
    counts: ReadonlyMap<string, Count>,
    now: Millis,
    tools: ReconcileTools,
    errors: unknown[],
  ): Promise<void> {
    const { states, disruption, rates } = planDisruption(this.#zones, counts);
    this.#zones = states;
    for (const [zone, rate] of rates) this.#options.tainter.setRate(zone, rate, MONITOR);
    if (disruption === undefined) return;
    for (const [name, health] of this.#health) {
      if (disruption === 'ends') this.#health.set(name, { ...health, heardAt: now });
      else await this.#lift(health, tools).catch((error) => errors.push(error));
    }
  }
}

function count(counts: Map<string, Count>, zone: string, ready: boolean): void {
  let ofZone = counts.get(zone);
  if (ofZone === undefined) counts.set(zone, (ofZone = { ready: 0, notReady: 0 }));
  if (ready) ofZone.ready++;
  else ofZone.notReady++;
}
