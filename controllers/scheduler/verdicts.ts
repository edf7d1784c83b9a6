/**
 * What nodes say to pods by themselves, kept: pods of one template ask the same of a node, and get
 * the same answer until the node, or what is on it, changes. Of all nodes only one changes with a
 * decision.
 */
import { nodeFilters } from './node-filters.ts';
import type { NodeInfo, NodeState } from './node-info.ts';
import { nodeScores } from './node-scores.ts';
import type { Candidate } from './pod-info.ts';
import type { Score } from './plugin.ts';
import { Openings } from './openings.ts';
import type { Refusal } from './refusals.ts';

/** At most this many templates are known; the oldest is dropped first. */
const TEMPLATES = 16;

interface Verdict {
  /** The state of the node that it is about. */
  readonly version: number;
  readonly refusals: readonly Refusal[];
  /** Absent until they are asked for. */
  ratings?: Ratings;
}

interface Ratings {
  /** The weighted sum of the scores that count as they are. */
  readonly plain: number;
  /** Of each score that is compared with that of other nodes. */
  readonly compared: readonly number[];
}

const none: readonly Refusal[] = [];
const plainScores = nodeScores.filter(({ scale }) => scale === undefined);
const comparedScores = nodeScores.filter(({ scale }) => scale !== undefined);

/** The answers to the pods of one template. */
export class Judge {
  readonly openings = new Openings((node) => this.refusals(node));
  /** Which pod of the template asks makes no difference. */
  readonly #candidate: Candidate;
  /** By number of the node: a search asks hundreds of nodes for each pod. */
  readonly #verdicts: (Verdict | undefined)[] = [];

  constructor(candidate: Candidate) {
    this.#candidate = candidate;
  }

  /** What the filters that depend on the node alone have against it. */
  refusals(node: NodeInfo): readonly Refusal[] {
    return this.#verdict(node).refusals;
  }

  /** The scores that depend on the node alone, for these nodes: those that count as they are in one. */
  scoresOf(nodes: readonly NodeInfo[]): readonly Score[] {
    const kept = nodes.map((node) => this.#ratings(node));
    return [
      { name: 'plain', weight: 1, rate: (_, __, at) => kept[at]!.plain },
      ...comparedScores.map((score, which) => ({
        ...score,
        rate: (_: Candidate, __: NodeState, at: number) => kept[at]!.compared[which]!,
      })),
    ];
  }

  #ratings(node: NodeInfo): Ratings {
    const verdict = this.#verdict(node);
    return (verdict.ratings ??= ratingsOf(this.#candidate, node));
  }

  #verdict(node: NodeInfo): Verdict {
    const known = this.#verdicts[node.number];
    if (known?.version === node.version) return known;
    const verdict = { version: node.version, refusals: refusalsOf(this.#candidate, node) };
    this.#verdicts[node.number] = verdict;
    return verdict;
  }
}

function ratingsOf(candidate: Candidate, node: NodeInfo): Ratings {
  let plain = 0;
  for (const { rate, weight } of plainScores) plain += rate(candidate, node, 0) * weight;
  return { plain, compared: comparedScores.map(({ rate }) => rate(candidate, node, 0)) };
}

function refusalsOf(candidate: Candidate, node: NodeInfo): readonly Refusal[] {
  let found: Refusal[] | undefined;
  for (const filter of nodeFilters) {
    const reasons = filter.reasons(candidate, node);
    if (reasons !== undefined) (found ??= []).push({ filter, reasons });
  }
  return found ?? none;
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
