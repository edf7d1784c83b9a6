/** ReplicaSets of a rollout, and what is said about their sizes. */
import type { Deployment, ReplicaSet } from '#types';
import { saidOf, type Said } from '../explanations/account.ts';
import { labels, now, ownedBy } from '../explanations/explained.ts';
import { makeDeployment, makeSet, type DeploymentParts, type SetParts } from './objects.ts';

export const rule = 'is as many pods as its Deployment asks of it';

export interface SizeCase {
  readonly title: string;
  readonly replicas: number;
  readonly deployment?: DeploymentParts;
  /** The sets as they were before the write. */
  readonly sets: readonly ReplicaSet[];
  /** The set that is asked about, as it was written; another one than `sets` has was made by the write. */
  readonly asked: ReplicaSet;
  readonly value: number | undefined;
  readonly said: readonly string[];
}

export const fresh = (size: number, parts: SetParts = {}) => makeSet('fresh', size, parts);
export const old = (size: number, parts: SetParts = {}) =>
  makeSet('old', size, { image: 'old', ...parts });
export const oldest = (size: number, parts: SetParts = {}) =>
  makeSet('oldest', size, { image: 'oldest', ...parts });
export const available = (availableReplicas: number) => ({ status: { availableReplicas } });

export const limits = (
  desired: number,
  most: number,
  least: number,
  there: number,
): readonly string[] => [
  `= desired ${desired}: spec.replicas of Deployment default/web`,
  `= at most ${most}: desired plus ${most - desired}: maxSurge 25%`,
  `= at least ${least}: must be available at any time: desired minus ${desired - least}: maxUnavailable 25%`,
  `= there are ${there}: asked of its ReplicaSets`,
];
export const awaited = (number: number): string =>
  `= awaited ${number}: pods of the new ReplicaSet that are not available yet`;
/** Out of how many pods as many may go. */
export const mayGo =
  'of those that there are, without those that must be available and those that are awaited';
export const oldTerm = (size: number, up: number): string =>
  `  + ReplicaSet default/old ${size}: an old one, ${up} available`;
export const newTerm = (size: number, up: number): string =>
  `  + ReplicaSet default/fresh ${size}: the new one, ${up} available`;

/** What the account says about the case. */
export function saidOfCase({ replicas, deployment, sets, asked }: SizeCase): Said {
  const owner = makeDeployment(replicas, deployment);
  const before = sets.map((set) => owned(set, owner));
  const written = owned(asked, owner);
  const object = before.find(({ metadata }) => metadata.uid === written.metadata.uid) ?? written;
  const objects = [owner, ...before];
  return saidOf('deployment', 'spec.replicas', { object, written, objects, now });
}

export function owned(set: ReplicaSet, owner: Deployment): ReplicaSet {
  return { ...set, metadata: { ...set.metadata, ...ownedBy(owner), labels } };
}
