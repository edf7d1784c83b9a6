import type { Node, Pod } from '#kinds';
import { NodeInfo } from './node-info.ts';
import { loadOf, type Candidate, type PodLoad } from './pod-info.ts';

interface Placed {
  readonly nodeName: string;
  readonly load: PodLoad;
  /** Decided, but not yet seen to be so. */
  assumed: boolean;
}

/**
 * The cluster as the scheduler sees it: what the informers say, and ahead of them its own decisions
 * (assumed pods), so that pods of a burst see each other.
 */
export class ClusterCache {
  readonly #infos = new Map<string, NodeInfo>();
  /** By uid. */
  readonly #placed = new Map<string, Placed>();
  #listed: readonly NodeInfo[] | undefined;

  /** The nodes that exist, in the order in which they came. */
  get nodes(): readonly NodeInfo[] {
    return (this.#listed ??= [...this.#infos.values()].filter(({ exists }) => exists));
  }

  /** Undefined for a node that does not exist. */
  node(name: string): NodeInfo | undefined {
    const info = this.#infos.get(name);
    return info?.exists === true ? info : undefined;
  }

  setNode(node: Node): NodeInfo {
    const info = this.#infoOf(node.metadata.name);
    if (!info.exists) this.#listed = undefined;
    info.setNode(node);
    return info;
  }

  removeNode(name: string): void {
    const info = this.#infos.get(name);
    if (info === undefined) return;
    info.removeNode();
    this.#listed = undefined;
    this.#tidy(name, info);
  }

  /** Counts a pod on the node that was chosen for it, before anybody else knows. */
  assume({ pod, load }: Candidate, nodeName: string): void {
    this.#place(pod.metadata.uid, { nodeName, load, assumed: true });
  }

  isAssumed(uid: string): boolean {
    return this.#placed.get(uid)?.assumed === true;
  }

  /** Takes back what was assumed and did not come true; a pod that was seen bound stays. */
  forget(uid: string): void {
    if (this.isAssumed(uid)) this.removePod(uid);
  }

  /** A bound pod was seen; where it is counts, whatever was assumed. */
  addPod({ metadata: { uid }, spec }: Pod): void {
    const nodeName = spec.nodeName!;
    const known = this.#placed.get(uid);
    if (known?.nodeName === nodeName) {
      known.assumed = false;
      return;
    }
    if (known !== undefined) this.removePod(uid);
    this.#place(uid, { nodeName, load: loadOf(spec), assumed: false });
  }

  /** Returns the node on which there is more room now; undefined if the pod was on none that exists. */
  removePod(uid: string): NodeInfo | undefined {
    const placed = this.#placed.get(uid);
    if (placed === undefined) return undefined;
    this.#placed.delete(uid);
    const info = this.#infos.get(placed.nodeName)!;
    info.remove(placed.load);
    this.#tidy(placed.nodeName, info);
    return info.exists ? info : undefined;
  }

  #place(uid: string, placed: Placed): void {
    this.#placed.set(uid, placed);
    this.#infoOf(placed.nodeName).add(placed.load);
  }

  #infoOf(name: string): NodeInfo {
    let info = this.#infos.get(name);
    if (info === undefined) this.#infos.set(name, (info = new NodeInfo()));
    return info;
  }

  #tidy(name: string, info: NodeInfo): void {
    if (info.isEmpty) this.#infos.delete(name);
  }
}
