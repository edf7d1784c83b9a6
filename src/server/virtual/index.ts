/** Resources that are only ever created: questions that are answered at once, and nothing is kept. */
import type { Negotiated } from '../exchange.ts';
import type { RequestPath } from '../path.ts';
import { bind } from './bindings.ts';
import { reviewAccess, reviewOwnAccess, reviewOwnRules } from './access-reviews.ts';
import { reviewToken } from './token-review.ts';

/** Answers the posted body: the value of the 201. */
export type Answer = (exchange: Negotiated, body: unknown) => object | Promise<object>;

export interface VirtualResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly answer: Answer;
}

const authorization = { group: 'authorization.k8s.io', version: 'v1' } as const;

export const virtualResources: readonly VirtualResource[] = [
  { group: '', version: 'v1', plural: 'bindings', kind: 'Binding', namespaced: true, answer: bind },
  {
    group: 'authentication.k8s.io',
    version: 'v1',
    plural: 'tokenreviews',
    kind: 'TokenReview',
    namespaced: false,
    answer: reviewToken,
  },
  {
    ...authorization,
    plural: 'localsubjectaccessreviews',
    kind: 'LocalSubjectAccessReview',
    namespaced: true,
    answer: reviewAccess,
  },
  {
    ...authorization,
    plural: 'selfsubjectaccessreviews',
    kind: 'SelfSubjectAccessReview',
    namespaced: false,
    answer: reviewOwnAccess,
  },
  {
    ...authorization,
    plural: 'selfsubjectrulesreviews',
    kind: 'SelfSubjectRulesReview',
    namespaced: false,
    answer: reviewOwnRules,
  },
  {
    ...authorization,
    plural: 'subjectaccessreviews',
    kind: 'SubjectAccessReview',
    namespaced: false,
    answer: reviewAccess,
  },
];

export function findVirtual(path: RequestPath): VirtualResource | undefined {
  return virtualResources.find(
    ({ group, version, plural }) =>
      group === path.group && version === path.version && plural === path.resource,
  );
}
