import { apiVersionOf, unsetMetadata, type Kind, type Profile, type StrategyContext } from '#kinds';
import { storable } from '#schema';
import type { KubeObject } from '#values';
import type { ObjectMeta } from '#types';
import { isIdle, trailFor, type AdmissionRequest } from '../admission/index.ts';
import type { Backend } from '../backend.ts';
import { withEntries } from '../managed-fields/index.ts';
import { checkNamespace } from '../metadata.ts';
import type { RequestContext } from '../context.ts';
import {
  reviewAccess,
  reviewLocalAccess,
  reviewOwnAccess,
  reviewOwnRules,
} from './access-reviews.ts';
import type { ReviewContext } from './access.ts';
import { reviewKinds } from './review-kinds.ts';
import { reviewSelf } from './self-review.ts';
import { reviewToken } from './token-review.ts';

/** What an answer is made from. */
interface AnswerContext extends ReviewContext, StrategyContext {}

/** Answers a review. */
type Answer<T = KubeObject> = (review: T, context: AnswerContext) => T;

type ReviewKinds = typeof reviewKinds;

const answers: { readonly [K in keyof ReviewKinds]: Answer<ObjectOf<ReviewKinds[K]>> } = {
  selfSubjectReview: (review, { user, now }) => reviewSelf(review, user, now),
  tokenReview: (review, { authenticator }) => reviewToken(review, authenticator),
  localSubjectAccessReview: (review, { authorizer, profile }) =>
    reviewLocalAccess(review, authorizer, profile),
  selfSubjectAccessReview: (review, { user, authorizer, profile }) =>
    reviewOwnAccess(review, user, authorizer, profile),
  selfSubjectRulesReview: (review, { user, authorizer, profile }) =>
    reviewOwnRules(review, user, authorizer, profile),
  subjectAccessReview: (review, { authorizer, profile }) =>
    reviewAccess(review, authorizer, profile),
};

type ObjectOf<K> = K extends Kind<infer T> ? T : never;

/** By the names of their kinds. (Each only gets objects of its own kind.) */
const answerByKind: ReadonlyMap<string, Answer> = new Map(
  Object.entries(reviewKinds).map(([name, { kind }]) => [
    kind,
    answers[name as keyof ReviewKinds] as unknown as Answer,
  ]),
);

/**
 * POST of a review: its answer, which is not stored. The schema of its kind defines the review.
 * Webhooks may change it before, and reject it.
 * @throws {ApiError} 400 or 422 for an invalid review
 */
export async function review(
  backend: Backend,
  context: RequestContext,
  kind: Kind,
  namespace: string | undefined,
  question: Partial<KubeObject>,
  reviewContext: ReviewContext,
): Promise<KubeObject> {
  const { profile } = backend.strategy;
  const inside = kind.namespaced ? namespace : undefined;
  checkNamespace(inside, question.metadata?.namespace);
  const whole = {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    spec: {},
    ...question,
    metadata: placed(question.metadata, inside, profile),
  };
  const answerTo = (admitted: KubeObject): KubeObject =>
    answerByKind.get(kind.kind)!(admitted, { ...reviewContext, now: backend.clock.now(), profile });
  const { admitted, answer } = await admitting(backend, context, kind, whole, answerTo);
  // v1.24 tracks the owners of a review's fields too, if the answer repeats it.
  if (answer.metadata !== admitted.metadata) return answer;
  const entries = backend.managedFields.created(context, backend.form(kind), whole);
  return storable(kind.schema, withEntries(answer, entries));
}

interface Answered {
  /** The question as admission lets it pass. */
  readonly admitted: KubeObject;
  readonly answer: KubeObject;
}

/** Answers a question after the changes of admission; its other checks follow, as for objects that are stored. */
async function admitting(
  { admission }: Backend,
  context: RequestContext,
  kind: Kind,
  question: KubeObject,
  answerTo: (question: KubeObject) => KubeObject,
): Promise<Answered> {
  const chain = admission.chain(kind, 'CREATE');
  if (isIdle(chain)) return { admitted: question, answer: answerTo(question) };
  const { namespace, name } = question.metadata;
  const trail = trailFor(chain);
  // Of a form of its own: no other form of it is stored.
  const about = { kind, form: kind, namespace, name: name || 'Unknown', context, trail };
  const request: AdmissionRequest = { ...about, operation: 'CREATE' };
  const admitted = await admission.mutate(chain, question, undefined, request);
  const answer = answerTo(admitted);
  await admission.validate(chain, admitted, undefined, request);
  return { admitted, answer };
}

/** In the namespace of the request, and never created. */
function placed(
  metadata: Partial<ObjectMeta> | undefined,
  namespace: string | undefined,
  profile: Profile,
): ObjectMeta {
  const input: Record<string, unknown> = { ...unsetMetadata(profile), ...metadata };
  if (namespace === undefined) delete input['namespace'];
  else input['namespace'] = namespace;
  return input as unknown as ObjectMeta;
}
