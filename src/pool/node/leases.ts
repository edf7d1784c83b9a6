/**
 * Renews the nodes' Leases. Nodes that start at one instant always renew at the same instants, so
 * one timer, one reconcile and one call serve them all: a day of a hundred nodes is 8,640 of each.
 * Only a lease that has changed, or is missing, takes separate calls.
 */
import type { Clock, Millis, Timer } from '#clock';
import { formatMicroTime, isNotFound, type Cause } from '#values';
import { lease } from '#kinds';
import type { Lease, Node } from '#types';
import type { Client, ReconcileTools, VersionRef, WorkQueue } from '#runtime';
import { renewal } from './heartbeats.ts';

export const RENEW_MS: Millis = 10_000;
export const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;

/** The state of a node's lease. */
export interface LeaseHolder {
  readonly node: Node;
  /** Its lease as last written; undefined before it has written it. */
  lease: HeldLease | undefined;
}

/** A lease that its node has written. Renewals change only its time and version. */
export class HeldLease implements VersionRef {
  readonly namespace = LEASE_NAMESPACE;
  readonly name: string;
  readonly key: string;
  resourceVersion: string;
  renewTime: string;

  constructor({ metadata }: Lease, renewTime: string) {
    this.name = metadata.name;
    this.key = `${LEASE_NAMESPACE}/${metadata.name}`;
    this.resourceVersion = metadata.resourceVersion;
    this.renewTime = renewTime;
  }
}

/** Nodes that renew at the same instants. */
interface Group<H> {
  readonly members: Set<H>;
  /** Those whose renewal has not been written yet. */
  due: Set<H>;
  timer: Timer | undefined;
}

export interface LeaseHost<H> {
  /** The period in which a kubelet also checks that its node's status is still its own. */
  onRenewal(holder: H, cause: Cause): void;
}

export class Leases<H extends LeaseHolder> {
  readonly #clock: Clock;
  readonly #queue: WorkQueue;
  readonly #host: LeaseHost<H>;
  /** By the queue's key: the instant's place in the period, ms. */
  readonly #groups = new Map<string, Group<H>>();
  readonly #groupOf = new Map<H, string>();

  constructor(clock: Clock, queue: WorkQueue, host: LeaseHost<H>) {
    this.#clock = clock;
    this.#queue = queue;
    this.#host = host;
  }

  /** Renews now and every period from now on. */
  start(holder: H): void {
    const key = `renewals at ${this.#clock.now() % RENEW_MS} ms`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, (group = { members: new Set(), due: new Set(), timer: undefined }));
    }
    group.timer ??= this.#tickIn(key, group);
    group.members.add(holder);
    group.due.add(holder);
    this.#groupOf.set(holder, key);
    this.#queue.add(key, { timer: 'first renewal' });
  }

  stop(holder: H, oneLast: boolean): void {
    const key = this.#groupOf.get(holder);
    if (key === undefined) return;
    const group = this.#groups.get(key)!;
    this.#groupOf.delete(holder);
    group.members.delete(holder);
    if (oneLast) {
      group.due.add(holder);
      this.#queue.add(key, { timer: 'last renewal' });
    } else {
      group.due.delete(holder);
    }
    if (group.members.size === 0) {
      group.timer?.cancel();
      group.timer = undefined;
    }
  }

  /** Writes the renewals of a group that are due. Throws what the first failing one threw. */
  async reconcile(key: string, { client }: ReconcileTools): Promise<void> {
    const group = this.#groups.get(key);
    if (group === undefined) return;
    const renewTime = formatMicroTime(this.#clock.now());
    await this.#renewAll(group, client, renewTime);
    let failure: unknown;
    for (const holder of group.due) {
      try {
        const written = await renew(client, holder, renewTime);
        holder.lease = new HeldLease(written, renewTime);
        group.due.delete(holder);
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    if (group.members.size === 0 && group.due.size === 0) this.#groups.delete(key);
  }

  /** Renews leases that are as their nodes left them; the others stay due. */
  async #renewAll(group: Group<H>, client: Client, renewTime: string): Promise<void> {
    const held: HeldLease[] = [];
    const holders: H[] = [];
    for (const holder of group.due) {
      const { lease: known } = holder;
      if (known === undefined) continue;
      if (known.renewTime === renewTime) group.due.delete(holder);
      else {
        held.push(known);
        holders.push(holder);
      }
    }
    if (held.length === 0) return;
    const versions = await client.updateMany(lease, held, renewal(renewTime));
    for (const [i, version] of versions.entries()) {
      if (version === undefined) continue;
      const known = held[i]!;
      known.resourceVersion = version;
      known.renewTime = renewTime;
      group.due.delete(holders[i]!);
    }
  }

  #tickIn(key: string, group: Group<H>): Timer {
    return this.#clock.after(RENEW_MS, () => this.#tick(key, group), { name: key, quiet: true });
  }

  #tick(key: string, group: Group<H>): void {
    group.timer = this.#tickIn(key, group);
    const cause: Cause = { timer: key };
    // A node that has just stopped may still be due once.
    group.due =
      group.due.size === 0 ? new Set(group.members) : new Set([...group.due, ...group.members]);
    for (const holder of group.members) this.#host.onRenewal(holder, cause);
    this.#queue.add(key, cause);
  }
}

/** Writes a lease that is unknown, or not as its node left it. */
async function renew(client: Client, holder: LeaseHolder, renewTime: string): Promise<Lease> {
  const { name } = holder.node.metadata;
  try {
    const found = await client.get(lease, { namespace: LEASE_NAMESPACE, name });
    return await client.update(lease, renewed(found, holder.node, renewTime));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  const metadata = {
    name,
    namespace: LEASE_NAMESPACE,
    ownerReferences: [ownerReference(holder.node)],
  };
  return await client.create(lease, { metadata, spec: leaseSpec(holder.node, renewTime) });
}

function renewed(old: Lease, node: Node, renewTime: string): Lease {
  const isOwned = old.metadata.ownerReferences?.some(({ uid }) => uid === node.metadata.uid);
  return {
    ...old,
    metadata: isOwned ? old.metadata : { ...old.metadata, ownerReferences: [ownerReference(node)] },
    spec: { ...old.spec, ...leaseSpec(node, renewTime) },
  };
}

function leaseSpec(node: Node, renewTime: string) {
  return { holderIdentity: node.metadata.name, leaseDurationSeconds: LEASE_SECONDS, renewTime };
}

function ownerReference({ metadata }: Node) {
  return { apiVersion: 'v1', kind: 'Node', name: metadata.name, uid: metadata.uid };
}
