import { resourceAmounts, type HostPort, type ResourceAmounts } from '#kinds';
import type { Node } from '#types';
import type { PodLoad, ScoredRequests } from './pod-info.ts';

/** A node as filters and scores see it. */
export interface NodeState {
  readonly node: Node;
  readonly allocatable: ResourceAmounts;
  /** Sum over the pods on it, assumed ones included. */
  readonly requested: ResourceAmounts;
  readonly scored: ScoredRequests;
  readonly podCount: number;
  readonly hostPorts: readonly HostPort[];
}

const NOTHING: ResourceAmounts = {};

/**
 * What is on a node, summed up as pods come and go, so that looking at it costs nothing. Pods may
 * come before their node, and outlive it.
 */
export class NodeInfo {
  /** No two nodes of a cluster have the same: what is kept for each is found by it. */
  readonly number: number;
  /** Where it is in the list of those that exist; -1 while it is not there. */
  place = -1;
  #node: Node | undefined;
  #allocatable = NOTHING;
  readonly #requested: Record<string, number> = {};
  readonly #scored = { cpu: 0, memory: 0 };
  #podCount = 0;
  #hostPorts: readonly HostPort[] = [];
  #version = 0;

  constructor(number: number) {
    this.number = number;
  }

  /** Raised by each change of the node, or of what is on it. */
  get version(): number {
    return this.#version;
  }

  get exists(): boolean {
    return this.#node !== undefined;
  }

  get isEmpty(): boolean {
    return this.#node === undefined && this.#podCount === 0;
  }

  /** The node itself; used only while it exists. */
  get node(): Node {
    return this.#node!;
  }

  get allocatable(): ResourceAmounts {
    return this.#allocatable;
  }

  get requested(): ResourceAmounts {
    return this.#requested;
  }

  get scored(): ScoredRequests {
    return this.#scored;
  }

  get podCount(): number {
    return this.#podCount;
  }

  get hostPorts(): readonly HostPort[] {
    return this.#hostPorts;
  }

  setNode(node: Node): void {
    this.#version++;
    const quantities = node.status.allocatable;
    if (quantities !== this.#node?.status.allocatable)
      this.#allocatable = resourceAmounts(quantities);
    this.#node = node;
  }

  removeNode(): void {
    this.#version++;
    this.#node = undefined;
    this.place = -1;
    this.#allocatable = NOTHING;
  }

  add(load: PodLoad): void {
    this.#count(load, 1);
    if (load.hostPorts.length > 0) this.#hostPorts = [...this.#hostPorts, ...load.hostPorts];
  }

  /** Takes away what `add` was given: the very same load. */
  remove(load: PodLoad): void {
    this.#count(load, -1);
    if (load.hostPorts.length > 0) {
      this.#hostPorts = this.#hostPorts.filter((port) => !load.hostPorts.includes(port));
    }
  }

  #count({ requests, scored }: PodLoad, sign: 1 | -1): void {
    this.#version++;
    for (const resource in requests) {
      this.#requested[resource] = (this.#requested[resource] ?? 0) + sign * requests[resource]!;
    }
    this.#scored.cpu += sign * scored.cpu;
    this.#scored.memory += sign * scored.memory;
    this.#podCount += sign;
  }
}
