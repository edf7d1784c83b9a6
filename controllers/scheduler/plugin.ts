/**
 * What decides where a pod goes: filters say which nodes can have it, scores which of them is best.
 */
import type { NodeState } from './node-info.ts';
import type { Candidate } from './pod-info.ts';

export interface Filter {
  readonly name: string;
  /**
   * Removing pods from the node would not help: never, always, or where one of these is a reason.
   */
  readonly unresolvable: boolean | readonly string[];
  /** Why not; undefined when this filter has nothing against it. */
  reasons(candidate: Candidate, node: NodeState): readonly string[] | undefined;
}

export interface Score {
  /** As the v1.24 plugin. */
  readonly name: string;
  readonly weight: number;
  /** Whether its result depends on the node for this pod; absent: always. */
  concerns?(candidate: Candidate): boolean;
  /** @param at where the node is in the list of those that are rated */
  rate(candidate: Candidate, node: NodeState, at: number): number;
  /**
   * How ratings become 0 to 100: as they are, in proportion to the largest, which is best or
   * worst, or in a way of its own.
   */
  readonly scale?: 'most is best' | 'least is best' | Scale;
}

/** One that depends on nothing but the node. */
export interface NodeScore extends Score {
  rate(candidate: Candidate, node: NodeState): number;
}

/** Makes 0 to 100 of all the ratings. */
export type Scale = (ratings: readonly number[]) => readonly number[];
