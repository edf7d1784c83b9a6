/**
 * What pods take of their nodes, summed up as they are admitted and as they end: so admitting one costs the same,
 * however many are there.
 */
import type { ResourceAmounts } from '#kinds';

/** What the pods of a node request of each resource, and their number. */
export type Taken = ResourceAmounts & { readonly pods: number };

const NOTHING: Taken = { pods: 0 };

export class Admitted {
  readonly #byNode = new Map<string, Record<string, number> & { pods: number }>();

  /** What is taken of a node now. */
  on(nodeName: string): Taken {
    return this.#byNode.get(nodeName) ?? NOTHING;
  }

  add(nodeName: string, requests: ResourceAmounts): void {
    let taken = this.#byNode.get(nodeName);
    if (taken === undefined) this.#byNode.set(nodeName, (taken = { pods: 0 }));
    taken.pods++;
    for (const name in requests) taken[name] = (taken[name] ?? 0) + requests[name]!;
  }

  /** Takes away what was added. */
  remove(nodeName: string, requests: ResourceAmounts): void {
    const taken = this.#byNode.get(nodeName)!;
    taken.pods--;
    for (const name in requests) taken[name]! -= requests[name]!;
    if (taken.pods === 0) this.#byNode.delete(nodeName);
  }
}
