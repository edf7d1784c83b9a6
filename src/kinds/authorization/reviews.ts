/** Kinds of requests that are answered immediately and never stored. */
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import type { KubeObject } from '#values';
import type { authenticationV1, authorizationV1 } from '#types';

type LocalSubjectAccessReview = authorizationV1.LocalSubjectAccessReview;
type SelfSubjectAccessReview = authorizationV1.SelfSubjectAccessReview;
type SelfSubjectRulesReview = authorizationV1.SelfSubjectRulesReview;
type SelfSubjectReview = authenticationV1.SelfSubjectReview;
type SubjectAccessReview = authorizationV1.SubjectAccessReview;
type TokenRequest = authenticationV1.TokenRequest;
type TokenReview = authenticationV1.TokenReview;

const authorization = { group: 'authorization.k8s.io', version: 'v1' } as const;
const authentication = { group: 'authentication.k8s.io', version: 'v1' } as const;

function question<T extends KubeObject>(
  parts: Pick<Kind<T>, 'group' | 'version' | 'kind' | 'plural' | 'namespaced'>,
): Kind<T> {
  return defineKind<T>({ ...parts, table: { columns: [] } });
}

export const tokenReview = question<TokenReview>({
  ...authentication,
  kind: 'TokenReview',
  plural: 'tokenreviews',
  namespaced: false,
});

export const selfSubjectReview = question<SelfSubjectReview>({
  ...authentication,
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  namespaced: false,
});

export const localSubjectAccessReview = question<LocalSubjectAccessReview>({
  ...authorization,
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  namespaced: true,
});

export const selfSubjectAccessReview = question<SelfSubjectAccessReview>({
  ...authorization,
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
});

export const selfSubjectRulesReview = question<SelfSubjectRulesReview>({
  ...authorization,
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  namespaced: false,
});

export const subjectAccessReview = question<SubjectAccessReview>({
  ...authorization,
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  namespaced: false,
});

/** Requested for a service account, through its subresource `token`. */
export const tokenRequest = question<TokenRequest>({
  ...authentication,
  kind: 'TokenRequest',
  plural: 'tokenrequests',
  namespaced: true,
});
