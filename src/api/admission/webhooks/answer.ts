/** What a webhook answered, checked as v1.24 checks it. */
import { quote } from '#values';
import type { Status } from '#types';
import type { WebhookReply } from '../../webhooks/call.ts';
import {
  checkReviewType,
  readReview,
  type ReviewSort,
  type TypedReview,
} from '../../webhooks/review.ts';
import type { ReviewCall } from './review.ts';

export interface Answer {
  readonly uid: string;
  readonly allowed: boolean;
  /** In base64. */
  readonly patch?: string;
  readonly patchType?: string;
  readonly status?: Status;
  readonly warnings?: readonly string[];
}

interface Review extends TypedReview {
  readonly response?: Answer;
}

const sort: ReviewSort = {
  group: 'admission.k8s.io',
  kind: 'AdmissionReview',
  module: 'admission/v1',
};

/** @throws {Error} with v1.24's message for an answer that is not a review */
export function readAnswer(reply: WebhookReply, { version }: ReviewCall): Review {
  return readReview(reply, sort, version);
}

/** @throws {Error} for a review that does not answer the call */
export function checkReview(review: Review, call: ReviewCall, isMutating: boolean): Answer {
  const { response } = review;
  if (response == null) throw new Error('webhook response was absent');
  if (call.version === 'v1beta1') return olderAnswer(response);
  if (response.uid !== call.uid) {
    throw new Error(`expected response.uid=${quote(call.uid)}, got ${quote(response.uid)}`);
  }
  checkReviewType(review, sort);
  checkPatch(response, isMutating);
  return response;
}

/** The older version checked less, and knew only one type of patch. */
function olderAnswer({ uid, allowed, status, warnings, patch }: Answer): Answer {
  return {
    ...{ uid, allowed },
    ...(status && { status }),
    ...(warnings && { warnings }),
    ...(patch && { patch }),
  };
}

function checkPatch({ patch, patchType }: Answer, isMutating: boolean): void {
  if (!isMutating) {
    if (patch) throw new Error('validating webhook may not return response.patch');
    if (patchType != null) throw new Error('validating webhook may not return response.patchType');
    return;
  }
  const returned = 'webhook returned response.';
  if (patch && patchType == null) throw new Error(`${returned}patch but not response.patchType`);
  if (!patch && patchType != null) throw new Error(`${returned}patchType but not response.patch`);
  if (patchType === '') throw new Error('webhook returned invalid response.patchType of ""');
}
