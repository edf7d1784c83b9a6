import type { Candidate } from './pod-info.ts';

/** Nodes that are being cleared for pods: these come there next, if they still fit. */
export class Nominations {
  readonly #nodes = new Map<string, string>();
  readonly #byNode = new Map<string, Map<string, Candidate>>();

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  /** By uid of the pod. */
  nodeOf(uid: string): string | undefined {
    return this.#nodes.get(uid);
  }

  /** In the order in which they were nominated. */
  on(nodeName: string): Iterable<Candidate> {
    return this.#byNode.get(nodeName)?.values() ?? [];
  }

  /** In the place of a nomination that it had before. */
  set(candidate: Candidate, nodeName: string): void {
    const { uid } = candidate.pod.metadata;
    if (this.#nodes.get(uid) !== nodeName) this.delete(uid);
    this.#nodes.set(uid, nodeName);
    const there = this.#byNode.get(nodeName);
    if (there === undefined) this.#byNode.set(nodeName, new Map([[uid, candidate]]));
    else there.set(uid, candidate);
  }

  delete(uid: string): void {
    const nodeName = this.#nodes.get(uid);
    if (nodeName === undefined) return;
    this.#nodes.delete(uid);
    const there = this.#byNode.get(nodeName)!;
    there.delete(uid);
    if (there.size === 0) this.#byNode.delete(nodeName);
  }
}
