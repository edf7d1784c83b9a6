/** The review that a webhook which converts custom resources gets, and what it says. Pure. */
import { omitFields, quote, type KubeObject } from '#values';
import type { WebhookReply } from '../webhooks/call.ts';
import {
  checkReviewType,
  readReview,
  type ReviewSort,
  type ReviewVersion,
  type TypedReview,
} from '../webhooks/review.ts';

/** A request to convert one object. */
export interface ConversionRequest {
  readonly uid: string;
  readonly version: ReviewVersion;
  readonly object: KubeObject;
  readonly desired: string;
}

interface Review extends TypedReview {
  readonly response?: {
    readonly uid: string;
    readonly result?: { readonly status?: string; readonly message?: string };
    readonly convertedObjects?: readonly unknown[] | null;
  };
}

const sort: ReviewSort = {
  group: 'apiextensions.k8s.io',
  kind: 'ConversionReview',
  module: 'conversion/v1',
};

export function conversionJson({ uid, version, object, desired }: ConversionRequest): string {
  const metadata = omitFields(object.metadata, ['resourceVersion']);
  return JSON.stringify({
    kind: sort.kind,
    apiVersion: `${sort.group}/${version}`,
    request: { uid, desiredAPIVersion: desired, objects: [{ ...object, metadata }] },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  });
}

/**
 * What the webhook made of the object. The older version checked less.
 * @throws {Error} with what stands after `conversion webhook for ... failed: `
 */
export function convertedBy(
  reply: WebhookReply,
  { uid, version }: ConversionRequest,
): readonly unknown[] {
  const review = readReview(reply, sort, version) as Review;
  if (version === 'v1') checkReviewType(review, sort);
  const { response } = review;
  if (response == null) throw new Error('no response provided');
  if (version === 'v1' && response.uid !== uid) {
    throw new Error(`expected response.uid=${quote(uid)}, got ${quote(response.uid)}`);
  }
  const { status = '', message } = response.result ?? {};
  if (status === 'Success') return response.convertedObjects ?? [];
  throw new Error(message || `response.result.status was '${status}', not 'Success'`);
}
