import { badRequest, internalError, quote, timeout, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import { post } from '../../webhooks/post.ts';
import { reviewVersionIn } from '../../webhooks/review.ts';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { checkReview, readAnswer, type Answer } from './answer.ts';
import { CallFailure, denial } from './failures.ts';
import type { Candidate, Hook } from './hooks.ts';
import { reviewJson, type ReviewCall } from './review.ts';

/** What a webhook is asked about, in the form of its kind. */
export interface Subject {
  readonly object: KubeObject | undefined;
  readonly old: KubeObject | undefined;
}

const userAgent = 'kube-apiserver-admission';

/**
 * Asks a webhook. Undefined when it failed and its policy ignores that.
 * @throws {ApiError} when it denies the request, or failed
 */
export async function callHook(
  candidate: Candidate,
  subject: Subject,
  request: AdmissionRequest,
  access: AdmissionAccess,
  isMutating: boolean,
): Promise<Answer | undefined> {
  const { hook, kind } = candidate;
  checkDryRun(hook, request);
  const leftMs = request.context.leftMs?.() ?? Infinity;
  if (leftMs <= 0) throw outOfTime();
  let answer: Answer;
  try {
    answer = await ask(hook, kind, subject, request, access, leftMs, isMutating);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    rejectUnlessIgnored(hook, error, request);
    return undefined;
  }
  for (const text of answer.warnings ?? []) request.context.warn?.(text);
  if (!answer.allowed) throw denial(hook.webhook.name, answer);
  return answer;
}

/** @throws {ApiError} unless the policy of the webhook ignores the failure, and there is time left */
export function rejectUnlessIgnored(
  { webhook }: Hook,
  failure: CallFailure,
  { context }: AdmissionRequest,
): void {
  if ((context.leftMs?.() ?? Infinity) <= 0) throw outOfTime();
  if (webhook.failurePolicy !== 'Ignore') throw internalError(failure.message);
}

function outOfTime(): Error {
  return timeout('request did not complete within the allotted timeout');
}

/** Webhooks with other side effects than these are not called by a dry run. */
function checkDryRun({ webhook }: Hook, { context }: AdmissionRequest): void {
  if (context.dryRun !== true || ['None', 'NoneOnDryRun'].includes(webhook.sideEffects)) return;
  throw badRequest(`admission webhook ${quote(webhook.name)} does not support dry run`);
}

/** @throws {CallFailure} */
async function ask(
  { webhook }: Hook,
  kind: Kind,
  { object, old }: Subject,
  request: AdmissionRequest,
  { store, webhooks }: AdmissionAccess,
  leftMs: number,
  isMutating: boolean,
): Promise<Answer> {
  const { name, clientConfig: client, timeoutSeconds = 10 } = webhook;
  const call = callFor(webhook, kind, webhooks.uid());
  const body = reviewJson(call, request, object, old);
  const timeoutMs = Math.min(timeoutSeconds * 1000, leftMs);
  const release = webhooks.hold(name);
  let trouble = 'failed to call webhook';
  try {
    const reply = await post(
      { store, call: webhooks.call },
      { client, userAgent, body, timeoutMs },
    );
    const review = readAnswer(reply, call);
    trouble = 'received invalid webhook response';
    return checkReview(review, call, isMutating);
  } catch (error) {
    throw new CallFailure(name, `${trouble}: ${(error as Error).message}`);
  } finally {
    release();
  }
}

function callFor(
  { name, admissionReviewVersions }: Hook['webhook'],
  kind: Kind,
  uid: string,
): ReviewCall {
  const version = reviewVersionIn(admissionReviewVersions);
  if (version !== undefined) return { version, uid, kind };
  const why = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
  throw new CallFailure(name, `could not create admission objects: ${why}`);
}
