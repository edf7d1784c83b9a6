/**
 * What nodes say to pods by themselves, kept: pods of one template ask the same of a node, and get
 * the same answer until the node, or what is on it, changes. Of all nodes only one changes with a
 * decision.
 */
import { nodeFilters } from './node-filters.ts';
import type { NodeInfo, NodeState } from './node-info.ts';
import { nodeScores } from './node-scores.ts';
import type { Candidate } from './pod-info.ts';
import type { NodeScore, Score } from './plugin.ts';
import { Openings } from './openings.ts';
import { firstRefusal, type Refusal } from './refusals.ts';

/** At most this many templates are known; the oldest is dropped first. */
const TEMPLATES = 16;

interface Verdict {
  /** The state of the node that it is about. */
  readonly version: number;
  readonly refusal: Refusal | undefined;
}

const plainScores = nodeScores.filter(({ scale }) => scale === undefined);
const comparedScores = nodeScores.filter(({ scale }) => scale !== undefined);

/** The answers to the pods of one template. */
export class Judge {
  readonly openings = new Openings((node) => this.refusal(node));
  /** Which pod of the template asks makes no difference. */
  readonly #candidate: Candidate;
  /** By number of the node: a search asks hundreds of nodes for each pod. */
  readonly #verdicts: (Verdict | undefined)[] = [];
  readonly #ratings = new Ratings();

  constructor(candidate: Candidate) {
    this.#candidate = candidate;
  }

  /** What the filters that depend on the node alone have against it. */
  refusal(node: NodeInfo): Refusal | undefined {
    return this.#verdict(node).refusal;
  }

  /** The scores that depend on the node alone, for these nodes: those that count as they are in one. */
  scoresOf(nodes: readonly NodeInfo[]): readonly Score[] {
    const { plain, compared } = this.#ratings.of(nodes, this.#candidate);
    return [
      { name: 'plain', weight: 1, rate: (_, __, at) => plain[at]! },
      ...comparedScores.map((score, which) => {
        const ratings = compared[which]!;
        return { ...score, rate: (_: Candidate, __: NodeState, at: number) => ratings[at]! };
      }),
    ];
  }

  #verdict(node: NodeInfo): Verdict {
    const known = this.#verdicts[node.number];
    if (known?.version === node.version) return known;
    const refusal = firstRefusal(this.#candidate, node, nodeFilters);
    const verdict = { version: node.version, refusal };
    this.#verdicts[node.number] = verdict;
    return verdict;
  }
}

/**
 * By number of the node, each kind of rating in a list of its own: hundreds of nodes are looked up for
 * each pod, and it is the memory that takes the time.
 */
class Ratings {
  /** The states of the nodes that they are about. */
  readonly #versions: number[] = [];
  /** The weighted sums of the scores that count as they are. */
  readonly #plain: number[] = [];
  /** Of each score that is compared with that of other nodes. */
  readonly #compared: readonly number[][] = comparedScores.map(() => []);

  of(
    nodes: readonly NodeInfo[],
    candidate: Candidate,
  ): { readonly plain: readonly number[]; readonly compared: readonly (readonly number[])[] } {
    for (const node of nodes) {
      if (this.#versions[node.number] !== node.version) this.#rate(node, candidate);
    }
    const pick = (ratings: readonly number[]): number[] =>
      nodes.map(({ number }) => ratings[number]!);
    return { plain: pick(this.#plain), compared: this.#compared.map(pick) };
  }

  #rate(node: NodeInfo, candidate: Candidate): void {
    const { number, version } = node;
    const weighted = ({ rate, weight }: NodeScore): number => rate(candidate, node) * weight;
    this.#versions[number] = version;
    this.#plain[number] = plainScores.reduce((sum, score) => sum + weighted(score), 0);
    for (const [which, { rate }] of comparedScores.entries()) {
      this.#compared[which]![number] = rate(candidate, node);
    }
  }
}

export class Verdicts {
  readonly #judges = new Map<string, Judge>();

  of(candidate: Candidate): Judge {
    const { template } = candidate;
    if (template === undefined) return new Judge(candidate);
    const known = this.#judges.get(template);
    if (known !== undefined) return known;
    if (this.#judges.size >= TEMPLATES) this.#judges.delete(this.#judges.keys().next().value!);
    const judge = new Judge(candidate);
    this.#judges.set(template, judge);
    return judge;
  }

  /** A node has gone: what is known of it would stay. */
  clear(): void {
    this.#judges.clear();
  }
}
