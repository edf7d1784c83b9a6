/** Reads the reviews that webhooks answer, as v1.24's client does. All functions throw its messages. */
import { conform, identify, notRegistered, TypeMismatch, UnreadableValue } from '#schema';
import { reviewSchemas } from '#kinds';
import type { WebhookReply } from './call.ts';
import { readReply } from './reply.ts';

/** The versions of reviews that there are. */
export const reviewVersions = ['v1', 'v1beta1'] as const;
export type ReviewVersion = (typeof reviewVersions)[number];

/** The first of the versions that a webhook takes that there is. */
export function reviewVersionIn(taken: readonly string[]): ReviewVersion | undefined {
  for (const desired of taken) {
    const version = reviewVersions.find((each) => each === desired);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** One of the two sorts of reviews. */
export interface ReviewSort {
  readonly group: string;
  readonly kind: string;
  /** The schemas that have it. */
  readonly module: string;
}

export interface TypedReview {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** Where v1.24 registers the kinds of reviews: messages name it. */
const scheme = 'k8s.io/apiserver/pkg/util/webhook/client.go';

/** The review in an answer; its type may be missing. @throws {Error} for an answer that is not such a review */
export function readReview(
  reply: WebhookReply,
  { group, kind, module }: ReviewSort,
  version: ReviewVersion,
): TypedReview {
  const body = readReply(reply);
  const identity = identify(body);
  const input = identity.apiVersion || `${group}/${version}`;
  const name = identity.kind || kind;
  const isReview = name === kind && reviewVersions.some((each) => input === `${group}/${each}`);
  const isStatus = name === 'Status' && input === 'v1';
  if (!isReview && !isStatus) throw new Error(notRegistered(input, name, scheme));
  const givenVersion = input.slice(input.indexOf('/') + 1);
  if (isStatus || givenVersion !== version) {
    const found = `${givenVersion}.${name}`;
    throw new Error(`converting (${found}) to (${version}.${kind}): unknown conversion`);
  }
  try {
    return conform(reviewSchemas.of(module, kind), body, { version }) as TypedReview;
  } catch (error) {
    if (error instanceof TypeMismatch || error instanceof UnreadableValue) {
      throw new Error(error.message, { cause: error });
    }
    throw error;
  }
}

/** @throws {Error} unless the review says that it is one of v1 */
export function checkReviewType(
  { apiVersion = '', kind: input = '' }: TypedReview,
  { group, kind }: ReviewSort,
): void {
  if (apiVersion === `${group}/v1` && input === kind) return;
  const [first = '', second] = apiVersion.split('/', 2);
  const place = second === undefined ? `/${first}` : `${first}/${second}`;
  throw new Error(
    `expected webhook response of ${group}/v1, Kind=${kind}, got ${place}, Kind=${input}`,
  );
}
