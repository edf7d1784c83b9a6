/** Which kinds are reviews, and what answers them, loaded before the first. */
import {
  late,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenReview,
  type Kind,
} from '#kinds';

/** By the names of their kinds, which the groups of reviews do not share with each other. */
const groups: ReadonlyMap<string, string> = new Map(
  [
    ...[selfSubjectReview, tokenReview, localSubjectAccessReview],
    ...[selfSubjectAccessReview, selfSubjectRulesReview, subjectAccessReview],
  ].map(({ kind, group }) => [kind, group]),
);

/** Returns whether objects of this kind are answered, not stored. */
export function isReview({ kind, group, custom }: Kind): boolean {
  return groups.get(kind) === group && custom === undefined;
}

export const answers = late(() => import('./answers.ts'));
