/** Reviews of access: pure. */
import { unsetMetadata, type Profile } from '#kinds';
import {
  badRequest,
  invalid,
  invalidObject,
  show,
  showStruct,
  type FieldError,
  type Release,
  type Shown,
  shownNull,
} from '#values';
import type { authorizationV1, ObjectMeta } from '#types';
import type { Access, Authorizer, User } from '../authorization/index.ts';
import { selectorErrors, selectorFaults } from './review-selectors.ts';

type LocalSubjectAccessReview = authorizationV1.LocalSubjectAccessReview;
type NonResourceAttributes = authorizationV1.NonResourceAttributes;
type SelfSubjectAccessReview = authorizationV1.SelfSubjectAccessReview;
type SelfSubjectRulesReview = authorizationV1.SelfSubjectRulesReview;
type SubjectAccessReview = authorizationV1.SubjectAccessReview;
type SubjectAccessReviewStatus = authorizationV1.SubjectAccessReviewStatus;

/** The part of all specs that describes the access in question. */
type ReviewSpec = SelfSubjectAccessReview['spec'];

const group = 'authorization.k8s.io';

/** Whether the user of the review has access. @throws {ApiError} 422 */
export function reviewAccess(
  review: SubjectAccessReview,
  authorizer: Authorizer,
  rules: Release,
): SubjectAccessReview {
  refuseIfAny([
    ...validateSpec(review.spec, rules),
    ...validateSubject(review.spec),
    ...validateBlank(review.metadata, 'must be empty'),
  ]);
  return { ...review, status: statusFor(subjectOf(review.spec), review.spec, authorizer) };
}

/** The same in the namespace of the review. @throws {ApiError} 422 */
export function reviewLocalAccess(
  review: LocalSubjectAccessReview,
  authorizer: Authorizer,
  rules: Release,
): LocalSubjectAccessReview {
  const { metadata, spec } = review;
  refuseIfAny([
    ...validateSpec(spec, rules),
    ...validateSubject(spec),
    ...validateBlank({ ...metadata, namespace: '' }, 'must be empty except for namespace'),
    ...validatePlace(spec, metadata.namespace!),
  ]);
  return { ...review, status: statusFor(subjectOf(spec), spec, authorizer) };
}

/** Whether the client itself has access. @throws {ApiError} 422 */
export function reviewOwnAccess(
  review: SelfSubjectAccessReview,
  user: User,
  authorizer: Authorizer,
  rules: Release,
): SelfSubjectAccessReview {
  refuseIfAny([
    ...validateSpec(review.spec, rules),
    ...validateBlank(review.metadata, 'must be empty'),
  ]);
  return { ...review, status: statusFor(user, review.spec, authorizer) };
}

/** The rules of the client itself. The answer does not repeat the question. @throws {ApiError} 400 */
export function reviewOwnRules(
  { apiVersion, kind, spec }: SelfSubjectRulesReview,
  user: User,
  authorizer: Authorizer,
  profile: Profile,
): SelfSubjectRulesReview {
  const { namespace = '' } = spec ?? {};
  if (namespace === '') throw badRequest('no namespace on request');
  const status = authorizer.rulesFor(user, namespace);
  const metadata = unsetMetadata(profile) as ObjectMeta;
  return { apiVersion, kind, metadata, spec: {}, status };
}

function statusFor(
  user: User,
  spec: ReviewSpec,
  authorizer: Authorizer,
): SubjectAccessReviewStatus {
  const { allowed, reason } = authorizer.decide(user, accessOf(spec));
  const fault = selectorFaults(spec.resourceAttributes);
  return {
    allowed,
    ...(reason !== '' && { reason }),
    ...(fault !== '' && { evaluationError: fault }),
  };
}

function subjectOf({ user = '', uid, groups = [], extra }: SubjectAccessReview['spec']): User {
  return { name: user, uid, groups, extra };
}

function accessOf({ resourceAttributes: of, nonResourceAttributes: path }: ReviewSpec): Access {
  return {
    isResource: path === undefined,
    verb: path?.verb ?? of?.verb ?? '',
    path: path?.path ?? '',
    group: of?.group ?? '',
    namespace: of?.namespace ?? '',
    resource: of?.resource ?? '',
    subresource: of?.subresource ?? '',
    name: of?.name ?? '',
  };
}

function* validateSpec(spec: ReviewSpec | undefined, rules: Release): Iterable<FieldError> {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec ?? {};
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  const isOfWhole = rules.enabled('StatedChecks');
  if (resource !== undefined && path !== undefined) {
    const both = 'cannot be specified in combination with resourceAttributes';
    yield isOfWhole
      ? invalid('spec', showPath(path), why)
      : invalid('spec.nonResourceAttributes', showPath(path), both);
  }
  if (resource === undefined && path === undefined) {
    yield invalid(isOfWhole ? 'spec' : 'spec.resourceAttributes', shownNull, why);
  }
  yield* selectorErrors(resource, rules);
}

function* validateSubject(spec: SubjectAccessReview['spec'] | undefined): Iterable<FieldError> {
  if (spec?.user || (spec?.groups ?? []).length > 0) return;
  yield invalid('spec.user', '""', 'at least one of user or group must be specified');
}

function* validatePlace(spec: ReviewSpec, namespace: string): Iterable<FieldError> {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  const named = resource?.namespace ?? '';
  if (resource !== undefined && named !== namespace) {
    const why = 'must match metadata.namespace';
    yield invalid('spec.resourceAttributes.namespace', show(named), why);
  }
  if (path !== undefined) {
    yield invalid(
      'spec.nonResourceAttributes',
      showPath(path),
      'disallowed on this kind of request',
    );
  }
}

/** Reviews have no names, labels and the like. */
function* validateBlank(metadata: ObjectMeta | undefined, why: string): Iterable<FieldError> {
  const fields = Object.entries(metadata ?? {}).filter(
    ([name, value]) => name !== 'managedFields' && !isBlank(value),
  );
  if (fields.length === 0) return;
  const shown = fields.map(([name, value]) => [goName(name), JSON.stringify(value)] as const);
  yield invalid('metadata', showStruct('v1.ObjectMeta', shown), why);
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return !value;
}

/** Field names in Go begin with a capital, and abbreviations are all capitals. */
function goName(field: string): string {
  return field === 'uid' ? 'UID' : field.charAt(0).toUpperCase() + field.slice(1);
}

function showPath({ path = '', verb = '' }: NonResourceAttributes): Shown {
  return showStruct('authorization.NonResourceAttributes', [
    ['Path', show(path)],
    ['Verb', show(verb)],
  ]);
}

/** When v1.24 checks these objects, they have lost their kind. */
function refuseIfAny(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject(group, '', '', errors);
}
