import type { Release } from '#values';
import type { Node, Pod } from '#types';
import { AssumedClaims } from './assumed-claims.ts';
import type { Devices } from './devices/devices.ts';
import { ChangeLog } from './change-log.ts';
import { Images } from './images.ts';
import { NodeInfo } from './node-info.ts';
import { interleaved } from './node-order.ts';
import { Nominations } from './nominations.ts';
import type { PlacedPod } from './placed-pod.ts';
import { PlacedPods, type Surroundings } from './placed-pods.ts';
import { loadOf, type Candidate } from './pod-info.ts';
import { termsOf } from './pod-terms.ts';
import { Verdicts } from './verdicts.ts';

/**
 * The cluster as the scheduler sees it: what the informers say, and ahead of them its own decisions
 * (assumed pods, nominations), so that pods of a burst see each other.
 */
export class ClusterCache {
  readonly surroundings: Surroundings;
  readonly release: Release;
  /** Absent in releases where claims to devices are not allocated. */
  readonly devices: Devices | undefined;
  readonly pods: PlacedPods;
  readonly nominations = new Nominations();
  readonly images = new Images();
  readonly assumedClaims = new AssumedClaims();
  readonly verdicts = new Verdicts();
  /** Nodes that have changed, or what is on them. */
  readonly changed = new ChangeLog<NodeInfo>();
  readonly #infos = new Map<string, NodeInfo>();
  /** How many nodes there have been. */
  #numbers = 0;
  #listed: readonly NodeInfo[] | undefined;

  /** @param release whose words are used */
  constructor(surroundings: Surroundings, release: Release, devices?: Devices) {
    this.surroundings = surroundings;
    this.devices = devices;
    this.release = release;
    this.pods = new PlacedPods(surroundings);
  }

  /** The nodes that exist: zones in turn, else in the order in which they came. */
  get nodes(): readonly NodeInfo[] {
    return (this.#listed ??= this.#list());
  }

  /** Undefined for a node that does not exist. */
  node(name: string): NodeInfo | undefined {
    const info = this.#infos.get(name);
    return info?.exists === true ? info : undefined;
  }

  setNode(node: Node): NodeInfo {
    const info = this.#infoOf(node.metadata.name);
    this.changed.add(info);
    const before = info.exists ? info.node : undefined;
    if (before?.metadata.labels !== node.metadata.labels) this.#listed = undefined;
    if (before === undefined) this.#listed = undefined;
    if (before?.status.images !== node.status.images) {
      if (before !== undefined) this.images.remove(before);
      this.images.add(node);
    }
    info.setNode(node);
    return info;
  }

  removeNode(name: string): void {
    const info = this.node(name);
    if (info === undefined) return;
    this.images.remove(info.node);
    info.removeNode();
    this.verdicts.clear();
    this.#listed = undefined;
    this.#tidy(name, info);
  }

  /** Counts a pod on the node that was chosen for it, before anybody else knows. */
  assume({ pod, load, priority, terms }: Candidate, nodeName: string): void {
    this.nominations.delete(pod.metadata.uid);
    this.attach({ pod, nodeName, load, priority, terms, assumed: true });
  }

  isAssumed(uid: string): boolean {
    return this.pods.get(uid)?.assumed === true;
  }

  /** Takes back what was assumed and did not come true; a pod that was seen bound stays. */
  forget(uid: string): void {
    this.assumedClaims.forget(uid);
    this.devices?.forget(uid);
    if (this.isAssumed(uid)) this.removePod(uid);
  }

  /** A bound pod was seen; where it is counts, whatever was assumed. */
  addPod(pod: Pod): void {
    const { spec } = pod;
    const nodeName = spec.nodeName!;
    const known = this.pods.get(pod.metadata.uid);
    if (known?.nodeName === nodeName) {
      this.pods.update(known, pod);
      return;
    }
    if (known !== undefined) this.removePod(pod.metadata.uid);
    const priority = spec.priority ?? 0;
    const [load, terms] = [loadOf(spec), termsOf(pod)];
    this.attach({ pod, nodeName, load, priority, terms, assumed: false });
  }

  /** Returns the node on which there is more room now; undefined if the pod was on none that exists. */
  removePod(uid: string): NodeInfo | undefined {
    const placed = this.pods.get(uid);
    if (placed === undefined) return undefined;
    const info = this.detach(placed);
    this.#tidy(placed.nodeName, info);
    return info.exists ? info : undefined;
  }

  /** Puts a pod on a node, also for a trial. */
  attach(placed: PlacedPod): void {
    const info = this.#infoOf(placed.nodeName);
    this.changed.add(info);
    this.pods.add(placed);
    info.add(placed.load);
  }

  /** Takes a pod off its node, also for a trial. */
  detach(placed: PlacedPod): NodeInfo {
    const info = this.#infos.get(placed.nodeName)!;
    this.changed.add(info);
    this.pods.remove(placed);
    info.remove(placed.load);
    return info;
  }

  #list(): readonly NodeInfo[] {
    const listed = interleaved([...this.#infos.values()].filter(({ exists }) => exists));
    for (const [place, info] of listed.entries()) info.place = place;
    return listed;
  }

  #infoOf(name: string): NodeInfo {
    let info = this.#infos.get(name);
    if (info === undefined) this.#infos.set(name, (info = new NodeInfo(this.#numbers++)));
    return info;
  }

  #tidy(name: string, info: NodeInfo): void {
    if (info.isEmpty) this.#infos.delete(name);
  }
}
