/** Which kinds are reviews. */
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenReview,
  type Kind,
} from '#kinds';

/** All kinds of reviews. */
export const reviewKinds = {
  selfSubjectReview,
  tokenReview,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
};

/** By the names of their kinds, which the groups of reviews do not share with each other. */
const groups: ReadonlyMap<string, string> = new Map(
  Object.values(reviewKinds).map(({ kind, group }) => [kind, group]),
);

/** Returns whether objects of this kind are answered, not stored. */
export function isReview({ kind, group, custom }: Kind): boolean {
  return groups.get(kind) === group && custom === undefined;
}
