import type { PodTerm } from './pod-terms.ts';
import type { NodeCounts } from './tallies.ts';

/** A term, and how many pods that say it are on each node. */
export interface DeclaredTerm {
  readonly term: PodTerm;
  readonly counts: NodeCounts;
}

/** The terms of placed pods about others. Pods of one template have the same, so there are few. */
export class DeclaredTerms implements Iterable<DeclaredTerm> {
  readonly #terms = new Map<string, { term: PodTerm; counts: Map<string, number> }>();

  get isEmpty(): boolean {
    return this.#terms.size === 0;
  }

  [Symbol.iterator](): Iterator<DeclaredTerm> {
    return this.#terms.values();
  }

  add(terms: readonly PodTerm[], nodeName: string): void {
    for (const term of terms) {
      let declared = this.#terms.get(term.key);
      if (declared === undefined) {
        this.#terms.set(term.key, (declared = { term, counts: new Map() }));
      }
      const { counts } = declared;
      counts.set(nodeName, (counts.get(nodeName) ?? 0) + 1);
    }
  }

  /** Of what was added. */
  remove(terms: readonly PodTerm[], nodeName: string): void {
    for (const { key } of terms) {
      const { counts } = this.#terms.get(key)!;
      const left = counts.get(nodeName)! - 1;
      if (left > 0) counts.set(nodeName, left);
      else counts.delete(nodeName);
      if (counts.size === 0) this.#terms.delete(key);
    }
  }
}
