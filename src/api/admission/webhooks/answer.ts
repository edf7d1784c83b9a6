/** What a webhook answered, checked as v1.24 checks it. */
import {
  conform,
  identify,
  notRegistered,
  quote,
  reviewSchemas,
  TypeMismatch,
  UnreadableValue,
  type Status,
} from '#kinds';
import type { WebhookReply } from '../../webhooks/call.ts';
import { readReply } from '../../webhooks/reply.ts';
import { reviewVersions, type ReviewCall } from './review.ts';

export interface Answer {
  readonly uid: string;
  readonly allowed: boolean;
  /** In base64. */
  readonly patch?: string;
  readonly patchType?: string;
  readonly status?: Status;
  readonly warnings?: readonly string[];
}

interface Review {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly response?: Answer;
}

const group = 'admission.k8s.io';
const kind = 'AdmissionReview';
/** Where v1.24 registers the kinds of reviews: messages name it. */
const scheme = 'k8s.io/apiserver/pkg/util/webhook/client.go';

/** @throws {Error} with v1.24's message for an answer that is not a review */
export function readReview(reply: WebhookReply, { version }: ReviewCall): Review {
  const body = readReply(reply);
  const identity = identify(body);
  const given = identity.apiVersion || `${group}/${version}`;
  const name = identity.kind || kind;
  const isReview = name === kind && reviewVersions.some((each) => given === `${group}/${each}`);
  const isStatus = name === 'Status' && given === 'v1';
  if (!isReview && !isStatus) throw new Error(notRegistered(given, name, scheme));
  const givenVersion = given.slice(given.indexOf('/') + 1);
  if (isStatus || givenVersion !== version) {
    const found = `${givenVersion}.${name}`;
    throw new Error(`converting (${found}) to (${version}.${kind}): unknown conversion`);
  }
  try {
    return conform(reviewSchemas.of('admission/v1', kind), body, { version }) as Review;
  } catch (error) {
    if (error instanceof TypeMismatch || error instanceof UnreadableValue) {
      throw new Error(error.message, { cause: error });
    }
    throw error;
  }
}

/** @throws {Error} for a review that does not answer the call */
export function checkReview(review: Review, call: ReviewCall, isMutating: boolean): Answer {
  const { response } = review;
  if (response == null) throw new Error('webhook response was absent');
  if (call.version === 'v1beta1') return olderAnswer(response);
  if (response.uid !== call.uid) {
    throw new Error(`expected response.uid=${quote(call.uid)}, got ${quote(response.uid)}`);
  }
  const { apiVersion = '', kind: given = '' } = review;
  if (apiVersion !== `${group}/v1` || given !== kind) {
    const [first = '', second] = apiVersion.split('/', 2);
    const place = second === undefined ? `/${first}` : `${first}/${second}`;
    throw new Error(
      `expected webhook response of ${group}/v1, Kind=${kind}, got ${place}, Kind=${given}`,
    );
  }
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
